// Reads runs with their places in the trail: all that a receipt says.
import { parseRun } from "../../runs/details.ts";
import { FINISHED_RUN_STATES, UNLISTED_RUN_STATES } from "../../runs/states.ts";
import { readRunLinks } from "../audit-list.ts";
import { JOINED_HEADLINE, parseHeadline } from "../headlines.ts";
import { changed, changedSince } from "../runs.ts";

/** A run, how its event came in, and its entries in the audit trail, in their order. */
export type ProvableRun = Awaited<ReturnType<typeof readProvable>>[number];

/** Runs by id, in the order of ids; unrecorded ones are left out. */
export async function readProvable(db: D1Database, ids: readonly string[]) {
  const [{ results }, links] = await Promise.all([
    db
      .prepare(
        `SELECT run, details, source, authentication, ${JOINED_HEADLINE} AS told
         FROM runs LEFT JOIN events ON events.id = event_id
         WHERE runs.id IN (SELECT value FROM json_each(?1)) ORDER BY runs.id`,
      )
      .bind(JSON.stringify(ids))
      .all<{
        run: string;
        details: string | null;
        /** Of its event, as are the next two; `null` if the event is no longer kept. */
        source: string | null;
        authentication: string | null;
        told: string | null;
      }>(),
    readRunLinks(db, ids),
  ]);
  const linksByRun = Map.groupBy(links, ({ link }) => link.runId);
  return results.map(({ run: text, details, told, ...event }) => {
    const run = parseRun({ run: text, details });
    return { run, ...event, headline: parseHeadline(told), links: linksByRun.get(run.id) ?? [] };
  });
}

const LISTED = FINISHED_RUN_STATES.filter((state) => !UNLISTED_RUN_STATES.includes(state));
const ENDED = JSON.stringify(["awaiting_follow_up", ...LISTED]);

/**
 * Ids of the runs that ended in a period, or wait for follow-ups alone, and were not ignored: by their last change, in the order of ids.
 * @param since Unix milliseconds, as is `until`, which is not included
 */
export async function listEndedRuns(
  db: D1Database,
  since: number,
  until: number,
): Promise<readonly string[]> {
  const { results } = await db
    .prepare(
      `SELECT id FROM ${changed("id, state, updated_at, effects")} AS one
       WHERE updated_at < ?3 AND state IN (SELECT value FROM json_each(?4)) ORDER BY id`,
    )
    .bind(...changedSince(since), until, ENDED)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}
