// Finds senders that are silent for longer than usual, and senders whose last deliveries all failed verification or
// could not be read, and notifies operators.
import { DAY_MS, formatDuration, HOUR_MS } from "../base/days.ts";
import { log } from "../base/log.ts";
import { type Env, readSite, readVariable } from "../env.ts";
import type { Settings } from "../kit/settings.ts";
import { readRejectedSources, readSourceActivity } from "../ledger/events.ts";
import { readRhythms } from "../ledger/history.ts";
import { titleSource } from "../systems/reply/replies.ts";
import { type Check, REMEDIES } from "../systems/system.ts";
import type { RefusedInWeek, SilentSource } from "./control/notes.ts";
import { findControl } from "./directory.ts";
import { type NotifyOperators, notifyOnceIn } from "./watches.ts";

/** Minimum failed deliveries in a row. Fewer prove nothing, because anyone on the internet can send one. */
const MIN_FAILED = 3;
/** How far back the cron checks for failures. */
const RECENT_MS = 10 * 60_000;

/** A source whose last deliveries could not be verified (`refused`), or could not be read (`rejected`). */
type FailingSource = { readonly source: string; readonly n: number } & (
  | { readonly how: "refused"; readonly check: Check }
  | { readonly how: "rejected" }
);

interface Activity {
  readonly source: string;
  readonly lastAt: number | null;
  readonly rejected: number;
}

/** Lists the sources whose last deliveries all failed. */
export function findFailingSources(
  activity: readonly Activity[],
  refusals: readonly RefusedInWeek[],
): FailingSource[] {
  return activity.flatMap(({ source, lastAt, rejected }): FailingSource[] => {
    const later = refusals.filter((one) => one.source === source && one.lastAt > (lastAt ?? 0));
    const since = Math.floor((lastAt ?? 0) / HOUR_MS);
    const n = later
      .flatMap(({ hours }) => Object.entries(hours))
      .reduce((sum, [hour, more]) => sum + (Number(hour) >= since ? more : 0), 0);
    if (later[0] && n >= MIN_FAILED) return [{ source, how: "refused", n, check: later[0].check }];
    return rejected >= MIN_FAILED ? [{ source, how: "rejected", n: rejected }] : [];
  });
}

export const formatFailingSource = ({ source, n, ...failing }: FailingSource): string =>
  failing.how === "refused"
    ? `The last ${n} deliveries to ${titleSource(source)}'s address were refused (${failing.check.replaceAll("_", " ")}): ${REMEDIES[failing.check]}.`
    : `The last ${n} deliveries from ${titleSource(source)} were rejected: Reeve can't read them.`;

/** Notifies operators of sources whose last deliveries all failed, at most once a day for each source. */
export async function watchSources(env: Env, now: number, notify: NotifyOperators): Promise<void> {
  const refusals = await findControl(env).refusals();
  const recent = refusals.filter(({ lastAt }) => lastAt > now - RECENT_MS).map(({ source }) => source);
  const sources = new Set([...recent, ...(await readRejectedSources(env.LEDGER, now - RECENT_MS))]);
  if (sources.size === 0) return;
  for (const failing of findFailingSources(await readSourceActivity(env.LEDGER, [...sources]), refusals)) {
    const { source, how, n } = failing;
    const summary = formatFailingSource(failing);
    const notice = { title: "Deliveries fail", summary, page: `/sources/${source}` };
    if (await notifyOnceIn(DAY_MS, `refusals:${source}`, notice, { env, now, notify }))
      log("deliveries_fail", { level: "alert", source, how, n });
  }
}

/**
 * Lists all sources that have ever sent a delivery, each with its longest earlier silence if the present one is too
 * long. @param now Unix milliseconds
 */
async function readSilences(db: D1Database, { silence: rule }: Pick<Settings, "silence">, now: number) {
  const rhythms = await readRhythms(db, {
    silentSince: now - rule.leastHours * HOUR_MS,
    learnMs: rule.learnDays * DAY_MS,
  });
  return rhythms
    .filter(({ source }) => source !== "schedule" && source !== "console")
    .map(({ source, last, rhythm }) => {
      const isKnown =
        rhythm && rhythm.events >= rule.leastEvents && last - rhythm.first >= rule.leastDays * DAY_MS;
      const isSilent =
        isKnown && !rule.ignore.includes(source) && now - last > rule.factor * rhythm.longestGap;
      return { source, last, longestGap: isSilent ? rhythm.longestGap : null };
    });
}

export const formatSilence = ({ source, since }: SilentSource): string =>
  `${titleSource(source)} had sent nothing since ${new Date(since).toISOString()} at the last hourly check: that is longer than usual.`;

/** Notifies operators once if a source is silent for longer than usual, and once when it is active again. */
export async function watchSilences(
  env: Env,
  settings: Pick<Settings, "silence">,
  now: number,
  notify: NotifyOperators,
): Promise<void> {
  const control = findControl(env);
  const { silent } = await control.health(readVariable(env, "DESKS"));
  for (const { source, last, longestGap } of await readSilences(env.LEDGER, settings, now)) {
    const reported = silent.find((one) => one.source === source)?.since ?? null;
    if (longestGap === null ? reported === null : reported === last) continue;
    const site = readSite(env);
    const send = (kind: "silent" | "active", title: string, summary: string) =>
      notify({ key: `${kind}:${source}:${last}`, title, summary, link: site && `${site}/sources/${source}` });
    if (longestGap !== null) {
      const usual = `Its longest silence in ${settings.silence.learnDays} days was ${formatDuration(longestGap)}.`;
      await send("silent", "A source is silent", `${formatSilence({ source, since: last })} ${usual}`);
      log("source_silent", { level: "alert", source });
    } else if (reported !== null && last > reported) {
      const summary = `${titleSource(source)} was silent for ${formatDuration(last - reported)}.`;
      await send("active", "A source is active again", summary);
    }
    await control.setNoticeMark(`silent:${source}`, longestGap === null ? null : last);
  }
}
