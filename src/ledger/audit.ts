// Reads the audit trail: a page of it, or all of it as an export.
import { type AuditLink, auditLine } from "./audit-chain.ts";
import { type Page, type PageRequest, readPage } from "./page.ts";

/** Which audit entries are wanted: those that meet all that is given. Times are Unix milliseconds, `until` not included. */
export interface AuditFilter {
  readonly desk?: string | undefined;
  readonly type?: string | undefined;
  readonly actor?: string | undefined;
  /** Id of the run they are about. */
  readonly run?: string | undefined;
  /** Id of the event they are about. */
  readonly event?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** Entries read at once for an export: a few hundred kilobytes. */
const EXPORT_BATCH = 500;

const LINK =
  "SELECT desk, seq, at, type, run_id AS runId, event_id AS eventId, actor, detail, previous, hash FROM audit";
type StoredLink = Omit<AuditLink, "detail"> & { readonly detail: string };
const linkOf = (row: StoredLink): AuditLink => ({ ...row, detail: JSON.parse(row.detail) });

/** Audit entries, newest first. */
export async function listAudit(
  db: D1Database,
  { desk, type, actor, run, event, since, until }: AuditFilter,
  request: PageRequest,
): Promise<Page<AuditLink>> {
  const { rows, next } = await readPage<StoredLink>(
    db,
    {
      select: LINK,
      conditions: [
        ["desk = ?", desk],
        ["type = ?", type],
        ["actor = ?", actor],
        ["run_id = ?", run],
        ["event_id = ?", event],
        ["at >= ?", since],
        ["at < ?", until],
      ],
      order: ["at", "desk", "seq"],
      position: (row) => [row.at, row.desk, row.seq],
    },
    request,
  );
  return { items: rows.map(linkOf), next };
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
      "SELECT desk, min(seq) AS first, max(seq) AS last FROM audit WHERE at >= ? AND at < ? GROUP BY desk ORDER BY desk",
    )
    .bind(since, until)
    .all<{ desk: string; first: number; last: number }>();
  const read = db.prepare(
    `${LINK} WHERE desk = ? AND seq BETWEEN ? AND ? ORDER BY seq LIMIT ${EXPORT_BATCH}`,
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
       SELECT desk, seq, at, hash FROM audit
       WHERE (desk, seq) IN (SELECT desk, (SELECT max(seq) FROM audit WHERE audit.desk = desks.desk)
                             FROM desks WHERE desk IS NOT NULL)
       ORDER BY desk`,
    )
    .all<ChainState>();
  return results;
}
