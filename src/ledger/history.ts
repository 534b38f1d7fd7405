// Queries earlier runs and events for desks and automations, and the rhythms of sources.

import { together } from "../base/batching.ts";
import type { History } from "../kit/automation.ts";
import type { Event } from "../systems/event.ts";
import { readApplied } from "./changes.ts";
import { countEntries, inventoryAfter, readEntry } from "./inventory.ts";
import { ID_SKEW_MS, leastId, RARE, selectAll, selectFirst } from "./page.ts";
import { matchPhrase } from "./words.ts";

type Query<Of extends keyof History> = Parameters<History[Of]>[0];

/**
 * Returns the history that automations query, read from the ledger.
 * @param complete Completes events from the APIs of their senders. @default events stay as recorded
 */
export const historyIn = (
  ledger: D1Database,
  complete: (event: Event) => Event | Promise<Event> = (event) => event,
): History => ({
  hasCalled: (query) => hasCalled(ledger, query),
  rejected: (query) => rejectedTargets(ledger, query),
  inventory: (kind, query) => inventoryAfter(ledger, kind, query),
  entry: (kind, key) => readEntry(ledger, kind, key),
  // After a restart, a desk queries the subjects of many older events concurrently: read them in batches.
  ticket: together((queries) => readTickets(ledger, queries)),
  async known(query) {
    const events = await readKnown(ledger, query);
    // Complete the newest event, and the event that shows who moved a ticket.
    const moved = events.findIndex(({ type }) => type === "ticket.transitioned");
    return Promise.all(events.map((event, n) => (n === 0 || n === moved ? complete(event) : event)));
  },
  created: (query) => readCreated(ledger, query),
  applied: (run, steps) => readApplied(ledger, run, steps),
  countInventory: (kind, app) => countEntries(ledger, kind, app),
});

/** Returns true if an operation was called, or might have been, for a subject since `since` (Unix milliseconds). */
export async function hasCalled(
  db: D1Database,
  { operation, subject, since }: Omit<Query<"hasCalled">, "operation"> & { readonly operation: string },
): Promise<boolean> {
  const statement = `SELECT 1 FROM runs, json_each(effects) AS effect
    WHERE subject = ?1 AND effect.value->>'operation' = ?2
      AND effect.value->>'state' IN ('sending', 'applied', 'unknown')
      AND ifnull(effect.value->>'settledAt', updated_at) >= ?3 LIMIT 1`;
  return (await selectFirst(db, statement, [subject, operation, since])) !== null;
}

/**
 * Reads, for each ticket, at most 100 events received since a time, possibly with some that were received up to
 * {@link ID_SKEW_MS} earlier, and the statuses to which replies have moved the ticket, each with the time `at`. For a
 * reply that might still move the ticket, `at` is `null`.
 */
export async function readTickets(
  db: D1Database,
  queries: readonly Query<"ticket">[],
): Promise<readonly Awaited<ReturnType<History["ticket"]>>[]> {
  // The text search finds a subject's few events: an index would cost another row write per event. Ids start with their
  // time, so they limit the search.
  const from = (since: number) => leastId("evt", since - ID_SKEW_MS);
  const wanted = queries.map(({ subject, since }) => [subject, from(since), matchPhrase(subject)]);
  const [events, moves] = await db.batch<{ n: number; event: string; to: string; at: number | null }>(
    [
      `SELECT wanted.key AS n, event FROM json_each(?1) AS wanted CROSS JOIN events ON events.id IN (
         SELECT id FROM events WHERE id IN (
          SELECT search.id FROM search WHERE search MATCH wanted.value->>2 AND search.id >= wanted.value->>1)
        AND subject = wanted.value->>0 AND event IS NOT NULL LIMIT 100)`,
      `SELECT n, move->>0 AS "to", move->>1 AS at FROM (
         SELECT wanted.key AS n, ifnull((
           SELECT json_array(entry.value->'$.detail.moved', entry.value->'$.at') FROM audit, json_each(entries) AS entry
           WHERE run_id = runs.id AND entry.value->>'type' GLOB 'reply.*' AND entry.value->>'$.detail.version' = run->>'$.reply.version'
           LIMIT 1), json_array(run->'$.reply.move', NULL)) AS move
         FROM json_each(?1) AS wanted CROSS JOIN runs ON subject = wanted.value->>0 WHERE run->>'$.reply.move' IS NOT NULL
       ) WHERE "to" IS NOT NULL`,
    ].map((sql) => db.prepare(sql).bind(JSON.stringify(wanted))),
  );
  const eventsOf = Map.groupBy(events?.results ?? [], ({ n }) => n);
  const movesOf = Map.groupBy(moves?.results ?? [], ({ n }) => n);
  return queries.map((_, n) => ({
    events: (eventsOf.get(n) ?? []).map(({ event }) => JSON.parse(event)),
    moves: (movesOf.get(n) ?? []).map(({ to, at }) => ({ to, at })),
  }));
}

/** Reads the newest 20 events of the ticket with a key, or of the worker with an email. */
async function readKnown(db: D1Database, query: Query<"known">): Promise<readonly Event[]> {
  const isTicket = "ticket" in query;
  const name = isTicket ? query.ticket : query.worker;
  const [path, type] = isTicket ? ["$.ticket.key", "ticket.*"] : ["$.worker.email", "worker.*"];
  const select = `SELECT event FROM events WHERE id IN (SELECT search.id FROM search WHERE search MATCH ?1)
    AND type GLOB ?2 AND lower(event->>?3) = lower(?4) ORDER BY id DESC LIMIT 20`;
  const results = await selectAll<{ event: string }>(db, select, [matchPhrase(name), type, path, name]);
  return results.map(({ event }) => JSON.parse(event));
}

/** Reads the tickets that Reeve created for an event, or for the events of a subject. */
async function readCreated(db: D1Database, query: Query<"created">) {
  const [subject, id] = "subject" in query ? [query.subject, null] : [null, query.event];
  const select = `SELECT DISTINCT entry.value->>'$.detail.ticket' AS ticket, event, received_at AS since
    FROM runs JOIN events ON events.id = runs.event_id JOIN audit ON audit.run_id = runs.id, json_each(entries) AS entry
    WHERE runs.subject = ifnull(?1, (SELECT subject FROM events WHERE id = ?2)) AND runs.event_id = ifnull(?2, runs.event_id)
      AND entry.value->>'type' = 'ticket.created'`;
  type Row = { ticket: string; event: string; since: number };
  const results = await selectAll<Row>(db, select, [subject, id]);
  return results.map(({ event, ...one }) => ({ ...one, event: JSON.parse(event) }));
}

/**
 * Lists the targets of an automation's actions that were denied, reported as not done, or undone since `since` (Unix
 * milliseconds). An action whose undo waits for a person's task is also listed. With `failed`, lists instead the
 * targets of actions in runs that failed or were dismissed.
 */
export async function rejectedTargets(
  db: D1Database,
  { automation, since, failed }: Query<"rejected">,
): Promise<ReadonlySet<string>> {
  // The subject of an undo is `undo:`, the run's id, and the positions of the undone actions: see `undoSubject`.
  const undone = `SELECT action.value->>'target' AS target FROM runs AS undo CROSS JOIN runs
      ON runs.id = substr(undo.subject, 6, instr(substr(undo.subject, 6), ':') - 1), json_each(runs.run, '$.plan.actions') AS action
    WHERE undo.subject > 'undo:run_' AND undo.subject < 'undo:run_g' AND undo.state IN ('done', 'awaiting_follow_up')
      AND undo.updated_at >= ?2 AND runs.automation = ?1
      AND instr(replace(undo.subject, ':', ',') || ',', ',' || action.key || ',') > 0`;
  const select = `SELECT action.value->>'target' AS target FROM runs, json_each(run, '$.plan.actions') AS action
    WHERE state IN (${failed ? "'failed', 'dismissed'" : "'rejected', 'not_done'"}) AND ${RARE} AND automation = ?1 AND updated_at >= ?2
    ${failed ? "" : `UNION ${undone}`}`;
  const results = await selectAll<{ target: string }>(db, select, [automation, since]);
  return new Set(results.map(({ target }) => target));
}

/** The time of a source's last event (`last`, in Unix milliseconds), and the rhythm of its events. */
interface SourceRhythm {
  readonly source: string;
  readonly last: number;
  /** The rhythm before the last event, or `null` if the source has not been silent for long enough. */
  readonly rhythm: {
    readonly events: number;
    readonly first: number;
    /** The longest silence between two events, in milliseconds. */
    readonly longestGap: number;
  } | null;
}

/** SQL table of the names of all recorded sources. SQLite jumps from one to the next in the index `events_source`. */
const NAMES = `names (source) AS (
  SELECT min(source) FROM events
  UNION ALL
  SELECT (SELECT min(source) FROM events WHERE events.source > names.source) FROM names WHERE source IS NOT NULL)`;

/**
 * Lists every source with recorded or counted events. The result for a source without events since `silentSince` (Unix
 * milliseconds) includes the rhythm of the `learnMs` milliseconds before the source's last event. Of the recorded
 * events, the query reads only the index `events_source`: one entry per source and, for silent sources, all entries in
 * the `learnMs` before their last entry. An hour's count is treated as events at the time of the hour's last event.
 */
export async function readRhythms(
  db: D1Database,
  { silentSince, learnMs }: { readonly silentSince: number; readonly learnMs: number },
): Promise<SourceRhythm[]> {
  const since = `max(0, heard.last - ?2 - ${ID_SKEW_MS})`;
  const select = `WITH RECURSIVE ${NAMES},
    heard AS MATERIALIZED (
      SELECT source, max(last) AS last FROM (
        SELECT source, (SELECT received_at FROM events WHERE events.source = names.source ORDER BY id DESC LIMIT 1) AS last
        FROM names WHERE source IS NOT NULL
        UNION ALL
        SELECT source, last_at FROM ignored_counts)
      GROUP BY source)
    SELECT source, last, CASE WHEN last < ?1 THEN
        (SELECT json_object('events', sum(events), 'first', min(at), 'longestGap', ifnull(max(gap), 0))
         FROM (SELECT at, events, at - lag(at) OVER (ORDER BY at) AS gap
               FROM (SELECT received_at AS at, 1 AS events FROM events
                     WHERE events.source = heard.source AND received_at >= heard.last - ?2
                       AND id >= printf('evt_%08x-%04x', ${since} >> 16, ${since} & 0xffff)
                     UNION ALL
                     SELECT last_at, events FROM ignored_counts AS counts
                     WHERE counts.source = heard.source AND last_at >= heard.last - ?2)))
      END AS rhythm
    FROM heard ORDER BY source`;
  type Row = { source: string; last: number; rhythm: string | null };
  const results = await selectAll<Row>(db, select, [silentSince, learnMs]);
  return results.map(({ rhythm, ...one }) => ({ ...one, rhythm: JSON.parse(rhythm ?? "null") }));
}
