// The cron, each minute: schedules that are due become events, the ledger forgets, desks look after themselves.
import { type Automation, scheduleOf } from "../automations/kit/automation.ts";
import { ticks } from "../automations/kit/due.ts";
import type { Settings } from "../automations/settings.ts";
import { DAY_MS } from "../base/days.ts";
import { log } from "../base/log.ts";
import type { Env } from "../env.ts";
import { retain } from "../ledger/retention.ts";
import type { Policy } from "../policy/policy.ts";
import { type ScheduleEvent, scheduleSubject } from "../systems/event.ts";
import { MAX_AHEAD_MS } from "./control/notes.ts";
import { allDesks, controlOf, deskFor } from "./directory.ts";
import type { Incoming } from "./engine/intake.ts";
import { type OperatorsNotice, watchCredential } from "./operate/credential-watch.ts";
import { apiOfAll, watchOutage } from "./operate/outage-watch.ts";

/** A time of an automation's schedule as a delivery, known by the two, so that its desk takes it in once. */
export function scheduleDelivery(
  automation: string,
  at: number,
  { missed = 0, by }: { readonly missed?: number; readonly by?: string } = {},
): Incoming {
  const dueAt = new Date(at).toISOString();
  const event: ScheduleEvent = {
    type: "schedule.due",
    subject: scheduleSubject(automation),
    occurredAt: dueAt,
    ...(by !== undefined && { actor: { email: by } }),
    schedule: { automation, dueAt, missed },
  };
  const json = JSON.stringify(event);
  return {
    keys: [`${event.subject}:${dueAt}`],
    source: "schedule",
    authentication: "clock",
    type: event.type,
    subject: event.subject,
    detail: null,
    event: json,
    payload: json,
  };
}

interface CronParts {
  /** Unix milliseconds. */
  readonly now: number;
  /** Those that are enabled. */
  readonly automations: readonly Automation[];
  readonly settings: Pick<Settings, "automations" | "timeZone">;
  readonly policy: Pick<Policy, "retentionDays">;
  /** Tells operators, besides the log. */
  readonly tell: (notice: OperatorsNotice) => Promise<void>;
}

export async function cron(env: Env, { now, automations, settings, policy, tell }: CronParts): Promise<void> {
  const [scheduled] = await Promise.allSettled([runSchedules(env, { now, automations, settings })]);
  if (scheduled.status === "rejected") log("schedule_fault", { error: String(scheduled.reason) });
  const before = now - policy.retentionDays * DAY_MS;
  await retain(env.LEDGER, before).catch((error: unknown) =>
    log("retention_fault", { error: String(error) }),
  );
  await watchCredential(env, now, tell).catch((error: unknown) =>
    log("credential_watch_fault", { error: String(error) }),
  );
  const pokes = await Promise.allSettled(allDesks(env).map((desk) => desk.poke()));
  for (const [desk, poke] of pokes.entries()) {
    if (poke.status === "rejected") log("desk_unreachable", { desk, error: String(poke.reason) });
  }
  const known = pokes.flatMap((poke) => (poke.status === "fulfilled" ? [poke.value] : []));
  await watchOutage(env, apiOfAll(known), now, tell).catch((error: unknown) =>
    log("outage_watch_fault", { error: String(error) }),
  );
}

/**
 * Hands what came due since the last time to the desks. That time moves on only when every desk has taken its own in:
 * otherwise all of it is handed over again in a minute, and the desks know what they have.
 */
async function runSchedules(
  env: Env,
  { now, automations, settings }: Omit<CronParts, "policy" | "tell">,
): Promise<void> {
  const control = controlOf(env);
  const until = await control.scheduledUntil();
  // Nobody waits for what was due before Reeve was there.
  if (until !== null) {
    // A clock that was ahead has passed over what came due since: desks know what they have of the last day.
    const since = until - now > MAX_AHEAD_MS ? now - DAY_MS : until;
    const handed = await Promise.allSettled(
      automations.map((automation) => hand(env, automation, settings, { since, now })),
    );
    const failed = handed.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  }
  await control.setScheduledUntil(now);
}

/** Hands the times of one automation over, oldest first: its desk works on them in the order they came in. */
async function hand(
  env: Env,
  automation: Automation,
  settings: CronParts["settings"],
  { since, now }: { readonly since: number; readonly now: number },
): Promise<void> {
  const schedule = scheduleOf(automation, settings);
  if (!schedule) return;
  const { due, missed: skipped } = ticks(schedule, since, now);
  for (const [n, at] of due.entries()) {
    const missed = n === 0 ? skipped : 0;
    const delivery = scheduleDelivery(automation.name, at, { missed });
    if (missed > 0)
      log("schedule_missed", {
        level: "alert",
        automation: automation.name,
        missed,
        dueAt: new Date(at).toISOString(),
      });
    await deskFor(env, delivery.subject).accept(delivery);
  }
}
