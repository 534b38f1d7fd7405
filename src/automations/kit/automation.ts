// Defines automations: rules that answer an event with a proposal, and the reads open to them.
import type { EffectOperationId, PlannedAction } from "../../actions/action.ts";
import type { AnyAction } from "../../actions/define.ts";
import type { EntryQuery, InventoryEntry, InventoryKind } from "../../actions/inventory.ts";
import type { RequestContext } from "../../actions/names.ts";
import type { Calls, ReadOperationId } from "../../governance/contract/index.ts";
import {
  type Event,
  type ScheduleEvent,
  type SenderEvent,
  scheduleSubject,
  type TicketEvent,
} from "../../systems/event.ts";
import type { Settings } from "../settings.ts";
import type { Proposal } from "./proposal.ts";
import { isSchedule, type Schedule, type ZonedSchedule } from "./schedule.ts";

/**
 * Reads that an automation may use; none of them acts. Times are Unix milliseconds.
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
  /** The time of receipt, or of taking effect if later: the same for an event, so days from it give the same plan. */
  readonly since: number;
  /** State that the proposal's previous step left; `null` at the first step. */
  readonly progress: unknown;
}

/** When and how often a source delivers. Times are Unix milliseconds. */
export interface SourceRhythm {
  readonly source: string;
  readonly last: number;
  /** The rhythm before the last event; `null` for a source that the query leaves out. */
  readonly rhythm: {
    readonly events: number;
    readonly first: number;
    /** The longest silence between two events. */
    readonly longestGap: number;
  } | null;
}

/** Questions of automations to the ledger: about past calls and the inventory. Usually a second old. */
export interface History {
  /** True if any automation has called the operation for the subject since then, or may have. */
  hasCalled(query: {
    readonly operation: EffectOperationId;
    readonly subject: string;
    readonly since: number;
  }): Promise<boolean>;
  /** Targets of an automation's actions that people rejected since then. */
  rejected(query: { readonly automation: string; readonly since: number }): Promise<ReadonlySet<string>>;
  inventory<Kind extends InventoryKind>(
    kind: Kind,
    query: EntryQuery,
  ): Promise<readonly InventoryEntry<Kind>[]>;
  entry<Kind extends InventoryKind>(kind: Kind, key: string): Promise<InventoryEntry<Kind> | null>;
  /** The events of a ticket that came in since then, and the statuses that replies have moved it to by `at`, or may yet if that is `null`. */
  ticket(query: { readonly subject: string; readonly since: number }): Promise<{
    readonly events: readonly Event[];
    readonly moves: readonly { readonly to: string; readonly at: number | null }[];
  }>;
  /** The newest events, at most 20, of the ticket with a key or the worker with an email; an HR system may complete these. */
  known(query: { readonly ticket: string } | { readonly worker: string }): Promise<readonly Event[]>;
  /** Actions of a run, by their places in the plan; `null` unless all of them were applied. */
  applied(run: string, steps: readonly number[]): Promise<readonly PlannedAction[] | null>;
  /** @param app Only entries of this app, by its id */
  countInventory(kind: InventoryKind, app?: string): Promise<number>;
  /** All sources; those silent since a time come with the rhythm of the `learnMs` before their last event. */
  readRhythms(query: {
    readonly silentSince: number;
    readonly learnMs: number;
  }): Promise<readonly SourceRhythm[]>;
}

type SenderEventType = SenderEvent["type"];

/** The events that an automation listens to: one type, several, or those of a schedule. */
export type Trigger = SenderEventType | readonly [SenderEventType, ...SenderEventType[]] | Schedule;

export type EventOf<On extends Trigger> = On extends Schedule
  ? ScheduleEvent
  : OfType<SenderEvent, On extends readonly SenderEventType[] ? On[number] : On>;

type OfType<One extends Event, Type> = One extends Event
  ? Type & One["type"] extends never
    ? never
    : One
  : never;

/** `true` for an event that an automation wants; else a sentence on why not. */
export type Relevance = true | string;

/**
 * A rule, which proposes and never acts. A thrown `Problem` fails the run, and is recorded.
 *
 * @example
 * export const isScheduled = ({ on }: Automation): boolean => typeof on === "object" && "expression" in on;
 */
export interface Automation {
  /** Runs store it, so it never changes. */
  readonly name: string;
  /** A sentence on what it does; `null` for none. */
  readonly does: string | null;
  readonly on: Trigger;
  /** The operations of the governance API that it may cause; the desk sends no others for it. */
  readonly operations: readonly (keyof Calls)[];
  /** The actions that it may propose. */
  readonly proposes: readonly AnyAction[];
  /** The actions that people may want undone once a later event withdraws their plan: the run's page offers it. */
  readonly restores: readonly AnyAction[];
  /**
   * True for an event that concerns it, by event and settings alone. Asked of every enabled automation on receipt; an
   * event that none wants becomes no run.
   */
  when(event: Event, settings: Settings): Relevance;
  /**
   * The reason why an event takes back what an earlier one of its subject asked for; `null` for any other event. By event
   * and settings alone. `undefined`: nothing is taken back.
   */
  readonly takenBack: ((event: Event, settings: Settings) => string | null) | undefined;
  /**
   * Email of the person whom its plan for an event is about: they have one plan, whichever systems report them.
   * `undefined`: each subject has its own plans.
   */
  person(event: Event): string | undefined;
  /** Proposes actions for an event; or nothing, for an event that turns out not to concern it. */
  propose(event: Event, context: Context): Proposal | Promise<Proposal>;
}

/** An automation as users write it: its functions get events of its trigger only. */
interface Definition<On extends Trigger> {
  readonly name: string;
  /** A sentence on what it does, which the console shows. */
  readonly does?: string;
  readonly on: On;
  /** The operations that it reads with. @default none */
  readonly reads?: readonly ReadOperationId[];
  /** The actions that it may propose. @default none: it only notifies */
  readonly proposes?: readonly AnyAction[];
  /** Those of them that people may want undone once a later event withdraws their plan. @default none */
  readonly restores?: readonly AnyAction[];
  /**
   * Pure and synchronous, and asked before the sender's API has filled in what the event leaves out: a missing value is
   * no reason to decline. Asked again of the complete event before each proposal. @default wants every event of the
   * trigger
   */
  when?(event: EventOf<On>, settings: Settings): Relevance;
  /**
   * The reason, in a sentence without its full stop, why an event of a ticket takes back what an earlier one asked for:
   * what waits of it ends. Pure and synchronous; asked of every type of a ticket's events. @default nothing is taken back
   */
  takenBack?(event: TicketEvent, settings: Settings): string | null;
  /**
   * Email of the one person whom its plan is about. While such a plan is under way, or was carried out in the last 30
   * days, another system's report of the same person makes no second one. @default each subject has its own plans
   */
  person?(event: EventOf<On>): string | undefined;
  propose(event: EventOf<On>, context: Context): Proposal | Promise<Proposal>;
}

/**
 * Declares an automation: a rule that answers events of some types with proposals.
 *
 * @example
 * export const platformOwners = automation({
 *   name: "platform-owners",
 *   does: "New members of Platform become owners of GitHub's connector.",
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
  const { name, does = null, on, reads = [], proposes = [], restores = [], takenBack } = definition;
  const relevance = (event: Event, settings: Settings): Relevance =>
    listensTo({ name, on }, event)
      ? (definition.when?.(event as EventOf<On>, settings) ?? true)
      : `${name} does not listen to ${event.type}.`;
  const mayHear = (event: Event): boolean =>
    !listensTo({ name, on }, event) &&
    "mayBe" in event &&
    Boolean(event.mayBe?.some((type) => listensTo({ name, on }, { ...event, type })));
  return {
    name,
    does,
    on,
    operations: [...new Set([...reads, ...proposes.flatMap(({ calls }) => calls)])],
    proposes,
    restores,
    // The sender's API tells the event's type later.
    when: (event, settings) => mayHear(event) || relevance(event, settings),
    takenBack: takenBack && ((event, settings) => ("ticket" in event ? takenBack(event, settings) : null)),
    // Also of an event that takes back what another of its worker said.
    person: (event) =>
      listensTo({ name, on }, event) || "worker" in event
        ? definition.person?.(event as EventOf<On>)
        : undefined,
    // The sender's API has told the event's type by now.
    propose: (event, context) => {
      const relevant = relevance(event, context.settings);
      if (relevant === true) return definition.propose(event as EventOf<On>, context);
      // What waits for a termination that their system no longer knows of has lost its reason.
      const begins = event.type === "worker.hired" || event.type === "worker.returned";
      const stays =
        "worker" in event &&
        (event.stays || begins) &&
        listensTo({ name, on }, { ...event, type: "worker.terminated" });
      return { ignore: relevant, ...(stays && { withdraws: true }) };
    },
  };
}

/** True if an automation listens to an event. A scheduled event is heard only by its own automation. */
export function listensTo(
  { name, on }: Pick<Automation, "name" | "on">,
  event: { readonly type: string; readonly subject: string },
): boolean {
  return isSchedule(on)
    ? event.type === "schedule.due" && event.subject === scheduleSubject(name)
    : [on].flat().some((type) => type === event.type);
}

/** The schedule of an automation under the settings; `null` for one that runs on events. */
export function findSchedule(
  { name, on }: Pick<Automation, "name" | "on">,
  { automations, timeZone }: Pick<Settings, "automations" | "timeZone">,
): ZonedSchedule | null {
  if (!isSchedule(on)) return null;
  const own: { readonly schedule?: string | undefined; readonly timeZone?: string | undefined } =
    automations[name] ?? {};
  return { expression: own.schedule ?? on.expression, timeZone: own.timeZone ?? on.timeZone ?? timeZone };
}
