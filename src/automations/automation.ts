import type { PlannedAction } from "../actions/action.ts";
import type { ReadOnlyGovernance } from "../governance/client/index.ts";
import {
  type Event,
  type ScheduleEvent,
  scheduleSubject,
  type TicketEvent,
  type TicketEventType,
} from "../sources/event.ts";
import type { Schedule } from "./schedule.ts";
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

/** What an automation listens to: a type of event, or the clock. */
export type Trigger = TicketEventType | Schedule;

/** The events of a trigger. */
export type EventOf<On extends Trigger> = On extends Schedule ? ScheduleEvent : TicketEvent;

/** A rule. It decides; it never acts. Throwing a `Problem` ends the run as failed, with the problem on record. */
export interface Automation {
  /** Stored with every run, so never renamed. */
  readonly name: string;
  readonly on: Trigger;
  decide(event: Event, context: Context): Decision | Promise<Decision>;
}

/** Declares an automation. Its `decide` gets the events of its trigger, and no others. */
export function automation<const On extends Trigger>(definition: {
  readonly name: string;
  readonly on: On;
  decide(event: EventOf<On>, context: Context): Decision | Promise<Decision>;
}): Automation {
  const { name, on } = definition;
  return {
    name,
    on,
    decide: (event, context) =>
      hears({ name, on }, event)
        ? definition.decide(event as EventOf<On>, context)
        : // A run of before a deploy that gave the automation another trigger.
          { ignore: `${name} does not listen to ${event.type} of ${event.subject} any more` },
  };
}

/** Whether an event is for an automation. One of a schedule is for the automation that has the schedule alone. */
export function hears(
  { name, on }: Pick<Automation, "name" | "on">,
  event: { readonly type: string; readonly subject: string },
): boolean {
  return typeof on === "string"
    ? event.type === on
    : event.type === "schedule.due" && event.subject === scheduleSubject(name);
}
