/** Triggers by the clock: a cron expression in a time zone, and when it is due. */

import { Cron } from "croner";
import { isTimeZone } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";

/** Due times of a schedule that are caught up at most: the newest. Older ones are dropped, and counted. */
export const MAX_CATCH_UP = 5;
/** Dropped ones are counted up to here; more are as many. */
const MAX_COUNTED = 1_000;

/** When an automation is due by the clock; made by {@link schedule}. */
export interface Schedule {
  readonly expression: string;
  readonly timeZone: string;
}

/** Whether a trigger is a schedule. */
export const isSchedule = (on: unknown): on is Schedule =>
  typeof on === "object" && on !== null && "expression" in on;

/** The due times of a schedule between two moments, Unix milliseconds, oldest first. */
export interface Ticks {
  readonly due: readonly number[];
  /** How many older ones were dropped; at most 1,000 are counted. */
  readonly missed: number;
}

/**
 * An automation's trigger: the minutes that a cron expression of five fields names, on the clocks of a time zone.
 *
 * When clocks change, an expression without `*` and `/` in its minute and hour is for times of day: one that a spring
 * change skips is due at the first moment after the gap, and one that an autumn change repeats is due the first time
 * only. Any other expression is for intervals: it goes on evenly, so it has nothing in the gap, and goes through the
 * repeated hour twice.
 * @throws Problem `configuration_invalid`, which keeps Reeve from starting
 */
export function schedule(expression: string, { timeZone }: { readonly timeZone: string }): Schedule {
  const made = { expression, timeZone };
  const invalid = (why: string) =>
    new Problem("configuration_invalid", `schedule "${expression}" in the time zone "${timeZone}": ${why}`);
  // A nickname, a date or "?" (the minute at which Reeve happens to start) would pass as an expression below.
  if (!/^\S+(?: \S+){4}$/.test(expression) || expression.includes("?"))
    throw invalid("the expression must have five fields: minute, hour, day of month, month, day of week");
  if (!isTimeZone(timeZone)) throw invalid("it is not an IANA time zone (example: Europe/Berlin)");
  let first: Date | null;
  try {
    first = cronOf(made).nextRun(new Date(0));
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
  if (!first) throw invalid("it never comes due");
  return made;
}

/**
 * The due times of a schedule after `from`, up to and including `to`. Splitting a span does not change what is due in
 * it, so that each is due once however often and irregularly one looks.
 */
export function ticks(schedule: Schedule, from: number, to: number): Ticks {
  const cron = cronOf(schedule);
  // The newest are wanted, and the library is exact and slow: so look back a short time first, then a longer one.
  for (let span = 60 * 60_000; ; span *= 4) {
    const start = Math.max(from, to - span);
    const found = between(cron, start, to);
    if (found.length <= MAX_CATCH_UP && start > from) continue;
    const before = found.slice(0, -MAX_CATCH_UP).length + between(cron, from, start, MAX_COUNTED).length;
    return { due: found.slice(-MAX_CATCH_UP), missed: Math.min(before, MAX_COUNTED) };
  }
}

function between(cron: Cron, from: number, to: number, limit = Number.POSITIVE_INFINITY): number[] {
  const found: number[] = [];
  let last = from;
  while (found.length < limit) {
    const next = cron.nextRun(new Date(last))?.getTime();
    if (next === undefined || next > to) break;
    found.push(next);
    last = next;
  }
  return found;
}

const cronOf = ({ expression, timeZone }: Schedule): Cron =>
  new Cron(expression, { mode: "5-part", timezone: timeZone, fixedTimeRule: "no-wildcard" });
