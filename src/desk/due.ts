import type { Automation } from "../automations/automation.ts";
import { isSchedule, ticks } from "../automations/schedule.ts";
import { type ScheduleEvent, scheduleSubject } from "../sources/event.ts";
import type { Incoming } from "./intake.ts";

/**
 * The events of an automation's schedule after `from`, up to and including `to`, oldest first; none for one that
 * does not go by the clock. Times are Unix milliseconds.
 */
export function dueEvents({ name, on }: Automation, from: number, to: number): ScheduleEvent[] {
  if (!isSchedule(on)) return [];
  const { due, missed } = ticks(on, from, to);
  return due.map((at, n) => {
    const dueAt = new Date(at).toISOString();
    return {
      type: "schedule.due",
      subject: scheduleSubject(name),
      occurredAt: dueAt,
      schedule: { automation: name, dueAt, missed: n === 0 ? missed : 0 },
    };
  });
}

/** The event as its desk takes it in: known by automation and time, so that it is taken in once. */
export function scheduleDelivery(event: ScheduleEvent): Incoming {
  const json = JSON.stringify(event);
  return {
    keys: [`${event.subject}:${event.schedule.dueAt}`],
    source: "schedule",
    authentication: "clock",
    type: event.type,
    subject: event.subject,
    detail: null,
    event: json,
    payload: json,
  };
}
