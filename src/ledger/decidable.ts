// Counts and reads the runs to which a batch decision can apply, with the data for the decision's preview. Also counts
// runs by state.

import { BATCHABLE_DECISIONS, type BatchableDecision } from "../policy/acts.ts";
import type { WantedEffect } from "../policy/budget.ts";
import { OPEN_RUN_STATES, type RunState, statesIn } from "../runs/states.ts";
import { type Condition, listInSql, type Stored, where } from "./page.ts";
import { type RunFilter, toConditions } from "./runs.ts";

/** Maximum runs in one batch decision. */
export const MAX_BATCH_RUNS = 10_000;

const inState = (...states: readonly RunState[]) => `state IN ${listInSql(states)}`;
const MAKER = "(SELECT email FROM maker)";
/**
 * SQL condition for waiting runs whose plan the decider requested or is affected by, according to the addresses
 * recorded for the run. The gate (src/policy/gate.ts) checks the decider again.
 */
const IS_THEIRS = `instr(parties, json_quote(${MAKER})) > 0`;
/**
 * SQL condition for runs after which a newer live run of the same automation and subject began. Retrying the older run
 * would undo the newer one's changes.
 */
const IS_FOLLOWED = `EXISTS (
  SELECT 1 FROM runs AS newer INDEXED BY runs_subject WHERE newer.automation = runs.automation AND newer.subject = runs.subject
    AND newer.run->>'mode' = 'live' AND newer.id > runs.id)`;

/** SQL conditions for the runs to which each decision can apply: their states, and a further condition. */
const DECIDABLE = {
  retried: [inState("failed"), `run->>'mode' = 'live' AND NOT ${IS_FOLLOWED}`],
  retried_now: [inState("planning", "acting"), "run->>'failures' > 0 AND run->>'paused' IS NULL"],
  resumed: [inState("held"), `NOT ${IS_THEIRS}`],
  approved: [inState("awaiting_approval"), `NOT ${IS_THEIRS}`],
  rejected: [inState("awaiting_approval"), "true"],
  cancelled: [inState(...OPEN_RUN_STATES.filter((state) => state !== "needs_review")), "true"],
  dismissed: [inState("failed", "needs_review"), "true"],
} as const satisfies Readonly<Record<BatchableDecision, readonly [states: string, rest: string]>>;

/** Builds the conditions for the runs that match a filter and whose state allows at least one decision. */
function decidable(db: D1Database, { state, ...filter }: RunFilter): Promise<Condition[]> {
  const all: readonly RunState[] = [...OPEN_RUN_STATES, "failed"];
  const states = state === undefined ? all : statesIn(state).filter((one) => all.includes(one));
  return toConditions(db, { ...filter, states });
}

/** Builds a statement over the runs of a filter. Its table `maker` has the decider's email. */
function prepared(db: D1Database, by: string, select: string, conditions: readonly Condition[], rest = "") {
  const { sql, values } = where(conditions);
  return db
    .prepare(`WITH maker (email) AS (SELECT lower(?)) ${select} ${sql} ${rest} LIMIT ${MAX_BATCH_RUNS + 1}`)
    .bind(by, ...values);
}

/** Counts the runs of a filter to which each decision can apply. @param by The decider's email */
export async function countDecidable(
  db: D1Database,
  filter: RunFilter,
  by: string,
): Promise<Readonly<Record<BatchableDecision, number>>> {
  // SQLite evaluates both sides of an AND, but the result of a CASE only if its condition is true. With CASE, fewer
  // runs are parsed.
  const sums = Object.entries(DECIDABLE).map(
    ([one, [states, rest]]) => `sum(CASE WHEN ${states} THEN ${rest} END) AS ${one}`,
  );
  const conditions = await decidable(db, filter);
  const found = await prepared(db, by, `SELECT ${sums.join()} FROM runs`, conditions).first();
  const counts = BATCHABLE_DECISIONS.map((one) => [one, found?.[one] ?? 0]);
  return Object.fromEntries(counts) as Record<BatchableDecision, number>;
}

export async function countStates(db: D1Database, filter: RunFilter): Promise<ReadonlyMap<RunState, number>> {
  const { results } = await prepared(
    db,
    "",
    "SELECT state, count(*) AS n FROM runs",
    await toConditions(db, filter),
    "GROUP BY state ORDER BY n DESC",
  ).all<{ state: RunState; n: number }>();
  return new Map(results.map(({ state, n }) => [state, n]));
}

/** The data of a run to which a decision can apply, for the preview. */
export interface DecidableRun {
  readonly id: string;
  readonly subject: string;
  readonly automation: string;
  readonly source: string;
  readonly state: RunState;
  /** Hash of the run's plan, or `null` if it has none. */
  readonly hash: string | null;
  /**
   * The plan's sentences or, for a run without a plan, `none yet, for` and the worker's name. Only the ten oldest runs
   * have this text, because the texts of all runs could exceed the maximum size of a response. `null` for other runs,
   * and for a run without a plan whose event names no worker.
   */
  readonly plan: string | null;
  readonly problem: string | null;
  readonly approvalReasons: readonly string[];
  /** Number of applied effects. The other effects are in `effects`. */
  readonly applied: number;
  readonly effects: readonly WantedEffect[];
}

/** Lists a filter's runs to which a decision can apply, oldest first, up to one more than {@link MAX_BATCH_RUNS}. */
export async function readDecidable(
  db: D1Database,
  filter: RunFilter,
  decision: BatchableDecision,
  by: string,
): Promise<readonly DecidableRun[]> {
  const { results } = await prepared(
    db,
    by,
    `SELECT runs.id, runs.subject, automation, state, run->>'$.plan.hash' AS hash, run->>'$.problem.message' AS problem,
       (SELECT source FROM events WHERE events.id = event_id) AS source,
       iif(row_number() OVER (ORDER BY runs.id) <= 10, coalesce((SELECT group_concat(value->>'summary', ' ') FROM json_each(run, '$.plan.actions')),
         'none yet, for ' || coalesce(run->>'$.learned.worker.name', (SELECT event->>'$.worker.name' FROM events WHERE events.id = event_id))), NULL) AS plan,
       ifnull(run->'$.approvalReasons', '[]') AS approvalReasons,
       (SELECT count(*) FROM json_each(run, '$.journal') WHERE value->>'state' = 'applied') AS applied,
       (SELECT json_group_array(json_object('operation', effect.value->>'operation',
          'app', effect.value->>'$.input.path.app_id', 'connector', effect.value->>'$.input.path.connector_id')) FROM json_each(run, '$.plan.actions') AS action,
          json_each(action.value, '$.effects') AS effect) AS effects
     FROM runs`,
    [...(await decidable(db, filter)), [`${DECIDABLE[decision].join(" AND ")} AND ?`, 1]],
    "ORDER BY id",
  ).all<Stored<DecidableRun, "approvalReasons" | "effects">>();
  return results.map((row) => ({
    ...row,
    source: row.source ?? "",
    approvalReasons: JSON.parse(row.approvalReasons),
    effects: JSON.parse(row.effects).slice(row.applied),
  }));
}
