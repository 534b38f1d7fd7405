/** What may happen, in one vocabulary for all senders. */
export type EventType =
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

/** A verified, normalized fact. */
export interface Event {
  readonly type: EventType;
  /** What it is about: events of one subject are worked on in the order they came in. */
  readonly subject: string;
  /** ISO 8601, by the sender's clock. */
  readonly occurredAt?: string;
  /** Who caused it. */
  readonly actor?: Person;
  readonly ticket: Ticket;
}
