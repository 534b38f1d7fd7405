// The events of a run, and its next step.
import type { EffectCall } from "../actions/action.ts";
import type { InventoryChange } from "../actions/inventory.ts";
import type { RetryAfter } from "../base/problem.ts";
import type { Notice, Progress } from "../kit/proposal.ts";
import type { Exceeded } from "../policy/budget.ts";
import type { Approval, Stage } from "../policy/stages.ts";
import type { Learned } from "./headline.ts";
import { currentEffect, effectCalls, nextVerification } from "./journal.ts";
import type { Plan, ProposalFacts, Reads, Reason, Run, RunProblem } from "./run.ts";
import { hasEnded } from "./states.ts";

export interface Failure extends RunProblem, RetryAfter {
  readonly retry: "never" | "backoff";
  readonly httpStatus?: number;
  /** File and line of the user's code that threw, if known. */
  readonly place?: string;
  /**
   * Number of times that the call was sent in this step. After more than one attempt, a 404 might be the result of our
   * own delete.
   */
  readonly sent?: number;
  /** True if the service rejected the creation of something that already exists. */
  readonly isDuplicate?: boolean;
}

export interface Besides {
  readonly reads?: Reads | null;
  readonly notice?: Notice;
  readonly leaves?: readonly InventoryChange[];
}

export type StepResult =
  | ({
      readonly type: "planned";
      readonly plan: Plan;
      readonly approvalReasons: readonly string[];
      readonly warnings?: readonly string[];
      readonly parties?: Run["parties"];
      readonly stages?: Run["stages"];
      /** The approvals that remain valid. @default the run's valid approvals */
      readonly approvals?: Run["approvals"];
      readonly progress?: Progress;
      /**
       * The end of the period in which the requester can confirm the plan, in Unix milliseconds; `null` if no
       * confirmation is needed.
       */
      readonly confirmUntil: number | null;
      /** The end of the period in which the plan can be approved, in Unix milliseconds. */
      readonly expiresAt: number;
      /** Times of the reminders before `expiresAt`, in Unix milliseconds. */
      readonly remindAt?: readonly number[];
    } & Besides)
  | ({
      readonly type: "ignored";
      readonly reason: string;
      readonly sameAs?: string;
      /**
       * Set if the earlier waiting runs of the same automation and subject are cancelled, with `reason` as their
       * reason.
       */
      readonly cancelsEarlier?: true;
    } & Besides)
  | ({ readonly type: "scheduled"; readonly what: string; readonly until: number } & Pick<Besides, "notice">)
  | ({ readonly type: "progressed"; readonly progress: Progress } & Omit<Besides, "notice">)
  /** `looked` is set if the admission included a check of the people affected by the remaining effects. */
  | { readonly type: "admitted"; readonly looked?: true }
  /** The plan must be made again before the run can act. */
  | { readonly type: "outdated" }
  /** The approvals are no longer valid, so the rest of the plan needs new ones. */
  | { readonly type: "approval_aged"; readonly expiresAt: number; readonly remindAt: readonly number[] }
  | { readonly type: "paused" | "dried"; readonly reason: string }
  | { readonly type: "over_budget"; readonly hold: Exceeded }
  | { readonly type: "applied"; readonly answer: unknown }
  /** Reeve checked whether effect `n` is visible at the service. */
  | { readonly type: "looked"; readonly n: number; readonly shows: boolean }
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "come_due" | "reminded" | "expired" }
  /** Reeve has found that follow-ups have ended. */
  | (FollowUpsEnded & Reason);

interface FollowUpsEnded {
  readonly type: "completed";
  readonly verdict: "done" | "not_done";
  /** Indexes of the follow-ups' actions in the plan. @default all open follow-ups */
  readonly steps?: readonly number[];
}

export type PersonalDecision =
  | { readonly type: "approved"; readonly hash: string }
  | { readonly type: "confirmed" | "rejected"; readonly hash: string }
  /** Asks another person to decide. `toRunEvent` adds the stage. */
  | { readonly type: "reassigned"; readonly hash: string; readonly to: string; readonly stage?: string }
  /** The run was withdrawn by its requester, or by `reeve` because of an event about its ticket. */
  | { readonly type: "withdrawn"; readonly gone?: true }
  | { readonly type: "reviewed"; readonly verdict: "happened" | "send_again" | "abandon" }
  | FollowUpsEnded
  | { readonly type: "resumed" | "cancelled" | "retried" | "skipped" | "retried_now" | "dismissed" };

export type RunEvent = {
  /** When the event occurred, in Unix milliseconds. */
  readonly at: number;
  /** Data from the API of the event's sender. */
  readonly learned?: Learned;
  /** Full names of people that the proposal's text might contain. */
  readonly names?: readonly string[];
  /** The facts of a proposal that led to this result. */
  readonly facts?: ProposalFacts;
  /** The agent that made the request in the run's event. */
  readonly agent?: string;
  /** The reason why the run's automation now only plans. The run is a dry run from then on. */
  readonly dry?: string;
} & (
  | StepResult
  | (Exclude<PersonalDecision, { type: "approved" }> & Reason)
  /** `toRunEvent` adds the person and the stage. */
  | ({ readonly type: "approved" } & Omit<Approval, "at">)
  | { readonly type: "replaced"; readonly by: string }
  /** The people on call were read again while the plan was waiting. `stages` contains the stages with rotas. */
  | { readonly type: "on_call"; readonly hash: string; readonly stages: readonly Stage[] }
  | { readonly type: "restarted" }
);

/** The next step of a run. Its result is the next run event. */
export type Step =
  | { readonly do: "admit"; readonly plan: Plan }
  | { readonly do: "send"; readonly call: EffectCall }
  | { readonly do: "look"; readonly n: number; readonly call: EffectCall }
  | { readonly do: "propose" | "come_due" | "remind" | "expire" }
  | { readonly do: "wait" };

/**
 * Returns the next step of a due run from its data alone, so that reading a run is enough to continue it after a
 * restart.
 */
export function nextStep(run: Run): Step {
  const { state } = run;
  if (hasEnded(state)) return look(run);
  switch (state) {
    case "planning":
      return { do: "propose" };
    case "scheduled":
      return { do: "come_due" };
    case "awaiting_approval":
      return { do: run.remindAt?.length ? "remind" : "expire" };
    case "awaiting_confirmation":
      return { do: "expire" };
    case "acting": {
      const current = currentEffect(run);
      const call = run.plan && current && effectCalls(run.plan)[current.n];
      if (!run.plan || !call) return look(run);
      return current.entry.state === "sending" ? { do: "send", call } : { do: "admit", plan: run.plan };
    }
    case "awaiting_follow_up":
      return { do: run.remindAt?.length ? "remind" : "wait" };
    case "held":
      return { do: run.dueAt === null ? "wait" : "expire" };
    case "needs_review":
      return { do: "wait" };
    default:
      return state satisfies never;
  }
}

function look(run: Run): Step {
  const n = nextVerification(run)?.n ?? -1;
  const call = run.plan && effectCalls(run.plan)[n];
  return call ? { do: "look", n, call } : { do: "wait" };
}
