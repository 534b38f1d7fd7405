import type { EventRow, RunRow } from "../ledger/record.ts";
import { isFinished, type Run } from "./run.ts";

/** How long a delivery's id is remembered: longer than any sender retries (PagerDuty: two days; a month to spare). */
export const DELIVERY_MEMORY_MS = 30 * 24 * 60 * 60 * 1000;

const SCHEMA = `
  -- Every key a delivery is known by; all of one delivery point at its event.
  CREATE TABLE IF NOT EXISTS deliveries (
    key TEXT PRIMARY KEY,
    event_id TEXT NOT NULL,
    received_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Written once, when it comes in. AUTOINCREMENT: a number is never given twice, as the outbox counts on it.
  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    row TEXT NOT NULL,
    event TEXT,
    payload TEXT NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS runs (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    event_seq INTEGER NOT NULL,
    automation TEXT NOT NULL,
    subject TEXT NOT NULL,
    due_at INTEGER,
    finished INTEGER NOT NULL,
    run TEXT NOT NULL,
    version INTEGER NOT NULL,
    recorded INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS runs_event ON runs (event_seq);
  CREATE INDEX IF NOT EXISTS runs_due ON runs (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS runs_order ON runs (automation, subject, seq) WHERE due_at IS NOT NULL;

  -- The outbox is no table: it is the events past this number, and the runs with a version the ledger has not got.
  CREATE TABLE IF NOT EXISTS recorded (events INTEGER NOT NULL) STRICT;
  INSERT INTO recorded SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM recorded);
  CREATE INDEX IF NOT EXISTS runs_outbox ON runs (seq) WHERE version > recorded;
`;

/** What a delivery is known by: a digest of its body, and where its sender gives it one, its id. */
export type DeliveryKeys = readonly [string] | readonly [string, string];

/** A run with the event it is about. */
export interface DueRun {
  readonly run: Run;
  readonly event: string;
}

/** What the ledger has not got yet. */
export interface Outbox {
  readonly events: readonly (EventRow & { readonly seq: number })[];
  readonly runs: readonly RunRow[];
}

/** The desk's database: what must survive a kill. Each method is one synchronous step, so the caller sets the transaction. */
export class DeskStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(SCHEMA);
  }

  /**
   * Notes what a delivery is known by, as the one that leads to this event.
   * @returns null, or the event that an earlier delivery with any of these keys led to
   */
  insertDelivery(keys: DeliveryKeys, eventId: string, receivedAt: number): string | null {
    const rows = keys.map(() => "(?, ?, ?)").join();
    const bindings = keys.flatMap((key) => [key, eventId, receivedAt]);
    const fresh = this.#sql.exec(
      `INSERT INTO deliveries VALUES ${rows} ON CONFLICT DO NOTHING RETURNING 1`,
      ...bindings,
    );
    if (fresh.toArray().length === keys.length) return null;
    const all = JSON.stringify(keys);
    const { event_id } = this.#sql
      .exec<{ event_id: string }>(
        "SELECT event_id FROM deliveries WHERE key IN (SELECT value FROM json_each(?)) AND event_id != ? LIMIT 1",
        all,
        eventId,
      )
      .one();
    this.#sql.exec(
      "UPDATE deliveries SET event_id = ? WHERE key IN (SELECT value FROM json_each(?)) AND event_id = ?",
      event_id,
      all,
      eventId,
    );
    return event_id;
  }

  /** Keeps an event with its runs. */
  insertEvent({ event, payload, ...row }: EventRow, runs: readonly Run[]): void {
    const { seq } = this.#sql
      .exec<{ seq: number }>(
        "INSERT INTO events (row, event, payload) VALUES (?, ?, ?) RETURNING seq",
        JSON.stringify(row),
        event,
        payload,
      )
      .one();
    for (const run of runs) {
      this.#sql.exec(
        "INSERT INTO runs (id, event_seq, automation, subject, due_at, finished, run, version) VALUES (?, ?, ?, ?, ?, 0, ?, ?)",
        run.id,
        seq,
        run.automation,
        run.subject,
        run.dueAt,
        JSON.stringify(run),
        run.version,
      );
    }
  }

  updateRun(run: Run): void {
    this.#sql.exec(
      "UPDATE runs SET due_at = ?, finished = ?, run = ?, version = ? WHERE id = ?",
      run.dueAt,
      Number(isFinished(run)),
      JSON.stringify(run),
      run.version,
      run.id,
    );
  }

  /** Runs that are due and first in line for their automation and subject, the longest due first. */
  dueRuns(now: number, limit: number): DueRun[] {
    const rows = this.#sql.exec<{ run: string; event: string }>(
      `SELECT runs.run, events.event FROM runs JOIN events ON events.seq = runs.event_seq
       WHERE due_at <= ?1 AND NOT EXISTS (
         SELECT 1 FROM runs AS earlier
         WHERE earlier.automation = runs.automation AND earlier.subject = runs.subject
           AND earlier.seq < runs.seq AND earlier.due_at IS NOT NULL)
       ORDER BY due_at LIMIT ?2`,
      now,
      limit,
    );
    return Array.from(rows, ({ run, event }) => ({ run: JSON.parse(run), event }));
  }

  /** Every run that waits for a time or a call, for the look after a restart. */
  unfinishedRuns(): Run[] {
    const rows = this.#sql.exec<{ run: string }>("SELECT run FROM runs WHERE due_at IS NOT NULL");
    return Array.from(rows, ({ run }) => JSON.parse(run));
  }

  /** When the next run is due. */
  nextDue(): number | null {
    return this.#sql
      .exec<{ due: number | null }>("SELECT min(due_at) AS due FROM runs WHERE due_at IS NOT NULL")
      .one().due;
  }

  /** What the ledger has not got yet, oldest first. */
  outbox(limit: number): Outbox {
    const events = this.#sql.exec<{ seq: number; row: string; event: string | null; payload: string }>(
      "SELECT seq, row, event, payload FROM events WHERE seq > (SELECT events FROM recorded) ORDER BY seq LIMIT ?",
      limit,
    );
    const runs = this.#sql.exec<{ id: string; version: number; run: string }>(
      "SELECT id, version, run FROM runs WHERE version > recorded ORDER BY seq LIMIT ?",
      limit,
    );
    return {
      events: Array.from(events, ({ row, ...columns }) => ({ ...JSON.parse(row), ...columns })),
      runs: runs.toArray(),
    };
  }

  /** Notes what is on record now, and forgets what is finished with it. */
  recorded({ events, runs }: Outbox): void {
    const last = events.at(-1);
    if (last) this.#sql.exec("UPDATE recorded SET events = ?", last.seq);
    const versions = JSON.stringify(runs.map(({ id, version }) => ({ id, version })));
    const gone = this.#sql.exec<{ event_seq: number }>(
      `DELETE FROM runs WHERE finished = 1
         AND (id, version) IN (SELECT value->>'id', value->>'version' FROM json_each(?)) RETURNING event_seq`,
      versions,
    );
    const perhapsDone = [...events.map(({ seq }) => seq), ...Array.from(gone, ({ event_seq }) => event_seq)];
    this.#sql.exec(
      `UPDATE runs SET recorded = value->>'version' FROM json_each(?) WHERE runs.id = value->>'id'`,
      versions,
    );
    this.#sql.exec(
      `DELETE FROM events WHERE seq IN (SELECT value FROM json_each(?)) AND seq <= (SELECT events FROM recorded)
         AND NOT EXISTS (SELECT 1 FROM runs WHERE event_seq = events.seq)`,
      JSON.stringify(perhapsDone),
    );
  }

  forgetDeliveries(before: number): void {
    this.#sql.exec("DELETE FROM deliveries WHERE received_at < ?", before);
  }
}
