// Notes that Control keeps for other components: handshakes, rejected deliveries, credentials, notices to operators,
// schedules, the key of the console's forms, and the number of desks.
import { HOUR_MS } from "../../base/days.ts";
import { type Database, openTables } from "../../base/tables.ts";
import type { Check } from "../../systems/system.ts";

export const NOTES_TABLES = [
  `
  -- The number of rejected deliveries per source, failed check and hour (Unix milliseconds / 3,600,000).
  CREATE TABLE refusals (
    source TEXT NOT NULL,
    failed TEXT NOT NULL,
    hour INTEGER NOT NULL,
    n INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (source, failed, hour)
  ) STRICT, WITHOUT ROWID;

  -- The newest handshake value of each source, which a person must return to the sender.
  CREATE TABLE handshakes (
    source TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The key that signs the console's forms, in hexadecimal.
  CREATE TABLE form_key (key TEXT NOT NULL) STRICT;

  -- The number of desks at the first start.
  CREATE TABLE desks (n INTEGER NOT NULL) STRICT;

  -- When Reeve first saw each credential, and the last notice about the credential's expiry.
  CREATE TABLE credentials (
    client_id TEXT PRIMARY KEY,
    first_seen INTEGER NOT NULL,
    notice TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE marks (name TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`,
];

const REFUSAL_MEMORY_HOURS = 7 * 24;
const HANDSHAKE_MEMORY_MS = 60 * 60_000;

/**
 * How far the time that {@link ControlNotes.setScheduledUntil} stores can be ahead of the clock, in milliseconds. If it
 * is further ahead, the clock was set back.
 */
export const MAX_AHEAD_MS = 5 * 60_000;

export type KeptHandshake = { readonly source: string; readonly value: string; readonly at: number };

/**
 * A credential for the governance API or a sender's API. `firstSeen` is in Unix milliseconds; `notice` identifies the
 * last notice about the credential's expiry, and is `null` if there was none.
 */
export type NotedCredential = {
  readonly clientId: string;
  readonly firstSeen: number;
  readonly notice: string | null;
};

export type Refusals = {
  readonly source: string;
  readonly check: Check;
  readonly n: number;
  /** When the last delivery was rejected, in Unix milliseconds. */
  readonly lastAt: number;
};

/** A source's deliveries that failed one check in the last week. */
export interface RefusedInWeek extends Refusals {
  /** Number of rejected deliveries by hour (Unix milliseconds / 3,600,000). */
  readonly hours: Readonly<Record<string, number>>;
}

/** A source that has been silent for longer than usual, and the time of its last event, in Unix milliseconds. */
export type SilentSource = { readonly source: string; readonly since: number };

export class ControlNotes {
  readonly #sql: Database;

  constructor(sql: Database) {
    this.#sql = openTables(sql, "notes", NOTES_TABLES);
  }

  /** Counts rejected deliveries, and deletes counts that are more than a week old. */
  countRefusals(refusals: readonly Refusals[], now: number): void {
    const hour = Math.floor(now / HOUR_MS);
    this.#sql.exec("DELETE FROM refusals WHERE hour <= ?", hour - REFUSAL_MEMORY_HOURS);
    const add = `INSERT INTO refusals VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET n = n + excluded.n, last_at = max(last_at, excluded.last_at)`;
    for (const { source, check, n, lastAt } of refusals) this.#sql.exec(add, source, check, hour, n, lastAt);
  }

  refusals(now: number): RefusedInWeek[] {
    const rows = this.#sql.exec<Refusals & { hours: string }>(
      `SELECT source, failed AS "check", sum(n) AS n, max(last_at) AS lastAt, json_group_object(hour, n) AS hours
       FROM refusals WHERE hour > ? GROUP BY source, failed ORDER BY lastAt DESC`,
      Math.floor(now / HOUR_MS) - REFUSAL_MEMORY_HOURS,
    );
    return Array.from(rows, ({ hours, ...row }) => ({ ...row, hours: JSON.parse(hours) }));
  }

  /**
   * Returns the time stored under a name, in Unix milliseconds, or `null` if there is none. A name identifies a notice
   * to operators, or is `scheduled`.
   */
  mark(name: string): number | null {
    const [mark] = this.#sql.exec<{ at: number }>("SELECT at FROM marks WHERE name = ?", name).toArray();
    return mark?.at ?? null;
  }

  /** Lists the sources about whose silence operators were notified. */
  silentSources(): SilentSource[] {
    return this.#sql
      .exec<SilentSource>(
        "SELECT substr(name, 8) AS source, at AS since FROM marks WHERE name > 'silent:' AND name < 'silent;'",
      )
      .toArray();
  }

  /** Stores a time under the name of a notice to operators, or deletes the stored time if `at` is `null`. */
  setMark(name: string, at: number | null): void {
    this.#sql.exec("DELETE FROM marks WHERE name = ?", name);
    if (at !== null) this.#sql.exec("INSERT INTO marks VALUES (?, ?)", name, at);
  }

  /** Stores the value that a sender wants returned in its handshake. It replaces the sender's previous value. */
  keepHandshake({ source, value, at }: KeptHandshake): void {
    this.#sql.exec("INSERT OR REPLACE INTO handshakes VALUES (?, ?, ?)", source, value, at);
  }

  handshakes(now: number): KeptHandshake[] {
    this.#sql.exec("DELETE FROM handshakes WHERE at < ?", now - HANDSHAKE_MEMORY_MS);
    return this.#sql.exec<KeptHandshake>("SELECT * FROM handshakes").toArray();
  }

  seeCredential(clientId: string, now: number): NotedCredential {
    this.#sql.exec("INSERT INTO credentials VALUES (?, ?, NULL) ON CONFLICT DO NOTHING", clientId, now);
    const known = this.credentials().find((one) => one.clientId === clientId);
    return known ?? { clientId, firstSeen: now, notice: null };
  }

  saveWarning(clientId: string, notice: string): void {
    this.#sql.exec("UPDATE credentials SET notice = ? WHERE client_id = ?", notice, clientId);
  }

  credentials(): NotedCredential[] {
    const select = "SELECT client_id AS clientId, first_seen AS firstSeen, notice FROM credentials";
    return this.#sql.exec<NotedCredential>(select).toArray();
  }

  /** Returns the key of the console's forms: 32 random bytes that never change. */
  formKey(): Uint8Array<ArrayBuffer> {
    const fresh = crypto.getRandomValues(new Uint8Array(32)).toHex();
    this.#sql.exec("INSERT INTO form_key SELECT ? WHERE NOT EXISTS (SELECT 1 FROM form_key)", fresh);
    return Uint8Array.fromHex(this.#sql.exec<{ key: string }>("SELECT key FROM form_key").one().key);
  }

  /**
   * Returns the number of desks at the first start, which the first call stores and which never changes.
   * @param now The number that is configured now
   */
  keepDesks(now: number): number {
    this.#sql.exec("INSERT INTO desks SELECT ? WHERE NOT EXISTS (SELECT 1 FROM desks)", now);
    return this.#sql.exec<{ n: number }>("SELECT n FROM desks").one().n;
  }

  /**
   * Stores the time up to which schedules have run. An earlier time replaces a later one only if a clock that was ahead
   * set the later one.
   */
  setScheduledUntil(at: number): void {
    this.#sql.exec(
      `INSERT INTO marks VALUES ('scheduled', ?) ON CONFLICT (name) DO UPDATE
       SET at = iif(at > excluded.at + ${MAX_AHEAD_MS}, excluded.at, max(at, excluded.at))`,
      at,
    );
  }
}
