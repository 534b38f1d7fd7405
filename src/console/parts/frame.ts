import type { Person } from "../person.ts";

/** What every page has, besides its own data. */
export interface Frame {
  readonly person: Person;
  /** The token of its forms. */
  readonly token: string;
  /** What was just done, a key of {@link DONE}; anything else says nothing. */
  readonly done?: string | undefined;
}

/** What the page says after a decision: no text of an address is ever shown. */
export const DONE: Readonly<Record<string, string>> = {
  confirmed: "Confirmed. Reeve looks again, and goes on if the plan is the same.",
  approved: "Approved. Reeve looks again, and acts if the plan is the same.",
  rejected: "Rejected. Nothing of the plan is done.",
  resumed: "Resumed. Reeve looks again, and may go over the budget for this plan.",
  cancelled: "Cancelled.",
  retried: "Reeve tries again.",
  reviewed: "Your answer is on record, and the run goes by it.",
  replayed: "This is the new run.",
  due: "It looks now. This is its event.",
  forgotten: "Forgotten.",
  paused: "Paused. What is under way stops before its next effect.",
  lifted: "The pause is lifted.",
  dried: "Switched to dry runs: new plans of it are made, and not carried out.",
  live: "Switched back: new plans of it are carried out.",
};
