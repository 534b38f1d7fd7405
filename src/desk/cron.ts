// The cron, once a minute: turns schedules into events, deletes outdated data from the ledger, notifies operators of
// problems, and makes desks set their alarms again and run their maintenance.

import { DAY_MS, HOUR_MS } from "../base/days.ts";
import { log, logged } from "../base/log.ts";
import type { Env } from "../env.ts";
import { type Automation, findSchedule } from "../kit/automation.ts";
import { formatMissed, ticks } from "../kit/due.ts";
import { enabledNames } from "../kit/settings.ts";
import { forgetRemoved } from "../ledger/inventory.ts";
import { retain } from "../ledger/retention.ts";
import type { ApprovalSettings, Policy } from "../policy/policy.ts";
import { type ScheduleEvent, scheduleSubject } from "../systems/event.ts";
import { MAX_AHEAD_MS } from "./control/notes.ts";
import { allDesks, deskFor, findControl } from "./directory.ts";
import type { Incoming } from "./engine/intake.ts";
import { watchSilences, watchSources } from "./failing-sources.ts";
import { type MatchRules, matchAutomations } from "./match.ts";
import {
  apiOfAll,
  type NotifyOperators,
  recordSwitchedOff,
  watchCredentials,
  watchMassChanges,
  watchOutage,
} from "./watches.ts";

const MINUTE_MS = 60_000;

export function scheduleDelivery(
  automation: string,
  at: number,
  rules: MatchRules,
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
    match: matchAutomations(rules, event),
  };
}

interface CronParts {
  /** The current time, in Unix milliseconds. */
  readonly now: number;
  readonly rules: MatchRules & { readonly policy: ApprovalSettings & Pick<Policy, "retentionDays"> };
  readonly notify: NotifyOperators;
}

export async function cron(env: Env, { now, rules, notify }: CronParts): Promise<void> {
  const watch = { env, now, notify };
  await runSchedules(env, now, rules).catch(logged("schedule_fault"));
  const before = now - rules.policy.retentionDays * DAY_MS;
  await retain(env.LEDGER, before).catch(logged("retention_fault"));
  // Once a day, since this reads the whole inventory.
  if (now % DAY_MS < MINUTE_MS) await forgetRemoved(env.LEDGER, now).run().catch(logged("retention_fault"));
  await findControl(env).poke().catch(logged("control_unreachable"));
  await recordSwitchedOff(env, rules.policy, now).catch(logged("default_approvals_not_recorded"));
  await watchCredentials(watch).catch(logged("credential_watch_fault"));
  await watchMassChanges(watch, enabledNames(rules.settings)).catch(logged("mass_change_watch_fault"));
  await watchSources(watch).catch(logged("source_watch_fault"));
  // Only once an hour: for each silent source, this reads the deliveries of the `silence.learnDays` days before the last
  // delivery.
  if (now % HOUR_MS < MINUTE_MS)
    await watchSilences(watch, rules.settings).catch(logged("silence_watch_fault"));
  const pokes = await Promise.allSettled(allDesks(env).map((desk) => desk.poke()));
  for (const [desk, poke] of pokes.entries()) {
    if (poke.status === "rejected") log("desk_unreachable", { desk, error: String(poke.reason) });
  }
  const known = pokes.flatMap((poke) => (poke.status === "fulfilled" ? [poke.value] : []));
  await watchOutage(watch, apiOfAll(known)).catch(logged("outage_watch_fault"));
}

/**
 * Sends the due times of each schedule to the automation's desk: at most {@link MAX_CATCH_UP}, the newest ones, in
 * ascending order, because a desk works in the order of arrival. Earlier times are only counted. Once every desk has accepted its times, the time up to which schedules
 * have run is stored. If a desk does not accept its times, all times are sent again, and desks recognize repeats.
 */
async function runSchedules(env: Env, now: number, rules: MatchRules): Promise<void> {
  const { automations, settings } = rules;
  const control = findControl(env);
  const until = await control.scheduledUntil();
  // Skip times from before Reeve's first start.
  if (until !== null) {
    // If the stored time is far ahead of the clock, it was set by a clock that ran ahead, and schedule times might have
    // been skipped. Send the times of the last day again: desks recognize those that they have received.
    const since = until - now > MAX_AHEAD_MS ? now - DAY_MS : until;
    const hand = async (automation: Automation): Promise<void> => {
      const schedule = findSchedule(automation, settings);
      if (!schedule) return;
      const { name } = automation;
      const { due, missed: skipped } = ticks(schedule, since, now);
      for (const [n, at] of due.entries()) {
        const missed = n === 0 ? skipped : 0;
        const delivery = scheduleDelivery(name, at, rules, { missed });
        const dueAt = new Date(at).toISOString();
        const text = formatMissed(missed);
        if (missed > 0) log("schedule_missed", { level: "alert", automation: name, missed: text, dueAt });
        await deskFor(env, delivery.subject).accept(delivery);
      }
    };
    const enabled = enabledNames(settings).flatMap((name) => automations.get(name) ?? []);
    const handed = await Promise.allSettled(enabled.map(hand));
    const failed = handed.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  }
  await control.setScheduledUntil(now);
}
