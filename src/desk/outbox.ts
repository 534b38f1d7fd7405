import type { EventRow, RunRow } from "../ledger/record.ts";
import type { WatchRow } from "../ledger/watches.ts";
import type { Event } from "../sources/event.ts";
import type { AuditEntry } from "./audit.ts";
import type { Run } from "./run.ts";
import type { Database } from "./tables.ts";

/** More than the audit entries that a run leaves as a rule: so these never hold up the runs they are of. */
const ENTRIES_PER_RUN = 8;
/** A step of a large cleanup leaves hundreds. */
const MEMORIES_PER_RUN = 10;

/** A run that has come to where people are to be told of it, or that has a notice for them. */
export interface Announcement {
  readonly about: "state" | "notice";
  readonly event: Event;
  readonly source: string;
  readonly run: Run;
}

/** What the ledger has not got yet, oldest first. */
export interface Outbox {
  readonly events: readonly (EventRow & { readonly seq: number })[];
  readonly runs: readonly RunRow[];
  readonly audit: readonly (AuditEntry & { readonly seq: number })[];
  readonly memories: readonly { readonly seq: number; readonly row: WatchRow }[];
  /** Hash of the last audit entry on record. */
  readonly auditHash: string;
}

/** What the desk has for others: for the ledger, and for who tells people. Each method is one synchronous step. */
export class DeskOutbox {
  readonly #sql: Database;

  /** @param sql The desk's database, its tables made */
  constructor(sql: Database) {
    this.#sql = sql;
  }

  insertAudit(entry: AuditEntry): void {
    this.#sql.exec("INSERT INTO audit (entry) VALUES (?)", JSON.stringify(entry));
  }

  insertMemory(row: WatchRow): void {
    this.#sql.exec("INSERT INTO memories (row) VALUES (?)", JSON.stringify(row));
  }

  insertAnnouncement(announcement: Announcement): void {
    this.#sql.exec("INSERT INTO announcements (announcement) VALUES (?)", JSON.stringify(announcement));
  }

  /** What is still to be announced, in order. */
  announcements(limit: number): { readonly seq: number; readonly announcement: Announcement }[] {
    const rows = this.#sql.exec<{ seq: number; announcement: string }>(
      "SELECT seq, announcement FROM announcements ORDER BY seq LIMIT ?",
      limit,
    );
    return Array.from(rows, ({ seq, announcement }) => ({ seq, announcement: JSON.parse(announcement) }));
  }

  /** Forgets what is announced, up to this number. */
  announced(seq: number): void {
    this.#sql.exec("DELETE FROM announcements WHERE seq <= ?", seq);
  }

  /** What the ledger has not got yet, oldest first. */
  waiting(limit: number): Outbox {
    const { events: last, audit_hash } = this.#sql
      .exec<{ events: number; audit_hash: string }>("SELECT events, audit_hash FROM recorded")
      .one();
    const events = this.#sql.exec<{ seq: number; row: string; event: string | null; payload: string }>(
      "SELECT seq, row, event, payload FROM events WHERE seq > ? ORDER BY seq LIMIT ?",
      last,
      limit,
    );
    const runs = this.#sql.exec<{ id: string; version: number; run: string }>(
      "SELECT id, version, run FROM runs WHERE version > recorded ORDER BY seq LIMIT ?",
      limit,
    );
    const audit = this.#sql.exec<{ seq: number; entry: string }>(
      "SELECT seq, entry FROM audit ORDER BY seq LIMIT ?",
      limit * ENTRIES_PER_RUN,
    );
    const memories = this.#sql.exec<{ seq: number; row: string }>(
      "SELECT seq, row FROM memories ORDER BY seq LIMIT ?",
      limit * MEMORIES_PER_RUN,
    );
    return {
      events: Array.from(events, ({ row, ...columns }) => ({ ...JSON.parse(row), ...columns })),
      runs: runs.toArray(),
      audit: Array.from(audit, ({ seq, entry }) => ({ ...JSON.parse(entry), seq })),
      memories: Array.from(memories, ({ seq, row }) => ({ seq, row: JSON.parse(row) })),
      auditHash: audit_hash,
    };
  }

  /** Since when something is missing from the ledger, Unix milliseconds. */
  unrecordedSince(): number | null {
    return this.#sql
      .exec<{ since: number | null }>(
        `SELECT min(at) AS since FROM (
           SELECT min(run->>'updatedAt') AS at FROM runs WHERE version > recorded
           UNION ALL
           SELECT min(row->>'receivedAt') AS at FROM events WHERE seq > (SELECT events FROM recorded))`,
      )
      .one().since;
  }

  /** Notes what is on record now, and forgets what is finished with it. @param auditHash of the last audit entry */
  recorded({ events, runs, audit, memories }: Outbox, auditHash: string): void {
    const last = events.at(-1);
    if (last) this.#sql.exec("UPDATE recorded SET events = ?", last.seq);
    const lastEntry = audit.at(-1);
    if (lastEntry) {
      this.#sql.exec("UPDATE recorded SET audit_hash = ?", auditHash);
      this.#sql.exec("DELETE FROM audit WHERE seq <= ?", lastEntry.seq);
    }
    const lastMemory = memories.at(-1);
    if (lastMemory) this.#sql.exec("DELETE FROM memories WHERE seq <= ?", lastMemory.seq);
    const versions = JSON.stringify(runs.map(({ id, version }) => ({ id, version })));
    const gone = this.#sql.exec<{ event_seq: number }>(
      `DELETE FROM runs WHERE finished = 1
         AND (id, version) IN (SELECT value->>'id', value->>'version' FROM json_each(?)) RETURNING event_seq`,
      versions,
    );
    const perhapsDone = [...events.map(({ seq }) => seq), ...Array.from(gone, ({ event_seq }) => event_seq)];
    this.#sql.exec(
      "UPDATE runs SET recorded = value->>'version' FROM json_each(?) WHERE runs.id = value->>'id'",
      versions,
    );
    this.#sql.exec(
      `DELETE FROM events WHERE seq IN (SELECT value FROM json_each(?)) AND seq <= (SELECT events FROM recorded)
         AND NOT EXISTS (SELECT 1 FROM runs WHERE event_seq = events.seq)`,
      JSON.stringify(perhapsDone),
    );
  }
}
