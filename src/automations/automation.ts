import type { PlannedAction } from "../actions/action.ts";
import type { ReadOnlyGovernance } from "../governance/client/index.ts";
import type { Event, EventType } from "../sources/event.ts";
import type { Settings } from "./settings.ts";

/** What an automation may use: reads of the governance API, the settings, nothing that acts. */
export interface Context {
  readonly governance: ReadOnlyGovernance;
  readonly settings: Settings;
}

/** What an event means to an automation: actions in order, or nothing, and why. */
export type Decision =
  | { readonly actions: readonly [PlannedAction, ...PlannedAction[]] }
  | { readonly ignore: string };

/** A rule. It decides; it never acts. Throwing a `Problem` ends the run as failed, with the problem on record. */
export interface Automation {
  /** Stored with every run, so never renamed. */
  readonly name: string;
  /** The event type it listens to. */
  readonly on: EventType;
  decide(event: Event, context: Context): Decision | Promise<Decision>;
}

/** Declares an automation. */
export const automation = (definition: Automation): Automation => definition;
