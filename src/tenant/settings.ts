// Single values of a tenant, such as how far its clock is ahead.

/** The few values of which a tenant has one each. */
export const SETTINGS_TABLE = `
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;`;

const CLOCK = "clock_ahead_ms";

/** How far the tenant's clock is ahead of the machine's, in milliseconds. */
export function clockAhead(sql: SqlStorage): number {
  const [row] = sql.exec<{ value: string }>("SELECT value FROM settings WHERE name = ?", CLOCK).toArray();
  return Number(row?.value ?? 0);
}

/** Sets the tenant's clock further ahead. @returns how far it is ahead now, in milliseconds */
export function advanceClock(sql: SqlStorage, ms: number): number {
  const ahead = clockAhead(sql) + ms;
  sql.exec("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", CLOCK, String(ahead));
  return ahead;
}
