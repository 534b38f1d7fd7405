/** What may happen to a ticket, in one vocabulary for all senders. */
export type TicketEventType =
  | "ticket.created"
  | "ticket.updated"
  | "ticket.transitioned"
  | "ticket.commented"
  | "ticket.deleted";

/** A person as a sender knows them. Privacy settings often hide the email. */
export interface Person {
  readonly id?: string;
  readonly name?: string;
  readonly email?: string;
}

/** A ticket after the change that the event reports. */
export interface Ticket {
  /** What people call it: `IAM-42`. */
  readonly key: string;
  readonly title: string;
  /** The sender's page or API address of the ticket. */
  readonly url?: string;
  /** Its status now; `from` where this event changed it. */
  readonly status?: { readonly from?: string; readonly to: string };
  readonly requester?: Person;
  readonly assignee?: Person;
  /** Every other field as plain text, by the sender's id of the field; several values where it holds several. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
}

/** Something happened to a ticket. */
export interface TicketEvent {
  readonly type: TicketEventType;
  /** What it is about: events of one subject are worked on in the order they came in. */
  readonly subject: string;
  /** ISO 8601, by the sender's clock. */
  readonly occurredAt?: string;
  /** Who caused it. */
  readonly actor?: Person;
  readonly ticket: Ticket;
}

/** A time has come that an automation is scheduled for. Made by the cron; no sender can make one. */
export interface ScheduleEvent {
  readonly type: "schedule.due";
  /** `schedule:<automation>`: only that automation gets it. */
  readonly subject: string;
  /** When it came due, as in `schedule.dueAt`. */
  readonly occurredAt: string;
  readonly schedule: {
    readonly automation: string;
    /** The time of the schedule, ISO 8601 in UTC. It may be past: times that were missed are caught up. */
    readonly dueAt: string;
    /** How many due times right before this one were dropped, because too many had been missed. */
    readonly missed: number;
  };
}

/** A verified, normalized fact. */
export type Event = TicketEvent | ScheduleEvent;
export type EventType = Event["type"];

/** Who caused an event, and who asked for what it says. A schedule's nobody did. */
export const requestersOf = (event: Event): readonly Person[] =>
  event.type === "schedule.due"
    ? []
    : [event.actor, event.ticket.requester].filter((person) => person !== undefined);

/** What the events of an automation's schedule are about. */
export const scheduleSubject = (automation: string): string => `schedule:${automation}`;
