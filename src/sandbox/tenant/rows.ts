// Defines the tenant's tables, and reads and writes their rows: objects as JSON, and single values. The tenant trusts
// the format of the rows that it wrote.

/**
 * SQL that creates the tenant's tables. Timestamps in integer columns are Unix milliseconds, and those in text columns
 * are ISO 8601 (UTC). Both use the tenant's clock.
 */
const TABLES = `
-- Users in the order of the list; no seq is used twice. json is a User of the contract. The other columns are values that
-- User has no property for, and values that searches compare: the primary email in lower case, and the texts for a query.
CREATE TABLE IF NOT EXISTS users (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  origin TEXT NOT NULL,
  type TEXT NOT NULL,
  email TEXT NOT NULL,
  texts TEXT NOT NULL,
  json TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS users_by_email ON users (email);

-- The parts of credentials and tokens that verification needs. Nobody who reads this database can use them.
CREATE TABLE IF NOT EXISTS credentials (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, client_id TEXT NOT NULL UNIQUE, json TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS tokens (
  hash TEXT PRIMARY KEY, credential_id TEXT NOT NULL, expires_at INTEGER NOT NULL, jkt TEXT
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tokens_by_expiry ON tokens (expires_at);
CREATE TABLE IF NOT EXISTS jtis (
  client_id TEXT NOT NULL, jti TEXT NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (client_id, jti)
) WITHOUT ROWID;

-- Single values, most of them JSON, such as the difference between the tenant's clock and the real time.
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- Resources with an id that is unique within a parent. The parent is an app, for a tool its connector, or empty.
CREATE TABLE IF NOT EXISTS resources (
  kind TEXT NOT NULL, parent TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, parent, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS app_users (
  app_id TEXT NOT NULL, id TEXT NOT NULL, user_id TEXT NOT NULL, PRIMARY KEY (app_id, id), UNIQUE (app_id, user_id)
) WITHOUT ROWID;
-- members is the canonical JSON of the properties that identify an ownership source, so that each source is stored once.
CREATE TABLE IF NOT EXISTS owners (
  kind TEXT NOT NULL, members TEXT NOT NULL, created_at TEXT NOT NULL, PRIMARY KEY (kind, members)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mcp_catalog (
  id TEXT PRIMARY KEY, name_key TEXT NOT NULL, json TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS mcp_catalog_order ON mcp_catalog (name_key, id);
CREATE TABLE IF NOT EXISTS campaigns (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, owner_ids TEXT NOT NULL, json TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS audit_events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, vault_id TEXT NOT NULL,
  actor_user_id TEXT NOT NULL, actor_email TEXT NOT NULL, client_ip TEXT NOT NULL, json TEXT NOT NULL
);
-- Sent webhooks, by the last segment of their callback address. json is a SentWebhook.
CREATE TABLE IF NOT EXISTS webhooks (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, json TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS audit_events_order ON audit_events (time, seq);`;

export const createTables = (sql: SqlStorage): void => void sql.exec(TABLES);

/** Drops all tables with their row numbers, so that a seed creates the same rows each time. */
export function dropTables(sql: SqlStorage): void {
  const names = sql.exec<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'",
  );
  for (const { name } of names.toArray()) sql.exec(`DROP TABLE "${name}"`);
}

/** A stored object. It has an id, which responses might omit. */
export type OnRecord<Thing> = Thing & { readonly id: string };

export const readAll = <Value>(rows: SqlStorageCursor<{ json: string }>): Value[] =>
  rows.toArray().map(({ json }) => JSON.parse(json));

export const readFirst = <Value>(rows: SqlStorageCursor<{ json: string }>): Value | undefined =>
  readAll<Value>(rows)[0];

/**
 * Maximum rows in one statement. The rows' JSON is far shorter than the 2 MB that SQLite in a Durable Object accepts in
 * a value.
 */
const BATCH_ROWS = 200;

/**
 * Inserts many rows at a time. The statement reads them with `json_each(?)`, and extracts the columns from each
 * `value`.
 */
export function insertRows(sql: SqlStorage, statement: string, rows: Iterable<unknown>): void {
  const all = [...rows];
  for (let n = 0; n < all.length; n += BATCH_ROWS)
    sql.exec(statement, JSON.stringify(all.slice(n, n + BATCH_ROWS)));
}

/** Returns a value by name, or `undefined` if it was never set. */
export function readSetting(sql: SqlStorage, name: string): string | undefined {
  const [row] = sql.exec<{ value: string }>("SELECT value FROM settings WHERE name = ?", name).toArray();
  return row?.value;
}

export function writeSetting(sql: SqlStorage, name: string, value: string): void {
  sql.exec("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", name, value);
}

const CLOCK = "clock_ahead_ms";

export const clockAhead = (sql: SqlStorage): number => Number(readSetting(sql, CLOCK) ?? 0);

/** Moves the tenant's clock further ahead, by a number of milliseconds. */
export const advanceClock = (sql: SqlStorage, ms: number): void =>
  writeSetting(sql, CLOCK, String(clockAhead(sql) + ms));
