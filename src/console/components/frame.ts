// What every page gets besides its data, and the words for what was done or refused.
import type { Problem, ProblemCode } from "../../base/problem.ts";
import type { Person } from "../person.ts";

/** What every page has, besides its own data. */
export interface Frame {
  readonly person: Person;
  /** The token of its forms. */
  readonly token: string;
  /** The page's own address, without its origin and without what was just done. */
  readonly page: string;
  /** A form of this page that was just refused. */
  readonly refused?: Refused | undefined;
  /** What was just done, a key of {@link DONE}; anything else says nothing. */
  readonly done?: string | undefined;
}

/** A form that was refused, with what somebody had written into it. */
export interface Refused {
  readonly problem: Problem;
  /** Where it was sent. */
  readonly action: string;
  readonly fields: Readonly<Record<string, unknown>>;
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
  acting: "You act as somebody else now.",
  live: "Switched back: new plans of it are carried out.",
};

const TITLES: Partial<Record<ProblemCode, string>> = {
  access_not_configured: "The console is not set up yet",
  access_denied: "Please sign in",
  role_missing: "This takes another role",
  not_found: "There is nothing here",
  decision_conflict: "It is not as it was",
  decision_forbidden: "This is for somebody else to decide",
  foreign_origin: "This came from another page",
  foreign_host: "This is another address",
  form_outdated: "This form is too old",
  request_invalid: "This can't be read",
};

/** What a page calls a refusal. */
export const titleOf = ({ code }: Problem): string => TITLES[code] ?? "That did not work";
