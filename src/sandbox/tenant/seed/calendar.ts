// The day that the sample data is seen from.

/** The day the sample data is seen from. Fixed, so that a seed is the same every time. */
const SEED_DATE_MS = Date.UTC(2026, 5, 1);

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** An ISO 8601 timestamp some whole days (negative: ahead) and minutes before the seed date. */
export function before(days: number, minutes = 0): string {
  return new Date(SEED_DATE_MS - (days * DAY_MINUTES + minutes) * MINUTE_MS).toISOString();
}
