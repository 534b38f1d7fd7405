// Reads the runs of a list for which one decision can be made together: how many, and what it would come to.
import type { WantedEffect } from "../policy/budget.ts";
import {
  BATCHABLE_DECISIONS,
  type BatchableDecision,
  OPEN_RUN_STATES,
  type RunState,
  statesIn,
} from "../runs/states.ts";
import { listInSql } from "./by-state.ts";
import { type Condition, where } from "./page.ts";
import { type RunFilter, toConditions } from "./runs.ts";

/** Most runs that one decision is for. */
export const MAX_BATCH_RUNS = 10_000;

const inState = (...states: readonly RunState[]) => `state IN ${listInSql(states)}`;
const MAKER = "(SELECT email FROM maker)";
/** The maker of the decision asked for it, or it is about them: by the addresses of a waiting run. The gate asks again. */
const IS_THEIRS = `instr(parties, json_quote(${MAKER})) > 0`;
/** To try a run again that a newer one of its automation and subject followed would undo that one. */
const IS_FOLLOWED = `EXISTS (
  SELECT 1 FROM runs AS newer INDEXED BY runs_subject WHERE newer.automation = runs.automation AND newer.subject = runs.subject
    AND newer.run->>'mode' = 'live' AND newer.id > runs.id)`;

/** The runs that each decision can be made for (SQL): their states, and what else holds. */
const DECIDABLE = {
  retried: [inState("failed"), `run->>'mode' = 'live' AND NOT ${IS_FOLLOWED}`],
  hastened: [inState("planning", "acting"), "run->>'failures' > 0 AND run->>'paused' IS NULL"],
  resumed: [inState("held"), `NOT ${IS_THEIRS}`],
  approved: [inState("awaiting_approval"), `NOT ${IS_THEIRS}`],
  rejected: [inState("awaiting_approval"), "true"],
  cancelled: [inState(...OPEN_RUN_STATES.filter((state) => state !== "needs_review")), "true"],
  handled: [inState("failed", "needs_review"), "true"],
} as const satisfies Readonly<Record<BatchableDecision, readonly [states: string, rest: string]>>;

/** The conditions of a filter's runs about which anything can be decided. */
function decidable(db: D1Database, { state, ...filter }: RunFilter): Promise<Condition[]> {
  const all: readonly RunState[] = [...OPEN_RUN_STATES, "failed"];
  const states = state === undefined ? all : statesIn(state).filter((one) => all.includes(one));
  return toConditions(db, { ...filter, states });
}

/** A statement over the runs of a filter in which `maker` has the email of who decides. */
function prepared(db: D1Database, by: string, select: string, conditions: readonly Condition[], rest = "") {
  const { sql, values } = where(conditions);
  return db
    .prepare(`WITH maker (email) AS (SELECT lower(?)) ${select} ${sql} ${rest} LIMIT ${MAX_BATCH_RUNS + 1}`)
    .bind(by, ...values);
}

/** Numbers of a filter's runs that each decision can be made for, by who makes it. @param by Their email */
export async function countDecidable(
  db: D1Database,
  filter: RunFilter,
  by: string,
): Promise<Readonly<Record<BatchableDecision, number>>> {
  // SQLite computes both sides of an AND, and a CASE only where it applies: a run that waits is counted without being parsed.
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

/** A run that a decision can be made for, as far as a preview goes by it. */
export interface DecidableRun {
  readonly id: string;
  readonly subject: string;
  readonly automation: string;
  readonly source: string;
  readonly state: RunState;
  /** Of its plan; `null` where it has none. */
  readonly hash: string | null;
  /** The person it concerns, as far as its event or plan says who. */
  readonly person: string | null;
  readonly problem: string | null;
  readonly asks: readonly string[];
  /** Number of its effects that are applied, and the others. */
  readonly applied: number;
  readonly effects: readonly WantedEffect[];
}

/** A filter's runs that a decision can be made for: the oldest first, and one more than {@link MAX_BATCH_RUNS} at most. */
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
       coalesce(run->>'$.learned.worker.name', (SELECT event->>'$.worker.name' FROM events WHERE events.id = event_id),
         run->>'$.concerned.about[0]', run->>'$.plan.actions[0].beneficiaries[0]') AS person,
       ifnull(run->'$.asks', '[]') AS asks,
       (SELECT count(*) FROM json_each(run, '$.journal') WHERE value->>'state' = 'applied') AS applied,
       (SELECT json_group_array(json_object('operation', effect.value->>'operation',
          'app', effect.value->>'$.input.path.app_id', 'connector', effect.value->>'$.input.path.connector_id')) FROM json_each(run, '$.plan.actions') AS action,
          json_each(action.value, '$.effects') AS effect) AS planned
     FROM runs`,
    [...(await decidable(db, filter)), [`${DECIDABLE[decision].join(" AND ")} AND ?`, 1]],
    "ORDER BY id",
  ).all<Omit<DecidableRun, "asks" | "effects"> & { readonly asks: string; readonly planned: string }>();
  return results.map(({ planned, ...row }) => ({
    ...row,
    source: row.source ?? "",
    asks: JSON.parse(row.asks),
    effects: JSON.parse(planned).slice(row.applied),
  }));
}
