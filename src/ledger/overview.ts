// Counts what the console's overview shows: who is waited for, what failed, and the last 24 hours.
import { ID_SKEW_MS, leastId } from "./ids.ts";
import { changed, changedSince, FAILED_SINCE } from "./runs.ts";
import {
  NEEDING_RUN_STATES,
  type NeedingState,
  RARE,
  RUN_GROUPS,
  type RunGroup,
  statesIn,
} from "./states.ts";

/** How many runs began in an hour, by how they stand now; those that had nothing to do are not counted. */
export interface HourCount {
  /** When it begins, Unix milliseconds. */
  readonly at: number;
  readonly runs: Readonly<Record<RunGroup, number>>;
}

/** What an overview shows of the ledger. */
export interface Overview {
  /** How many runs wait for a person, by state. */
  readonly waiting: Readonly<Record<NeedingState, number>>;
  /** How many runs have failed since then, by the code of the problem. */
  readonly failed: ReadonlyMap<string, number>;
  /** Hour by hour, oldest first, the last one under way. */
  readonly hours: readonly HourCount[];
  /** Calls of the governance API that changed something, or were refused, since then. */
  readonly effects: { readonly applied: number; readonly refused: number; readonly unknown: number };
}

const NEEDING = NEEDING_RUN_STATES.map((state) => `'${state}'`).join();

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** The counts of the last 24 hours. @param now Unix milliseconds */
export async function readOverview(db: D1Database, now: number): Promise<Overview> {
  const first = (Math.floor(now / HOUR_MS) - HOURS + 1) * HOUR_MS;
  const since = now - HOURS * HOUR_MS;
  const [waiting, failed, begun, effects] = await db.batch<{
    state: string;
    hour: number;
    n: number;
  }>([
    db.prepare(
      `SELECT state, count(*) AS n FROM runs WHERE state IN (${NEEDING}) AND ${RARE} GROUP BY state`,
    ),
    db
      .prepare(
        `SELECT ifnull(run->>'$.problem.code', '') AS state, count(*) AS n FROM runs
         WHERE id IN (SELECT id FROM runs WHERE ${FAILED_SINCE("?1")}) GROUP BY 1`,
      )
      .bind(since),
    db
      .prepare(
        `SELECT created_at / ${HOUR_MS} AS hour, state, count(*) AS n FROM runs
         WHERE id >= ?2 AND created_at >= ?1 GROUP BY 1, 2`,
      )
      .bind(first, leastId("run", first - ID_SKEW_MS)),
    db
      .prepare(
        `SELECT effect.value->>'state' AS state, count(*) AS n FROM ${changed("effects")} AS run, json_each(effects) AS effect
         WHERE effect.value->>'settledAt' >= ?1 GROUP BY 1`,
      )
      .bind(...changedSince(since)),
  ]);
  const hours = Array.from({ length: HOURS }, (_, n): HourCount => {
    const at = first + n * HOUR_MS;
    const rows = begun?.results.filter(({ hour }) => hour * HOUR_MS === at) ?? [];
    const of = (group: RunGroup) =>
      rows.reduce((sum, row) => (statesIn(group).some((one) => one === row.state) ? sum + row.n : sum), 0);
    return {
      at,
      runs: Object.fromEntries(RUN_GROUPS.map((group) => [group, of(group)])) as HourCount["runs"],
    };
  });
  const inState = (rows: typeof begun, state: string) =>
    rows?.results.find((row) => row.state === state)?.n ?? 0;
  return {
    waiting: Object.fromEntries(
      NEEDING_RUN_STATES.map((state) => [state, inState(waiting, state)]),
    ) as Overview["waiting"],
    failed: new Map(failed?.results.map(({ state, n }) => [state, n])),
    hours,
    effects: {
      applied: inState(effects, "applied"),
      refused: inState(effects, "refused"),
      unknown: inState(effects, "unknown"),
    },
  };
}
