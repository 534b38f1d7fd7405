// Calendar days and time zones: the day somewhere, and when a day begins there.
import { once } from "./once.ts";
import { Problem } from "./problem.ts";

export const HOUR_MS = 60 * 60_000;
/** A day, in milliseconds. */
export const DAY_MS = 24 * HOUR_MS;

/** The calendar day at a moment (Unix milliseconds) on the clocks of a time zone, `YYYY-MM-DD`. */
export const toIsoDay = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at);

const dayInUtc = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }));

export const formatDay = (day: string): string =>
  Number.isNaN(Date.parse(day)) ? day : dayInUtc().format(Date.parse(day));

/** A timestamp as people write it: `29 Nov 2026, 00:40 UTC`. Other text comes back unchanged. */
export const formatTime = (timestamp: string): string =>
  Number.isNaN(Date.parse(timestamp)) ? timestamp : `${formatClockTime(Date.parse(timestamp), "UTC")} UTC`;

/** A moment (Unix milliseconds) on the clocks of a time zone, as people write it: `29 Nov 2026, 00:40`. */
export const formatClockTime = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at);

/** The time of day at a moment (Unix milliseconds) on the clocks of a time zone, `HH:MM:SS`. */
export const timeOfDay = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, timeStyle: "medium" }).format(at);

/** The day so many days later, or earlier; no later than 9999-12-31. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.getTime() > LAST_DAY ? "9999-12-31" : date.toISOString().slice(0, 10);
}

const LAST_DAY = Date.parse("9999-12-31T00:00:00Z");
/** The years that clocks are asked about: they write earlier ones with fewer digits, and later ones with more. */
const [FIRST_TIME, LAST_TIME] = [Date.parse("1000-01-03T00:00:00Z"), LAST_DAY - 2 * DAY_MS];

/** Formats times as `2027-04-01 09:30` on the clocks of a time zone. Times are Unix milliseconds. */
export function clockIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return (at) => format.format(at);
}

export const formatPastDay = (day: string, today: string): string => `${day} is past; today is ${today}`;

/** @throws Problem `request_unclear` for a day before today */
export function refusePastDay(member: string, day: string, today: string): void {
  if (day < today) throw new Problem("request_unclear", `${member}: ${formatPastDay(day, today)}.`);
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Windows' names of time zones, with the IANA name of CLDR's `windowsZones` for the territory 001. The most common ones. */
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

/** Returns the IANA name of a time zone, which may have one of Windows' common names, or `null` for any other text. */
export function findTimeZone(name: string): string | null {
  const known = WINDOWS_ZONES.get(name) ?? name;
  return isTimeZone(known) ? known : null;
}

/**
 * The start of a day on the clocks of a time zone, Unix milliseconds: the end of the gap if clocks skip midnight.
 * @param day `YYYY-MM-DD`
 * @param timeZone IANA name
 */
export const startOfDay = (day: string, timeZone: string): number => momentIn(`${day}T00:00:00`, timeZone);

/**
 * A time of day, `YYYY-MM-DDTHH:MM` or with seconds, on the clocks of a time zone, as Unix milliseconds: the first of two
 * if clocks show it twice, and the end of the gap if they skip it. Times outside the years 1000 to 9999 count as the
 * nearest one inside.
 */
export function momentIn(time: string, timeZone: string): number {
  const written = Date.parse(`${time}Z`);
  if (Number.isNaN(written)) return written;
  const wanted = Math.min(Math.max(written, FIRST_TIME), LAST_TIME);
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const shown = (at: number) => Date.parse(`${format.format(at).replace(" ", "T")}Z`);
  // Clocks change once in these two days at most: the offset before or the one after holds.
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

/** A length of time in words: "2 days", "36 hours", "30 minutes". @param milliseconds Less than a second counts as one */
export function formatDuration(milliseconds: number): string {
  const [seconds, minutes] = [
    Math.max(1, Math.round(milliseconds / 1_000)),
    Math.round(milliseconds / 60_000),
  ];
  const [size, unit] =
    minutes >= 48 * 60 ? [86_400, "day"] : minutes >= 90 ? [3_600, "hour"] : [60, "minute"];
  const [count, name] = seconds < 60 ? [seconds, "second"] : [Math.round(seconds / size), unit];
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** A time ago: `24h`, `7d`. */
export const AGO = /^(\d{1,4})([hd])$/;

/** The moment that was so long ago, Unix milliseconds; `NaN` for what says no such thing. */
export function parseAgo(text: string): number {
  const [, n, unit] = AGO.exec(text) ?? [];
  return Date.now() - Number(n) * (unit === "h" ? HOUR_MS : DAY_MS);
}
