// Cron expressions of five fields: what each names, and when that comes next on the clocks of a time zone.
import { clocksOf, DAY_MS, momentWhen } from "../../base/days.ts";

const MINUTE_MS = 60_000;
/** A day that never came in so many years never comes: 29 February may be away for eight. */
const MAX_DAYS = 9 * 366;
/** `L`, the last day of a month, whichever that is. */
const LAST = -1;

interface Field {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Names for its values, from the first on. */
  readonly words?: readonly string[];
}
const MINUTE: Field = { name: "minute", from: 0, to: 59 };
const HOUR: Field = { name: "hour", from: 0, to: 23 };
const DAY: Field = { name: "day of month", from: 1, to: 31 };
const MONTH: Field = {
  name: "month",
  from: 1,
  to: 12,
  words: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
};
/** 7 is Sunday too. */
const WEEKDAY: Field = {
  name: "day of week",
  from: 0,
  to: 7,
  words: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
};

/** The minutes that an expression names; times are Unix milliseconds, days their midnights in UTC. */
interface CronExpression {
  readonly hours: ReadonlySet<number>;
  readonly minutes: ReadonlySet<number>;
  readonly isDay: (day: number) => boolean;
  /** Whether it is for times of day; else for intervals. */
  readonly isForTimes: boolean;
}

/** Tells when an expression is due next after a moment, Unix milliseconds; `null`: never. */
export type Cron = (after: number) => number | null;

/**
 * An expression on the clocks of a time zone: see `schedule` for what becomes of it when they change. Where both the
 * days of the month and those of the week are restricted, either is enough.
 * @param timeZone IANA name
 * @throws Error where the expression has another form
 */
export function cronOf(expression: string, timeZone: string): Cron {
  const named = read(expression);
  const clocks = clocksOf(timeZone);
  const nextOn = named.isForTimes ? nextTime : nextMinute;
  return (after) => {
    const first = dayOn(clocks(after));
    for (let n = 0, day = first; n < MAX_DAYS; n++, day += DAY_MS) {
      const found = named.isDay(day) ? nextOn(day, after) : null;
      if (found !== null) return found;
    }
    return null;
  };

  /** Of times of day: those that a change of clocks skips are at its moment, and those that it repeats the first time. */
  function nextTime(day: number, after: number): number | null {
    const shown = clocks(after);
    for (const hour of named.hours)
      for (const minute of named.minutes) {
        const time = day + (hour * 60 + minute) * MINUTE_MS;
        const at = time > shown ? momentWhen(clocks, time) : after;
        if (at > after) return at;
      }
    return null;
  }

  /** Of intervals: each minute that clocks show as named, however often they do. */
  function nextMinute(day: number, after: number): number | null {
    const next = Math.floor(after / MINUTE_MS + 1) * MINUTE_MS;
    let at = Math.max(next, momentWhen(clocks, day));
    for (let shown = clocks(at); dayOn(shown) === day; shown = clocks(at)) {
      const date = new Date(shown);
      const isHour = named.hours.has(date.getUTCHours());
      if (isHour && named.minutes.has(date.getUTCMinutes())) return at;
      const rest = (60 - date.getUTCMinutes()) * MINUTE_MS;
      // An hour that clocks leave early is looked at by the minute.
      at += !isHour && clocks(at + rest) - shown === rest ? rest : MINUTE_MS;
    }
    return null;
  }
}

const dayOn = (shown: number): number => Math.floor(shown / DAY_MS) * DAY_MS;

/** @throws Error where a field has another form */
function read(expression: string): CronExpression {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = expression.split(" ");
  const days = valuesOf(day, DAY);
  const months = valuesOf(month, MONTH);
  const weekdays = valuesOf(weekday, WEEKDAY);
  const either = day !== "*" && weekday !== "*";
  return {
    hours: valuesOf(hour, HOUR),
    minutes: valuesOf(minute, MINUTE),
    isForTimes: !/[*/]/.test(minute + hour),
    isDay(at) {
      const date = new Date(at);
      if (!months.has(date.getUTCMonth() + 1)) return false;
      const isLast = new Date(at + DAY_MS).getUTCDate() === 1;
      const inMonth = days.has(date.getUTCDate()) || (isLast && days.has(LAST));
      const inWeek = weekdays.has(date.getUTCDay());
      return either ? inMonth || inWeek : inMonth && inWeek;
    },
  };
}

/** The values that a field names, in order: `*`, `5`, `1-5` or `mon-fri`, of a range only each so many after a `/`; or several. */
function valuesOf(text: string, field: Field): ReadonlySet<number> {
  const values = text.split(",").flatMap((part) => {
    if (field === DAY && part === "L") return LAST;
    const [, range = "", step] = /^(\*|\w+(?:-\w+)?)(?:\/(\d+))?$/.exec(part) ?? [];
    const [first = Number.NaN, last = step === undefined ? first : Number.NaN] =
      range === "*" ? [field.from, field.to] : range.split("-").map((value) => numberIn(value, field));
    const by = Number(step ?? 1);
    if (!(field.from <= first && first <= last && last <= field.to && by >= 1 && by <= field.to + 1))
      throw new Error(`Invalid value for ${field.name}: ${part}`);
    return Array.from({ length: Math.floor((last - first) / by) + 1 }, (_, n) => first + n * by);
  });
  return new Set(values.map((value) => (field === WEEKDAY ? value % 7 : value)).sort((a, b) => a - b));
}

/** A value by its digits or its name; `NaN` where it is neither. */
function numberIn(text: string, { words = [], from }: Field): number {
  const named = words.indexOf(text.toLowerCase());
  return named >= 0 ? named + from : /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
