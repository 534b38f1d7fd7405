// Defines automations, which answer events with proposals, and the context from which automations can read.
import type { EffectOperationId, PlannedAction } from "../actions/action.ts";
import type { AnyAction } from "../actions/define.ts";
import type { EntryQuery, InventoryEntry, InventoryKind } from "../actions/inventory.ts";
import type { RequestContext } from "../actions/names.ts";
import type { Calls, ReadOperationId } from "../governance/contract/index.ts";
import {
  type Event,
  type ScheduleEvent,
  type SenderEvent,
  scheduleSubject,
  type TicketEvent,
} from "../systems/event.ts";
import type { Proposal } from "./proposal.ts";
import { isSchedule, type Schedule, type ZonedSchedule } from "./schedule.ts";
import type { Settings } from "./settings.ts";
import { type TicketProjects, whyElsewhere, whyNoLongerWanted } from "./tickets.ts";

/**
 * The data that an automation can read to make a proposal, all of it read-only. Times are Unix milliseconds.
 *
 * @example
 * async function propose({ subject, worker }: WorkerEvent, { governance, history, now }: Context): Promise<Proposal> {
 *   if (await history.hasCalled({ operation: "createConnectorOwner", subject, since: now - 30 * 86_400_000 }))
 *     return { ignore: "this worker became an owner in the last 30 days" };
 *   const user = await personByEmail(governance, worker.email ?? "");
 *   return { actions: [addConnectorOwner({ app, connector, roleSlug: "owner", user })] };
 * }
 */
export interface Context extends RequestContext {
  readonly settings: Settings;
  readonly history: History;
  /**
   * The time at which the event was received, or at which it takes effect if that is later. Unless the event's
   * effective time changes, this time stays the same when the plan is made again, so dates based on it don't change the
   * plan.
   */
  readonly since: number;
  /**
   * Set if an approver has denied the run's answer to the governance service, so that the run must give the default
   * answer.
   */
  readonly denied?: boolean;
  /** State that the proposal's previous step returned, or `null` at the first step. */
  readonly progress: unknown;
  /** The system that sent the event. */
  readonly sender: EventSender;
}

/** The properties of an event's sender that can affect a proposal. */
export interface EventSender {
  /** The system's name as sentences show it, such as `Workday`. */
  readonly title: string;
  /** True for a directory: disabling an account there often also disables the person's governance user. */
  readonly holdsAccounts: boolean;
  /** True if Reeve can read the current record from the system's API, so that a proposal can wait for missing data. */
  readonly isAsked: boolean;
}

/**
 * The ledger queries that automations can make, about past calls and actions, events, tickets and the inventory. The
 * data is usually a second old.
 *
 * @example
 * export const wasReviewed = ({ subject }: WorkerEvent, history: History, since: number): Promise<boolean> =>
 *   history.hasCalled({ operation: "createCampaign", subject, since });
 */
export interface History {
  /** Returns true if any automation has called, or might have called, the operation for the subject since a time. */
  hasCalled(query: {
    readonly operation: EffectOperationId;
    readonly subject: string;
    readonly since: number;
  }): Promise<boolean>;
  /**
   * Lists the targets of an automation's actions that people have denied, reported as not done, or undone since the
   * given time. With `failed`, lists those in runs that failed or were dismissed instead.
   */
  rejected(query: {
    readonly automation: string;
    readonly since: number;
    readonly failed?: true;
  }): Promise<ReadonlySet<string>>;
  inventory<Kind extends InventoryKind>(
    kind: Kind,
    query: EntryQuery,
  ): Promise<readonly InventoryEntry<Kind>[]>;
  entry<Kind extends InventoryKind>(kind: Kind, key: string): Promise<InventoryEntry<Kind> | null>;
  /**
   * Lists a ticket's events received since the given time, at most 100, and the statuses to which replies have moved
   * the ticket, each with its time `at`. If `at` is `null`, the reply might still move the ticket.
   */
  ticket(query: { readonly subject: string; readonly since: number }): Promise<{
    readonly events: readonly Event[];
    readonly moves: readonly { readonly to: string; readonly at: number | null }[];
  }>;
  /**
   * Lists the newest events, at most 20, of the ticket with the given key or of the worker with the given email. The
   * newest event, and the ticket's newest transition, are completed from the sender's API.
   */
  known(query: { readonly ticket: string } | { readonly worker: string }): Promise<readonly Event[]>;
  /**
   * Lists the tickets that Reeve created for an event, or for all events of a subject. `ticket` is the subject that the
   * ticket's own events have. `event` is the event for which the ticket was created, received at the time `since`.
   */
  created(
    query: { readonly event: string } | { readonly subject: string },
  ): Promise<readonly { readonly ticket: string; readonly event: Event; readonly since: number }[]>;
  /** Returns actions of a run by their positions in the plan, or `null` if any of them was not applied. */
  applied(run: string, steps: readonly number[]): Promise<readonly PlannedAction[] | null>;
  /** Counts the inventory entries of a kind. @param app Id of the app to limit the count to */
  countInventory(kind: InventoryKind, app?: string): Promise<number>;
}

type SenderEventType = SenderEvent["type"];

/** The events that an automation listens to: one type, several types, or a schedule. */
export type Trigger = SenderEventType | readonly [SenderEventType, ...SenderEventType[]] | Schedule;

export type EventOf<On extends Trigger> = On extends Schedule
  ? ScheduleEvent
  : OfType<SenderEvent, On extends readonly SenderEventType[] ? On[number] : On>;

type OfType<One extends Event, Type> = One extends Event
  ? Type & One["type"] extends never
    ? never
    : One
  : never;

/** `true` if an automation wants an event, or a sentence with the reason why it does not. */
export type Relevance = true | string;

/**
 * A rule that proposes actions but never acts itself. A thrown `Problem` is recorded. It fails the run, unless the
 * problem is temporary and the proposal is retried.
 *
 * @example
 * export const isScheduled = ({ on }: Automation): boolean => typeof on === "object" && "expression" in on;
 */
export interface Automation {
  /** The name. Runs store it, so it must never change. */
  readonly name: string;
  /** A sentence that describes the automation, or `null` if it has none. */
  readonly description: string | null;
  readonly on: Trigger;
  /** The governance API operations that the automation's runs may call. The desk rejects all others. */
  readonly operations: readonly (keyof Calls)[];
  /** The actions that the automation may propose. */
  readonly proposes: readonly AnyAction[];
  /**
   * Actions that people might want to undo after a later event withdraws the reason for them. The page of that event's
   * run then offers to request the removed access again.
   */
  readonly restores: readonly AnyAction[];
  /**
   * Returns `true` if the automation wants an event, or else the reason why it does not. The function uses only the
   * event and the settings. When Reeve receives an event, it calls this function of every enabled automation that
   * listens to the event. An event that no automation wants starts no run.
   */
  when(event: Event, settings: Settings): Relevance;
  /** Returns the projects whose tickets the automation accepts. */
  projects(settings: Settings): TicketProjects;
  /**
   * Returns the reason why an event might withdraw an earlier request of its subject, or `null` if it does not. The
   * function uses only the event and the settings. If the property is `undefined`, no event withdraws anything.
   */
  readonly withdrawn: ((event: Event, settings: Settings) => string | null) | undefined;
  /**
   * Returns the email of the person whom the plan for an event concerns, or `undefined` if each subject has its own
   * plans. A person has one plan, even if several systems report them.
   */
  person(event: Event): string | undefined;
  /** Returns the proposal for an event. Ignores an event that turns out to be irrelevant. */
  propose(event: Event, context: Context): Proposal | Promise<Proposal>;
}

/** An automation as its author writes it, with functions whose types match the events of its trigger. */
interface Definition<On extends Trigger> {
  readonly name: string;
  /** A sentence that describes the automation. The console shows it. */
  readonly description?: string;
  readonly on: On;
  /** The read operations that the automation calls. @default none */
  readonly reads?: readonly ReadOperationId[];
  /** The actions that the automation can propose. @default none: the automation only sends notices */
  readonly proposes?: readonly AnyAction[];
  /**
   * The proposed actions that people might want to undo after a later event withdraws the reason for them.
   * @default none
   */
  readonly restores?: readonly AnyAction[];
  /**
   * Returns `true` if the automation wants an event, or else the reason why it does not, as a sentence. Must be pure
   * and synchronous. It is called before Reeve has read missing values from the sender's API, so don't decline an event
   * because a value is missing. It is called again with the complete event before each proposal.
   * @default the automation wants every event of its trigger
   */
  when?(event: EventOf<On>, settings: Settings): Relevance;
  /**
   * The projects whose tickets the automation accepts. `any` accepts the tickets of every project; the console and `npm
   * run doctor` show this.
   * @default `ticketProjects` in `src/config.ts`
   */
  readonly projects?: TicketProjects | ((settings: Settings) => TicketProjects | undefined);
  /**
   * Returns the reason why a later event of a ticket withdraws an earlier request, as a sentence without a full stop,
   * or `null` if the event withdraws nothing. The reason ends waiting plans of the request if the ticket was deleted,
   * or has another status, form or project than at the request. Must be pure and synchronous.
   * @default nothing is withdrawn, except by an automation for `ticket.transitioned`: it withdraws the request of a
   * ticket that `when` declines, that was deleted, or whose project is not in `projects`
   */
  withdrawn?(event: TicketEvent, settings: Settings): string | null;
  /**
   * Returns the email of the one person whom the plan concerns, or `undefined` if there is none. While such a plan is
   * in progress, and for 30 days after it was carried out, another system's report about the same person creates no
   * second plan. These rules apply:
   * - A repeated report of the same change, day and record creates no new plan. After a denial, a signed report creates
   *   a plan if the denied report was unsigned, and so does a confirmed report if the denied report was unconfirmed.
   * - If one of a person's HR records ends while another starts, the plan needs an approval. Reeve detects only starts
   *   for which `joiner` made a plan.
   * - If systems report different days, the first report's day applies until another system changes the day.
   *
   * @default each subject has its own plans
   */
  person?(event: EventOf<On>): string | undefined;
  propose(event: EventOf<On>, context: Context): Proposal | Promise<Proposal>;
}

/**
 * Declares an automation: a rule that answers events of the given types with proposals.
 *
 * @example
 * export const platformOwners = automation({
 *   name: "platform-owners",
 *   description: "New members of Platform become owners of GitHub's connector.",
 *   on: "worker.hired",
 *   reads: ["searchUsers"],
 *   proposes: [addConnectorOwner],
 *   when: ({ worker }) => worker.department === "Platform" || "It is about another department.",
 *   async propose({ worker }, { governance }) {
 *     const user = await personByEmail(governance, worker.email ?? "");
 *     return { actions: [addConnectorOwner({ app, connector, roleSlug: "owner", user })] };
 *   },
 * });
 */
export function automation<const On extends Trigger>(definition: Definition<On>): Automation {
  const { name, description = null, on, reads = [], proposes = [], restores = [], withdrawn } = definition;
  const when = (event: Event, settings: Settings): Relevance =>
    requireRelevance(name, definition.when ? definition.when(event as EventOf<On>, settings) : true);
  const projects = (settings: Settings): TicketProjects => {
    const own = definition.projects;
    return (typeof own === "function" ? own(settings) : own) ?? settings.ticketProjects;
  };
  const relevance = (event: Event, settings: Settings): Relevance => {
    if (!listensTo({ name, on }, event)) return `${name} does not listen to ${event.type}.`;
    const elsewhere = "ticket" in event ? whyElsewhere(event.ticket, projects(settings)) : null;
    return elsewhere ?? when(event, settings);
  };
  const carriesOutTickets = !isSchedule(on) && [on].flat().some((type) => type === "ticket.transitioned");
  const listens = (event: Event, type = event.type) => listensTo({ name, on }, { ...event, type });
  const mayHear = (event: Event): boolean =>
    !listens(event) &&
    "possibleTypes" in event &&
    Boolean(event.possibleTypes?.some((type) => listens(event, type)));
  return {
    name,
    description,
    on,
    operations: [...new Set([...reads, ...proposes.flatMap(({ calls }) => calls)])],
    proposes,
    restores,
    // The event's type might only become known later, from the sender's API.
    when: (event, settings) => mayHear(event) || relevance(event, settings),
    projects,
    withdrawn:
      withdrawn || carriesOutTickets
        ? (event, settings) => {
            if (!("ticket" in event) || event.type === "ticket.created") return null;
            return withdrawn
              ? withdrawn(event, settings)
              : whyNoLongerWanted(event, projects(settings), (later) => when(later, settings));
          }
        : undefined,
    // Call `person` for every event about a worker, because an event of a type that is not in `on` can withdraw the
    // plan.
    person: (event) =>
      listens(event) || "worker" in event ? definition.person?.(event as EventOf<On>) : undefined,
    // By now, the event's type has been read from the sender's API.
    propose: (event, context) => {
      const relevant = relevance(event, context.settings);
      if (relevant === true) return definition.propose(event as EventOf<On>, context);
      // If the worker's system no longer reports a termination, plans that wait for the termination are withdrawn.
      const begins = event.type === "worker.hired" || event.type === "worker.returned";
      const stays = "worker" in event && (event.stays || begins) && listens(event, "worker.terminated");
      return { ignore: relevant, ...(stays && { cancelsEarlier: true }) };
    },
  };
}

/** Requires that `when` returned `true` or a sentence: users' code can return anything, for example a promise. */
function requireRelevance(name: string, relevance: unknown): Relevance {
  if (relevance === true || typeof relevance === "string") return relevance;
  const is = relevance instanceof Promise ? "a promise" : String(relevance);
  throw new TypeError(`\`when\` of ${name} returned ${is}; it must return true or a sentence`);
}

/**
 * Returns true if an automation listens to an event. Only the scheduled automation itself receives its scheduled
 * events.
 */
export function listensTo(
  { name, on }: Pick<Automation, "name" | "on">,
  event: { readonly type: string; readonly subject: string },
): boolean {
  return isSchedule(on)
    ? event.type === "schedule.due" && event.subject === scheduleSubject(name)
    : [on].flat().some((type) => type === event.type);
}

/** Returns true if an automation accepts the tickets of every project, whatever `ticketProjects` contains. */
export const acceptsAnyProject = ({ on, projects }: Automation, settings: Settings): boolean =>
  !isSchedule(on) && [on].flat().some((type) => type.startsWith("ticket.")) && projects(settings) === "any";

/** Returns an automation's schedule, as overridden by the settings, or `null` if the automation runs on events. */
export function findSchedule(
  { name, on }: Pick<Automation, "name" | "on">,
  { automations, timeZone }: Pick<Settings, "automations" | "timeZone">,
): ZonedSchedule | null {
  if (!isSchedule(on)) return null;
  const own: { readonly schedule?: string | undefined; readonly timeZone?: string | undefined } =
    automations[name] ?? {};
  return { expression: own.schedule ?? on.expression, timeZone: own.timeZone ?? on.timeZone ?? timeZone };
}

export const noHistory: History = {
  hasCalled: async () => false,
  rejected: async () => new Set(),
  inventory: async () => [],
  entry: async () => null,
  ticket: async () => ({ events: [], moves: [] }),
  known: async () => [],
  created: async () => [],
  applied: async () => null,
  countInventory: async () => 0,
};
