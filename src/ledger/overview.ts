// Counts what the console's overview shows: who is waited for, what failed in the last 24 hours, and the runs of each day.
import { addDays, DAY_MS, formatDay, startOfDay } from "../base/days.ts";
import { leastId } from "./page.ts";
import { type FailedFor, failedReasons } from "./runs.ts";
import {
  isRare,
  listInSql,
  NEEDING_RUN_STATES,
  type NeedingState,
  RARE,
  RUN_GROUPS,
  RUN_STATES,
  type RunGroup,
  statesIn,
} from "./states.ts";

export interface Overview {
  /** Numbers of runs that wait for a person, by state. */
  readonly waiting: Readonly<Record<NeedingState, number>>;
  /** The reasons for which runs failed in the last 24 hours, whenever they began. */
  readonly failed: readonly FailedFor[];
}

/** Numbers of the runs that began on a day, by their present state; ignored runs are not counted. */
export interface DayCount {
  /** Start of the day, Unix milliseconds. */
  readonly at: number;
  readonly until: number;
  readonly runs: Readonly<Record<RunGroup, number>>;
}

const DAYS = 7;

/** Runs by day and state from two indexes alone: a day may have 50,000, nearly all of them done. */
const BY_DAY = `
  WITH RECURSIVE
    names (name) AS (
      SELECT min(automation) FROM runs
      UNION ALL SELECT (SELECT min(automation) FROM runs WHERE automation > name) FROM names WHERE name IS NOT NULL),
    days AS MATERIALIZED (SELECT key AS day, value->>0 AS first, value->>1 AS next FROM json_each(?1))
  SELECT day, 'done' AS state,
    (SELECT count(*) FROM names CROSS JOIN runs INDEXED BY runs_automation
     WHERE automation = name AND id >= first AND id < next AND state = 'done') AS n FROM days
  UNION ALL
  SELECT day, state, count(*) AS n FROM days CROSS JOIN runs INDEXED BY runs_state
  WHERE state IN ${listInSql(RUN_STATES.filter(isRare))} AND ${RARE} AND id >= first AND id < next GROUP BY 1, 2`;

/** Runs of the last days by state, oldest day first. @param timeZone IANA name @param now Unix milliseconds */
export async function countRunsByDay(
  db: D1Database,
  timeZone: string,
  now: number,
): Promise<readonly DayCount[]> {
  const today = formatDay(now, timeZone);
  const days = Array.from({ length: DAYS }, (_, n) => {
    const begin = (day: number) => startOfDay(addDays(today, day), timeZone);
    return { at: begin(n + 1 - DAYS), until: begin(n + 2 - DAYS) };
  });
  const { results } = await db
    .prepare(BY_DAY)
    .bind(JSON.stringify(days.map(({ at, until }) => [leastId("run", at), leastId("run", until)])))
    .all<{ day: number; state: string; n: number }>();
  const sum = (states: readonly string[], day: number) =>
    results
      .filter((row) => row.day === day && states.includes(row.state))
      .reduce((total, { n }) => total + n, 0);
  return days.map((day, n) => ({ ...day, runs: countEach(RUN_GROUPS, (group) => sum(statesIn(group), n)) }));
}

/** The counts of an overview. @param now Unix milliseconds */
export async function readOverview(db: D1Database, now: number): Promise<Overview> {
  const [waiting, failed] = await Promise.all([
    db
      .prepare(
        `SELECT state, count(*) AS n FROM runs WHERE state IN ${listInSql(NEEDING_RUN_STATES)} AND ${RARE} GROUP BY state`,
      )
      .all<{ state: string; n: number }>(),
    failedReasons(db, [["updated_at >= ?", now - DAY_MS]]),
  ]);
  const waitingIn = (state: string) => waiting.results.find((row) => row.state === state)?.n ?? 0;
  return { waiting: countEach(NEEDING_RUN_STATES, waitingIn), failed };
}

const countEach = <Key extends string>(keys: readonly Key[], n: (key: Key) => number) =>
  Object.fromEntries(keys.map((key) => [key, n(key)])) as Record<Key, number>;
