// Says when schedules are due.
import { Cron } from "croner";
import { DAY_MS, momentIn } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";
import { enabledNames, type Settings } from "../settings.ts";
import { type Automation, findSchedule } from "./automation.ts";
import { scheduleText, type ZonedSchedule } from "./schedule.ts";

/** Most due times of a schedule that are caught up, the newest; older ones are dropped and counted. */
export const MAX_CATCH_UP = 5;
/** Dropped times are counted up to this number. */
const MAX_COUNTED = 1_000;

/** Requires that the schedules of enabled automations can be read and come due. @throws Problem `configuration_invalid` */
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
    return makeCron(schedule).nextRun(new Date(0)) ? null : "it never comes due";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The next time after a moment at which a schedule is due, Unix milliseconds; `null` for never. */
export function nextDue(schedule: ZonedSchedule, after: number): number | null {
  const { cron, place, margin } = listTimes(schedule);
  for (let run = cron.nextRun(new Date(after - margin)); run; run = cron.nextRun(run)) {
    const at = place(run);
    if (at > after) return at;
  }
  return null;
}

/**
 * The due times of a schedule after `from`, up to and including `to`. Splitting a span changes nothing, so that each time
 * is due once, however often one looks.
 * @returns the newest of them, Unix milliseconds, oldest first, and the number of those before
 */
export function ticks(schedule: ZonedSchedule, from: number, to: number) {
  const { cron, place, margin } = listTimes(schedule);
  // Backwards: only the newest count.
  const found: number[] = [];
  for (let last = to + 1 + margin; found.length < MAX_CATCH_UP + MAX_COUNTED; ) {
    const [before] = cron.previousRuns(1, new Date(last));
    if (!before || place(before) <= from) break;
    last = before.getTime();
    const at = place(before);
    // Times that one gap skips are due together, once.
    if (at <= to && at !== found.at(-1)) found.push(at);
  }
  return { due: found.slice(0, MAX_CATCH_UP).reverse(), missed: Math.max(0, found.length - MAX_CATCH_UP) };
}

const OPTIONS = { mode: "5-part", fixedTimeRule: "no-wildcard" } as const;

/**
 * The runs of a schedule, and their moments. Times of day are asked for as clocks show them, in UTC, and placed in the time
 * zone: croner looks for the end of a gap only on the same day, and some clocks skip the last hour of one.
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
