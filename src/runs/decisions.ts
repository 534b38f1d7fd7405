// People's decisions about runs: whether a decision fits its run, who may make it, what it is about, and the run event
// that it becomes.
import type { PlannedAction } from "../actions/action.ts";
import type { ProblemCode } from "../base/problem.ts";
import { ok, type Result, refused } from "../base/result.ts";
import type { DecisionFor } from "../policy/acts.ts";
import { type AtGate, decisionFor } from "../policy/gate.ts";
import type { Identity } from "../policy/separation.ts";
import { findStage, mayApprove, mayDeny } from "../policy/stages.ts";
import type { Event } from "../systems/event.ts";
import type { PersonalDecision, RunEvent } from "./events.ts";
import { canSkip, isVerifying } from "./journal.ts";
import type { Reason, Run } from "./run.ts";
import { hasBegun, hasExpired, isConfirmed, isFinished, isRetrying, listOpen } from "./run.ts";
import type { RunState } from "./states.ts";

/**
 * A decision by a person or a service. `by` is a verified email, or the name of the service. `isApprover` and
 * `isOperator` are true if the person has that role.
 * @default the person lacks the role
 */
export type Decision = PersonalDecision &
  Reason & { readonly isApprover?: boolean; readonly isOperator?: boolean };

export interface DecisionRefusal {
  readonly code: ProblemCode;
  readonly message: string;
}

/**
 * The result of a decision: the run's new state, its approval reasons, and warnings for the person who decided; or the
 * refusal.
 */
export type Decided =
  | {
      readonly ok: true;
      readonly state: RunState;
      readonly approvalReasons: readonly string[];
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly refusal: DecisionRefusal };

export type DecidedOne = { readonly run: string } & (
  | { readonly state: RunState }
  | { readonly refused: string }
);

export type Replayed =
  | { readonly ok: true; readonly run: string }
  | { readonly ok: false; readonly refusal: DecisionRefusal };

/**
 * Returns the refusal of a decision that does not fit the run, or `null` if the decision fits. A decision does not fit
 * if it is late, repeated, or about a plan that has changed, for example.
 * @param now Unix milliseconds
 */
export function checkDecision(run: Run, decision: Decision, now: number): DecisionRefusal | null {
  const no = (message: string): DecisionRefusal => ({ code: "decision_conflict", message });
  const is = `the run is ${run.state}${run.ended ? ` (by ${run.ended.by}: ${run.ended.reason})` : ""}`;
  switch (decision.type) {
    case "confirmed":
      if (run.state !== "awaiting_confirmation") return no(`no plan awaits confirmation: ${is}`);
      if (hasExpired(run, now)) return no(TOO_LATE);
      return run.plan?.hash === decision.hash ? null : no("the plan has changed since you saw it");
    case "approved":
    case "reassigned":
    case "rejected":
      if (run.state !== "awaiting_approval") {
        const last = run.approvals.at(-1);
        const left = run.state === "planning" && findStage(run.stages ?? [], run.approvals);
        const now = left ? "the plan still needs another approval: try again in a moment" : is;
        return no(
          last ? `${last.by} has approved this already; ${now}` : `no plan is waiting for an approval: ${is}`,
        );
      }
      if (run.plan?.hash !== decision.hash)
        return no("the plan has changed since you saw it; read it again and decide on the new one");
      return hasExpired(run, now) ? no(TOO_LATE) : null;
    case "resumed":
      return run.state === "held" ? null : no(`only a held run can be resumed: ${is}`);
    case "cancelled":
      if (run.state === "needs_review") return no("the run needs a review, where you can abandon it");
      if (isFinished(run)) return no(`there is nothing left to cancel: ${is}`);
      if (isVerifying(run)) return no(`all calls of the run have already been made: ${is}`);
      return run.stop ? no(`${run.stop.by} cancelled the run, which stops after the call in progress`) : null;
    case "withdrawn":
      if (isFinished(run)) return no(`there is nothing left to withdraw: ${is}`);
      return hasBegun(run) ? no("the run has begun to act; an operator can cancel the rest") : null;
    case "completed":
      if (run.state !== "awaiting_follow_up") return no(`no follow-up is open: ${is}`);
      return decision.steps?.some((step) => !listOpen(run).some((one) => one.step === step))
        ? no("the result of this follow-up has already been reported")
        : null;
    case "reviewed":
      return run.state === "needs_review" ? null : no(`nothing needs a review: ${is}`);
    case "retried_now":
      return isRetrying(run) ? null : no(`no call of the run is waiting for a retry: ${is}`);
    case "dismissed":
      return run.state === "failed" || run.state === "needs_review"
        ? null
        : no(`only a run that failed or needs a review can be dismissed: ${is}`);
    case "retried":
      return run.state === "failed" ? null : no(`only a failed run can be retried: ${is}`);
    case "skipped":
      return canSkip(run) ? null : no(`only a rejected call with calls after it can be skipped: ${is}`);
    default:
      return decision satisfies never;
  }
}

/**
 * Returns the run event of a decision, or the refusal if the plan's stages don't allow the decision.
 * @param user The governance user who decides, or who is asked to decide, or `null` if unknown. Only approving, asking
 * another person, and denying without the role approver need the user
 */
export function toRunEvent(
  { isApprover = false, isOperator: _, ...decision }: Decision,
  { stages = [], approvals }: Run,
  user: Identity | null,
  at: number,
): Result<RunEvent, DecisionRefusal> {
  const forbidden = (message: string) => refused({ code: "decision_forbidden", message } as const);
  if (decision.type === "approved" || decision.type === "reassigned") {
    const stage = mayApprove({ user, isApprover, stages, approvals });
    return stage.ok ? ok({ ...decision, at, ...stage.value }) : forbidden(stage.reason);
  }
  const denied = decision.type === "rejected" ? mayDeny({ user, isApprover, stages, approvals }) : ok(null);
  return denied.ok ? ok({ ...decision, at }) : forbidden(denied.reason);
}

/** Determines the people who may make a decision about a run, for the gate. @param now Unix milliseconds */
export function whomFor(run: Run, decision: Decision, now: number): DecisionFor {
  const { plan, approvalReasons, confirmation } = run;
  // The plan needs no approval, and its requester's confirmation is no longer valid.
  const isUnconfirmed =
    confirmation !== null && approvalReasons.length === 0 && plan !== null && !isConfirmed(run, plan, now);
  return decision.type === "retried" && hasBegun(run) && isUnconfirmed
    ? "second_person"
    : decisionFor(decision, decision.by);
}

const TOO_LATE = "the plan has expired and can no longer be approved, denied or confirmed";

export interface Decidable extends Pick<AtGate, "source" | "followUps" | "isOperator"> {
  readonly event: Event;
  readonly actions: readonly Pick<PlannedAction, "beneficiaries" | "requestedBy">[];
}

/**
 * Returns the part of a run that a decision concerns: the actions of its plan or, for a report, the follow-ups that the
 * report ends.
 */
export function findDecided(
  run: Run,
  decision: Decision,
): Pick<Decidable, "actions" | "followUps" | "isOperator"> {
  const { actions = [] } = run.plan ?? {};
  if (decision.type !== "completed") return { actions };
  const { steps, isOperator = false } = decision;
  const followUps = listOpen(run).filter(({ step }) => steps?.includes(step) ?? true);
  const about = followUps.map((one) => one.about ?? actions[one.step]?.beneficiaries ?? []);
  return { actions: about.map((beneficiaries) => ({ beneficiaries })), followUps, isOperator };
}
