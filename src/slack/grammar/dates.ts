import { Cron } from "croner";
import { ok, type Result, refused } from "../../base/result.ts";

/** The moment and the place that a date is written at. */
export interface Clock {
  /** Unix milliseconds. */
  readonly now: number;
  /** IANA name; one that there is none of counts as UTC. */
  readonly timeZone: string;
}

/** The forms of a day to come, for people. */
export const DATE_FORMS =
  "2026-12-31, 31 Dec 2026, Dec 31 (the next one), today, tomorrow, in 3 days (weeks, months, years), next Monday, end of month (quarter, year)";
/** The forms of a time that is past, for people. */
export const TIME_FORMS = "12h, 30d, 2w, today, yesterday, 2026-10-31, 31 Oct 2026, Oct 31 (the last one)";

/**
 * The day that people mean, in one of {@link DATE_FORMS}. A day without a year is the next one, today among them.
 * @returns `YYYY-MM-DD`, today or later; or why not, as a sentence
 */
export function readDate(text: string, clock: Clock): Result<string, string> {
  const said = normal(text);
  const today = todayAt(clock);
  const day = relative(said, today) ?? calendarDay(said, today, "next");
  if (day === null || day.length !== today.length)
    return refused(`"${text}" is no day that can be read. Days are written as ${DATE_FORMS}.`);
  return day < today ? refused(`${day} is past.`) : ok(day);
}

/**
 * The time from which on people want to see something, in one of {@link TIME_FORMS}. A day stands for its first moment
 * in the time zone; one without a year is the last one, today among them.
 * @returns ISO 8601 in UTC, not after now; or why not, as a sentence
 */
export function readTime(text: string, clock: Clock): Result<string, string> {
  const said = normal(text);
  const [, amount, unit] = /^(\d{1,4}) ?([hdw])$/.exec(said) ?? [];
  if (unit) return ok(new Date(clock.now - Number(amount) * HOURS[unit as "h"] * 3_600_000).toISOString());
  const today = todayAt(clock);
  const day =
    said === "today" ? today : said === "yesterday" ? plusDays(today, -1) : calendarDay(said, today, "last");
  if (day === null)
    return refused(`"${text}" is no time that can be read. Times are written as ${TIME_FORMS}.`);
  const begins = beginning(day, clock.timeZone);
  return begins > clock.now ? refused(`${day} is yet to come.`) : ok(new Date(begins).toISOString());
}

const HOURS = { h: 1, d: 24, w: 7 * 24 } as const;
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

const normal = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s,]+/g, " ")
    .trim();

function relative(said: string, today: string): string | null {
  if (said === "today") return today;
  if (said === "tomorrow") return plusDays(today, 1);
  const [, amount, unit] = /^in (a|an|\d{1,4}) (day|week|month|year)s?$/.exec(said) ?? [];
  if (amount && unit) {
    const n = /^an?$/.test(amount) ? 1 : Number(amount);
    if (unit === "day" || unit === "week") return plusDays(today, unit === "day" ? n : 7 * n);
    return plusMonths(today, unit === "month" ? n : 12 * n);
  }
  const [, weekday = ""] = /^(?:next )?([a-z]+)$/.exec(said) ?? [];
  const wanted = WEEKDAYS.findIndex((name) => name === weekday || name.slice(0, 3) === weekday);
  if (wanted >= 0) return plusDays(today, ((wanted - utc(today).getUTCDay() + 6) % 7) + 1);
  const [, period] = /^end of (?:the |this )?(month|quarter|year)$/.exec(said) ?? [];
  if (!period) return null;
  const months = { month: 1, quarter: 3, year: 12 }[period as "month"];
  const month = utc(today).getUTCMonth();
  const first = `${today.slice(0, 8)}01`;
  return plusDays(plusMonths(first, months - (month % months)), -1);
}

/** A day of the calendar; without a year it is the nearest one that side of today. */
function calendarDay(said: string, today: string, side: "next" | "last"): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(said)) return real(said);
  const [, d1, m1, y1] = /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?(?: (\d{4}))?$/.exec(said) ?? [];
  const [, m2, d2, y2] = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?$/.exec(said) ?? [];
  const month = MONTHS.findIndex((name) => name.startsWith(m1 ?? m2 ?? "?")) + 1;
  if (month === 0) return null;
  const monthAndDay = `${pad(month)}-${pad(Number(d1 ?? d2))}`;
  const year = y1 ?? y2;
  if (year) return real(`${year}-${monthAndDay}`);
  const now = Number(today.slice(0, 4));
  // 29 February is every fourth year, or every eighth around some turns of a century.
  for (let n = 0; n <= 8; n += 1) {
    const day = real(`${side === "next" ? now + n : now - n}-${monthAndDay}`);
    if (day && (side === "next" ? day >= today : day <= today)) return day;
  }
  return null;
}

const pad = (n: number): string => String(n).padStart(2, "0");
const utc = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): string => date.toISOString().replace(/T.*/, "");

/** The day, if there is one of this date. */
function real(day: string): string | null {
  const date = utc(day);
  return !Number.isNaN(date.getTime()) && dayOf(date) === day ? day : null;
}

function plusDays(day: string, n: number): string {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + n);
  return dayOf(date);
}

/** The same day of a later month, or the month's last where it is shorter. */
function plusMonths(day: string, n: number): string {
  const date = utc(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + n);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return dayOf(date);
}

function todayAt({ now, timeZone }: Clock): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(now);
  try {
    return format(timeZone);
  } catch {
    return format("UTC");
  }
}

/** When a day begins there: after the gap, where clocks skip its midnight. */
function beginning(day: string, timeZone: string): number {
  const midnight = (zone: string) =>
    new Cron(`${day}T00:00:00`, { timezone: zone }).nextRun(new Date(0))?.getTime();
  try {
    return midnight(timeZone) ?? utc(day).getTime();
  } catch {
    return utc(day).getTime();
  }
}
