// The meaning of deliveries: events of tickets, workers, requests and the clock.
import * as z from "zod";
import { findTimeZone } from "../base/days.ts";
import { cutName } from "../base/text.ts";

const Text = z.string().min(1);

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
export const SentPerson = z.object({
  id: Text.exactOptional(),
  name: Text.exactOptional(),
  email: Text.exactOptional(),
});
export type Person = Readonly<z.output<typeof SentPerson>>;

/** Values without a member of their own, as plain text by name; a list for several. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

interface FromSender {
  readonly subject: string;
  /** ISO 8601, by the sender's clock. */
  readonly occurredAt?: string;
  readonly actor?: Person;
}

/** The members of a ticket that any sender can state. */
export const SentTicket = z.object({
  /** The ticket's id for people: `IAM-42`. */
  key: Text,
  /**
   * The ticket's place in its system: Jira's project key, GitHub's `owner/repository`, Linear's team key, ServiceNow's
   * table, Zendesk's brand; or what a message states. Absent if unknown.
   */
  project: Text.exactOptional(),
  title: z.string(),
  url: z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), "expected a URL with http: or https:")
    .meta({ format: "uri" })
    .exactOptional(),
  /** The present status, by name and id; `from` and `fromId` if this event changed it. `to` is the id if only that is known. */
  status: z
    .object({
      from: Text.exactOptional(),
      to: Text,
      id: Text.exactOptional(),
      fromId: Text.exactOptional(),
    })
    .exactOptional(),
  /** The name of the ticket's form. */
  requestType: Text.exactOptional(),
  requester: SentPerson.exactOptional(),
  assignee: SentPerson.exactOptional(),
});

/** A ticket after the change that the event reports. */
export interface Ticket extends Readonly<z.output<typeof SentTicket>> {
  /** The system that the ticket is in, which replies go to: `jira`, `zendesk`. */
  readonly system: string;
  readonly id: string;
  /**
   * What the message can't say for certain: it names no form at all, or its status is in the language of whoever acted.
   * @default all is certain
   */
  readonly unsure?: readonly ("requestType" | "status")[];
  /** The ids of people in fields that show only their names, by field. */
  readonly people?: Readonly<Record<string, readonly string[]>>;
  /** Every other field, by the sender's id and by the names that `fields` in `src/config.ts` gives. */
  readonly fields: Fields;
}

/**
 * An event of a ticket, whichever system it is of.
 *
 * @example
 * export const isApproved = ({ ticket }: TicketEvent): boolean => ticket.status?.to === "Approved";
 */
export interface TicketEvent extends FromSender {
  readonly type: (typeof TICKET_EVENTS)[number];
  readonly ticket: Ticket;
  readonly comment?: string;
}

/** The members of a worker that any sender can state. */
export const SentWorker = z.object({
  email: Text.exactOptional(),
  name: Text.exactOptional(),
  department: Text.exactOptional(),
  jobTitle: Text.exactOptional(),
  manager: SentPerson.exactOptional(),
  /** The last day worked, `YYYY-MM-DD`; somebody on garden leave works no more. */
  lastDay: z.iso.date().exactOptional(),
  /** The exact end of their work, ISO 8601, if the system says it. With `lastDay`, the earlier one counts. */
  leavesAt: z.iso.datetime({ offset: true }).exactOptional(),
  /** IANA name of the time zone where they work. @default by office or country: `timeZones` in `src/config.ts` */
  timeZone: Text.refine((name) => findTimeZone(name) !== null, "expected a time zone").exactOptional(),
});

/** A worker after the change that the event reports, as far as the sender says. */
export interface Worker extends Readonly<z.output<typeof SentWorker>> {
  /** The system that records them: `bamboohr`, `workday`. */
  readonly system: string;
  /** The worker's id in that system. */
  readonly id: string;
  readonly fields: Fields;
}

export type WorkerFacts = Partial<Omit<Worker, "system" | "id">>;

/**
 * An event of a worker, whichever HR system or directory reports it.
 *
 * @example
 * export const isOfPlatform = ({ worker }: WorkerEvent): boolean => worker.department === "Platform";
 */
export interface WorkerEvent extends FromSender {
  readonly type: WorkerEventType;
  /**
   * Other types that it may turn out to have, as the sender says too little. Automations that listen to one of them get a
   * run, which ends as ignored if the type is another.
   */
  readonly mayBe?: readonly WorkerEventType[];
  /**
   * The day it takes effect, `YYYY-MM-DD`, or a moment, ISO 8601, for the day of it in the worker's time zone; runs wait
   * for it. Absent for an event in effect, and for a termination: the
   * worker's `lastDay` and `leavesAt` say when that is.
   */
  readonly effectiveOn?: string;
  /** The names of what changed, if the sender says: `department`, `jobTitle`, `manager`, `status`, or its own. */
  readonly changed?: readonly string[];
  /** Set on a termination that the worker's system confirmed when the run proposed. No delivery can set it. */
  readonly confirmed?: true;
  /** Set if an event that may be a termination is none, as the worker's system says. No delivery can set it. */
  readonly stays?: true;
  readonly worker: Worker;
}
export type WorkerEventType = (typeof WORKER_EVENTS)[number];

export interface RequestEvent extends FromSender {
  readonly type: "request.made";
  readonly request: {
    readonly action: string;
    /** The input as sent: the proposal reads it with the action's schema. */
    readonly input: unknown;
    readonly requester?: Person;
    /** The command as typed, `/reeve tool retire Delete branch`; or what was asked for in the console. */
    readonly typed?: string;
    readonly reason?: string;
    /** Set if the requester has to see and confirm the plan first. */
    readonly confirm?: true;
    /** The name that an agent gave itself, if one asks for the requester: untrusted, at most 80 characters. */
    readonly agent?: string;
  };
}

/** Requests of the governance service, by the step of a request, a provisioning or a workflow that they are about. */
export const ASK_EVENTS = ["policy-step.asked", "provision-step.asked", "workflow-step.asked"] as const;

/** An object of the governance service. */
interface NamedObject {
  readonly id: string;
  readonly name: string;
}

/** A request of the governance service for a decision, which is answered at a callback address. */
export interface AskEvent extends FromSender {
  readonly type: (typeof ASK_EVENTS)[number];
  readonly ask: {
    /** The callback address, sealed: whoever knows the address can answer. */
    readonly callback: string;
    /** Id of the webhook, as the service's settings show it. */
    readonly webhook: string;
    /** Number of the task, or id of the workflow's execution. */
    readonly key: string;
    /** The request in words: `GitHub admin in GitHub for Ada Marsh`. */
    readonly title: string;
    readonly url?: string;
    /** Texts of the requester and of external references, which may name a ticket. */
    readonly texts: readonly string[];
    /** The person whom the request is for. */
    readonly person?: Person;
    readonly requester?: Person;
    readonly app?: NamedObject;
    readonly entitlement?: NamedObject;
    /** Duration of the grant in seconds. @default it has no end */
    readonly grantSeconds?: number;
    /** The context of a workflow, as sent. */
    readonly context?: unknown;
  };
}

/** A due time of an automation's schedule. Only the cron makes it; no sender can. */
export interface ScheduleEvent {
  readonly type: "schedule.due";
  /** `schedule:<automation>`: only that automation gets it. */
  readonly subject: string;
  readonly occurredAt: string;
  /** The person who started it by hand. */
  readonly actor?: Person;
  readonly schedule: {
    readonly automation: string;
    /** The scheduled time, ISO 8601 in UTC. It may be past: missed times are caught up. */
    readonly dueAt: string;
    /** The number of due times before this one that were dropped because too many were missed. */
    readonly missed: number;
  };
}

export type SenderEvent = TicketEvent | WorkerEvent | RequestEvent | AskEvent;

export type Event = SenderEvent | ScheduleEvent;

/** An event with the names of people cut to what is kept of them: itself if none is longer. */
export function withShortNames<Of extends Event>(event: Of): Of {
  const shorten = (value: unknown, member: string): unknown => {
    if (typeof value === "string") return member === "name" ? cutName(value) : value;
    if (typeof value !== "object" || value === null) return value;
    const all = Object.entries(value).map(([key, one]) => [key, NAMED.has(key) ? shorten(one, key) : one]);
    return Object.values(value).every((one, n) => all[n]?.[1] === one) ? value : Object.fromEntries(all);
  };
  return shorten(event, "") as Of;
}
const NAMED = new Set("name actor ticket requester assignee worker manager request".split(" "));

/**
 * The people who caused an event or asked for it; an empty person for somebody unknown. Schedules have none, nor has what
 * the governance service asks: it decides by its own policy whom it asks.
 */
export function listRequesters(event: Event): readonly Person[] {
  // Moving a ticket asks for what its new status leads to; the ticket's requester may be another person.
  const actor = event.actor ?? (event.type === "ticket.transitioned" ? {} : []);
  if (event.type === "schedule.due" || "ask" in event) return [actor].flat();
  if (event.type === "request.made") return [actor, event.request.requester ?? {}].flat();
  if ("ticket" in event) return [actor, event.ticket.requester ?? {}].flat();
  return [event.actor ?? {}];
}

/** The person who approved a ticket at its source, by moving it to its present status; `null` if unknown. */
export const findTicketApprover = (event: Event): Person | null =>
  (event.type === "ticket.transitioned" && event.actor) || null;

export const scheduleSubject = (automation: string): string => `schedule:${automation}`;
