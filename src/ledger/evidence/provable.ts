// Reads runs with all that their receipts say.

import { readRunLinks } from "../audit-list.ts";
import { HEADLINE_PARTS, parseHeadline } from "../headlines.ts";
import type { OpenedLink } from "../people/sealing.ts";
import { changed, changedSince } from "../runs.ts";
import type { RunRecord } from "../shapes.ts";
import { FINISHED_RUN_STATES, UNLISTED_RUN_STATES } from "../states.ts";

/** A run, how its event came in, and its entries in the audit trail, in their order. */
export interface ProvableRun {
  readonly run: RunRecord;
  /** Of its event, as are the next two; `null` if the event is no longer kept. */
  readonly source: string | null;
  readonly authentication: string | null;
  readonly headline: ReturnType<typeof parseHeadline>;
  readonly links: readonly OpenedLink[];
}

/** Runs by id, in the order of ids; unrecorded ones are left out. */
export async function readProvable(db: D1Database, ids: readonly string[]): Promise<readonly ProvableRun[]> {
  const [{ results }, links] = await Promise.all([
    db
      .prepare(
        `SELECT run, source, authentication, CASE WHEN events.id IS NOT NULL THEN ${HEADLINE_PARTS} END AS told
         FROM runs LEFT JOIN events ON events.id = event_id
         WHERE runs.id IN (SELECT value FROM json_each(?1)) ORDER BY runs.id`,
      )
      .bind(JSON.stringify(ids))
      .all<{ run: string; source: string | null; authentication: string | null; told: string | null }>(),
    readRunLinks(db, ids),
  ]);
  const linksByRun = Map.groupBy(links, ({ link }) => link.runId);
  return results.map(({ run: text, told, ...event }) => {
    const run: RunRecord = JSON.parse(text);
    return { run, ...event, headline: parseHeadline(told), links: linksByRun.get(run.id) ?? [] };
  });
}

const ENDED = JSON.stringify(FINISHED_RUN_STATES.filter((state) => !UNLISTED_RUN_STATES.includes(state)));

/**
 * Ids of the runs that ended in a period, and were not ignored: by their last change, in the order of ids.
 * @param since Unix milliseconds, as is `until`, which is not included
 */
export async function listEndedRuns(
  db: D1Database,
  since: number,
  until: number,
): Promise<readonly string[]> {
  const { results } = await db
    .prepare(
      `SELECT id FROM ${changed("id, state, updated_at")} AS one
       WHERE updated_at < ?3 AND state IN (SELECT value FROM json_each(?4)) ORDER BY id`,
    )
    .bind(...changedSince(since), until, ENDED)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}
