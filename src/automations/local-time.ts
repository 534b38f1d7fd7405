/** Tells the day and the minute on the clocks of a time zone, as `2027-04-01 09:30`; times are Unix milliseconds. */
export function clockIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return (at) => format.format(at);
}

/** The day of what {@link clockIn} tells. */
export const dayOf = (local: string): string => local.slice(0, 10);

/** A day so many days after another, `YYYY-MM-DD`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from one day to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

const DAY_MS = 24 * 60 * 60_000;
