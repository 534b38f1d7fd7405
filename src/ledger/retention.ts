// Deletes old finished runs, their events, and old counts of ignored events.

import { FINISHED_RUN_STATES } from "../runs/states.ts";
import { ID_SKEW_MS, leastId } from "./page.ts";

/** Maximum runs, and maximum events, that one step deletes: this keeps a step far below D1's time limit. */
const STEP = 200;
/** Maximum steps in one call. The next call continues. */
const MAX_STEPS = 20;

const OLD_RUNS = `
  SELECT id FROM runs
  WHERE id < ?3 AND created_at < ?1 AND updated_at < ?1 AND state IN (SELECT value FROM json_each(?2))
  ORDER BY id LIMIT ${STEP}`;
const DELETE_RUNS = `DELETE FROM runs WHERE id IN (${OLD_RUNS}) RETURNING 1`;
const DELETE_EVENTS = `
  DELETE FROM events WHERE id IN (
    SELECT id FROM events
    WHERE id < ?2 AND received_at < ?1
      AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.subject = events.subject AND runs.event_id = events.id)
    ORDER BY id LIMIT ${STEP})
  RETURNING 1`;

/**
 * Deletes finished runs last updated before a time, events that were received before that time and have no runs, and
 * counts of ignored events from before that time. Triggers delete the words of these rows from the search index.
 * Unfinished runs, their events and the audit trail are never deleted. Runs in unknown states are treated as
 * unfinished.
 * @param before Unix milliseconds
 * @returns the numbers of deleted rows, and `more`: true if the function must be called again, because there might be
 * more rows to delete
 * @throws if D1 can't be reached. Deleted rows stay deleted, and the next call continues
 */
export async function retain(db: D1Database, before: number) {
  const finished = JSON.stringify(FINISHED_RUN_STATES);
  const deleted = { runs: 0, events: 0 };
  const idBefore = (kind: "evt" | "run") => leastId(kind, before + ID_SKEW_MS);
  for (let step = 0; step < MAX_STEPS; step++) {
    const [runs, events] = await db.batch([
      db.prepare(DELETE_RUNS).bind(before, finished, idBefore("run")),
      db.prepare(DELETE_EVENTS).bind(before, idBefore("evt")),
      db.prepare("DELETE FROM ignored_counts WHERE hour < ?1").bind(before),
    ]);
    deleted.runs += runs?.results.length ?? 0;
    deleted.events += events?.results.length ?? 0;
    const full = [runs, events].some((result) => result?.results.length === STEP);
    if (!full) return { ...deleted, more: false };
  }
  return { ...deleted, more: true };
}
