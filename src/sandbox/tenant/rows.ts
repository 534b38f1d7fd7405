// Reads and writes rows that hold objects as JSON. What the tenant wrote itself is trusted to have its shape.

/** A thing on record: it has an id, which answers may leave out. */
export type OnRecord<Thing> = Thing & { readonly id: string };

/** Objects of rows, from their columns `json`. */
export const readAll = <Value>(rows: SqlStorageCursor<{ json: string }>): Value[] =>
  rows.toArray().map(({ json }) => JSON.parse(json));

export const readFirst = <Value>(rows: SqlStorageCursor<{ json: string }>): Value | undefined =>
  readAll<Value>(rows)[0];

/** Bytes of JSON in one statement, at most; SQLite in a Durable Object takes values up to 2 MB. */
const BATCH_LENGTH = 500_000;

/**
 * Inserts rows many at a time. The statement reads them as `json_each(?)`, so each row is a `value` to
 * take apart with `->>` (a column) and `->` (JSON text).
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
