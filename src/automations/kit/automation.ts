/** What an automation is: a rule that answers an event with a proposal, and what it may use to find it. */

import type { EffectOperationId } from "../../actions/action.ts";
import type { EntryQuery, InventoryEntry, InventoryKind } from "../../actions/inventory.ts";
import type { RequestContext } from "../../actions/request.ts";
import { type Event, type ScheduleEvent, type SenderEvent, scheduleSubject } from "../../systems/event.ts";
import type { Settings } from "../settings.ts";
import type { Proposal } from "./proposal.ts";
import { isSchedule, type Schedule } from "./schedule.ts";

/** What an automation may use; nothing that acts. Times are Unix milliseconds. */
export interface Context extends RequestContext {
  readonly settings: Settings;
  readonly history: History;
  /**
   * When the event came in or, where it took effect later, when it did. It is the same each time the event is looked at,
   * so that days counted from it give the same plan.
   */
  readonly since: number;
  /** What an earlier step of this proposal left to go on with; `null` at the first. */
  readonly progress: unknown;
}

/** How a source was heard of. Times are Unix milliseconds. */
export interface SourceHeard {
  readonly source: string;
  readonly last: number;
  /** How it spoke in the time before its last event; `null` for a source that was not asked about. */
  readonly rhythm: {
    readonly events: number;
    readonly first: number;
    /** Its longest silence between two events. */
    readonly longestGap: number;
  } | null;
}

/** What an automation may ask of the ledger: what Reeve has done, and what it keeps an eye on. Normally a second behind. */
export interface History {
  /** Whether a call of an operation was made for a subject since then, by whichever automation; or may have been. */
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
  heardSources(query: {
    readonly silentSince: number;
    readonly learnMs: number;
  }): Promise<readonly SourceHeard[]>;
}

type SenderEventType = SenderEvent["type"];

/** What an automation listens to: a type of event, several, or the clock. */
export type Trigger = SenderEventType | readonly [SenderEventType, ...SenderEventType[]] | Schedule;

/** The events of a trigger. */
export type EventOf<On extends Trigger> = On extends Schedule
  ? ScheduleEvent
  : OfType<SenderEvent, On extends readonly SenderEventType[] ? On[number] : On>;

/** The events of a union that may be of a type. */
type OfType<One extends Event, Type> = One extends Event
  ? Type & One["type"] extends never
    ? never
    : One
  : never;

/** A rule. It proposes; it never acts. Throwing a `Problem` ends the run as failed, with the problem on record. */
export interface Automation {
  /** Stored with every run, so never renamed. */
  readonly name: string;
  readonly on: Trigger;
  propose(event: Event, context: Context): Proposal | Promise<Proposal>;
}

/** Declares an automation. Its `propose` gets the events of its trigger, and no others. */
export function automation<const On extends Trigger>(definition: {
  readonly name: string;
  readonly on: On;
  propose(event: EventOf<On>, context: Context): Proposal | Promise<Proposal>;
}): Automation {
  const { name, on } = definition;
  return {
    name,
    on,
    propose: (event, context) =>
      hears({ name, on }, event)
        ? definition.propose(event as EventOf<On>, context)
        : // A run of before a deploy that gave the automation another trigger.
          { ignore: `${name} does not listen to ${event.type} of ${event.subject} any more` },
  };
}

/** Whether an event is for an automation. One of a schedule is for the automation that has the schedule alone. */
export function hears(
  { name, on }: Pick<Automation, "name" | "on">,
  event: { readonly type: string; readonly subject: string },
): boolean {
  return isSchedule(on)
    ? event.type === "schedule.due" && event.subject === scheduleSubject(name)
    : [on].flat().some((type) => type === event.type);
}
