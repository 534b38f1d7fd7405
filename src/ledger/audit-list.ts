// Reads the audit trail: in pages, by run, and as an export of a period. Also reads the last entry of each chain.

import {
  type AuditLink,
  auditLine,
  type LinkWithTexts,
  lastRow,
  ROW_SPAN_MS,
  toRowId,
} from "./audit-chain.ts";
import { type Filter, type Page, type PageRequest, readPage, selectAll, type TimeFilter } from "./page.ts";
import { openLinks, pseudonymsById, readLink, toHandle } from "./people/texts.ts";

/** A filter of entries. `actor` is an email, `reeve`, the name of a service, or the pseudonym of an erased person. */
export interface AuditFilter extends TimeFilter, Filter<"desk" | "type" | "actor" | "run" | "event"> {
  /** Limits the list to entries whose actor is a person or a service, and not Reeve. */
  readonly byPeople?: true | undefined;
  /** `hide` leaves out the entries about events that were ignored. */
  readonly ignored?: "show" | "hide" | undefined;
  /** Pseudonyms of people: limits the list to entries by them or with texts about them. */
  readonly about?: readonly string[] | undefined;
}

/** Maximum entries in one read of an export: a few hundred kilobytes. */
const EXPORT_BATCH = 500;

/**
 * SQL that selects each entry of each `row` as a link. The query that uses it joins `row` and `entry`, and finds the
 * rows by an index.
 */
const LINK = `
  SELECT row.desk, row.seq + entry.key AS seq, entry.value->>'at' AS at, entry.value->>'type' AS type,
    row.run_id AS runId, row.event_id AS eventId, row.actor, entry.value->'detail' AS detail,
    iif(entry.key = 0, row.previous, row.entries->>('$[' || (entry.key - 1) || '].hash')) AS previous,
    entry.value->>'hash' AS hash, row.beside->('$[' || entry.key || ']') AS beside`;
type StoredLink = Omit<AuditLink, "detail"> & { readonly detail: string; readonly beside: string | null };
const parseLink = ({ detail, beside, ...link }: StoredLink): LinkWithTexts => ({
  ...link,
  detail: JSON.parse(detail),
  ...(beside !== null && beside !== "null" && { beside: JSON.parse(beside) }),
});

/** SQL condition for entries by a person or a service. The values to bind are the actor's handle and the actor. */
const BY = "found.actor = ifnull((SELECT id FROM people WHERE handle = ?), ?) AND found.actor <> 'reeve'";
/** SQL condition for entries by people or with texts about them. The value to bind is JSON of their pseudonyms. */
const ABOUT = `EXISTS (SELECT 1 FROM json_each(?) AS id
  WHERE found.actor = id.value OR instr(row.beside->('$[' || entry.key || ']'), id.value) > 0)`;
/** SQL condition for entries that do not record an ignored event. The value to bind is 1. */
const NOT_IGNORED = "found.types <> ' event.ignored ' AND entry.value->>'type' <> 'event.ignored' AND ?";

const open = (db: D1Database, links: readonly LinkWithTexts[]) =>
  openLinks(links, (ids) => pseudonymsById(db, ids));

export async function listAudit(
  db: D1Database,
  { desk, type, actor, byPeople, ignored, run, event, about, since, until }: AuditFilter,
  request: PageRequest,
): Promise<Page<AuditLink>> {
  const { rows, next } = await readPage<StoredLink & { readonly rowAt: number }>(
    db,
    {
      // `found` has the indexed columns, whose conditions SQLite checks before it reads the row.
      select: `${LINK}, found.at AS rowAt FROM audit AS found ${byPeople ? "INDEXED BY audit_actor" : ""}
        CROSS JOIN audit AS row ON row.id = found.id
        CROSS JOIN json_each(row.entries) AS entry`,
      conditions: [
        ["found.desk = ?", desk],
        ["instr(found.types, ' ' || ? || ' ') AND entry.value->>'type' = ?", type, type],
        actor === "reeve" ? ["found.actor = ?", actor] : [BY, actor && toHandle(actor), actor],
        ["found.actor <> 'reeve' AND ?", byPeople && 1],
        [NOT_IGNORED, ignored === "hide" ? 1 : undefined],
        ["found.run_id = ?", run],
        ["found.event_id = ?", event],
        [ABOUT, about && JSON.stringify(about)],
        ["found.at > ? AND entry.value->>'at' >= ?", since && since - ROW_SPAN_MS, since],
        ["found.at < ? AND entry.value->>'at' < ?", until, until],
      ],
      order: ["found.at", "found.desk", "row.seq + entry.key"],
      position: (row) => [row.rowAt, row.desk, row.seq],
    },
    request,
  );
  const links = rows.map(({ rowAt: _, ...row }) => parseLink(row));
  return { items: (await open(db, links)).map(readLink), next };
}

/**
 * Exports the audit trail as NDJSON for `npm run reeve -- audit:verify`, sorted by desk and `seq`. For each desk, the
 * export contains all entries from the first to the last one in the period, even if a clock was set back: a gap would
 * look like a deletion. Entries recorded during the export are left out.
 * @returns the stream, after its first batch has been read, so that the function throws the errors of that read
 */
export async function exportAudit(
  db: D1Database,
  { since = 0, until = Number.MAX_SAFE_INTEGER }: Pick<AuditFilter, "since" | "until">,
): Promise<ReadableStream<Uint8Array>> {
  return streamLines(auditBatches(db, since, until), auditLine);
}

/**
 * Streams items as NDJSON, a batch at a time.
 * @returns the stream, after its first batch has been read, so that the function throws the errors of that read
 */
export async function streamLines<Item>(
  batches: AsyncGenerator<readonly Item[], void, undefined>,
  toLine: (item: Item) => string,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let next = await batches.next();
  return new ReadableStream({
    async pull(controller) {
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(next.value.map((item) => `${toLine(item)}\n`).join("")));
      next = await batches.next();
    },
    cancel: async () => void (await batches.return()),
  });
}

async function* auditBatches(db: D1Database, since: number, until: number) {
  const desks = await selectAll<{ desk: string; first: number; last: number }>(
    db, // Check entries one by one only in rows that can contain the start or end of the period.
    `SELECT desk, min(first) AS first, max(last) AS last FROM (
         SELECT desk, seq AS first, last FROM audit WHERE at >= ?1 AND at <= ?2 - ${ROW_SPAN_MS}
         UNION ALL
         SELECT desk, seq + entry.key, seq + entry.key FROM audit CROSS JOIN json_each(entries) AS entry
         WHERE (audit.at BETWEEN ?1 - ${ROW_SPAN_MS} AND ?1 OR audit.at BETWEEN ?2 - ${ROW_SPAN_MS} AND ?2)
           AND entry.value->>'at' >= ?1 AND entry.value->>'at' < ?2)
       GROUP BY desk ORDER BY desk`,
    [since, until],
  );
  for (const { desk, first, last } of desks)
    for await (const opened of readChain(db, desk, first, last))
      yield opened.map(({ link, texts }) => ({ ...link, ...(Object.keys(texts).length > 0 && { texts }) }));
}

/** Reads the entries of a desk's chain from one `seq` to another, in batches, with their readable texts. */
export async function* readChain(db: D1Database, desk: string, first: number, last: number) {
  const read = db.prepare(
    `${LINK} FROM audit AS row CROSS JOIN json_each(row.entries) AS entry
     WHERE row.id + entry.key BETWEEN ?2 AND ?3 AND row.id BETWEEN ifnull(${lastRow("id", "?1", "?2")}, ?2) AND ?3
     ORDER BY row.id, entry.key LIMIT ${EXPORT_BATCH}`,
  );
  for (let from = first; from <= last; ) {
    const places = [0, from, last].map((seq) => toRowId(desk, seq));
    const { results } = await read.bind(...places).all<StoredLink>();
    const end = results.at(-1);
    if (!end) return;
    yield await open(db, results.map(parseLink));
    from = end.seq + 1;
  }
}

/** Reads the entries of runs as they were hashed, with their readable texts, sorted by desk and `seq`. */
export async function readRunLinks(db: D1Database, runIds: readonly string[], { byPeople = false } = {}) {
  const select = `${LINK} FROM audit AS row CROSS JOIN json_each(row.entries) AS entry
    WHERE row.run_id IN (SELECT value FROM json_each(?1)) ${byPeople ? "AND row.actor <> 'reeve'" : ""}
    ORDER BY row.desk, row.seq, entry.key`;
  const results = await selectAll<StoredLink>(db, select, [JSON.stringify(runIds)]);
  return open(db, results.map(parseLink));
}

export type ChainState = Pick<AuditLink, "desk" | "seq" | "at" | "hash">;

/** Reads the last entry of each desk's chain. */
export function readChains(db: D1Database): Promise<ChainState[]> {
  // SQLite jumps from the end of each chain to the end of the previous chain.
  const select = `WITH RECURSIVE ends (id) AS (
      SELECT max(id) FROM audit
      UNION ALL
      SELECT (SELECT max(id) FROM audit WHERE audit.id < ends.id - (ends.id & 0xffffffff)) FROM ends WHERE id IS NOT NULL)
    SELECT desk, last AS seq, entries->>'$[#-1].at' AS at, entries->>'$[#-1].hash' AS hash
    FROM ends CROSS JOIN audit USING (id) ORDER BY desk`;
  return selectAll(db, select);
}
