// Reads what was applied: the actions of runs that changed something, each with the run that is to undo it.
import type { PlannedAction } from "../actions/action.ts";
import type { Run } from "../runs/run.ts";
import type { RunState } from "../runs/states.ts";
import { listInSql } from "./by-state.ts";
import { type NamedRun, readRunHeadlines } from "./headlines.ts";
import { readRun } from "./history.ts";
import type { TimeFilter } from "./page.ts";
import { changed, changedSince } from "./runs.ts";

type Step = Readonly<ReturnType<typeof appliedSteps>[number]>;

/** The applied actions of a run; without those whose target was gone before, which changed nothing. */
function appliedSteps({ mode, state, plan, journal, updatedAt, followUps }: Run) {
  let from = 0;
  return (plan?.actions ?? []).flatMap((action, step) => {
    const own = journal.slice(from, from + action.effects.length);
    from += own.length;
    const made = own.filter((entry) => entry.state === "applied" && !entry.gone);
    const { end } = followUps?.find((one) => one.step === step) ?? {};
    const isDone = action.followUp ? end?.verdict === "done" : state === "done";
    const isApplied = action.effects.length > 0 ? made.length > 0 : isDone;
    const at = Math.max(
      ...made.map(({ settledAt }) => Number(settledAt ?? updatedAt)),
      made[0] ? 0 : updatedAt,
    );
    return mode === "live" && isApplied ? [{ step, action, at }] : [];
  });
}

export async function readApplied(
  db: D1Database,
  run: string,
  steps: readonly number[],
): Promise<readonly PlannedAction[] | null> {
  const record = await readRun(db, run);
  const applied = record ? appliedSteps(record) : [];
  const found = steps.flatMap((step) => applied.find((one) => one.step === step)?.action ?? []);
  return found.length === steps.length ? found : null;
}

export const undoSubject = (run: string, steps: readonly number[]): string => `undo:${run}:${steps.join()}`;

const DROPPED = ["cancelled", "rejected", "expired"] as const satisfies readonly RunState[];

/** True if a request to undo something ended before it was carried out: somebody may ask again. */
export const isDropped = (state: RunState): boolean => DROPPED.some((one) => one === state);

/** The number of earlier requests to undo the same that were dropped. */
export async function countDropped(db: D1Database, subject: string): Promise<number> {
  const count = db.prepare(
    `SELECT count(*) AS n FROM runs WHERE subject = ? AND state IN ${listInSql(DROPPED)}`,
  );
  return (await count.bind(subject).first<number>("n")) ?? 0;
}

export interface Applied extends Step, NamedRun {
  readonly run: string;
  /** The last run that is to undo it; `null` for none. */
  readonly undo: { readonly id: string; readonly state: RunState } | null;
}

/** What the run before another, of the same automation and subject, applied. */
export async function listAppliedBefore(
  db: D1Database,
  { automation, subject, id }: Pick<Run, "automation" | "subject" | "id">,
): Promise<readonly Applied[]> {
  const before = await db
    .prepare(
      `SELECT id, created_at AS since FROM runs
       WHERE subject = ? AND automation = ? AND id < ? AND state IN ('done', 'awaiting_follow_up', 'not_done')
       ORDER BY id DESC LIMIT 1`,
    )
    .bind(subject, automation, id)
    .first<{ id: string; since: number }>();
  return before ? listApplied(db, { since: before.since, run: before.id }) : [];
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
         AND (state IN ('done', 'awaiting_follow_up', 'not_done') OR EXISTS (SELECT 1 FROM json_each(effects) WHERE value->>'state' = 'applied'))
       ORDER BY id DESC LIMIT ?5`,
    )
    .bind(...changedSince(since), automation ?? null, run ?? null, MAX_APPLIED_RUNS)
    .all<{ run: string }>();
  const steps = results.flatMap((row) => {
    const record: Run = JSON.parse(row.run);
    return appliedSteps(record).map((one) => ({ ...one, run: record.id, automation: record.automation }));
  });
  const applied = steps
    .filter(({ at }) => at >= since && at < until)
    .toSorted((one, other) => other.at - one.at);
  const ids = new Set(applied.map((one) => one.run));
  const [names, undone] = await Promise.all([
    readRunHeadlines(db, Array.from(ids)),
    db
      .prepare(
        // `;` follows `:`, so these are the subjects of undoing whichever actions of the runs.
        `SELECT subject, max(runs.id) AS id, state FROM json_each(?) AS undone
         JOIN runs ON subject >= 'undo:' || undone.value || ':' AND subject < 'undo:' || undone.value || ';'
         GROUP BY subject`,
      )
      .bind(JSON.stringify(Array.from(ids)))
      .all<{ subject: string; id: string; state: RunState }>(),
  ]);
  const undoOf = new Map(
    undone.results.flatMap((one) => {
      const [, run, steps = ""] = one.subject.split(":");
      return steps.split(",").map((step) => [`${run}:${step}`, one] as const);
    }),
  );
  return applied.map((one) => ({
    headline: null,
    plan: [],
    ...names.get(one.run),
    ...one,
    undo: undoOf.get(`${one.run}:${one.step}`) ?? null,
  }));
}
