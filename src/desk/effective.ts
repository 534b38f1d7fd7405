import { Cron } from "croner";
import type { Event } from "../sources/event.ts";

/** The day an event takes effect, and when that day begins: Unix milliseconds, on the clocks of a time zone. */
export interface Effective {
  readonly day: string;
  readonly at: number;
}

/** When an event takes effect that has not yet; `null` for one that has. @param timeZone IANA name */
export function notYetEffective(event: Event, timeZone: string, now: number): Effective | null {
  if (!("worker" in event) || event.effectiveOn === undefined) return null;
  const day = event.effectiveOn;
  const begins = new Cron(`${day}T00:00:00`, { timezone: timeZone }).nextRun(new Date(now));
  return begins ? { day, at: begins.getTime() } : null;
}
