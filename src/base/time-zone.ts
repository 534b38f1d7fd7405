// Time zones: which there are, and when a day begins in one.
import { Cron } from "croner";

/** Whether there is a time zone of this name (IANA). */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * When a day begins on the clocks of a time zone, Unix milliseconds: after the gap, where clocks skip its midnight.
 * @param day `YYYY-MM-DD`
 * @param timeZone IANA name
 */
export const startOfDay = (day: string, timeZone: string): number =>
  new Cron(`${day}T00:00:00`, { timezone: timeZone }).nextRun(new Date(0))?.getTime() ??
  Date.parse(`${day}T00:00:00Z`);
