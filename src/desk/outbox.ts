// What a desk has for the ledger and for who tells people, until they have it.

import type { InventoryRow } from "../ledger/inventory.ts";
import type { EventRow, RunRow } from "../ledger/record.ts";
import type { Announcement } from "./announcement.ts";
import type { AuditEntry } from "./run/audit.ts";
import type { Database } from "./tables.ts";

/** More than the audit entries that a run leaves as a rule: so these never hold up the runs they are of. */
const ENTRIES_PER_RUN = 8;
/** A step of a large cleanup leaves hundreds. */
const CHANGES_PER_RUN = 10;

/** Bytes (UTF-8) of rows of one kind that are taken at once: half of what one value bound by D1 may have. */
const BATCH_BYTES = 1_000_000;

/** What is to go on record, oldest first. */
export interface Outbox {
  readonly events: readonly (EventRow & { readonly seq: number })[];
  readonly runs: readonly RunRow[];
  readonly audit: readonly (AuditEntry & { readonly seq: number })[];
  /** Without a row, it is only noted that there is nothing left to put on record. */
  readonly inventory: readonly { readonly seq: number; readonly row: InventoryRow | null }[];
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

  insertInventory(row: InventoryRow): void {
    this.#sql.exec("INSERT INTO inventory (row) VALUES (?)", JSON.stringify(row));
  }

  insertAnnouncement(announcement: Announcement): void {
    this.#sql.exec("INSERT INTO announcements (announcement) VALUES (?)", JSON.stringify(announcement));
  }

  /** What is still to be announced, in order: as much as one call may carry. */
  announcements(limit: number): { readonly seq: number; readonly announcement: Announcement }[] {
    const { rows } = take(
      this.#sql.exec<{ seq: number; announcement: string; bytes: number }>(
        "SELECT seq, announcement, octet_length(announcement) AS bytes FROM announcements ORDER BY seq LIMIT ?",
        limit + 1,
      ),
      limit,
    );
    return rows.map(({ seq, announcement }) => ({ seq, announcement: JSON.parse(announcement) }));
  }

  /** Whether anything is still to be announced. */
  isToAnnounce(): boolean {
    return this.#sql.exec("SELECT 1 FROM announcements LIMIT 1").toArray().length > 0;
  }

  /** Forgets what is announced, up to this number. */
  announced(seq: number): void {
    this.#sql.exec("DELETE FROM announcements WHERE seq <= ?", seq);
  }

  /**
   * What the ledger has not got yet, oldest first: as much as may be in memory at once, and in one batch of D1.
   * @param limit Most events, and most runs.
   * @returns and whether there is more
   */
  waiting(limit: number): Outbox & { readonly more: boolean } {
    const events = take(
      this.#sql.exec<{ seq: number; row: string; event: string | null; payload: string; bytes: number }>(
        `SELECT seq, row, event, payload, octet_length(row) + ifnull(octet_length(event), 4) + octet_length(payload) AS bytes
         FROM events WHERE seq > (SELECT events FROM recorded) ORDER BY seq LIMIT ?`,
        limit + 1,
      ),
      limit,
    );
    const runs = take(
      this.#sql.exec<{ id: string; version: number; run: string; bytes: number }>(
        `SELECT id, version, run, octet_length(run) AS bytes FROM runs WHERE version > recorded ORDER BY seq LIMIT ?`,
        limit + 1,
      ),
      limit,
    );
    const audit = take(
      this.#sql.exec<{ seq: number; entry: string; bytes: number }>(
        "SELECT seq, entry, octet_length(entry) AS bytes FROM audit ORDER BY seq LIMIT ?",
        limit * ENTRIES_PER_RUN + 1,
      ),
      limit * ENTRIES_PER_RUN,
    );
    const inventory = take(
      this.#sql.exec<{ seq: number; row: string; bytes: number }>(
        "SELECT seq, row, octet_length(row) AS bytes FROM inventory ORDER BY seq LIMIT ?",
        limit * CHANGES_PER_RUN + 1,
      ),
      limit * CHANGES_PER_RUN,
    );
    return {
      events: events.rows.map(({ row, bytes: _, ...columns }) => ({ ...JSON.parse(row), ...columns })),
      runs: runs.rows.map(({ id, version, run }) => ({ id, version, run })),
      audit: audit.rows.map(({ seq, entry }) => ({ ...JSON.parse(entry), seq })),
      inventory: inventory.rows.map(({ seq, row }) => ({ seq, row: JSON.parse(row) })),
      more: [events, runs, audit, inventory].some(({ more }) => more),
    };
  }

  /** Whether anything is missing from the ledger. */
  isWaiting(): boolean {
    const { waiting } = this.#sql
      .exec<{ waiting: number }>(
        `SELECT EXISTS (SELECT 1 FROM events WHERE seq > (SELECT events FROM recorded))
           OR EXISTS (SELECT 1 FROM runs WHERE version > recorded)
           OR EXISTS (SELECT 1 FROM audit) OR EXISTS (SELECT 1 FROM inventory) AS waiting`,
      )
      .one();
    return waiting === 1;
  }

  /** Hash of the last audit entry on record. */
  auditHash(): string {
    return this.#sql.exec<{ audit_hash: string }>("SELECT audit_hash FROM recorded").one().audit_hash;
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
  recorded({ events, runs, audit, inventory }: Outbox, auditHash: string): void {
    const last = events.at(-1);
    if (last) this.#sql.exec("UPDATE recorded SET events = ?", last.seq);
    const lastEntry = audit.at(-1);
    if (lastEntry) {
      this.#sql.exec("UPDATE recorded SET audit_hash = ?", auditHash);
      this.#sql.exec("DELETE FROM audit WHERE seq <= ?", lastEntry.seq);
    }
    const lastChange = inventory.at(-1);
    if (lastChange) this.#sql.exec("DELETE FROM inventory WHERE seq <= ?", lastChange.seq);
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

/** The first rows: no more than that, and together no larger than a batch, but one at least. @param from One more than that, if there is */
function take<Row extends { readonly bytes: number }>(
  from: Iterable<Row>,
  limit: number,
): { readonly rows: Row[]; readonly more: boolean } {
  const rows: Row[] = [];
  let bytes = 0;
  // A cursor reads a row when it is asked for it: what is not taken is not in memory.
  for (const row of from) {
    bytes += row.bytes;
    if (rows.length === limit || (rows.length > 0 && bytes > BATCH_BYTES)) return { rows, more: true };
    rows.push(row);
  }
  return { rows, more: false };
}
