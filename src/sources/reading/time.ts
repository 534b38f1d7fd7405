/**
 * A sender's time as ISO 8601 in UTC: from a date and time text, or a number of seconds or milliseconds since 1970.
 * `undefined` where it is none: a time that can't be read is no reason to lose the event.
 */
export function isoTime(value: unknown): string | undefined {
  const date =
    typeof value === "number"
      ? new Date(value < SECONDS_END ? value * 1000 : value)
      : typeof value === "string" && value !== ""
        ? new Date(/^\d+$/.test(value) ? Number(value) * (value.length <= 10 ? 1000 : 1) : value)
        : null;
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
}

/** Numbers below this are seconds: as milliseconds they would be before April 1970. */
const SECONDS_END = 10_000_000_000;

/** A calendar day, `YYYY-MM-DD`, from a text that begins with one. `undefined` where there is no such day. */
export function day(value: unknown): string | undefined {
  const [text] = typeof value === "string" ? (value.match(/^\d{4}-\d\d-\d\d(?=$|T| )/) ?? []) : [];
  if (text === undefined) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

const QUARTER_HOUR_MS = 15 * 60 * 1000;

/**
 * The quarter of an hour that a time is in, by its beginning. Part of the id of what a sender writes in the same words
 * each time: what it repeats soon after is known as the same, what it says again later is not.
 * @param now Unix milliseconds
 */
export const quarterHour = (now: number): string =>
  new Date(Math.floor(now / QUARTER_HOUR_MS) * QUARTER_HOUR_MS).toISOString();
