// Reads what was applied: the actions of runs that changed something, each with the run that is to undo it.
import type { PlannedAction } from "../actions/action.ts";
import { type NamedRun, readRunHeadlines } from "./headlines.ts";
import { readRun } from "./history.ts";
import type { TimeFilter } from "./page.ts";
import { changed, changedSince } from "./runs.ts";
import type { RunRecord } from "./shapes.ts";
import type { RunState } from "./states.ts";

interface Step {
  /** Its place in the plan. */
  readonly step: number;
  readonly action: PlannedAction;
  /** Unix milliseconds. */
  readonly at: number;
}

/** The applied actions of a run; without those whose target was gone before, which changed nothing. */
function appliedSteps({ mode, state, plan, journal, updatedAt }: RunRecord): Step[] {
  let from = 0;
  return ((plan?.actions ?? []) as unknown as PlannedAction[]).flatMap((action, step) => {
    const own = journal.slice(from, from + action.effects.length);
    from += own.length;
    const made = own.filter((entry) => entry.state === "applied" && !entry.gone);
    const isApplied = action.effects.length > 0 ? made.length > 0 : state === "done";
    const at = Math.max(
      ...made.map(({ settledAt }) => Number(settledAt ?? updatedAt)),
      made[0] ? 0 : updatedAt,
    );
    return mode === "live" && isApplied ? [{ step, action, at }] : [];
  });
}

/** An action of a run by its place in the plan, if it was applied. */
export async function readApplied(db: D1Database, run: string, step: number): Promise<PlannedAction | null> {
  const record = await readRun(db, run);
  return (record && appliedSteps(record).find((one) => one.step === step)?.action) ?? null;
}

/** The subject of requests to undo an action of a run. */
export const undoSubject = (run: string, step: number): string => `undo:${run}:${step}`;

/** An applied action with its run. */
export interface Applied extends Step, NamedRun {
  readonly run: string;
  /** The last run that is to undo it; `null` for none. */
  readonly undo: { readonly id: string; readonly state: RunState } | null;
}

interface AppliedFilter extends TimeFilter {
  readonly since: number;
  readonly automation?: string | undefined;
  readonly run?: string | undefined;
}

/** Most runs that are read: the newest. */
export const MAX_APPLIED_RUNS = 1_000;

/** What was applied in a time, the last first. */
export async function listApplied(
  db: D1Database,
  { since, until = Number.MAX_SAFE_INTEGER, automation, run }: AppliedFilter,
): Promise<readonly Applied[]> {
  const { results } = await db
    .prepare(
      `SELECT run FROM ${changed("id, automation, state, effects, run")} AS one
       WHERE automation = ifnull(?3, automation) ${run === undefined ? "" : "AND id = ?4"}
         AND (state = 'done' OR EXISTS (SELECT 1 FROM json_each(effects) WHERE value->>'state' = 'applied'))
       ORDER BY id DESC LIMIT ?5`,
    )
    .bind(...changedSince(since), automation ?? null, run ?? null, MAX_APPLIED_RUNS)
    .all<{ run: string }>();
  const steps = results.flatMap((row) => {
    const record: RunRecord = JSON.parse(row.run);
    const { id, automation: of } = record;
    return appliedSteps(record).map((one) => ({
      ...one,
      run: id,
      automation: of,
      subject: undoSubject(id, one.step),
    }));
  });
  const applied = steps
    .filter(({ at }) => at >= since && at < until)
    .toSorted((one, other) => other.at - one.at);
  const ids = new Set(applied.map((one) => one.run));
  const [names, undone] = await Promise.all([
    readRunHeadlines(db, Array.from(ids)),
    db
      .prepare(
        "SELECT subject, max(id) AS id, state FROM runs WHERE subject IN (SELECT value FROM json_each(?)) GROUP BY subject",
      )
      .bind(JSON.stringify(applied.map(({ subject }) => subject)))
      .all<{ subject: string; id: string; state: RunState }>(),
  ]);
  const undoOf = new Map(undone.results.map((one) => [one.subject, one]));
  return applied.map(({ subject, ...one }) => ({
    headline: null,
    plan: [],
    ...names.get(one.run),
    ...one,
    undo: undoOf.get(subject) ?? null,
  }));
}
