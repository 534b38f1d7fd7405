import { startOfDay } from "../base/time-zone.ts";
import type { Event } from "../sources/event.ts";

/** The day an event takes effect, and when that day begins: Unix milliseconds, on the clocks of a time zone. */
export interface Effective {
  readonly day: string;
  readonly at: number;
}

/** When a run could first be decided that was made then: at once, or when its event took effect. Unix milliseconds. */
export const decidableSince = (event: Event, timeZone: string, createdAt: number): number =>
  notYetEffective(event, timeZone, createdAt)?.at ?? createdAt;

/** When an event takes effect that has not yet; `null` for one that has. @param timeZone IANA name */
export function notYetEffective(event: Event, timeZone: string, now: number): Effective | null {
  if (!("worker" in event) || event.effectiveOn === undefined) return null;
  const day = event.effectiveOn;
  const at = startOfDay(day, timeZone);
  return at > now ? { day, at } : null;
}
