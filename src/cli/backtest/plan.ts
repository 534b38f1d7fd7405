// Plans a recorded event again, from present data or from the recorded reads, and makes no changes.
import * as z from "zod";
import type { DeskDeps } from "../../desk/engine/deps.ts";
import {
  areFactsComplete,
  DENIED,
  OPPOSITE_NEWS,
  replayAnswers,
  wasAsked,
  withAnswers,
} from "../../desk/engine/facts.ts";
import { type ProposalResult, propose, toFailure } from "../../desk/engine/propose.ts";
import type { Variables } from "../../env.ts";
import { caller, type ReadOperation } from "../../governance/client/index.ts";
import { type Automation, noHistory } from "../../kit/automation.ts";
import { withNamedFields } from "../../kit/fields.ts";
import { isEnabled } from "../../kit/settings.ts";
import { EventRecord, EventSummary } from "../../ledger/shapes.ts";
import { partyFinder } from "../../policy/parties.ts";
import { complete } from "../../systems/api/complete.ts";
import type { Event } from "../../systems/event.ts";
import { connectGovernance } from "../shared/governance.ts";
import { askReeve } from "../shared/reeve-api.ts";
import { ComparedRun, type EventResult, NOT_KEPT, READS_RECORD, type Side } from "./outcome.ts";

/** The rules to plan with: those of the working tree, with its own or earlier settings, or those of a test. */
export type Rules = Pick<DeskDeps, "automations" | "settings" | "policy">;

/** Codes of problems that occur when the tenant can't be read: such a problem proves nothing about the automation. */
const UNREADABLE: ReadonlySet<string> = new Set([
  "configuration_invalid",
  "governance_unauthenticated",
  "governance_unavailable",
  "governance_bad_response",
]);

/**
 * Returns a function that plans with these rules, even for disabled automations, with the recorded run's time as the
 * present. The function throws if the tenant can't be read.
 * @param env Credentials of the tenant and of senders' APIs
 * @param start The time of the back-test (Unix milliseconds), for events without a run or without a recorded time
 */
export function planner(rules: Rules, env: Variables, start: number): Side {
  const governance = connectGovernance(env);
  const find = partyFinder(governance);
  return async (automation, { event: { id, event, source, authentication, receivedAt }, run }) => {
    const result = await orFailed(async () => {
      // The ledger contains the result of `source.parse`, which has this type.
      const received = { event: await complete(event as Event, env), source, authentication, receivedAt };
      const { now, since } = run?.facts ?? { now: start, since: start };
      const denied = wasAsked(run?.facts, DENIED);
      // Without a history, no change is known to have been made, so the automation plans all of its changes.
      const views = { ...rules, governance, find, history: noHistory, now, since, progress: null, denied };
      return toResult(await propose(automation, received, views));
    });
    if (result.is === "failed" && UNREADABLE.has(result.code))
      throw new Error(`${id} can't be planned again: ${result.code}: ${result.message}`);
    return result;
  };
}

/** Returns the result of planning, or a failed result if planning throws. */
const orFailed = (plan: () => Promise<EventResult>): Promise<EventResult> =>
  plan().catch((error: unknown) => {
    const { code, message } = toFailure(error);
    return { is: "failed", code, message };
  });

function toResult(intent: ProposalResult): EventResult {
  if (intent.type === "ignored") return { is: "ignored", reason: intent.reason };
  if (intent.type === "progressed") return { is: "ignored", reason: READS_RECORD };
  if (intent.type === "scheduled") return { is: "ignored", reason: `waits for ${intent.what}` };
  const { plan, approvalReasons } = intent;
  const summaries = plan.actions.map(({ summary }) => summary);
  return { is: "planned", hash: plan.hash, summaries, approvalReasons, mode: null, state: null };
}

/**
 * Returns a planner that follows the settings: it ignores the events of a disabled automation, and adds the mode of an
 * enabled automation to the plan.
 */
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
 * Returns a planner that uses these rules and the reads that the recorded run stored. The result is `undecided` if some
 * of these reads are missing or erased, or if the automation now wants an event for which no run is recorded.
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

const PAGE = 100;

const EventPage = z.object({ items: z.array(EventSummary), next: z.string().nullable() });

export type ReeveRecord = ReturnType<typeof reeveRecord>;

/** Returns a reader for the recorded events and runs of the Reeve at a URL. The reader sends only GET requests. */
export function reeveRecord(reeve: URL) {
  async function get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const answer = schema.safeParse(await askReeve(reeve, path));
    if (answer.success) return answer.data;
    throw new Error(`GET /api/${path}: this is not a response from Reeve; ${z.prettifyError(answer.error)}`);
  }

  return {
    /**
     * Lists recorded events of a period page by page, newest first. Times are Unix milliseconds; `until` is excluded.
     */
    async *events(since: number, until: number) {
      let cursor: string | null = "";
      while (cursor !== null) {
        const query = new URLSearchParams({ since: `${since}`, until: `${until}`, limit: `${PAGE}` });
        if (cursor) query.set("cursor", cursor);
        const page: z.output<typeof EventPage> = await get(`events?${query}`, EventPage);
        yield page.items;
        cursor = page.next;
      }
    },
    event: (id: string) => get(`events/${id}`, EventRecord),
    run: (id: string) => get(`runs/${id}`, ComparedRun),
  };
}

/** Returns an automation's newest run for an event, not counting dry-run replays, or `null` if there is none. */
export async function findRun(
  record: ReeveRecord,
  { name }: Pick<Automation, "name">,
  { runs }: EventSummary,
): Promise<ComparedRun | null> {
  for (const { id } of runs.filter(({ automation }) => automation === name).reverse()) {
    const run = await record.run(id);
    if (run.mode !== "dry_run" || !run.replay) return run;
  }
  return null;
}

/** Returns the result of the recorded run, or an ignored result if there was no run. */
export const recordedResult: Side = async (_, { run }) =>
  run ? toEventResult(run) : { is: "ignored", reason: "not run" };

/** Returns the result of a run: ignored, planned or failed, or else undecided, with the run's present state. */
export function toEventResult({ state, plan, ignored, problem, approvalReasons }: ComparedRun): EventResult {
  // Planning again after an approval can find that nothing is left to do.
  if (ignored !== null) return { is: "ignored", reason: ignored };
  if (plan) {
    const summaries = plan.actions.map(({ summary }) => summary);
    return { is: "planned", hash: plan.hash, summaries, approvalReasons, mode: null, state };
  }
  if (state !== "failed" || !problem) return { is: "undecided", state };
  return { is: "failed", code: problem.code, message: problem.message };
}
