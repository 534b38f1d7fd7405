// Describes runs to agents: the plan, the people whose decision a run waits for, the deadline, and the outcome.
import { formatForDecider } from "../actions/index.ts";
import type { ShownRun } from "../operate/recorded.ts";
import { ANY_APPROVER, describeWait } from "../policy/stages.ts";
import { explainRun, formatLine } from "../runs/explain.ts";
import { formatTitle } from "../runs/headline.ts";
import { runPage } from "../runs/run.ts";
import { canExpire, RUN_STATE } from "../runs/states.ts";
import { allUntrusted, type ForAgent, timeFor, type Untrusted, untrusted } from "./tool.ts";

/** Describes a run for an agent. Sentences can contain names from other systems, so they are marked as untrusted. */
export function describeRun({ run, headline }: ShownRun, { site }: Pick<ForAgent, "site">) {
  const { id, state, plan, paused, approvalReasons, dueAt } = run;
  const waits = RUN_STATE[state].waitsFor !== null || paused !== null;
  const lines = explainRun(run).lines.map(formatLine);
  return {
    run: id,
    state: RUN_STATE[state].words,
    hash: plan?.hash ?? null,
    waitsFor: waits
      ? state === "awaiting_confirmation"
        ? FOR_CONFIRMATION
        : untrusted(lines.join("\n"))
      : null,
    until: timeFor(canExpire(state) || state === "awaiting_follow_up" ? dueAt : null),
    title: untrusted(formatTitle(headline, `A run of ${run.automation}`)),
    actions: allUntrusted(
      (plan?.actions ?? []).map((action) => formatForDecider(action, run.parties?.named)),
    ),
    ...(approvalReasons.length > 0 && { needsApproval: allUntrusted(approvalReasons) }),
    ...(!waits && lines.length > 0 && { outcome: allUntrusted(lines) }),
    page: runPage(site, id),
  };
}

/** Describes the approval that a plan waits for, in one sentence. */
export const formatWait = (...wait: Parameters<typeof describeWait>): Untrusted =>
  untrusted(describeWait(...wait) ?? `It waits for ${ANY_APPROVER}.`);

/** The text for a plan that its requester must confirm. */
export const FOR_CONFIRMATION: Untrusted = {
  untrusted: "The plan waits until its requester confirms it in Reeve's console. An agent can't confirm it.",
};
