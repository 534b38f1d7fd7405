// Writes the audit trail, and reads it: a page of it, or all of it as an export.
import { type AuditLink, auditLine } from "./audit-chain.ts";
import { type Page, type PageRequest, readPage } from "./page.ts";

/** What a row of the trail holds of each of its entries; the rest they have in common. */
type RowEntry = Pick<AuditLink, "at" | "type" | "detail" | "hash">;

/** Consecutive entries of one chain that lie together. */
interface AuditRow
  extends Pick<AuditLink, "desk" | "seq" | "at" | "runId" | "eventId" | "actor" | "previous"> {
  readonly entries: RowEntry[];
}

/** How long after the first entry of a row another joins it: a time is looked for in rows that begin so much earlier. */
const ROW_SPAN_MS = 60_000;

/** Entries of one run and actor that follow each other, as rows. */
function rowsOf(links: readonly AuditLink[]): AuditRow[] {
  const rows: AuditRow[] = [];
  for (const { desk, seq, at, runId, eventId, actor, previous, ...entry } of links) {
    const row = rows.at(-1);
    const joins =
      row &&
      row.desk === desk &&
      row.seq + row.entries.length === seq &&
      row.runId === runId &&
      row.eventId === eventId &&
      row.actor === actor &&
      at >= row.at &&
      at < row.at + ROW_SPAN_MS;
    if (joins) row.entries.push({ at, ...entry });
    else rows.push({ desk, seq, at, runId, eventId, actor, previous, entries: [{ at, ...entry }] });
  }
  return rows;
}

const typesOf = ({ entries }: AuditRow): string =>
  ` ${[...new Set(entries.map(({ type }) => type))].join(" ")} `;

/** What is behind the end of its chain: all of a row, or what is left of it where an earlier batch had its beginning. */
const APPEND = `
  WITH rows AS MATERIALIZED (SELECT value AS row FROM json_each(?1)),
  new AS MATERIALIZED (
    SELECT row, max(0, 1 - (row->>'seq') + ifnull(
      (SELECT last FROM audit WHERE audit.desk = row->>'desk' ORDER BY seq DESC LIMIT 1), 0)) AS known
    FROM rows)
  INSERT INTO audit (desk, seq, last, at, run_id, event_id, actor, types, previous, entries)
  SELECT row->>'desk', (row->>'seq') + known, (row->>'seq') + json_array_length(row, '$.entries') - 1,
         row->>('$.entries[' || known || '].at'), row->>'runId', row->>'eventId', row->>'actor', row->>'types',
         iif(known = 0, row->>'previous', row->>('$.entries[' || (known - 1) || '].hash')),
         iif(known = 0, row->'entries', (SELECT json_group_array(json(value)) FROM json_each(row, '$.entries') WHERE key >= known))
  FROM new WHERE known < json_array_length(row, '$.entries')
  RETURNING last - seq + 1 AS entries`;

/**
 * Adds links to the ends of their chains. Those whose place is taken are left out, as a batch may come twice.
 * @param links In the order of their `seq`
 * @returns a statement whose rows say how many `entries` were added
 */
export function writeAudit(db: D1Database, links: readonly AuditLink[]): D1PreparedStatement {
  const rows = rowsOf(links).map((row) => ({ ...row, types: typesOf(row) }));
  return db.prepare(APPEND).bind(JSON.stringify(rows));
}

/** Which desks have other links on record in the place of these, and from where on: their storage was lost. */
export async function auditConflicts(
  db: D1Database,
  links: readonly AuditLink[],
): Promise<{ readonly desk: string; readonly seq: number }[]> {
  const places = links.map(({ desk, seq, hash }) => ({ desk, seq, hash }));
  const { results } = await db
    .prepare(
      `SELECT link.value->>'desk' AS desk, min(link.value->>'seq') AS seq FROM json_each(?1) AS link
       JOIN audit ON audit.desk = link.value->>'desk' AND audit.seq = (
         SELECT max(seq) FROM audit WHERE audit.desk = link.value->>'desk' AND seq <= link.value->>'seq')
       WHERE entries->>('$[' || ((link.value->>'seq') - audit.seq) || '].hash') IS NOT link.value->>'hash'
       GROUP BY 1`,
    )
    .bind(JSON.stringify(places))
    .all<{ desk: string; seq: number }>();
  return results;
}

/** Which audit entries are wanted: those that meet all that is given. Times are Unix milliseconds, `until` not included. */
export interface AuditFilter {
  readonly desk?: string | undefined;
  readonly type?: string | undefined;
  readonly actor?: string | undefined;
  /** Only what people did, and not what Reeve did by itself. */
  readonly byPeople?: true;
  /** Id of the run they are about. */
  readonly run?: string | undefined;
  /** Id of the event they are about. */
  readonly event?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** Entries read at once for an export: a few hundred kilobytes. */
const EXPORT_BATCH = 500;

/** Each entry of each `row`, as a link. The rows themselves are found by the index that a filter is about. */
const LINK = `
  SELECT row.desk, row.seq + entry.key AS seq, entry.value->>'at' AS at, entry.value->>'type' AS type,
    row.run_id AS runId, row.event_id AS eventId, row.actor, entry.value->'detail' AS detail,
    iif(entry.key = 0, row.previous, row.entries->>('$[' || (entry.key - 1) || '].hash')) AS previous,
    entry.value->>'hash' AS hash`;
type StoredLink = Omit<AuditLink, "detail"> & { readonly detail: string };
const linkOf = ({ detail, ...link }: StoredLink): AuditLink => ({ ...link, detail: JSON.parse(detail) });

/** Audit entries, newest first: row by row, by when its first entry was made. */
export async function listAudit(
  db: D1Database,
  { desk, type, actor, byPeople, run, event, since, until }: AuditFilter,
  request: PageRequest,
): Promise<Page<AuditLink>> {
  const { rows, next } = await readPage<StoredLink & { readonly rowAt: number }>(
    db,
    {
      // What is asked of an index is asked before the row is fetched.
      select: `${LINK}, found.at AS rowAt FROM audit AS found ${byPeople ? "INDEXED BY audit_actor" : ""}
        CROSS JOIN audit AS row ON row.desk = found.desk AND row.seq = found.seq
        CROSS JOIN json_each(row.entries) AS entry`,
      conditions: [
        ["found.desk = ?", desk],
        ["instr(found.types, ' ' || ? || ' ') AND entry.value->>'type' = ?", type, type],
        [actor === "reeve" ? "found.actor = ?" : "found.actor = ? AND found.actor <> 'reeve'", actor],
        ["found.actor <> 'reeve' AND ?", byPeople && 1],
        ["found.run_id = ?", run],
        ["found.event_id = ?", event],
        [
          "found.at > ? AND entry.value->>'at' >= ?",
          since === undefined ? since : since - ROW_SPAN_MS,
          since,
        ],
        ["found.at < ? AND entry.value->>'at' < ?", until, until],
      ],
      order: ["found.at", "found.desk", "row.seq + entry.key"],
      position: (row) => [row.rowAt, row.desk, row.seq],
    },
    request,
  );
  return { items: rows.map(({ rowAt: _, ...row }) => linkOf(row)), next };
}

/**
 * The audit trail as NDJSON that `npm run audit:verify` takes: ordered by desk and `seq`, each desk from its first to its
 * last entry of the time asked for. Between those two no entry is left out, also where a clock was set back: a gap
 * would look like a deletion. Entries that are recorded while it is read are not in it.
 */
export function exportAudit(
  db: D1Database,
  { since = 0, until = Number.MAX_SAFE_INTEGER }: Pick<AuditFilter, "since" | "until">,
): ReadableStream<Uint8Array> {
  const batches = auditBatches(db, since, until);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value: links } = await batches.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(links.map((link) => `${auditLine(link)}\n`).join("")));
    },
    cancel: async () => void (await batches.return(undefined)),
  });
}

async function* auditBatches(
  db: D1Database,
  since: number,
  until: number,
): AsyncGenerator<AuditLink[], undefined> {
  const { results: desks } = await db
    .prepare(
      // Only of the rows that a limit of the time may part is each entry looked at.
      `SELECT desk, min(first) AS first, max(last) AS last FROM (
         SELECT desk, seq AS first, last FROM audit WHERE at >= ?1 AND at <= ?2 - ${ROW_SPAN_MS}
         UNION ALL
         SELECT desk, seq + entry.key, seq + entry.key FROM audit CROSS JOIN json_each(entries) AS entry
         WHERE (audit.at BETWEEN ?1 - ${ROW_SPAN_MS} AND ?1 OR audit.at BETWEEN ?2 - ${ROW_SPAN_MS} AND ?2)
           AND entry.value->>'at' >= ?1 AND entry.value->>'at' < ?2)
       GROUP BY desk ORDER BY desk`,
    )
    .bind(since, until)
    .all<{ desk: string; first: number; last: number }>();
  const read = db.prepare(
    `${LINK} FROM audit AS row CROSS JOIN json_each(row.entries) AS entry
     WHERE row.desk = ?1 AND row.seq + entry.key BETWEEN ?2 AND ?3
       AND row.seq BETWEEN ifnull((SELECT max(seq) FROM audit WHERE desk = ?1 AND seq <= ?2), ?2) AND ?3
     ORDER BY row.seq, entry.key LIMIT ${EXPORT_BATCH}`,
  );
  for (const { desk, first, last } of desks) {
    let from = first;
    while (from <= last) {
      const { results } = await read.bind(desk, from, last).all<StoredLink>();
      const end = results.at(-1);
      if (!end) break;
      yield results.map(linkOf);
      from = end.seq + 1;
    }
  }
}

/** A desk's audit chain, as far as it is on record. */
export interface ChainState {
  readonly desk: string;
  readonly seq: number;
  readonly at: number;
  readonly hash: string;
}

/** The last entry of each desk's audit chain. */
export async function readChains(db: D1Database): Promise<ChainState[]> {
  // SQLite skips from one desk to the next along the primary key.
  const { results } = await db
    .prepare(
      `WITH RECURSIVE desks (desk) AS (
         SELECT min(desk) FROM audit
         UNION ALL
         SELECT (SELECT min(desk) FROM audit WHERE audit.desk > desks.desk) FROM desks WHERE desk IS NOT NULL)
       SELECT desk, last AS seq, entries->>'$[#-1].at' AS at, entries->>'$[#-1].hash' AS hash FROM audit
       WHERE (desk, seq) IN (SELECT desk, (SELECT max(seq) FROM audit WHERE audit.desk = desks.desk)
                             FROM desks WHERE desk IS NOT NULL)
       ORDER BY desk`,
    )
    .all<ChainState>();
  return results;
}
