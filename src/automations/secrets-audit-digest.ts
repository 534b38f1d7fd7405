import { automation } from "./automation.ts";
import { counted } from "./counted.ts";
import { lastLook } from "./last-look.ts";
import { atMost } from "./notice-lines.ts";
import { schedule } from "./schedule.ts";
import { workClock } from "./secrets-audit/clock.ts";
import { VaultSeen, vaultLook } from "./secrets-audit/seen.ts";
import { type Week, weekOf, weekText } from "./secrets-audit/week.ts";
import { atOnce } from "./sweep.ts";

/** Each Monday: the week of each vault of paper secrets, by what `secrets-audit-watch` has seen. */
export const secretsAuditDigest = automation({
  name: "secrets-audit-digest",
  on: schedule("0 8 * * 1", { timeZone: "Europe/Berlin" }),
  async decide(_, { record, settings, now }) {
    const { day: today } = workClock(settings)(now);
    const looks = await atOnce(Object.entries(settings.vaults), async ([name, id]) => {
      const seen = await lastLook(record, vaultLook(id), VaultSeen);
      return { name, week: seen && weekOf(seen, today) };
    });
    const weeks = looks.flatMap(({ name, week }) => (week ? [{ name, week }] : []));
    if (weeks.length === 0)
      return { ignore: "secrets-audit-watch has not looked at any vault of `vaults` yet" };
    const busy = weeks.filter(({ week }) => week.events > 0).sort((a, b) => b.week.events - a.week.events);
    const quiet = weeks.filter(({ week }) => week.events === 0).map(({ name }) => name);
    const unknown = looks.filter(({ week }) => !week).map(({ name }) => name);
    const total = (of: (week: Week) => number) => weeks.reduce((sum, { week }) => sum + of(week), 0);
    const counts = [
      counted(
        total(({ actors }) => actors.length),
        "new actor",
      ),
      counted(
        total(({ addresses }) => addresses.length),
        "new address",
        "new addresses",
      ),
      `${total(({ afterHours }) => afterHours)} outside working hours`,
      counted(
        total(({ unusual }) => unusual.length),
        "unusual day",
      ),
    ];
    const events = counted(
      total((week) => week.events),
      "event",
    );
    const summary = `${events} in ${busy.length} of ${counted(looks.length, "vault")} (${total((week) => week.before)} the week before): ${counts.join(", ")}.`;
    const lines = [
      ...busy.map(({ name, week }) => ({ name, detail: weekText(week) })),
      ...(quiet.length > 0 ? [{ name: "Quiet", detail: quiet.join(", ") }] : []),
      ...(unknown.length > 0 ? [{ name: "Not looked at yet", detail: unknown.join(", ") }] : []),
    ];
    return { ignore: summary, notice: { title: "Secrets audit, the week", summary, lines: atMost(lines) } };
  },
});
