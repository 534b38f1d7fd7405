// Reads and writes rows that contain objects as JSON, and single values. The tenant trusts the format of the rows that
// it wrote.

/** A stored object. It has an id, which responses might omit. */
export type OnRecord<Thing> = Thing & { readonly id: string };

export const readAll = <Value>(rows: SqlStorageCursor<{ json: string }>): Value[] =>
  rows.toArray().map(({ json }) => JSON.parse(json));

export const readFirst = <Value>(rows: SqlStorageCursor<{ json: string }>): Value | undefined =>
  readAll<Value>(rows)[0];

/** Maximum length of the JSON in one statement, in characters. SQLite in a Durable Object accepts values up to 2 MB. */
const BATCH_LENGTH = 500_000;

/**
 * Inserts many rows at a time. The statement reads them with `json_each(?)`, and extracts the columns from each
 * `value`.
 */
export function insertRows(sql: SqlStorage, statement: string, rows: Iterable<unknown>): void {
  let batch: string[] = [];
  let length = 0;
  const flush = () => {
    if (batch.length > 0) sql.exec(statement, `[${batch.join()}]`);
    batch = [];
    length = 0;
  };
  for (const row of rows) {
    const text = JSON.stringify(row);
    batch.push(text);
    length += text.length;
    if (length > BATCH_LENGTH) flush();
  }
  flush();
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

/** Moves the tenant's clock further ahead. */
export const advanceClock = (sql: SqlStorage, ms: number): void =>
  writeSetting(sql, CLOCK, String(clockAhead(sql) + ms));
