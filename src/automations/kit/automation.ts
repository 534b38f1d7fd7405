// Defines automations: rules that answer an event with a proposal, and the reads that they may use.
import type { EffectOperationId } from "../../actions/action.ts";
import type { AnyAction } from "../../actions/define.ts";
import type { EntryQuery, InventoryEntry, InventoryKind } from "../../actions/inventory.ts";
import type { RequestContext } from "../../actions/request.ts";
import type { OperationId, ReadOperationId } from "../../governance/contract/index.ts";
import { type Event, type ScheduleEvent, type SenderEvent, scheduleSubject } from "../../systems/event.ts";
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
  /**
   * When the event came in or, where it took effect later, when it did. It is the same each time the event is looked at,
   * so that days counted from it give the same plan.
   */
  readonly since: number;
  /** State that the proposal's previous step left; `null` at the first step. */
  readonly progress: unknown;
}

/** When and how often a source delivered. Times are Unix milliseconds. */
export interface SourceRhythm {
  readonly source: string;
  readonly last: number;
  /** Its rhythm in the time before its last event; `null` for a source that was not asked about. */
  readonly rhythm: {
    readonly events: number;
    readonly first: number;
    /** Its longest silence between two events. */
    readonly longestGap: number;
  } | null;
}

/** Questions that an automation may ask of the ledger: about past calls and the inventory. Normally a second behind. */
export interface History {
  /** True if any automation made a call of the operation for the subject since then, or may have. */
  hasCalled(query: {
    readonly operation: EffectOperationId;
    readonly subject: string;
    readonly since: number;
  }): Promise<boolean>;
  /** Targets of the actions that a person turned down since then, of an automation. */
  rejected(query: { readonly automation: string; readonly since: number }): Promise<ReadonlySet<string>>;
  inventory<Kind extends InventoryKind>(
    kind: Kind,
    query: EntryQuery,
  ): Promise<readonly InventoryEntry<Kind>[]>;
  entry<Kind extends InventoryKind>(kind: Kind, key: string): Promise<InventoryEntry<Kind> | null>;
  countInventory(kind: InventoryKind): Promise<number>;
  /** Every source, and how those spoke in the `learnMs` before their last event that have been silent since then. */
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

/** `true` for an event that an automation wants; else a sentence on why it doesn't. */
export type Relevance = true | string;

/** A rule. It proposes; it never acts. Throwing a `Problem` ends the run as failed, with the problem on record. */
export interface Automation {
  /** Stored with every run, so never renamed. */
  readonly name: string;
  /** A sentence on what it does, for people; `null` for none. */
  readonly does: string | null;
  readonly on: Trigger;
  /** The operations of the governance API that it may cause; the desk sends no other for it. */
  readonly operations: readonly OperationId[];
  /**
   * True if an event is for it, as far as event and settings tell. Asked when the event comes in, of every enabled
   * automation; an event that none wants becomes no run.
   */
  when(event: Event, settings: Settings): Relevance;
  /**
   * Email of the one person that its plan for an event is about, so that they have one plan, whichever systems report
   * them; `undefined` where each subject has plans of its own.
   */
  person(event: Event): string | undefined;
  /** Proposes actions for an event; nothing for one that turned out not to be for it. */
  propose(event: Event, context: Context): Proposal | Promise<Proposal>;
}

/** An automation as users write it: its functions get the events of its trigger, and no others. */
interface Definition<On extends Trigger> {
  readonly name: string;
  /** A sentence on what it does, which the console shows beside the name. */
  readonly does?: string;
  readonly on: On;
  /** The operations that it reads with. @default none */
  readonly reads?: readonly ReadOperationId[];
  /** The actions that it may propose. @default none: it only tells */
  readonly proposes?: readonly AnyAction[];
  /**
   * Pure, at once, and before the sender's API was asked for what the event leaves out: what an event does not say yet
   * is no reason to pass. Asked again of the complete event before each proposal. @default every event of the trigger
   */
  when?(event: EventOf<On>, settings: Settings): Relevance;
  /**
   * Email of the one person that its plan is about. While one is under way for them, or was carried out in the last 30
   * days, what another system reports of the same person makes no second one. @default each subject has plans of its own
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
  const { name, does = null, on, reads = [], proposes = [] } = definition;
  const relevance = (event: Event, settings: Settings): Relevance =>
    hears({ name, on }, event)
      ? (definition.when?.(event as EventOf<On>, settings) ?? true)
      : `${name} does not listen to ${event.type}.`;
  const mayHear = (event: Event): boolean =>
    !hears({ name, on }, event) &&
    "mayBe" in event &&
    Boolean(event.mayBe?.some((type) => hears({ name, on }, { ...event, type })));
  return {
    name,
    does,
    on,
    operations: [...new Set([...reads, ...proposes.flatMap(({ calls }) => calls)])],
    // The sender's API tells later which of its possible types an event is of.
    when: (event, settings) => mayHear(event) || relevance(event, settings),
    person: (event) => (hears({ name, on }, event) ? definition.person?.(event as EventOf<On>) : undefined),
    // By now the sender's API was asked: the event is of the type that it has.
    propose: (event, context) => {
      const relevant = relevance(event, context.settings);
      return relevant === true ? definition.propose(event as EventOf<On>, context) : { ignore: relevant };
    },
  };
}

/** True if an automation listens to an event. Only the automation that has the schedule listens to an event of it. */
export function hears(
  { name, on }: Pick<Automation, "name" | "on">,
  event: { readonly type: string; readonly subject: string },
): boolean {
  return isSchedule(on)
    ? event.type === "schedule.due" && event.subject === scheduleSubject(name)
    : [on].flat().some((type) => type === event.type);
}

/** When a scheduled automation is due, by the settings; `null` for one that runs on events. */
export function scheduleOf(
  { name, on }: Pick<Automation, "name" | "on">,
  { automations, timeZone }: Pick<Settings, "automations" | "timeZone">,
): ZonedSchedule | null {
  if (!isSchedule(on)) return null;
  const own: { readonly schedule?: string | undefined; readonly timeZone?: string | undefined } =
    automations[name] ?? {};
  return { expression: own.schedule ?? on.expression, timeZone: own.timeZone ?? on.timeZone ?? timeZone };
}
