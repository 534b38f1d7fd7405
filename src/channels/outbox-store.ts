// The outbox's table. It stores messages, and people's actions in Slack, until they are handled.
import { DAY_MS, HOUR_MS } from "../base/days.ts";
import { type Database, openTables } from "../base/tables.ts";
import { MAX_RETRY_DELAY_MS } from "../base/waits.ts";
import type { Alike } from "./alike.ts";
import type { MessageChannel } from "./channel.ts";
import type { OutboxMessage } from "./doc.ts";
import type { SlackJob } from "./slack/requests.ts";

/** An item to handle. A repeated item has the same key. */
export type OutboxItem =
  | {
      readonly channel: MessageChannel["name"];
      readonly to: string;
      readonly message: OutboxMessage;
      /** Set if similar messages are joined, of which `message` is the first. @default a single message */
      readonly alike?: Alike;
    }
  | { readonly channel: "slack"; readonly job: SlackJob };

export interface DueItem {
  readonly key: string;
  /** Number of failed attempts at the item's next request. */
  readonly failures: number;
  /** Number of the item's requests that succeeded. */
  readonly stage: number;
  /** 1 if the item's next request was begun before a crash and might have been sent, otherwise 0. */
  readonly begun: 0 | 1;
  readonly item: OutboxItem;
}

/**
 * How long repeats are recognized, in milliseconds. A Slack request can be repeated for five minutes, and a desk that
 * restarts repeats the messages that it sent while the ledger was unavailable.
 */
const KEPT_MS = 7 * DAY_MS;

/** Maximum comments by a person within an hour. Each comment is kept in the trail, and sent. */
const MAX_COMMENTS = 60;
/** Maximum comments by a person on one run within an hour. */
const MAX_RUN_COMMENTS = 20;

export const OUTBOX_TABLES = [
  `
  -- The items of a lane are processed in order. A processed item is stored for another week, without its content.
  CREATE TABLE items (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    lane TEXT NOT NULL,
    item TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
    stage INTEGER NOT NULL DEFAULT 0,
    begun INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER,
    added_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX items_due ON items (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX items_lane ON items (lane, seq) WHERE due_at IS NOT NULL;
`,
];

export class OutboxStore {
  readonly #sql: Database;

  constructor(sql: Database) {
    this.#sql = openTables(sql, "outbox", OUTBOX_TABLES);
  }

  #returnsRow(...statement: Parameters<Database["exec"]>): boolean {
    return this.#sql.exec(...statement).toArray().length > 0;
  }

  /**
   * Stores an item.
   * @param afterMs Milliseconds until the item is due
   * @returns true if the item is new
   */
  add(key: string, lane: string, item: OutboxItem, now: number, afterMs = 0): boolean {
    const put =
      "INSERT INTO items (key, lane, item, due_at, added_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1";
    return this.#returnsRow(put, key, lane, JSON.stringify(item), now + afterMs, now);
  }

  /**
   * Adds a message to a group. The group is one item, made from its first message. Adding the same message again
   * changes nothing.
   */
  join(key: string, group: string, item: OutboxItem, now: number, afterMs: number): void {
    const put = "INSERT INTO items (key, lane, added_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1";
    if (!this.#returnsRow(put, key, group, now)) return;
    const grow =
      "UPDATE items SET item = json_set(item, '$.alike.n', item->>'$.alike.n' + 1) WHERE key = ? RETURNING 1";
    if (!this.#returnsRow(grow, group))
      this.add(group, group, { ...item, alike: { n: 1, since: now } } as OutboxItem, now, afterMs);
  }

  /**
   * Counts a comment, as a processed item. @returns false if the person has written too many in the last hour, on this
   * run or in total
   */
  admitComment(person: string, run: string, now: number): boolean {
    return this.#returnsRow(
      `WITH own AS (SELECT key FROM items WHERE key BETWEEN ?1 AND ?1 || '~' AND added_at > ?4)
       INSERT INTO items (key, lane, added_at) SELECT ?1 || ?2 || ?3, ?1, ?5 WHERE (
         SELECT count(*) < ${MAX_COMMENTS} AND total(instr(key, ?2) > 0) < ${MAX_RUN_COMMENTS} FROM own) RETURNING 1`,
      ...[`comment ${person.toLowerCase()} `, `${run} `, crypto.randomUUID(), now - HOUR_MS, now],
    );
  }

  /**
   * Counts a requested reminder about a run, as a processed item. A new approval allows another reminder.
   * @returns false if a reminder was requested in the last 24 hours, and no approval has been added since
   */
  admitReminder({ id, approvals }: Extract<OutboxMessage, { run: unknown }>["run"], now: number): boolean {
    return this.#returnsRow(
      `INSERT INTO items (key, lane, added_at) VALUES (?1, ?1, ?2)
       ON CONFLICT (key) DO UPDATE SET added_at = ?2 WHERE added_at <= ?2 - ${DAY_MS} RETURNING 1`,
      ...[`reminder ${id} ${approvals.length}`, now],
    );
  }

  isWaiting(key: string): boolean {
    return this.#returnsRow("SELECT 1 FROM items WHERE key = ? AND due_at IS NOT NULL", key);
  }

  due(now: number, without: readonly string[], limit: number): DueItem[] {
    const rows = this.#sql.exec<Omit<DueItem, "item"> & { item: string }>(
      `SELECT key, failures, stage, begun, item FROM items
       WHERE (due_at <= ? OR due_at > ?) AND key NOT IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM items AS earlier
                         WHERE earlier.lane = items.lane AND earlier.due_at IS NOT NULL AND earlier.seq < items.seq)
       ORDER BY due_at LIMIT ?`,
      now,
      now + MAX_RETRY_DELAY_MS,
      JSON.stringify(without),
      limit,
    );
    return Array.from(rows, ({ item, ...row }) => ({ ...row, item: JSON.parse(item) }));
  }

  nextDue(): number | null {
    return this.#sql.exec<{ at: number | null }>("SELECT min(due_at) AS at FROM items").one().at;
  }

  /** Records that a request is being sent. @param stage The number of the item's earlier requests */
  begin(key: string, stage: number): void {
    this.#sql.exec("UPDATE items SET begun = 1, stage = ? WHERE key = ?", stage, key);
  }

  later(key: string, dueAt: number, stage: number, failures: number): void {
    const update = "UPDATE items SET due_at = ?, stage = ?, failures = ?, begun = 0 WHERE key = ?";
    this.#sql.exec(update, dueAt, stage, failures, key);
  }

  done(key: string): void {
    this.#sql.exec("UPDATE items SET due_at = NULL, item = NULL WHERE key = ?", key);
  }

  /** Deletes handled items for which repeats are no longer expected. */
  forget(now: number): void {
    this.#sql.exec("DELETE FROM items WHERE due_at IS NULL AND added_at < ?", now - KEPT_MS);
  }
}
