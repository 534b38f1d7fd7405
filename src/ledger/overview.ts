// Counts what the console's overview shows: who is waited for, what failed, and the last 24 hours.
import { NAMES } from "./events.ts";
import { ID_SKEW_MS, leastId } from "./ids.ts";
import { changed, changedSince, FAILED_SINCE } from "./runs.ts";
import { NEEDING_RUN_STATES, type NeedingState, RARE } from "./states.ts";

/** What happened in one hour. */
interface HourCount {
  /** When it begins, Unix milliseconds. */
  readonly at: number;
  readonly received: number;
  readonly done: number;
  readonly failed: number;
  readonly held: number;
}

/** What an overview shows of the ledger. */
export interface Overview {
  /** How many runs wait for a person, by state. */
  readonly waiting: Readonly<Record<NeedingState, number>>;
  /** How many runs have failed since then. */
  readonly failed: number;
  /** Hour by hour, oldest first, the last one under way. */
  readonly hours: readonly HourCount[];
  /** Calls of the governance API that changed something, or were refused, since then. */
  readonly effects: { readonly applied: number; readonly refused: number; readonly unknown: number };
}

const NEEDING = NEEDING_RUN_STATES.map((state) => `'${state}'`).join();

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** The counts of the last 24 hours. Of events only an index is read. @param now Unix milliseconds */
export async function readOverview(db: D1Database, now: number): Promise<Overview> {
  const first = (Math.floor(now / HOUR_MS) - HOURS + 1) * HOUR_MS;
  const since = now - HOURS * HOUR_MS;
  const [waiting, failed, received, ended, effects] = await db.batch<{
    state: string;
    hour: number;
    n: number;
  }>([
    db.prepare(
      `SELECT state, count(*) AS n FROM runs WHERE state IN (${NEEDING}) AND ${RARE} GROUP BY state`,
    ),
    db.prepare(`SELECT count(*) AS n FROM runs WHERE ${FAILED_SINCE("?1")}`).bind(since),
    db
      .prepare(
        `WITH RECURSIVE ${NAMES}
         SELECT received_at / ${HOUR_MS} AS hour, count(*) AS n FROM names CROSS JOIN events
         ON events.source = names.source AND id >= ?2 AND received_at >= ?1 GROUP BY 1`,
      )
      .bind(first, leastId("evt", first - ID_SKEW_MS)),
    db
      .prepare(
        `SELECT updated_at / ${HOUR_MS} AS hour, state, count(*) AS n FROM ${changed("updated_at, state")}
         WHERE state IN ('done', 'failed', 'held') GROUP BY 1, 2`,
      )
      .bind(...changedSince(first)),
    db
      .prepare(
        `SELECT effect.value->>'state' AS state, count(*) AS n FROM ${changed("effects")} AS run, json_each(effects) AS effect
         WHERE effect.value->>'settledAt' >= ?1 GROUP BY 1`,
      )
      .bind(...changedSince(since)),
  ]);
  const hours = Array.from({ length: HOURS }, (_, n): HourCount => {
    const at = first + n * HOUR_MS;
    const of = (rows: typeof received, state?: string) =>
      rows?.results.find((row) => row.hour * HOUR_MS === at && (state === undefined || row.state === state))
        ?.n ?? 0;
    return {
      at,
      received: of(received),
      done: of(ended, "done"),
      failed: of(ended, "failed"),
      held: of(ended, "held"),
    };
  });
  const inState = (rows: typeof received, state: string) =>
    rows?.results.find((row) => row.state === state)?.n ?? 0;
  return {
    waiting: Object.fromEntries(
      NEEDING_RUN_STATES.map((state) => [state, inState(waiting, state)]),
    ) as Overview["waiting"],
    failed: failed?.results[0]?.n ?? 0,
    hours,
    effects: {
      applied: inState(effects, "applied"),
      refused: inState(effects, "refused"),
      unknown: inState(effects, "unknown"),
    },
  };
}
