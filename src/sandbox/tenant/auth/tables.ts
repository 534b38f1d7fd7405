// The tables of credentials and tokens.

/**
 * What is kept of credentials and tokens: enough to verify them, and nothing that would let the reader of
 * this database use them. Times are milliseconds since 1970 on the tenant's clock.
 */
export const CREDENTIAL_TABLES = `
CREATE TABLE IF NOT EXISTS credentials (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, client_id TEXT NOT NULL UNIQUE, json TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS tokens (
  hash TEXT PRIMARY KEY, credential_id TEXT NOT NULL, expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tokens_by_expiry ON tokens (expires_at);
CREATE TABLE IF NOT EXISTS jtis (
  client_id TEXT NOT NULL, jti TEXT NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (client_id, jti)
) WITHOUT ROWID;`;
