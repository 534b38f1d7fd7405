// Counts events, runs, effects and durations for `/metrics`.

import { OPEN_RUN_STATES } from "../runs/states.ts";
import { ID_SKEW_MS, leastId, RARE, type Stored } from "./page.ts";
import { changed, changedSince } from "./runs.ts";

export interface StateCount {
  readonly of: string;
  readonly state: string;
  readonly n: number;
}

export interface Durations {
  readonly automation: string;
  /** Cumulative numbers of runs: for each of {@link DURATION_BOUNDS}, the runs that took at most that long. */
  readonly counts: readonly number[];
  readonly n: number;
  readonly sum: number;
}

/** Upper bounds of the duration classes, in seconds. */
export const DURATION_BOUNDS = [0.1, 0.5, 1, 5, 30, 300, 3_600] as const;

/**
 * Reads the ledger's figures.
 * @param since Unix milliseconds. Only newer rows are counted, which limits the rows read. Unfinished runs are counted
 * regardless of their age
 */
export async function readFigures(db: D1Database, since: number) {
  const took = "(updated_at - created_at) / 1000.0";
  const classes = DURATION_BOUNDS.map((bound) => `count(iif(${took} <= ${bound}, 1, NULL))`);
  const bound = (kind: "evt" | "run") => [since, leastId(kind, since - ID_SKEW_MS)] as const;
  // The `+` prevents SQLite from walking the whole table in the order of the groups.
  const count = (of: string, table: string, at: string) =>
    db.prepare(
      `SELECT ${of} AS 'of', state, count(*) AS n FROM ${table} WHERE id >= ?2 AND ${at} >= ?1 GROUP BY +${of}, state`,
    );
  const [events, runs, open, effects, durations] = await db.batch([
    count("source", "events", "received_at").bind(...bound("evt")),
    count("automation", "runs", "created_at").bind(...bound("run")),
    db
      .prepare(
        `SELECT automation AS 'of', state, count(*) AS n FROM runs
         WHERE state IN (SELECT value FROM json_each(?)) AND ${RARE} GROUP BY 1, 2`,
      )
      .bind(JSON.stringify(OPEN_RUN_STATES)),
    db
      .prepare(
        `SELECT effect.value->>'operation' AS 'of', effect.value->>'state' AS state, count(*) AS n
         FROM ${changed("effects")} AS run, json_each(effects) AS effect
         WHERE effect.value->>'settledAt' >= ?1 GROUP BY 1, 2`,
      )
      .bind(...changedSince(since)),
    // Leave out runs that waited for a person: their durations do not measure Reeve's speed.
    db
      .prepare(
        `SELECT automation, json_array(${classes.join()}) AS counts, count(*) AS n, sum(${took}) AS sum FROM runs
         WHERE id >= ?2 AND created_at >= ?1 AND state = 'done'
           AND coalesce(run->>'$.approvals[0]', run->>'$.override', run->>'$.confirmation', run->>'$.followUps') IS NULL
         GROUP BY +automation`,
      )
      .bind(...bound("run")),
  ]);
  return {
    events: readRows<StateCount>(events),
    runs: readRows<StateCount>(runs),
    open: readRows<StateCount>(open),
    effects: readRows<StateCount>(effects),
    durations: readRows<Stored<Durations, "counts">>(durations).map(
      (row): Durations => ({ ...row, counts: JSON.parse(row.counts) }),
    ),
  };
}

const readRows = <Row>(result: D1Result | undefined): Row[] => (result?.results ?? []) as Row[];
