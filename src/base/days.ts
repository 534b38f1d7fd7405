// Calendar days and times in time zones: formats them, parses them, and calculates with them.
import { ifPossible } from "./if-possible.ts";
import { once } from "./once.ts";
import { unclear } from "./problem.ts";

/**
 * An hour, in milliseconds.
 *
 * @example
 * export const waitAnHour = ({ now }: Context): Proposal => ({ waitUntil: now + HOUR_MS, for: "the person's user" });
 */
export const HOUR_MS = 60 * 60_000;
/**
 * A day, in milliseconds.
 *
 * @example
 * export const findRejected = ({ history, now }: Context) =>
 *   history.rejected({ automation: "kiosk-report", since: now - 30 * DAY_MS });
 */
export const DAY_MS = 24 * HOUR_MS;

/**
 * Returns the calendar day of a time (Unix milliseconds) in a time zone, as `YYYY-MM-DD`.
 *
 * @example
 * export const findToday = ({ since, settings }: Context): string => toIsoDay(since, settings.timeZone);
 */
export const toIsoDay = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at);

const dayInUtc = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }));

/**
 * Formats a day (`YYYY-MM-DD`) for people: `29 Nov 2026`. Returns text that is not a date unchanged.
 *
 * @example
 * export const describeEnd = (until: string): string => `The access ends on ${formatDay(until)}.`;
 */
export const formatDay = (day: string): string =>
  Number.isNaN(Date.parse(day)) ? day : dayInUtc().format(Date.parse(day));

/** Formats a timestamp for people: `29 Nov 2026, 00:40 UTC`. Returns text that is not a date unchanged. */
export const formatTime = (timestamp: string): string =>
  Number.isNaN(Date.parse(timestamp)) ? timestamp : `${formatClockTime(Date.parse(timestamp), "UTC")} UTC`;

/** Formats a time (Unix milliseconds) in a time zone for people: `29 Nov 2026, 00:40`. */
export const formatClockTime = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at);

/** Returns the time of day of a time (Unix milliseconds) in a time zone, as `HH:MM:SS`. */
export const timeOfDay = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, timeStyle: "medium" }).format(at);

/**
 * Adds days to a day, or subtracts them if the number is negative. The result is at most 9999-12-31.
 *
 * @example
 * export const addOwner = ({ since, settings }: Context) => {
 *   const until = addDays(toIsoDay(since, settings.timeZone), 30);
 *   return addConnectorOwner({ app, connector, roleSlug: "owner", user, until });
 * };
 */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.getTime() > LAST_DAY ? "9999-12-31" : date.toISOString().slice(0, 10);
}

const LAST_DAY = Date.parse("9999-12-31T00:00:00Z");
/**
 * The earliest and the latest time that {@link momentIn} converts, in Unix milliseconds, with a margin for time zones:
 * earlier years have fewer than four digits when formatted, and later years have more.
 */
const [FIRST_TIME, LAST_TIME] = [Date.parse("1000-01-03T00:00:00Z"), LAST_DAY - 2 * DAY_MS];

/**
 * Returns a function that formats times (Unix milliseconds) in a time zone, as `2027-04-01 09:30`.
 *
 * @example
 * export const describeTime = (at: number, { settings }: Context): string => clockIn(settings.timeZone)(at);
 */
export function clockIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return (at) => format.format(at);
}

/**
 * The first and the last day for times in a proposal. Days in requests and inventory entries have the same maximum. A
 * time or day outside this range is a mistake, such as a day for "never".
 */
export const [FIRST_POSSIBLE_DAY, LAST_POSSIBLE_DAY] = ["2000-01-01", "2099-12-31"];

export const formatPastDay = (day: string, today: string): string => `${day} has passed; today is ${today}`;

/** Rejects a day before today. @throws Problem `request_unclear` */
export function refusePastDay(member: string, day: string, today: string): void {
  if (day < today) throw unclear(`${member}: ${formatPastDay(day, today)}.`);
}

export const isTimeZone = (name: string): boolean =>
  ifPossible(() => new Intl.DateTimeFormat("en", { timeZone: name })) !== undefined;

/** The most common Windows time zone names, with the IANA names that CLDR's `windowsZones` lists for territory 001. */
const WINDOWS_ZONES = new Map(
  `Hawaiian,Pacific/Honolulu;Alaskan,America/Anchorage;Pacific,America/Los_Angeles;US Mountain,America/Phoenix
Mountain,America/Denver;Central,America/Chicago;Canada Central,America/Regina;Eastern,America/New_York
Central Standard Time (Mexico),America/Mexico_City;SA Pacific,America/Bogota;US Eastern,America/Indianapolis
Atlantic,America/Halifax;Newfoundland,America/St_Johns;Pacific SA,America/Santiago;E. South America,America/Sao_Paulo
Argentina,America/Buenos_Aires;GMT,Europe/London;Greenwich,Atlantic/Reykjavik;W. Europe,Europe/Berlin
Romance,Europe/Paris;Central Europe,Europe/Budapest;Central European,Europe/Warsaw;GTB,Europe/Bucharest;FLE,Europe/Kiev
E. Europe,Europe/Chisinau;Turkey,Europe/Istanbul;Israel,Asia/Jerusalem;Egypt,Africa/Cairo;South Africa,Africa/Johannesburg
W. Central Africa,Africa/Lagos;E. Africa,Africa/Nairobi;Russian,Europe/Moscow;Arab,Asia/Riyadh;Arabian,Asia/Dubai
Pakistan,Asia/Karachi;India,Asia/Calcutta;Bangladesh,Asia/Dhaka;SE Asia,Asia/Bangkok;Singapore,Asia/Singapore
China,Asia/Shanghai;Taipei,Asia/Taipei;W. Australia,Australia/Perth;Tokyo,Asia/Tokyo;Korea,Asia/Seoul
AUS Central,Australia/Darwin;Cen. Australia,Australia/Adelaide;AUS Eastern,Australia/Sydney
E. Australia,Australia/Brisbane;New Zealand,Pacific/Auckland`
    .split(/[;\n]/)
    .map((pair): [string, string] => {
      const [windows = "", iana = ""] = pair.split(",");
      return [windows.includes("Time") ? windows : `${windows} Standard Time`, iana];
    }),
);

/**
 * Returns the IANA name for a common Windows name of a time zone. Returns an IANA name, or an offset such as `+02:00`,
 * unchanged, and `null` for any other text.
 */
export function findTimeZone(name: string): string | null {
  const known = WINDOWS_ZONES.get(name) ?? name;
  return isTimeZone(known) ? known : null;
}

/**
 * Returns the start of a day in a time zone, in Unix milliseconds. If clocks skip midnight, the day starts at the end
 * of the gap.
 * @param day `YYYY-MM-DD`
 * @param timeZone IANA name
 */
export const startOfDay = (day: string, timeZone: string): number => momentIn(`${day}T00:00:00`, timeZone);

/**
 * Converts a local time in a time zone, `YYYY-MM-DDTHH:MM` or with seconds, to Unix milliseconds. Returns the first
 * occurrence if clocks show the time twice, the end of the gap if they skip it, and `NaN` if the text is not a valid
 * time. Replaces times outside the years 1000 to 9999 with the nearest time in that range.
 */
export function momentIn(time: string, timeZone: string): number {
  const written = Date.parse(`${time}Z`);
  if (Number.isNaN(written)) return written;
  const wanted = Math.min(Math.max(written, FIRST_TIME), LAST_TIME);
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const shown = (at: number) => Date.parse(`${format.format(at).replace(" ", "T")}Z`);
  // The zone's offset changes at most once in these two days, so either the offset at their start or the one at their
  // end applies.
  const [before, after] = [wanted - DAY_MS, wanted + DAY_MS];
  const moments = [wanted - (shown(before) - before), wanted - (shown(after) - after)];
  let skipped = Math.min(...moments);
  let reached = Math.max(...moments);
  if (shown(skipped) === wanted) return skipped;
  if (shown(reached) === wanted) return reached;
  while (reached - skipped > 1_000) {
    const middle = skipped + Math.floor((reached - skipped) / 2_000) * 1_000;
    if (shown(middle) < wanted) skipped = middle;
    else reached = middle;
  }
  return reached;
}

/**
 * Formats a duration in one unit: "2 days", "36 hours", "30 minutes", "5 seconds".
 * @param milliseconds Less than a second is formatted as one second
 */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000));
  const minutes = Math.round(milliseconds / 60_000);
  const [size, unit] =
    minutes >= 48 * 60 ? [86_400, "day"] : minutes >= 90 ? [3_600, "hour"] : [60, "minute"];
  const [count, name] = seconds < 60 ? [seconds, "second"] : [Math.round(seconds / size), unit];
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** A relative time in the past: `24h`, `7d`. */
export const AGO = /^(\d{1,4})([hd])$/;

/** Converts a relative time to Unix milliseconds, or returns `NaN` if the text does not match {@link AGO}. */
export function parseAgo(text: string): number {
  const [, n, unit] = AGO.exec(text) ?? [];
  return Date.now() - Number(n) * (unit === "h" ? HOUR_MS : DAY_MS);
}
