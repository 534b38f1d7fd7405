// Counts what the console's overview shows first: who is waited for, and what failed in the last 24 hours.
import { DAY_MS } from "../base/days.ts";
import { FAILED_SINCE } from "./runs.ts";
import { NEEDING_RUN_STATES, type NeedingState, RARE } from "./states.ts";

/** What an overview shows of the ledger. */
export interface Overview {
  /** How many runs wait for a person, by state. */
  readonly waiting: Readonly<Record<NeedingState, number>>;
  /** How many runs have failed since then, by the code of the problem. */
  readonly failed: ReadonlyMap<string, number>;
}

const NEEDING = NEEDING_RUN_STATES.map((state) => `'${state}'`).join();

/** The counts of the last 24 hours. @param now Unix milliseconds */
export async function readOverview(db: D1Database, now: number): Promise<Overview> {
  const [waiting, failed] = await db.batch<{ state: string; n: number }>([
    db.prepare(
      `SELECT state, count(*) AS n FROM runs WHERE state IN (${NEEDING}) AND ${RARE} GROUP BY state`,
    ),
    db
      .prepare(
        `SELECT ifnull(run->>'$.problem.code', '') AS state, count(*) AS n FROM runs
         WHERE id IN (SELECT id FROM runs WHERE ${FAILED_SINCE("?1")}) GROUP BY 1`,
      )
      .bind(now - DAY_MS),
  ]);
  const inState = (rows: typeof waiting, state: string) =>
    rows?.results.find((row) => row.state === state)?.n ?? 0;
  return {
    waiting: Object.fromEntries(
      NEEDING_RUN_STATES.map((state) => [state, inState(waiting, state)]),
    ) as Overview["waiting"],
    failed: new Map(failed?.results.map(({ state, n }) => [state, n])),
  };
}
