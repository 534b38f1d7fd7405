/** Schedules of automations: a cron expression in a time zone, and when it is due. */

import { Cron } from "croner";
import { isTimeZone } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";

/** Due times of a schedule that are caught up at most: the newest. Older ones are dropped, and counted. */
export const MAX_CATCH_UP = 5;
/** Dropped ones are counted up to here; more are as many. */
const MAX_COUNTED = 1_000;

/** When a scheduled automation is due; made by {@link schedule}. */
export interface Schedule {
  readonly expression: string;
  /** IANA name. @default the time zone of the settings */
  readonly timeZone?: string;
}

/** A schedule whose time zone is known. */
export type ZonedSchedule = Required<Schedule>;

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
 *
 * `src/config.ts` may give an automation another expression and time zone.
 * @throws Problem `configuration_invalid`, which keeps Reeve from starting
 */
export function schedule(expression: string): Schedule;
export function schedule(expression: string, zone: { readonly timeZone: string }): ZonedSchedule;
export function schedule(expression: string, zone?: { readonly timeZone: string }): Schedule {
  const where = zone ? ` in the time zone "${zone.timeZone}"` : "";
  const fault =
    expressionFault(expression) ??
    (zone && !isTimeZone(zone.timeZone) ? "it is not an IANA time zone (example: Europe/Berlin)" : null);
  if (fault === null) return { expression, ...zone };
  throw new Problem("configuration_invalid", `schedule "${expression}"${where}: ${fault}`);
}

/** What is wrong with the expression of a schedule; `null`: nothing. */
export function expressionFault(expression: string): string | null {
  // A nickname, a date or "?" (the minute at which Reeve happens to start) would pass as an expression below.
  if (!/^\S+(?: \S+){4}$/.test(expression) || expression.includes("?"))
    return "the expression must have five fields: minute, hour, day of month, month, day of week";
  try {
    // Whether it ever comes due is the same everywhere, and soonest told without a time zone.
    return new Cron(expression, { ...OPTIONS, utcOffset: 0 }).nextRun(new Date(0))
      ? null
      : "it never comes due";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** When a schedule is due next after a moment, Unix milliseconds. */
export const nextDue = (schedule: ZonedSchedule, after: number): number | null =>
  cronOf(schedule).nextRun(new Date(after))?.getTime() ?? null;

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** An expression as people say it: `daily at 06:15`. One that has no such words is given as it is. */
export function scheduleWords({ expression }: Schedule): string {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = expression.split(" ");
  const two = (number: string) => number.padStart(2, "0");
  const one = (field: string) => /^\d+$/.test(field);
  const usual = month === "*" && one(minute);
  if (usual && hour === "*" && day === "*" && weekday === "*") return `each hour at :${two(minute)}`;
  if (usual && one(hour)) {
    const at = `at ${two(hour)}:${two(minute)}`;
    if (day === "*" && weekday === "*") return `daily ${at}`;
    if (day === "*" && one(weekday)) return `each ${DAYS[Number(weekday) % 7]} ${at}`;
    if (one(day) && weekday === "*") return `on day ${day} of each month ${at}`;
  }
  return `on the schedule ${expression}`;
}

/**
 * The due times of a schedule after `from`, up to and including `to`. Splitting a span does not change what is due in
 * it, so that each is due once however often and irregularly one looks.
 */
export function ticks(schedule: ZonedSchedule, from: number, to: number): Ticks {
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

const OPTIONS = { mode: "5-part", fixedTimeRule: "no-wildcard" } as const;

const cronOf = ({ expression, timeZone }: ZonedSchedule): Cron =>
  new Cron(expression, { ...OPTIONS, timezone: timeZone });
