// What deliveries mean: the events of tickets, workers, requests and the clock, in one vocabulary.
/** Events of a ticket, in one vocabulary for all senders. */
export const TICKET_EVENTS = [
  "ticket.created",
  "ticket.updated",
  "ticket.transitioned",
  "ticket.commented",
  "ticket.deleted",
] as const;

/** Events of a worker. `changed` is department, manager, job title, or another fact. */
export const WORKER_EVENTS = [
  "worker.hired",
  "worker.changed",
  "worker.terminated",
  "worker.returned",
] as const;

/** A person as a sender knows them. Privacy settings often hide the email. */
export interface Person {
  readonly id?: string;
  readonly name?: string;
  readonly email?: string;
}

/** Values that have no member of their own, as plain text, by name; several where there are several. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

interface FromSender {
  /** What it is about: events of one subject are worked on in the order they came in. */
  readonly subject: string;
  /** ISO 8601, by the sender's clock. */
  readonly occurredAt?: string;
  readonly actor?: Person;
}

/** A ticket after the change that the event reports. */
export interface Ticket {
  /** The system it lives in, which a reply goes to: `jira`, `zendesk`. */
  readonly system: string;
  /** That system's own id of it, which its API takes. */
  readonly id: string;
  /** What people call it: `IAM-42`. */
  readonly key: string;
  /**
   * Where in its system it lives, as that system calls it: Jira's project key, GitHub's `owner/repository`, Linear's team
   * key, ServiceNow's table, Zendesk's brand; what a message says of itself. Left out where that is not said.
   */
  readonly project?: string;
  readonly title: string;
  /** Its page, where a person reads it. */
  readonly url?: string;
  /** Its status now; `from` where this event changed it. */
  readonly status?: { readonly from?: string; readonly to: string };
  /** The name of the form it was made with. */
  readonly requestType?: string;
  readonly requester?: Person;
  readonly assignee?: Person;
  /** Every other field: by the sender's id of it, and by the names that `fields` in `src/config.ts` gives. */
  readonly fields: Fields;
}

export interface TicketEvent extends FromSender {
  readonly type: (typeof TICKET_EVENTS)[number];
  readonly ticket: Ticket;
  /** What was said, where somebody commented. */
  readonly comment?: string;
}

/** Somebody who works here, after the change that the event reports, as far as the sender says. */
export interface Worker {
  /** The system they are recorded in: `bamboohr`, `workday`. */
  readonly system: string;
  /** That system's id of them. */
  readonly id: string;
  /** Work email. */
  readonly email?: string;
  readonly name?: string;
  readonly department?: string;
  readonly jobTitle?: string;
  readonly manager?: Person;
  readonly fields: Fields;
}

export type WorkerFacts = Partial<Omit<Worker, "system" | "id">>;

export interface WorkerEvent extends FromSender {
  readonly type: WorkerEventType;
  /**
   * Set where the sender says so little that it can be another of these types: automations that listen to one of them
   * get a run, and it ends as ignored if it turns out to be none of theirs.
   */
  readonly mayBe?: readonly WorkerEventType[];
  /** The day it takes effect, `YYYY-MM-DD`; runs wait for it. Without it, it has taken effect. */
  readonly effectiveOn?: string;
  /** What changed, where the sender says: `department`, `jobTitle`, `manager`, `status`, or its own name of it. */
  readonly changed?: readonly string[];
  /**
   * Set on a termination where the worker's system was asked when the run proposed, and says so too. No delivery
   * can set it.
   */
  readonly confirmed?: true;
  readonly worker: Worker;
}
export type WorkerEventType = (typeof WORKER_EVENTS)[number];

export interface RequestEvent extends FromSender {
  readonly type: "request.made";
  readonly request: {
    readonly action: string;
    /** Its input, unread: whoever proposes reads it with the action's own schema. */
    readonly input: unknown;
    readonly requester?: Person;
    /** The command as they typed it: `/reeve tool retire Delete branch`. */
    readonly typed?: string;
    readonly reason?: string;
    /** Set if the requester sees the plan first, and has to confirm it. */
    readonly confirm?: true;
  };
}

/** A time has come that an automation is scheduled for. Made by the cron; no sender can make one. */
export interface ScheduleEvent {
  readonly type: "schedule.due";
  /** `schedule:<automation>`: only that automation gets it. */
  readonly subject: string;
  readonly occurredAt: string;
  /** Person who had it due by hand. */
  readonly actor?: Person;
  readonly schedule: {
    readonly automation: string;
    /** The time of the schedule, ISO 8601 in UTC. It may be past: times that were missed are caught up. */
    readonly dueAt: string;
    /** Number of due times right before this one that were dropped, because too many had been missed. */
    readonly missed: number;
  };
}

export type SenderEvent = TicketEvent | WorkerEvent | RequestEvent;

/** A verified, normalized fact. */
export type Event = SenderEvent | ScheduleEvent;

/** People who caused an event or asked for what it says: somebody without a name where that is not said. The clock is nobody. */
export function requestersOf(event: Event): readonly Person[] {
  // Whoever moves a ticket asks for what its new status leads to; its requester may be another.
  const actor = event.actor ?? (event.type === "ticket.transitioned" ? {} : []);
  if (event.type === "schedule.due") return [actor].flat();
  if (event.type === "request.made") return [actor, event.request.requester ?? {}].flat();
  if ("ticket" in event) return [actor, event.ticket.requester ?? {}].flat();
  return [event.actor ?? {}];
}

/** The person who approved a ticket where it lives: who moved it to the state that it is in; `null` if the event does not say. */
export const ticketApproverOf = (event: Event): Person | null =>
  (event.type === "ticket.transitioned" && event.actor) || null;

export const scheduleSubject = (automation: string): string => `schedule:${automation}`;
