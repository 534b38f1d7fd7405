import type { PlannedAction } from "../actions/action.ts";
import { Problem, type ProblemCode } from "../base/problem.ts";
import type { ReadOnlyGovernance } from "../governance/client/index.ts";
import { personByEmail } from "../governance/people.ts";
import { isSame, mayDecide, type Parties, type Party } from "../policy/separation.ts";
import { type Event, requestersOf } from "../sources/event.ts";
import { askersOf } from "./asked.ts";
import type { PersonalDecision } from "./happening.ts";
import { isSending } from "./journal.ts";
import { isFinished, type Run, type RunState, type Said } from "./run.ts";
import type { DueRun } from "./store.ts";

/** A decision with who makes it, an email that was verified, and why. */
export type Decision = PersonalDecision & Said;

/** Why a decision is refused, as it crosses from the desk to whoever asked: a Problem's code and message. */
export interface DecisionRefusal {
  readonly code: ProblemCode;
  readonly message: string;
}

/** What became of a decision: the state of the run after it, and why its plan asks for an approval; empty: it asks for none. */
export type Decided =
  | { readonly ok: true; readonly state: RunState; readonly asks: readonly string[] }
  | { readonly ok: false; readonly refusal: DecisionRefusal };

/** What became of a decision about one of many runs. */
export type DecidedOne = { readonly run: string } & (
  | { readonly state: RunState }
  | { readonly refused: string }
);

/** What became of a replay: the run it made. */
export type Replayed =
  | { readonly ok: true; readonly run: string }
  | { readonly ok: false; readonly refusal: DecisionRefusal };

/**
 * Whether a decision allows what was not allowed before, and so is not for whoever wants it. The others stop
 * something, say what happened, or go on with what was allowed already.
 */
const allowsMore = (decision: Decision): boolean =>
  decision.type === "approved" ||
  decision.type === "resumed" ||
  (decision.type === "reviewed" && decision.verdict === "send_again");

/** Why a run as it stands does not take this decision: it came late, twice, or for a plan that has changed. */
export function misfit(run: Run, decision: Decision): DecisionRefusal | null {
  const no = (message: string): DecisionRefusal => ({ code: "decision_conflict", message });
  const is = `the run is ${run.state}${run.ended ? ` (by ${run.ended.by}: ${run.ended.reason})` : ""}`;
  switch (decision.type) {
    case "confirmed":
      if (run.state !== "awaiting_confirmation") return no(`nothing waits to be confirmed: ${is}`);
      return run.plan?.hash === decision.hash ? null : no("the plan has changed since you saw it");
    case "approved":
    case "rejected":
      if (run.approval && run.state !== "awaiting_approval")
        return no(`${run.approval.by} has approved this already; ${is}`);
      if (run.state !== "awaiting_approval") return no(`nothing waits for an approval: ${is}`);
      if (run.plan?.hash !== decision.hash)
        return no("the plan has changed since you saw it; read it again and decide on the new one");
      return null;
    case "resumed":
      return run.state === "held" ? null : no(`only a held run can be resumed: ${is}`);
    case "cancelled":
      if (run.state === "needs_review") return no("the run needs a review; abandoning is one of its answers");
      if (isFinished(run)) return no(`there is nothing left to cancel: ${is}`);
      return isSending(run) ? no("a call is under way; try again when its outcome is known") : null;
    case "reviewed":
      return run.state === "needs_review" ? null : no(`nothing needs a review: ${is}`);
    case "retried":
      return run.state === "failed" ? null : no(`only a failed run can be tried again: ${is}`);
    default:
      return decision satisfies never;
  }
}

/** Who somebody is, by email. Remembers for as long as it is kept: a decision about many runs asks once for each person. */
export type PartyFinder = (email: string) => Promise<Party>;

/** Finds people as the governance users they are. */
export function partyFinder(governance: ReadOnlyGovernance): PartyFinder {
  const found = new Map<string, Promise<Party>>();
  return (email) => {
    const party = found.get(email) ?? findParty(governance, email);
    found.set(email, party);
    return party;
  };
}

/**
 * The one gate for decisions, whichever way they come in.
 * @returns why this person may not decide this, or null
 */
export async function gate(
  { run, event }: Pick<DueRun, "run" | "event">,
  decision: Decision,
  approvers: readonly string[],
  find: PartyFinder,
): Promise<DecisionRefusal | null> {
  const no = (message: string): DecisionRefusal => ({ code: "decision_forbidden", message });
  if (decision.type === "confirmed") {
    const [decider, ...requesters] = await Promise.all(
      [decision.by, ...requestersOf(event).flatMap(({ email }) => email ?? [])].map(find),
    );
    const own = decider && requesters.some((requester) => isSame(decider, requester));
    return own ? null : no("only who asked for this can confirm it");
  }
  if (!allowsMore(decision)) return null;
  const email = decision.by.trim().toLowerCase();
  if (approvers.length > 0 && !approvers.some((approver) => approver.toLowerCase() === email))
    return no(`${decision.by} is none of the approvers that src/config.ts names`);
  const allowed = mayDecide({
    decider: await find(decision.by),
    ...(await concerned(event, run.plan?.actions ?? [], find)),
  });
  return allowed.ok ? null : no(allowed.reason);
}

/**
 * Whether a plan that needs an approval could get one, where policy names who may give it.
 * @param approvers Their emails; empty: everybody who may sign in, of whom nobody is asked here
 * @throws Problem `nobody_can_approve`: it would wait until it expires
 */
export async function requireApprover(
  event: Event,
  actions: readonly PlannedAction[],
  approvers: readonly string[],
  find: PartyFinder,
): Promise<void> {
  if (approvers.length === 0) return;
  const parties = await concerned(event, actions, find);
  const why: string[] = [];
  for (const email of approvers) {
    const allowed = mayDecide({ decider: await find(email), ...parties });
    if (allowed.ok) return;
    why.push(`${email} would be told: ${allowed.reason}`);
  }
  throw new Problem(
    "nobody_can_approve",
    `it needs an approval, and none of policy.approvers in src/config.ts could give it. ${why.join(" ")}`,
  );
}

/** Whom a plan for an event concerns. */
async function concerned(
  event: Event,
  actions: readonly PlannedAction[],
  find: PartyFinder,
): Promise<Omit<Parties, "decider">> {
  return {
    requesters: await Promise.all(
      askersOf(event, actions).map(({ email }) => (email ? find(email) : { email: null, userId: null })),
    ),
    beneficiaries: actions.flatMap(({ beneficiaries }) => beneficiaries),
  };
}

/** Somebody by email, and as the governance user with it, where there is exactly one. */
async function findParty(governance: ReadOnlyGovernance, email: string): Promise<Party> {
  try {
    return { email, userId: (await personByEmail(governance, email)).id };
  } catch (error) {
    if (error instanceof Problem && (error.code === "user_not_found" || error.code === "user_ambiguous"))
      return { email, userId: null };
    throw error;
  }
}
