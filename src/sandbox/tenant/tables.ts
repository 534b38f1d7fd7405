// The tables of everything but users and credentials.

/**
 * The tables of everything but users and credentials. Each `json` column holds the object as answers show
 * it; the columns beside it are what requests look rows up by. Timestamps are ISO 8601 in UTC.
 */
export const RESOURCE_TABLES = `
CREATE TABLE IF NOT EXISTS roles (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS directories (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS apps (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS connectors (
  id TEXT PRIMARY KEY, app_id TEXT NOT NULL, json TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entitlements (
  app_id TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (app_id, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS app_users (
  app_id TEXT NOT NULL, id TEXT NOT NULL, user_id TEXT NOT NULL, PRIMARY KEY (app_id, id), UNIQUE (app_id, user_id)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS mcp_tools (
  app_id TEXT NOT NULL, connector_id TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (app_id, connector_id, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mcp_catalog (
  id TEXT PRIMARY KEY, name_key TEXT NOT NULL, json TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS mcp_catalog_order ON mcp_catalog (name_key, id);

CREATE TABLE IF NOT EXISTS session_policies (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS policies (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS campaigns (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, owner_ids TEXT NOT NULL, json TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS audit_events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, vault_id TEXT NOT NULL,
  actor_user_id TEXT NOT NULL, actor_email TEXT NOT NULL, client_ip TEXT NOT NULL, json TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS audit_events_order ON audit_events (time, seq);
`;
