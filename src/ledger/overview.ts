// Counts what the console's overview shows: who is waited for, what failed, and the last 24 hours.
import { FAILED_SINCE } from "./runs.ts";
import { NEEDING_RUN_STATES, type NeedingState } from "./states.ts";

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

/**
 * The counts of the last 24 hours. Each is read from an index alone: the plus keeps SQLite from taking the index by state,
 * which has every run there ever was. @param now Unix milliseconds
 */
export async function readOverview(db: D1Database, now: number): Promise<Overview> {
  const first = (Math.floor(now / HOUR_MS) - HOURS + 1) * HOUR_MS;
  const since = now - HOURS * HOUR_MS;
  const [waiting, failed, received, ended, effects] = await db.batch<{
    state: string;
    hour: number;
    n: number;
  }>([
    db.prepare(`SELECT state, count(*) AS n FROM runs WHERE state IN (${NEEDING}) GROUP BY state`),
    db.prepare(`SELECT count(*) AS n FROM runs WHERE ${FAILED_SINCE("?1")}`).bind(since),
    db
      .prepare(
        "SELECT received_at / 3600000 AS hour, count(*) AS n FROM events WHERE received_at >= ? GROUP BY 1",
      )
      .bind(first),
    db
      .prepare(
        `SELECT updated_at / 3600000 AS hour, state, count(*) AS n FROM runs
         WHERE updated_at >= ? AND +state IN ('done', 'failed', 'held') GROUP BY 1, 2`,
      )
      .bind(first),
    db.prepare("SELECT state, count(*) AS n FROM effects WHERE settled_at >= ? GROUP BY 1").bind(since),
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
