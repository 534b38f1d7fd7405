// Reads the days and times that people write in Slack commands, in a short list of forms.
import * as z from "zod";
import { addDays, formatDay, HOUR_MS, isTimeZone, startOfDay } from "../../../base/days.ts";
import { ok, type Result, refused } from "../../../base/result.ts";

/** The moment and the place that a date is written at. */
export interface Clock {
  /** Unix milliseconds. */
  readonly now: number;
  /** IANA name; an unknown one counts as UTC. */
  readonly timeZone: string;
}

/** The forms of a day to come, for people. */
export const DATE_FORMS = "2026-12-31, today, tomorrow, in 3 days, in 2 weeks";
/** The forms of a time that is past, for people. */
export const TIME_FORMS = "12h, 30d, 2w, today, yesterday, 2026-10-31";

const Day = z.iso.date();
const UNIT_HOURS = { h: 1, d: 24, w: 7 * 24 } as const;

/**
 * The day that people mean, in one of {@link DATE_FORMS}.
 * @returns `YYYY-MM-DD`, today or later; or why not, as a sentence
 */
export function readDate(text: string, clock: Clock): Result<string, string> {
  const written = normal(text);
  const today = todayAt(clock);
  const [, amount, unit] = /^in (\d{1,4}) (day|week)s?$/.exec(written) ?? [];
  const ahead =
    written === "today" ? 0 : written === "tomorrow" ? 1 : Number(amount) * (unit === "week" ? 7 : 1);
  const day = Number.isNaN(ahead) ? written : addDays(today, ahead);
  if (!Day.safeParse(day).success)
    return refused(`"${text}" is not a day. Write it as one of these: ${DATE_FORMS}.`);
  return day < today ? refused(`${day} is past.`) : ok(day);
}

/**
 * The time from which on people want to see something, in one of {@link TIME_FORMS}. A day stands for its first moment
 * in the time zone.
 * @returns ISO 8601 in UTC, not after now; or why not, as a sentence
 */
export function readTime(text: string, clock: Clock): Result<string, string> {
  const written = normal(text);
  const [, amount, unit] = /^(\d{1,4}) ?([hdw])$/.exec(written) ?? [];
  if (unit) return ok(new Date(clock.now - Number(amount) * UNIT_HOURS[unit as "h"] * HOUR_MS).toISOString());
  const today = todayAt(clock);
  const day = written === "today" ? today : written === "yesterday" ? addDays(today, -1) : written;
  if (!Day.safeParse(day).success)
    return refused(`"${text}" is not a time. Write it as one of these: ${TIME_FORMS}.`);
  const begins = startOfDay(day, findZone(clock));
  return begins > clock.now ? refused(`${day} is yet to come.`) : ok(new Date(begins).toISOString());
}

const normal = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();
const findZone = ({ timeZone }: Clock): string => (isTimeZone(timeZone) ? timeZone : "UTC");
const todayAt = (clock: Clock): string => formatDay(clock.now, findZone(clock));
