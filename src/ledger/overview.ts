// Counts runs for the console's overview: those that wait for an approver or an operator, failures of the last 24
// hours, and each day's runs.
import { addDays, DAY_MS, startOfDay, toIsoDay } from "../base/days.ts";
import { NEEDING_RUN_STATES, RUN_GROUPS, RUN_STATES, statesIn } from "../runs/states.ts";
import { holding, isRare, leastId, listInSql, RARE, selectAll } from "./page.ts";
import { failedReasons } from "./runs.ts";

export type Overview = Readonly<Awaited<ReturnType<typeof readOverview>>>;

/** The numbers of runs that began on a day, by the group of their present state. Ignored runs are not counted. */
export type DayCount = Readonly<Awaited<ReturnType<typeof countRunsByDay>>[number]>;

const DAYS = 7;

/** SQL that counts the done runs of each day from an index only: a day can have 50,000 such runs. */
const DONE_BY_DAY = `
  WITH RECURSIVE names (name) AS (
    SELECT min(automation) FROM runs
    UNION ALL SELECT (SELECT min(automation) FROM runs WHERE automation > name) FROM names WHERE name IS NOT NULL)
  SELECT key AS day, 'done' AS state, (SELECT count(*) FROM names CROSS JOIN runs INDEXED BY runs_automation
    WHERE automation = name AND runs.id >= value->>0 AND runs.id < value->>1 AND state = 'done') AS n FROM json_each(?1)`;

/** SQL that counts each day's runs by state, except done and ignored runs. */
const OTHERS_BY_DAY = `
  SELECT key AS day, state, count(*) AS n FROM json_each(?1) CROSS JOIN runs INDEXED BY runs_state
  WHERE state IN ${listInSql(RUN_STATES.filter(isRare))} AND ${RARE} AND runs.id >= value->>0 AND runs.id < value->>1 GROUP BY 1, 2`;

type CountedDay = { readonly day: number; readonly state: string; readonly n: number };

/**
 * Caches the counts of done runs for a minute: nearly all runs are done, and an open overview page reads the counts
 * four times a minute.
 */
const holdDone = holding<CountedDay[]>();

/**
 * Counts the runs of the last seven days by group of states, oldest day first.
 * @param timeZone IANA name
 * @param now Unix milliseconds
 * @param holder Key under which the counts of done runs are cached
 */
export async function countRunsByDay(db: D1Database, timeZone: string, now: number, holder: object = {}) {
  const today = toIsoDay(now, timeZone);
  const days = Array.from({ length: DAYS }, (_, n) => {
    const begin = (day: number) => startOfDay(addDays(today, day), timeZone);
    /** `at`: start of the day, in Unix milliseconds. `until`: start of the next day. */
    return { at: begin(n + 1 - DAYS), until: begin(n + 2 - DAYS) };
  });
  const of = JSON.stringify(days.map(({ at, until }) => [leastId("run", at), leastId("run", until)]));
  const read = (sql: string) => selectAll<CountedDay>(db, sql, [of]);
  const [done, others] = await Promise.all([
    holdDone(holder, of, now, () => read(DONE_BY_DAY)),
    read(OTHERS_BY_DAY),
  ]);
  const sum = (states: readonly string[], day: number) =>
    [...done, ...others]
      .filter((row) => row.day === day && states.includes(row.state))
      .reduce((total, { n }) => total + n, 0);
  return days.map((day, n) => ({ ...day, runs: countEach(RUN_GROUPS, (group) => sum(statesIn(group), n)) }));
}

/** Reads the counts of the overview. @param now Unix milliseconds */
export async function readOverview(db: D1Database, now: number) {
  const [waiting, failed] = await Promise.all([
    selectAll<{ state: string; n: number }>(
      db,
      `SELECT state, count(*) AS n FROM runs WHERE state IN ${listInSql(NEEDING_RUN_STATES)} AND ${RARE} GROUP BY state`,
    ),
    failedReasons(db, [["updated_at >= ?", now - DAY_MS]]),
  ]);
  const waitingIn = (state: string) => waiting.find((row) => row.state === state)?.n ?? 0;
  return {
    /** The numbers of runs that wait for an approver or an operator, by state. */
    waiting: countEach(NEEDING_RUN_STATES, waitingIn),
    /** The reasons why runs failed in the last 24 hours. The runs might have begun earlier. */
    failed,
  };
}

const countEach = <Key extends string>(keys: readonly Key[], n: (key: Key) => number) =>
  Object.fromEntries(keys.map((key) => [key, n(key)])) as Record<Key, number>;
