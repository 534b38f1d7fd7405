// Reads runs with their entries in the audit trail: the contents of a receipt.
import { parseRun } from "../../runs/details.ts";
import { FINISHED_RUN_STATES, UNLISTED_RUN_STATES } from "../../runs/states.ts";
import { readRunLinks } from "../audit-list.ts";
import { JOINED_HEADLINE, parseHeadline } from "../headlines.ts";
import { changed, changedSince } from "../runs.ts";

/** A run, the source and authentication of its event, and its entries in the audit trail, in order. */
export type ProvableRun = Awaited<ReturnType<typeof readProvable>>[number];

/** Reads runs by id, sorted by id. Runs that are not recorded are left out. */
export async function readProvable(db: D1Database, ids: readonly string[]) {
  const [{ results }, links] = await Promise.all([
    db
      .prepare(
        `SELECT run, details, source, authentication, ${JOINED_HEADLINE} AS json
         FROM runs LEFT JOIN events ON events.id = event_id
         WHERE runs.id IN (SELECT value FROM json_each(?1)) ORDER BY runs.id`,
      )
      .bind(JSON.stringify(ids))
      .all<{
        run: string;
        details: string | null;
        /** The event's source. This and the next two properties are `null` if the event has been deleted. */
        source: string | null;
        authentication: string | null;
        json: string | null;
      }>(),
    readRunLinks(db, ids),
  ]);
  const linksByRun = Map.groupBy(links, ({ link }) => link.runId);
  return results.map(({ run: text, details, json, ...event }) => {
    const run = parseRun({ run: text, details });
    return { run, ...event, headline: parseHeadline(json), links: linksByRun.get(run.id) ?? [] };
  });
}

const LISTED = FINISHED_RUN_STATES.filter((state) => !UNLISTED_RUN_STATES.includes(state));
const ENDED = JSON.stringify(["awaiting_follow_up", ...LISTED]);

/**
 * Lists the ids of the runs that ended in a period or only wait for follow-ups, except ignored runs, sorted by id. The
 * time of a run is that of its last update.
 * @param since Unix milliseconds
 * @param until Unix milliseconds, exclusive
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
