// Defines the events that automations receive: about tickets and workers, for requests, from the governance service and
// from schedules.
import * as z from "zod";
import { DAY_MS, findTimeZone } from "../base/days.ts";
import { cutName } from "../base/text.ts";

const Text = z.string().min(1);
const Maybe = Text.exactOptional();

export const TICKET_EVENTS = [
  "ticket.created",
  "ticket.updated",
  "ticket.transitioned",
  "ticket.commented",
  "ticket.deleted",
] as const;

/** The types of worker events. A change of department, manager, job title or another fact is `worker.changed`. */
export const WORKER_EVENTS = [
  "worker.hired",
  "worker.changed",
  "worker.terminated",
  "worker.returned",
] as const;

/** A person as the sender describes them. Privacy settings often hide the email address. */
export const SentPerson = z.object({ id: Maybe, name: Maybe, email: Maybe });
/**
 * A person as the sender describes them. Privacy settings often hide the email address.
 *
 * @example
 * export const isKnown = ({ email }: Person): boolean => email !== undefined;
 */
export type Person = Readonly<z.output<typeof SentPerson>>;

/**
 * The sender's values as plain text by field name, in particular those that have no property of their own. A field with
 * several values is stored as a list.
 */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

interface FromSender {
  readonly subject: string;
  /** The time of the event in ISO 8601 (UTC), or its day, `YYYY-MM-DD`, by the sender's clock. */
  readonly occurredAt?: string;
  readonly actor?: Person;
}

/** The properties of a ticket that any sender can provide. */
export const SentTicket = z.object({
  /** The ticket's key, as people see it, such as `IAM-42`. */
  key: Text,
  /**
   * The project that the ticket belongs to: Jira's project key, GitHub's `owner/repository`, GitLab's project path,
   * Linear's team key, ServiceNow's table, Zendesk's brand, or the `project` in a message. Absent if unknown.
   */
  project: Maybe,
  title: z.string(),
  url: z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), "expected a URL with http: or https:")
    .meta({ format: "uri" })
    .exactOptional(),
  /**
   * The current status, by name and id. `from` and `fromId` are the status before this event, if the event changed the
   * status and the sender provides them. `to` contains the id if the name is unknown.
   */
  status: z.object({ from: Maybe, to: Text, id: Maybe, fromId: Maybe }).exactOptional(),
  /** The name of the ticket's form. */
  requestType: Maybe,
  requester: SentPerson.exactOptional(),
  assignee: SentPerson.exactOptional(),
});

/** A ticket after the change that the event reports. */
export interface Ticket extends Readonly<z.output<typeof SentTicket>> {
  /** The name of the system that has the ticket and receives the replies, such as `jira` or `zendesk`. */
  readonly system: string;
  readonly id: string;
  /**
   * The properties that might be incomplete or wrong, for example because a message omits the form's name, or names the
   * status in the language of the user who made the change.
   * @default all properties are certain
   */
  readonly unsure?: readonly ("requestType" | "status")[];
  /**
   * True if the event moved the ticket from another project without naming that project. The event names the ticket's
   * status there at most by id.
   */
  readonly moved?: true;
  /** The ids of the people in fields that contain people's names but no email addresses, by field. */
  readonly people?: Readonly<Record<string, readonly string[]>>;
  /**
   * All fields without a property of their own, by the sender's field ids and by the names that `fields` in
   * `src/config.ts` defines.
   */
  readonly fields: Fields;
}

/**
 * An event about a ticket in any system.
 *
 * @example
 * export const isApproved = ({ ticket }: TicketEvent): boolean => ticket.status?.to === "Approved";
 */
export interface TicketEvent extends FromSender {
  readonly type: (typeof TICKET_EVENTS)[number];
  readonly ticket: Ticket;
  readonly comment?: string;
}

/** The properties of a worker that any sender can provide. */
export const SentWorker = z.object({
  email: Maybe,
  name: Maybe,
  department: Maybe,
  jobTitle: Maybe,
  manager: SentPerson.exactOptional(),
  /**
   * The last day worked: `YYYY-MM-DD`, or a moment in ISO 8601 from the system's API, which means its day in the
   * worker's time zone. Garden leave begins after this day.
   */
  lastDay: z.iso.date().exactOptional(),
  /**
   * The exact end of the employment, in ISO 8601, if the system provides it. If `lastDay` is set too, the earlier of
   * the two applies.
   */
  leavesAt: z.iso.datetime({ offset: true }).exactOptional(),
  /**
   * The IANA name of the worker's time zone.
   * @default the field `timeZone`, or else the time zone of the office, location or country (`timeZones` in
   * `src/config.ts`), or else the company's
   */
  timeZone: Text.refine((name) => findTimeZone(name) !== null, "expected a time zone").exactOptional(),
});

/** A worker after the change that the event reports, with the properties that the sender provides. */
export interface Worker extends Readonly<z.output<typeof SentWorker>> {
  /** The name of the system that has the worker's record, such as `bamboohr` or `workday`. */
  readonly system: string;
  /** The worker's id in `system`. */
  readonly id: string;
  readonly fields: Fields;
}

export type WorkerFacts = Partial<Omit<Worker, "system" | "id">>;

/**
 * An event about a worker, reported by any HR system or directory.
 *
 * @example
 * export const isOfPlatform = ({ worker }: WorkerEvent): boolean => worker.department === "Platform";
 */
export interface WorkerEvent extends FromSender {
  readonly type: WorkerEventType;
  /**
   * Other types that the event might turn out to have, if the sender provides too little data to determine its type. An
   * automation that listens to one of them gets a run, which ends as ignored if the type turns out to be another.
   */
  readonly possibleTypes?: readonly WorkerEventType[];
  /**
   * The time at which the change takes effect: a day, `YYYY-MM-DD`, or a moment in ISO 8601, which means its day in the
   * worker's time zone. Runs wait until then. If this is absent, the change is already in effect. It is always absent
   * for terminations, which take effect according to the worker's `lastDay` and `leavesAt`.
   */
  readonly effectiveOn?: string;
  /**
   * The names of the changed facts, if the sender provides them: `department`, `jobTitle`, `manager`, `status`,
   * `lastDay`, `email`, `name`, `groups`, or the sender's own names.
   */
  readonly changed?: readonly string[];
  /**
   * Set on a termination that takes effect on receipt, even if the last day is in the future, because the HR
   * system has already revoked the worker's access to the HR system.
   */
  readonly immediate?: true;
  /** Set on a termination that the worker's system confirmed when the run made its proposal. No delivery can set it. */
  readonly confirmed?: true;
  /**
   * Set if the event could be a termination, but the worker's system reports that the worker stays. No delivery can set
   * it.
   */
  readonly stays?: true;
  readonly worker: Worker;
}
export type WorkerEventType = (typeof WORKER_EVENTS)[number];

export interface RequestEvent extends FromSender {
  readonly type: "request.made";
  readonly request: {
    readonly action: string;
    /** The input as sent. The run parses the input with the action's schema when it makes its proposal. */
    readonly input: unknown;
    readonly requester?: Person;
    /**
     * The title of a request that a person or an agent makes in Reeve: the first sentence of the action's description,
     * or, if the request undoes or ends something, what it undoes or ends.
     */
    readonly typed?: string;
    readonly reason?: string;
    /**
     * Set if the requester must see and confirm the plan before anything runs. If an agent made the request, only a
     * plan that needs no approval must be confirmed.
     */
    readonly confirm?: true;
    /**
     * The name that an agent gave itself, if the agent makes the request for the requester. Untrusted; at most 80
     * characters.
     */
    readonly agent?: string;
  };
}

/**
 * The types of requests from the governance service. Each is named after the kind of step that it concerns: a step of
 * a policy, a provisioning or a workflow.
 */
export const ASK_EVENTS = ["policy-step.asked", "provision-step.asked", "workflow-step.asked"] as const;

/** An object of the governance service. */
interface NamedObject {
  readonly id: string;
  readonly name: string;
}

/**
 * A request from the governance service for the answer to a step. Reeve sends the answer to a callback address.
 *
 * @example
 * export const isAboutKiosk = ({ ask }: AskEvent): boolean => ask.app?.name === "Kiosk";
 */
export interface AskEvent extends FromSender {
  readonly type: (typeof ASK_EVENTS)[number];
  readonly ask: {
    /** The callback address, encrypted because anyone who knows the address can respond. */
    readonly callback: string;
    /** The webhook's id, as the service's settings show it. */
    readonly webhook: string;
    /** The number of the task, or its id if it has no number. For a workflow, the id of its execution. */
    readonly key: string;
    /** The request in words, for example `GitHub admin in GitHub for Ada Marsh`. */
    readonly title: string;
    readonly url?: string;
    /** Text from the requester and from external references. Each string might name a ticket. */
    readonly texts: readonly string[];
    /** The person for whom the request was made. */
    readonly person?: Person;
    readonly requester?: Person;
    readonly app?: NamedObject;
    readonly entitlement?: NamedObject;
    /** The duration of the grant, in seconds. @default the grant has no end */
    readonly grantSeconds?: number;
    /** The number of steps after this one in the request's policy. @default unknown */
    readonly laterSteps?: number;
    /** The context of a workflow, as sent. */
    readonly context?: unknown;
  };
}

/**
 * A due time of an automation's schedule, or a person's manual start of an automation. No sender can create this event.
 */
export interface ScheduleEvent {
  readonly type: "schedule.due";
  /** `schedule:<automation>`: only that automation receives the event. */
  readonly subject: string;
  readonly occurredAt: string;
  /** The person who started the automation manually. */
  readonly actor?: Person;
  readonly schedule: {
    readonly automation: string;
    /**
     * The scheduled time, or the time of the manual start, in ISO 8601 (UTC). A scheduled time can be in the past,
     * because missed times are caught up.
     */
    readonly dueAt: string;
    /**
     * Number of earlier due times that were dropped because too many had been missed, counted up to 1,000. It is 0 for
     * all events of a catch-up except the first.
     */
    readonly missed: number;
  };
}

export type SenderEvent = TicketEvent | WorkerEvent | RequestEvent | AskEvent;

/**
 * Any event that an automation can receive. The properties `ticket`, `worker`, `request`, `ask` and `schedule`
 * distinguish the kinds.
 *
 * @example
 * export const listTickets = (events: readonly Event[]): TicketEvent[] =>
 *   events.filter((event) => "ticket" in event);
 */
export type Event = SenderEvent | ScheduleEvent;

/**
 * Shortens the names of people to the length that is stored, and removes `mailto:` from their email addresses. Returns
 * the same object if nothing changes.
 */
export function withPlainPeople<Of extends Event>(event: Of): Of {
  const plain = (value: unknown, member: string): unknown => {
    if (typeof value === "string")
      return member === "name" ? cutName(value) : member === "email" ? value.replace(/^mailto:/i, "") : value;
    if (typeof value !== "object" || value === null) return value;
    const all = Object.entries(value).map(([key, one]) => [key, NAMED.has(key) ? plain(one, key) : one]);
    return Object.values(value).every((one, n) => all[n]?.[1] === one) ? value : Object.fromEntries(all);
  };
  return plain(event, "") as Of;
}
const NAMED = new Set("name email actor ticket requester assignee worker manager request".split(" "));

/**
 * Lists the people who caused or requested an event. An unknown requester is an empty object, and so is an unknown
 * person who moved a ticket or changed a worker; any other unknown person is omitted. Scheduled events have no
 * requester unless a person started them. Requests from the governance service have none, because the service selects
 * approvers by its own policy.
 */
export function listRequesters(event: Event): readonly Person[] {
  // Moving a ticket requests the actions of its new status; the ticket's requester might be another person.
  const actor = event.actor ?? (event.type === "ticket.transitioned" ? {} : []);
  if (event.type === "schedule.due" || "ask" in event) return [actor].flat();
  if (event.type === "request.made") return [actor, event.request.requester ?? {}].flat();
  if ("ticket" in event) return [actor, event.ticket.requester ?? {}].flat();
  return [event.actor ?? {}];
}

/**
 * Returns the person who approved a ticket at its source by moving it to its current status, or `null` if the event did
 * not move a ticket or that person is unknown.
 */
export const findTicketApprover = (event: Event): Person | null =>
  (event.type === "ticket.transitioned" && event.actor) || null;

export const scheduleSubject = (automation: string): string => `schedule:${automation}`;

type Dated = Pick<FromSender, "occurredAt">;

/** Returns true if the sender gave the day of an event, but no time. */
export const hasOnlyDay = ({ occurredAt }: Dated): boolean => occurredAt?.length === "YYYY-MM-DD".length;

/**
 * An upper bound, in milliseconds, of the time between 00:00 UTC of an event's day and the event, for events without a
 * time: the event's time zone is unknown.
 */
export const MAX_DAY_MS = 2 * DAY_MS - 1;

/**
 * Returns true if an event certainly occurred before another event, by their senders' clocks. Returns false if one of
 * the events has no `occurredAt`: the order of arrival then decides.
 */
export const isBefore = (one: Dated, other: Dated): boolean =>
  Date.parse(other.occurredAt ?? "") - Date.parse(one.occurredAt ?? "") >
  (hasOnlyDay(one) === hasOnlyDay(other) ? 0 : MAX_DAY_MS);
