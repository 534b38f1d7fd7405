// Cron expressions of five fields: what they name, and when that is on the clocks of a time zone.
import { DAY_MS } from "./days.ts";
import { momentsOf, shownIn } from "./wall-clock.ts";

/** A cron expression that was read. */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Whether it names a day, which is written as if it were UTC; Unix milliseconds. */
  readonly names: (day: number) => boolean;
  /** Whether it is for times of day: neither minute nor hour has `*` or `/`. Else it is for intervals. */
  readonly isForTimesOfDay: boolean;
}

interface Field {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** What its values may be called, from the first. */
  readonly words?: readonly string[];
}

const MINUTE: Field = { name: "minute", from: 0, to: 59 };
const HOUR: Field = { name: "hour", from: 0, to: 23 };
const DAY: Field = { name: "day of month", from: 1, to: 31 };
const MONTH: Field = {
  name: "month",
  from: 1,
  to: 12,
  words: ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"],
};
const WEEKDAY: Field = {
  name: "day of week",
  from: 0,
  to: 7,
  words: ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"],
};

/** @throws Error with what is wrong, in words for who wrote it */
export function readCron(expression: string): Cron {
  const [minute, hour, day, month, weekday, ...more] = expression.split(" ");
  // "?" is in some crons the minute at which they happen to start.
  const isWhole = minute && hour && day && month && weekday && more.length === 0 && !expression.includes("?");
  if (!isWhole)
    throw new Error("the expression must have five fields: minute, hour, day of month, month, day of week");
  const [minutes, hours] = [valuesOf(minute, MINUTE), valuesOf(hour, HOUR)];
  const [days, months] = [new Set(valuesOf(day, DAY)), new Set(valuesOf(month, MONTH))];
  const weekdays = new Set(valuesOf(weekday, WEEKDAY).map((number) => number % 7));
  // As every cron has it: where both name days, either does.
  const either = day !== "*" && weekday !== "*";
  return {
    minutes,
    hours,
    names(at) {
      const date = new Date(at);
      if (!months.has(date.getUTCMonth() + 1)) return false;
      const [byDay, byWeekday] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())];
      return either ? byDay || byWeekday : byDay && byWeekday;
    },
    isForTimesOfDay: !/[*/]/.test(minute + hour),
  };
}

/** The values that a field names, ascending: numbers or words, ranges, steps, and lists of them. */
function valuesOf(text: string, field: Field): number[] {
  const values = new Set<number>();
  for (const part of text.split(",")) {
    const [range = "", step = "1", ...more] = part.split("/");
    const [first = "", last = first, ...others] =
      range === "*" ? [field.from, field.to].map(String) : range.split("-");
    const [low, high] = [oneOf(first, field), oneOf(last, field)];
    // A step needs a range to go through: what "5/15" means differs from cron to cron.
    const isRange = range === "*" || range.includes("-");
    if (
      !/^[1-9]\d?$/.test(step) ||
      more.length + others.length > 0 ||
      high < low ||
      (part !== range && !isRange)
    )
      throw new Error(`Invalid value for ${field.name}: ${part}`);
    for (let value = low; value <= high; value += Number(step)) values.add(value);
  }
  return Array.from(values).sort((a, b) => a - b);
}

function oneOf(text: string, { name, from, to, words = [] }: Field): number {
  const word = words.indexOf(text.toUpperCase());
  const value = word >= 0 ? from + word : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= from && value <= to) return value;
  throw new Error(`Invalid value for ${name}: ${text}`);
}

/** Days after which what has not come never does: 29 February may be eight years away. */
const MAX_DAYS = 9 * 366;

/** Whether an expression names any day at all: 30 February is none. */
export const isEverDue = (cron: Cron): boolean => !daysOf(cron, 0).next().done;

/** The days that an expression names, from the one that a time is on; both written as if they were UTC. */
function* daysOf(cron: Cron, from: number): Generator<number, undefined> {
  let day = Math.floor(from / DAY_MS) * DAY_MS;
  for (let looked = 0; looked < MAX_DAYS; looked++, day += DAY_MS) {
    if (!cron.names(day)) continue;
    yield day;
    looked = 0;
  }
}

/**
 * When an expression is due on the clocks of a time zone after a moment, one after the other; Unix milliseconds. Times
 * of day that a change of the clocks skips are due right after the gap, those that it repeats the first time only;
 * intervals go on evenly.
 */
export function* dueAfter(cron: Cron, timeZone: string, after: number): Generator<number, undefined> {
  let last = after;
  // From the day before: what a gap at midnight skips is due on the next day.
  for (const day of daysOf(cron, shownIn(timeZone, after) - DAY_MS)) {
    for (const at of momentsOn(day, cron, timeZone)) {
      if (at <= last) continue;
      yield at;
      last = at;
    }
  }
}

/** When an expression is due on a day, ascending. */
function momentsOn(day: number, { hours, minutes, isForTimesOfDay }: Cron, timeZone: string): number[] {
  const due = hours.flatMap((hour) =>
    minutes.flatMap((minute) => {
      const { moments, skippedAt } = momentsOf(day + (hour * 60 + minute) * 60_000, timeZone);
      return isForTimesOfDay ? (moments[0] ?? skippedAt ?? []) : moments;
    }),
  );
  return due.sort((a, b) => a - b);
}
