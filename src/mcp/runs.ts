// Describes runs to agents: the plan, the people whose decision a run waits for, and the deadline.
import { formatForDecider } from "../actions/index.ts";
import { forRequester } from "../base/problem.ts";
import type { ShownRun } from "../operate/recorded.ts";
import { formatHold } from "../policy/budget.ts";
import { ANY_APPROVER, describeWait } from "../policy/stages.ts";
import { formatTitle } from "../runs/headline.ts";
import { endSentences, formatFollowUps } from "../runs/reply.ts";
import { type Run, runPage } from "../runs/run.ts";
import { canExpire, RUN_STATE } from "../runs/states.ts";
import { allUntrusted, type ForAgent, timeFor, type Untrusted, untrusted } from "./tool.ts";

/** Describes a run for an agent. Sentences can contain names from outside, so they are marked as untrusted. */
export function describeRun({ run, headline }: ShownRun, { site }: Pick<ForAgent, "site">) {
  const { id, state, plan, approvalReasons, problem, ended, dueAt } = run;
  return {
    run: id,
    state: RUN_STATE[state].words,
    hash: plan?.hash ?? null,
    waitsFor: describeWaiting(run),
    until: timeFor(canExpire(state) || state === "awaiting_follow_up" ? dueAt : null),
    title: untrusted(formatTitle(headline, `A run of ${run.automation}`)),
    actions: allUntrusted((plan?.actions ?? []).map(formatForDecider)),
    ...(run.followUps && { followUps: allUntrusted(endSentences(run)) }),
    ...(approvalReasons.length > 0 && { needsApproval: allUntrusted(approvalReasons) }),
    ...(problem && { problem: untrusted(forRequester(problem)) }),
    ...(ended && { endedBy: untrusted(`${ended.by}: ${ended.reason}`) }),
    page: runPage(site, id),
  };
}

/** Describes whose approval a plan waits for, in one sentence. */
export const formatWait = (...wait: Parameters<typeof describeWait>): Untrusted =>
  untrusted(describeWait(...wait) ?? `It waits for ${ANY_APPROVER}.`);

/** The sentence about a plan that its requester must confirm. */
export const FOR_CONFIRMATION: Untrusted = {
  untrusted: "It waits until its requester confirms it in Reeve's console. An agent can't confirm it.",
};

/** Describes the person or time that a run waits for. Returns `null` if the run does not wait. */
function describeWaiting(run: Run): Untrusted | null {
  if (run.paused !== null) return untrusted(`It is paused: ${run.paused}`);
  switch (run.state) {
    case "awaiting_confirmation":
      return FOR_CONFIRMATION;
    case "awaiting_approval":
      return formatWait(run.stages, run.approvals);
    case "scheduled":
      return untrusted(`It waits for ${run.scheduledFor ?? "its time"}.`);
    case "held":
      return untrusted(run.hold ? formatHold(run.hold) : RUN_STATE.held.outcome);
    case "awaiting_follow_up":
      return untrusted(formatFollowUps(run));
    case "needs_review":
      return untrusted(RUN_STATE[run.state].outcome);
    default:
      return null;
  }
}
