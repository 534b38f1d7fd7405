// Puts what a desk hands over on record, in one transaction and as often as it is handed over.
import { log } from "../base/log.ts";
import type { AuditLink } from "./audit-chain.ts";
import { type InventoryRow, writeInventory } from "./inventory.ts";
import type { Passed } from "./shapes.ts";
import type { EVENT_STATES } from "./states.ts";

/** An event as the ledger keeps it; it never changes. Times are Unix milliseconds; `event` and `payload` are JSON texts. */
export interface EventRow {
  readonly id: string;
  readonly source: string;
  readonly type: string | null;
  readonly subject: string;
  /** `taken`: some automation wants it; `ignored`: none does; `rejected`: it could not be read. */
  readonly state: (typeof EVENT_STATES)[number];
  readonly authentication: string;
  readonly receivedAt: number;
  /** Why it was rejected, where it was. */
  readonly detail: string | null;
  /** Who listens to its type, and did not want it. */
  readonly passed: readonly Passed[];
  readonly event: string | null;
  readonly payload: string;
}

/** A run as the ledger keeps it: its JSON text, whole, and the version the text is of. */
export interface RunRow {
  readonly id: string;
  readonly version: number;
  readonly run: string;
}

/**
 * The rows of a JSON array. Materialized: SQLite would write the whole text of a row anew for each column that is taken
 * out of it, and read it again.
 */
const ROWS = "WITH rows AS MATERIALIZED (SELECT value AS row FROM json_each(?1))";

const EVENTS = `
  ${ROWS}
  INSERT INTO events (id, source, type, subject, state, authentication, received_at, detail, passed, event, payload)
  SELECT row->>'id', row->>'source', row->>'type', row->>'subject', row->>'state', row->>'authentication',
         row->>'receivedAt', row->>'detail', row->'passed', nullif(row->'event', 'null'), row->'payload'
  FROM rows WHERE true
  ON CONFLICT (id) DO NOTHING`;

const RUNS = `
  ${ROWS}
  INSERT INTO runs (id, event_id, automation, subject, state, created_at, updated_at, run, version)
  SELECT row->>'id', row->>'eventId', row->>'automation', row->>'subject', row->>'state',
         row->>'createdAt', row->>'updatedAt', row, row->>'version'
  FROM rows WHERE true
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at,
                                 run = excluded.run, version = excluded.version
  WHERE excluded.version > runs.version`;

const EFFECTS = `
  ${ROWS}
  INSERT INTO effects (run_id, n, operation, state, attempts, settled_at)
  SELECT row->>'id', entry.key, entry.value->>'operation', entry.value->>'state',
         entry.value->>'attempts', entry.value->>'settledAt'
  FROM rows, json_each(row, '$.journal') AS entry
  JOIN runs ON runs.id = row->>'id' AND runs.version = row->>'version'
  WHERE true
  ON CONFLICT (run_id, n) DO UPDATE SET state = excluded.state, attempts = excluded.attempts,
                                        settled_at = excluded.settled_at`;

const AUDIT = `
  ${ROWS}
  INSERT INTO audit (desk, seq, at, type, run_id, event_id, actor, detail, previous, hash)
  SELECT row->>'desk', row->>'seq', row->>'at', row->>'type', row->>'runId', row->>'eventId',
         row->>'actor', row->'detail', row->>'previous', row->>'hash'
  FROM rows WHERE true
  ON CONFLICT (desk, seq) DO NOTHING`;

/** Links that are on record with another content: a desk whose storage was lost starts its chain again. */
const AUDIT_CONFLICTS = `
  ${ROWS}
  SELECT audit.desk AS desk, min(audit.seq) AS seq FROM rows
  JOIN audit ON audit.desk = row->>'desk' AND audit.seq = row->>'seq' AND audit.hash != row->>'hash'
  GROUP BY audit.desk`;

/**
 * Puts events, runs, audit links and inventory changes on record, all or none. Idempotent by id, for runs version, for
 * links desk and `seq`, for inventory changes kind, key and time: a run that is not newer than the recorded one changes
 * nothing, and a link on record stays as it is (one that differs from it is reported to the operator's log).
 * @param audit Links in the order of their `seq`, with none left out since the last call.
 * @param inventory In the order in which they were made.
 */
export async function record(
  db: D1Database,
  events: readonly EventRow[],
  runs: readonly RunRow[],
  audit: readonly AuditLink[] = [],
  inventory: readonly InventoryRow[] = [],
): Promise<void> {
  const eventsJson = `[${events.map(eventJson).join()}]`;
  const runsJson = `[${runs.map(({ run }) => run).join()}]`;
  const statements = [
    db.prepare(EVENTS).bind(eventsJson),
    db.prepare(RUNS).bind(runsJson),
    db.prepare(EFFECTS).bind(runsJson),
    ...writeInventory(db, inventory),
  ];
  if (audit.length === 0) {
    await db.batch(statements);
    return;
  }
  const auditJson = JSON.stringify(audit);
  const insert = db.prepare(AUDIT).bind(auditJson);
  const conflicts = db.prepare(AUDIT_CONFLICTS).bind(auditJson);
  const results = await db.batch<{ desk: string; seq: number }>([...statements, insert, conflicts]);
  for (const { desk, seq } of results.at(-1)?.results ?? []) {
    log("audit_conflict", { level: "alert", desk, seq });
  }
}

/** `event` and `payload` are JSON already, and are put in as they are: written again they would double in size. */
function eventJson({ event, payload, ...columns }: EventRow): string {
  return `${JSON.stringify(columns).slice(0, -1)},"event":${event},"payload":${payload}}`;
}
