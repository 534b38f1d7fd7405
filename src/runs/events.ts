// The events of a run, and the step it takes next.
import type { EffectCall } from "../actions/action.ts";
import type { InventoryChange } from "../actions/inventory.ts";
import type { Notice, Progress } from "../automations/kit/proposal.ts";
import type { Exceeded } from "../policy/budget.ts";
import type { Approval } from "../policy/stages.ts";
import type { Learned } from "./headline.ts";
import { currentEffect, effectCalls, nextVerification } from "./journal.ts";
import type { Plan, ProposalFacts, Reads, Reason, Run, RunProblem } from "./run.ts";
import { hasEnded } from "./states.ts";

export interface Failure extends RunProblem {
  readonly retry: "never" | "backoff";
  readonly httpStatus?: number;
  /** Times that the call was sent in this step; with more than one, a 404 may be the echo of our own delete. */
  readonly sent?: number;
  /** True if the service refused to make what is there already. */
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
      readonly asks: readonly string[];
      readonly cautions?: readonly string[];
      readonly concerned?: Run["concerned"];
      readonly stages?: Run["stages"];
      /** The approvals that it has still. @default those of the run that hold */
      readonly approvals?: Run["approvals"];
      readonly progress?: Progress;
      /** The end of the time in which the requester may confirm the plan; `null` if they need not. */
      readonly confirmUntil: number | null;
      /** The end of the time in which the plan may be approved, and the reminders before it. */
      readonly expiresAt: number;
      readonly remindAt?: readonly number[];
    } & Besides)
  | ({
      readonly type: "ignored";
      readonly reason: string;
      readonly sameAs?: string;
      /** The earlier runs of its automation and subject that wait are cancelled, for this reason. */
      readonly withdraws?: true;
    } & Besides)
  | { readonly type: "scheduled"; readonly what: string; readonly until: number }
  | ({ readonly type: "progressed"; readonly progress: Progress } & Omit<Besides, "notice">)
  /** `looked`: so were those who gain by what is left. */
  | { readonly type: "admitted"; readonly looked?: true }
  /** It may act once its plan is made again. */
  | { readonly type: "outdated" }
  /** The rest of its plan needs an approval again. */
  | { readonly type: "approval_aged"; readonly expiresAt: number; readonly remindAt: readonly number[] }
  | { readonly type: "paused" | "dried"; readonly reason: string }
  | { readonly type: "over_budget"; readonly hold: Exceeded }
  | { readonly type: "applied"; readonly answer: unknown }
  /** An effect was looked for at the service. */
  | { readonly type: "looked"; readonly n: number; readonly shows: boolean }
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "come_due" | "reminded" | "expired" }
  /** Reeve has read the ends of follow-ups. */
  | (FollowUpsEnded & Reason);

interface FollowUpsEnded {
  readonly type: "completed";
  readonly verdict: "done" | "not_done";
  /** The places of their actions in the plan. @default all that are open */
  readonly steps?: readonly number[];
}

export type PersonalDecision =
  | { readonly type: "approved"; readonly hash: string }
  | { readonly type: "confirmed" | "rejected"; readonly hash: string }
  /** Asks another approver; the stage is the gate's. */
  | { readonly type: "reassigned"; readonly hash: string; readonly to: string; readonly stage?: string }
  /** By who asked; or by `reeve`, for an event of its ticket. */
  | { readonly type: "taken_back"; readonly gone?: true }
  | { readonly type: "reviewed"; readonly verdict: "happened" | "send_again" | "abandon" }
  | FollowUpsEnded
  | { readonly type: "resumed" | "cancelled" | "retried" | "hastened" | "handled" };

export type RunEvent = {
  /** Unix milliseconds. */
  readonly at: number;
  /** From the API of its event's sender. */
  readonly learned?: Learned;
  /** Of a proposal: full names of people that its texts may have. */
  readonly names?: readonly string[];
  /** Of a proposal that came to this result. */
  readonly facts?: ProposalFacts;
  /** Of its event. */
  readonly agent?: string;
} & (
  | StepResult
  | (Exclude<PersonalDecision, { type: "approved" }> & Reason)
  /** The person and the stage are the gate's. */
  | ({ readonly type: "approved" } & Omit<Approval, "at">)
  | { readonly type: "replaced"; readonly by: string }
  | { readonly type: "restarted" }
);

/** The result of a step is the next run event. */
export type Step =
  | { readonly do: "admit"; readonly plan: Plan }
  | { readonly do: "send"; readonly call: EffectCall }
  | { readonly do: "look"; readonly n: number; readonly call: EffectCall }
  | { readonly do: "propose" | "come_due" | "remind" | "expire" }
  | { readonly do: "wait" };

/** The next step of a due run, from its data alone: so a run goes on after a restart by being read again. */
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
