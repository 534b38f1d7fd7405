// Single values of a tenant, such as how far its clock is ahead.

/** A value by its name; `undefined` if it was never set. */
export function readSetting(sql: SqlStorage, name: string): string | undefined {
  const [row] = sql.exec<{ value: string }>("SELECT value FROM settings WHERE name = ?", name).toArray();
  return row?.value;
}

export function writeSetting(sql: SqlStorage, name: string, value: string): void {
  sql.exec("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", name, value);
}

const CLOCK = "clock_ahead_ms";

/** The lead of the tenant's clock over the machine's, in milliseconds. */
export const clockAhead = (sql: SqlStorage): number => Number(readSetting(sql, CLOCK) ?? 0);

/** Sets the tenant's clock further ahead. @returns its lead now, in milliseconds */
export function advanceClock(sql: SqlStorage, ms: number): number {
  const ahead = clockAhead(sql) + ms;
  writeSetting(sql, CLOCK, String(ahead));
  return ahead;
}
