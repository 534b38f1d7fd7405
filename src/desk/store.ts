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
  CREATE INDEX IF NOT EXISTS deliveries_age ON deliveries (received_at);

  -- The outbox is no table: it is what has a version the ledger has not got.
  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    row TEXT NOT NULL,
    event TEXT,
    payload TEXT NOT NULL,
    version INTEGER NOT NULL,
    recorded INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS events_new ON events (seq) WHERE state = 'recorded';
  CREATE INDEX IF NOT EXISTS events_outbox ON events (seq) WHERE version > recorded;

  CREATE TABLE IF NOT EXISTS runs (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    event_id TEXT NOT NULL,
    automation TEXT NOT NULL,
    subject TEXT NOT NULL,
    due_at INTEGER,
    finished INTEGER NOT NULL,
    run TEXT NOT NULL,
    version INTEGER NOT NULL,
    recorded INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS runs_event ON runs (event_id);
  CREATE INDEX IF NOT EXISTS runs_due ON runs (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS runs_order ON runs (automation, subject, seq) WHERE due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS runs_outbox ON runs (seq) WHERE version > recorded;
`;

/** What a delivery is known by: a digest of its body, and where its sender gives it one, its id. */
export type DeliveryKeys = readonly [string, string?];

/** An event to be kept, as it came in. */
export type NewEvent = Omit<EventRow, "version">;

/** A run with the event it is about. */
export interface DueRun {
  readonly run: Run;
  readonly event: string;
}

/** The desk's database: what must survive a kill. Each method is one synchronous step, so the caller sets the transaction. */
export class DeskStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(SCHEMA);
  }

  /** The event that a delivery with any of these keys led to before. */
  eventOfDelivery([key, otherKey]: DeliveryKeys): string | null {
    const [known] = this.#sql.exec<{ event_id: string }>(
      "SELECT event_id FROM deliveries WHERE key IN (?, ?) LIMIT 1",
      key,
      otherKey ?? null,
    );
    return known?.event_id ?? null;
  }

  insertEvent([key, otherKey]: DeliveryKeys, { event, payload, ...columns }: NewEvent): void {
    const { id, state, receivedAt } = columns;
    this.#sql.exec("INSERT INTO deliveries VALUES (?, ?, ?)", key, id, receivedAt);
    if (otherKey) this.#sql.exec("INSERT INTO deliveries VALUES (?, ?, ?)", otherKey, id, receivedAt);
    this.#sql.exec(
      "INSERT INTO events (id, state, row, event, payload, version) VALUES (?, ?, ?, ?, ?, 1)",
      id,
      state,
      JSON.stringify(columns),
      event,
      payload,
    );
  }

  /** Events that no run has been made for yet, oldest first. */
  newEvents(limit: number): EventRow[] {
    return this.#events("state = 'recorded'", limit);
  }

  settleEvent(id: string, state: "taken" | "ignored"): void {
    this.#sql.exec("UPDATE events SET state = ?, version = version + 1 WHERE id = ?", state, id);
  }

  insertRun(run: Run): void {
    this.#sql.exec(
      "INSERT INTO runs (id, event_id, automation, subject, due_at, finished, run, version) VALUES (?, ?, ?, ?, ?, 0, ?, ?)",
      run.id,
      run.eventId,
      run.automation,
      run.subject,
      run.dueAt,
      JSON.stringify(run),
      run.version,
    );
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
      `SELECT runs.run, events.event FROM runs JOIN events ON events.id = runs.event_id
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
  outbox(limit: number): { events: EventRow[]; runs: RunRow[] } {
    const events = this.#events("version > recorded", limit);
    const runs = this.#sql
      .exec<{ id: string; version: number; run: string }>(
        "SELECT id, version, run FROM runs WHERE version > recorded ORDER BY seq LIMIT ?",
        limit,
      )
      .toArray();
    return { events, runs };
  }

  /** Notes what is on record now, and forgets what is finished with it. */
  recorded(events: readonly EventRow[], runs: readonly RunRow[]): void {
    for (const { id, version } of events)
      this.#sql.exec("UPDATE events SET recorded = ? WHERE id = ?", version, id);
    for (const { id, version } of runs)
      this.#sql.exec("UPDATE runs SET recorded = ? WHERE id = ?", version, id);
    const touched = new Set<string>();
    for (const { id } of runs) {
      const [gone] = this.#sql.exec<{ event_id: string }>(
        "DELETE FROM runs WHERE id = ? AND finished = 1 AND recorded = version RETURNING event_id",
        id,
      );
      if (gone) touched.add(gone.event_id);
    }
    for (const { id } of events) touched.add(id);
    for (const id of touched) {
      this.#sql.exec(
        `DELETE FROM events WHERE id = ?1 AND state != 'recorded' AND recorded = version
         AND NOT EXISTS (SELECT 1 FROM runs WHERE event_id = ?1)`,
        id,
      );
    }
  }

  forgetDeliveries(before: number): void {
    this.#sql.exec("DELETE FROM deliveries WHERE received_at < ?", before);
  }

  #events(condition: string, limit: number): EventRow[] {
    const rows = this.#sql.exec<{
      row: string;
      state: string;
      event: string | null;
      payload: string;
      version: number;
    }>(
      `SELECT row, state, event, payload, version FROM events WHERE ${condition} ORDER BY seq LIMIT ?`,
      limit,
    );
    return Array.from(rows, ({ row, ...columns }) => ({ ...JSON.parse(row), ...columns }));
  }
}
