import { log } from "../base/log.ts";
import type { AuditLink } from "./audit-chain.ts";
import type { EVENT_STATES } from "./states.ts";

/** An event as the ledger keeps it; it never changes. Times are Unix milliseconds; `event` and `payload` are JSON texts. */
export interface EventRow {
  readonly id: string;
  readonly source: string;
  readonly type: string | null;
  readonly subject: string;
  /** `taken`: some automation listens; `ignored`: none does; `rejected`: it could not be read. */
  readonly state: (typeof EVENT_STATES)[number];
  readonly authentication: string;
  readonly receivedAt: number;
  /** Why it was rejected, where it was. */
  readonly detail: string | null;
  readonly event: string | null;
  readonly payload: string;
}

/** A run as the ledger keeps it: its JSON text, whole, and the version the text is of. */
export interface RunRow {
  readonly id: string;
  readonly version: number;
  readonly run: string;
}

const EVENTS = `
  INSERT INTO events (id, source, type, subject, state, authentication, received_at, detail, event, payload)
  SELECT value->>'id', value->>'source', value->>'type', value->>'subject', value->>'state', value->>'authentication',
         value->>'receivedAt', value->>'detail', nullif(value->'event', 'null'), value->'payload'
  FROM json_each(?1) WHERE true
  ON CONFLICT (id) DO NOTHING`;

const RUNS = `
  INSERT INTO runs (id, event_id, automation, subject, state, created_at, updated_at, run, version)
  SELECT value->>'id', value->>'eventId', value->>'automation', value->>'subject', value->>'state',
         value->>'createdAt', value->>'updatedAt', value, value->>'version'
  FROM json_each(?1) WHERE true
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at,
                                 run = excluded.run, version = excluded.version
  WHERE excluded.version > runs.version`;

const EFFECTS = `
  INSERT INTO effects (run_id, n, operation, state, attempts, settled_at)
  SELECT run.value->>'id', entry.key, entry.value->>'operation', entry.value->>'state',
         entry.value->>'attempts', entry.value->>'settledAt'
  FROM json_each(?1) AS run, json_each(run.value, '$.journal') AS entry
  JOIN runs ON runs.id = run.value->>'id' AND runs.version = run.value->>'version'
  WHERE true
  ON CONFLICT (run_id, n) DO UPDATE SET state = excluded.state, attempts = excluded.attempts,
                                        settled_at = excluded.settled_at`;

const AUDIT = `
  INSERT INTO audit (desk, seq, at, type, run_id, event_id, actor, detail, previous, hash)
  SELECT value->>'desk', value->>'seq', value->>'at', value->>'type', value->>'runId', value->>'eventId',
         value->>'actor', value->'detail', value->>'previous', value->>'hash'
  FROM json_each(?1) WHERE true
  ON CONFLICT (desk, seq) DO NOTHING`;

/** Links that are on record with another content: a desk whose storage was lost starts its chain again. */
const AUDIT_CONFLICTS = `
  SELECT audit.desk AS desk, min(audit.seq) AS seq FROM json_each(?1)
  JOIN audit ON audit.desk = value->>'desk' AND audit.seq = value->>'seq' AND audit.hash != value->>'hash'
  GROUP BY audit.desk`;

/**
 * Puts events, runs and audit links on record, all or none. Idempotent by id, for runs version, for links desk and
 * `seq`: a run that is not newer than the recorded one changes nothing, and a link on record stays as it is (one that
 * differs from it is reported to the operator's log).
 * @param audit Links in the order of their `seq`, with none left out since the last call.
 */
export async function record(
  db: D1Database,
  events: readonly EventRow[],
  runs: readonly RunRow[],
  audit: readonly AuditLink[] = [],
): Promise<void> {
  const eventsJson = `[${events.map(eventJson).join()}]`;
  const runsJson = `[${runs.map(({ run }) => run).join()}]`;
  const statements = [
    db.prepare(EVENTS).bind(eventsJson),
    db.prepare(RUNS).bind(runsJson),
    db.prepare(EFFECTS).bind(runsJson),
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
