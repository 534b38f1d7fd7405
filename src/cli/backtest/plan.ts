// Plans a recorded event again, from present data or from the recorded reads, and makes no changes.

import {
  areFactsComplete,
  DENIED,
  OPPOSITE_NEWS,
  replayAnswers,
  wasAsked,
  withAnswers,
} from "../../desk/engine/facts.ts";
import { type Answered, propose, toFailure } from "../../desk/engine/propose.ts";
import type { Variables } from "../../env.ts";
import { caller, type ReadOperation } from "../../governance/client/index.ts";
import { type Automation, noHistory } from "../../kit/automation.ts";
import { withNamedFields } from "../../kit/fields.ts";
import { isEnabled, type Settings } from "../../kit/settings.ts";
import { partyFinder } from "../../policy/parties.ts";
import type { Policy } from "../../policy/policy.ts";
import { complete } from "../../systems/api/complete.ts";
import type { Event } from "../../systems/event.ts";
import { connectGovernance } from "../shared/governance.ts";
import { type EventResult, NOT_KEPT, READS_RECORD, type Side } from "./outcome.ts";

/** The rules to plan with: those of the working tree or of a test. */
export interface Rules {
  readonly automations: ReadonlyMap<string, Automation>;
  readonly settings: Settings;
  readonly policy: Policy;
}

/** Codes of problems that occur when the tenant can't be read: such a problem proves nothing about the automation. */
const UNREADABLE: ReadonlySet<string> = new Set([
  "configuration_invalid",
  "governance_unauthenticated",
  "governance_unavailable",
  "governance_bad_response",
]);

/**
 * Returns a function that plans with these rules, also for disabled automations, with the recorded run's time as the
 * present. The function throws if the tenant can't be read.
 * @param env Credentials of the tenant and of senders' APIs
 * @param start The time of the back-test (Unix milliseconds), for events whose run recorded no time
 */
export function planner(rules: Rules, env: Variables, start: number): Side {
  const governance = connectGovernance(env);
  const find = partyFinder(governance);
  return async (automation, { event: { id, event, source, authentication, receivedAt }, run }) => {
    const result = await orFailed(async () => {
      // The record contains the result of `source.parse`, which has this type.
      const received = { event: await complete(event as Event, env), source, authentication, receivedAt };
      const { now, since } = run?.facts ?? { now: start, since: start };
      const denied = wasAsked(run?.facts, DENIED);
      // Without a history, every change counts as not made yet, so the automation always plans it.
      const views = { ...rules, governance, find, history: noHistory, now, since, progress: null, denied };
      return toResult(await propose(automation, received, views));
    });
    if (result.is === "failed" && UNREADABLE.has(result.code))
      throw new Error(`${id} can't be planned again: ${result.code}: ${result.message}`);
    return result;
  };
}

/** Returns the result of planning, or a failed result if planning throws. */
async function orFailed(plan: () => Promise<EventResult>): Promise<EventResult> {
  try {
    return await plan();
  } catch (error) {
    const { code, message } = toFailure(error);
    return { is: "failed", code, message };
  }
}

function toResult(intent: Answered): EventResult {
  if (intent.type === "ignored") return { is: "ignored", reason: intent.reason };
  if (intent.type === "progressed") return { is: "ignored", reason: READS_RECORD };
  if (intent.type === "scheduled") return { is: "ignored", reason: `waits for ${intent.what}` };
  const { plan, approvalReasons } = intent;
  const summaries = plan.actions.map(({ summary }) => summary);
  return { is: "planned", hash: plan.hash, summaries, approvalReasons, mode: null, state: null };
}

/** Plans as the settings determine: nothing for a disabled automation, otherwise with the automation's mode. */
export const asSet =
  ({ settings, policy }: Rules, plan: Side): Side =>
  async (automation, recorded) => {
    const { name } = automation;
    if (!isEnabled(settings, name)) return { is: "ignored", reason: "the automation is not enabled" };
    const outcome = await plan(automation, recorded);
    if (outcome.is !== "planned") return outcome;
    return { ...outcome, mode: policy.dryRun.includes(name) ? "dry_run" : "live" };
  };

/** A governance API for reads whose results were not recorded: it returns empty lists. */
const nobody = caller<ReadOperation>(async () => ({ list: [] }));
const NOTHING = { governance: nobody, find: partyFinder(nobody), history: noHistory };

/**
 * Plans with these rules from the reads that the recorded run stored. A run is not compared if it stored no reads, or
 * if some of them are missing.
 */
export const recordedPlanner =
  (rules: Rules): Side =>
  async (automation, { event: { event, source, authentication }, run }) => {
    const relevance = automation.when(withNamedFields(event as Event, rules.settings.fields), rules.settings);
    if (!run && relevance !== true) return { is: "ignored", reason: relevance };
    const { facts } = run ?? {};
    if (!facts || !(await areFactsComplete(facts))) return { is: "undecided", state: NOT_KEPT };
    return orFailed(async () => {
      const answer = replayAnswers(facts);
      const kept = async (question: string) => answer<unknown>([question], async () => null);
      const completed = ((await kept("event")) ?? event) as Event;
      const reads = withAnswers(answer, NOTHING);
      const denied = wasAsked(facts, DENIED);
      const views = { ...rules, ...facts, ...reads, progress: await kept("progress"), denied };
      const received = { event: completed, source, authentication, receivedAt: facts.receivedAt };
      const result = toResult(await propose(automation, received, views));
      if (result.is !== "planned" || !wasAsked(facts, OPPOSITE_NEWS)) return result;
      const opposite = await answer<readonly string[]>(OPPOSITE_NEWS, async () => []);
      return { ...result, approvalReasons: [...result.approvalReasons, ...opposite] };
    });
  };
