// A backtest itself: starts the planner and compares each recorded event with what would be planned now.
import type { EventSummary } from "../../ledger/shapes.ts";
import { made } from "../shared/bundle.ts";
import { environmentVars } from "../shared/dev-vars.ts";
import type { ReeveRecord } from "../shared/reeve-api.ts";
import { BEFORE, run } from "../shared/runtime.ts";
import { type ComparedRun, type Comparison, compare, doneBy } from "./worker/compare.ts";
import type {
  EnabledModes,
  PlanQuestion,
  Replanned,
  WantedEvents,
  WantedQuestion,
} from "./worker/questions.ts";

/** The Worker that plans recorded events again, running. */
export interface Planner {
  /** The automations there are, each with what its settings have it do. */
  modes(): Promise<EnabledModes>;
  wanted(question: WantedQuestion): Promise<WantedEvents>;
  plan(question: PlanQuestion): Promise<Replanned>;
  stop(): Promise<void>;
}

/**
 * Bundles the working tree's automations and starts them on workerd, with nothing kept.
 * @param settings GOVERNANCE_* variables of the tenant that is read.
 * @param isSample Whether that is the local stack's.
 * @param entry The Worker's file, from the repository's root.
 * @param instead Files with other text than they have. @default none
 */
export async function startPlanner(
  settings: Readonly<Record<string, string>>,
  isSample = false,
  entry = `src/cli/backtest/worker/${isSample ? "local" : "worker"}.ts`,
  instead: Readonly<Record<string, string>> = {},
): Promise<Planner> {
  const worker = await run({
    name: "reeve-backtest",
    config: "src/cli/backtest/worker/wrangler.toml",
    entry,
    code: await made(entry, true, BEFORE, instead),
    bindings: { ...environmentVars(), ...settings },
  });
  async function ask<Answer>(path: string, question: unknown = {}): Promise<Answer> {
    const response = await fetch(new URL(path, worker.url), {
      method: "POST",
      body: JSON.stringify(question),
    });
    if (!response.ok) throw new Error(`the planner: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
  return {
    modes: () => ask("/modes"),
    wanted: (question) => ask("/wanted", question),
    plan: (question) => ask("/plan", question),
    stop: () => worker.stop(),
  };
}

/** Events that are worked on side by side, as a desk does with runs. */
export const AT_ONCE = 6;

/** Failures that say nothing of the automation: the back-test could not look. */
const UNREADABLE: ReadonlySet<string> = new Set([
  "configuration_invalid",
  "governance_unauthenticated",
  "governance_unavailable",
  "governance_bad_response",
]);

/** Which automation, over which time (Unix milliseconds; `until` is not included). */
interface BacktestSpan {
  readonly automation: string;
  readonly since: number;
  readonly until: number;
}

/** A recorded event, and what the code at hand would do about it. */
export interface BacktestedEvent extends Comparison {
  readonly event: EventSummary;
}

/**
 * Plans recorded events again, newest first: those that the automation listens to, and those it was run for.
 * @throws Error where the record or the governance API can't be read
 */
export async function* backtest(
  { automation, since, until }: BacktestSpan,
  { record, planner }: { readonly record: ReeveRecord; readonly planner: Planner },
): AsyncGenerator<BacktestedEvent, void, undefined> {
  for await (const page of record.events(since, until)) {
    const readable = page.flatMap(({ id, type, subject }) => (type === null ? [] : [{ id, type, subject }]));
    const wanted = new Set(await planner.wanted({ automation, events: readable }));
    const chosen = page.filter(
      ({ id, runs }) => wanted.has(id) || runs.some((run) => run.automation === automation),
    );
    for (let i = 0; i < chosen.length; i += AT_ONCE)
      yield* await Promise.all(chosen.slice(i, i + AT_ONCE).map(again));
  }

  async function again(event: EventSummary): Promise<BacktestedEvent> {
    const [{ event: normalized, authentication }, run] = await Promise.all([
      record.event(event.id),
      newestRun(event),
    ]);
    const now = await planOf(planner, event.id, { automation, event: normalized, authentication });
    return { event, ...compare(doneBy(run), now) };
  }

  /** The newest run of the automation that was no rehearsal: somebody's dry run of the event says nothing of what was done. */
  async function newestRun({ runs }: EventSummary): Promise<ComparedRun | null> {
    for (const { id } of runs.filter((run) => run.automation === automation).reverse()) {
      const run = await record.run(id);
      if (run.mode !== "dry_run" || !run.replay) return run;
    }
    return null;
  }
}

/** What a planner makes of an event. @throws Error where it could not look */
export async function planOf(planner: Planner, eventId: string, question: PlanQuestion): Promise<Replanned> {
  const now = await planner.plan(question);
  if (now.now === "failing" && UNREADABLE.has(now.code))
    throw new Error(`${eventId} can't be planned again: ${now.code}: ${now.message}`);
  return now;
}
