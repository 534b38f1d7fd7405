/** An event as the ledger keeps it; it never changes. Times are Unix milliseconds; `event` and `payload` are JSON texts. */
export interface EventRow {
  readonly id: string;
  readonly source: string;
  readonly type: string | null;
  readonly subject: string;
  /** `taken`: some automation listens; `ignored`: none does; `rejected`: it could not be read. */
  readonly state: "taken" | "ignored" | "rejected";
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

/**
 * Puts events and runs on record, all or none. Idempotent by id, and for runs version: one that is not newer than the
 * recorded one changes nothing.
 */
export async function record(
  db: D1Database,
  events: readonly EventRow[],
  runs: readonly RunRow[],
): Promise<void> {
  const eventsJson = `[${events.map(eventJson).join()}]`;
  const runsJson = `[${runs.map(({ run }) => run).join()}]`;
  await db.batch([
    db.prepare(EVENTS).bind(eventsJson),
    db.prepare(RUNS).bind(runsJson),
    db.prepare(EFFECTS).bind(runsJson),
  ]);
}

/** `event` and `payload` are JSON already, and are put in as they are: written again they would double in size. */
function eventJson({ event, payload, ...columns }: EventRow): string {
  return `${JSON.stringify(columns).slice(0, -1)},"event":${event},"payload":${payload}}`;
}
