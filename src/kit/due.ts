// Computes when schedules are due, and checks that they are valid.
import { Cron } from "croner";
import { DAY_MS, momentIn } from "../base/days.ts";
import { Problem } from "../base/problem.ts";
import { type Automation, findSchedule } from "./automation.ts";
import { scheduleText, type ZonedSchedule } from "./schedule.ts";
import { enabledNames, type Settings } from "./settings.ts";

/** Maximum missed due times that a schedule catches up on. The newest are kept; older ones are dropped and counted. */
export const MAX_CATCH_UP = 5;
/** Maximum dropped due times that are counted. */
const MAX_COUNTED = 1_000;

/** Returns the number of dropped due times, or a phrase if more might have been dropped than were counted. */
export const formatMissed = (missed: number): number | string =>
  missed < MAX_COUNTED ? missed : `${MAX_COUNTED} or more`;

/**
 * Requires that the schedules of enabled automations are valid.
 * @throws Problem `configuration_invalid` if a schedule can't be parsed or is never due
 */
export function checkSchedules(settings: Settings, automations: ReadonlyMap<string, Automation>): void {
  for (const name of enabledNames(settings)) {
    const automation = automations.get(name);
    const schedule = automation && findSchedule(automation, settings);
    const fault = schedule && findFault(schedule);
    if (!fault) continue;
    throw new Problem(
      "configuration_invalid",
      `src/config.ts, settings.automations.${name}: ${scheduleText(schedule)}: ${fault}`,
    );
  }
}

function findFault(schedule: ZonedSchedule): string | null {
  try {
    return makeCron(schedule).nextRun(new Date(0)) ? null : "the schedule is never due";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the next time after `after` at which a schedule is due, in Unix milliseconds, or `null` if there is none. */
export function nextDue(schedule: ZonedSchedule, after: number): number | null {
  const { cron, place, margin } = listTimes(schedule);
  for (let run = cron.nextRun(new Date(after - margin)); run; run = cron.nextRun(run)) {
    const at = place(run);
    if (at > after) return at;
  }
  return null;
}

/**
 * Lists the due times of a schedule after `from`, up to and including `to`. Calls for adjacent spans of time never list
 * the same due time twice.
 * @returns `due`: the newest times, at most {@link MAX_CATCH_UP}, in Unix milliseconds and in ascending order;
 * `missed`: the number of older ones, counted up to {@link MAX_COUNTED}
 */
export function ticks(schedule: ZonedSchedule, from: number, to: number) {
  const { cron, place, margin } = listTimes(schedule);
  // Search backwards, since only the newest times are kept.
  const found: number[] = [];
  for (let last = to + 1 + margin; found.length < MAX_CATCH_UP + MAX_COUNTED; ) {
    const [before] = cron.previousRuns(1, new Date(last));
    if (!before || place(before) <= from) break;
    last = before.getTime();
    const at = place(before);
    // All times that the same clock change skips become one due time.
    if (at <= to && at !== found.at(-1)) found.push(at);
  }
  return { due: found.slice(0, MAX_CATCH_UP).reverse(), missed: Math.max(0, found.length - MAX_CATCH_UP) };
}

const OPTIONS = { mode: "5-part", fixedTimeRule: "no-wildcard" } as const;

/**
 * Returns a schedule's cron, a function that converts the cron's runs to moments, and the margin of a search, in
 * milliseconds. Fixed times of day are computed as if the clock showed UTC, and then converted to the time zone: croner
 * searches for the end of a gap only on the same day, but some time zones skip the last hour of a day.
 */
function listTimes(schedule: ZonedSchedule) {
  const { expression, timeZone } = schedule;
  if (/^\S*[*/]|^\S+ \S*[*/]/.test(expression))
    return { cron: makeCron(schedule), place: (run: Date) => run.getTime(), margin: 0 };
  const place = (run: Date) => momentIn(run.toISOString().slice(0, -1), timeZone);
  return { cron: makeCron({ expression, timeZone: "UTC" }), place, margin: DAY_MS };
}

const makeCron = ({ expression, timeZone }: ZonedSchedule): Cron =>
  new Cron(expression, { ...OPTIONS, timezone: timeZone });
