// What the platform refuses by size or number, so that Reeve meets its limits on purpose, and alike wherever it runs.

/** Bytes (UTF-8) of a string, or of a row, in D1 and in a Durable Object's database: both refuse more. */
export const MAX_ROW_BYTES = 2_000_000;
/** Bytes that Reeve fills the large columns of a row with; what is left is for the others. */
export const MAX_CONTENT_BYTES = 1_800_000;
/** Bytes of one SQL statement. */
export const MAX_STATEMENT_BYTES = 100_000;
/** Values bound to one SQL statement. */
export const MAX_BINDINGS = 100;
/** Calls that one request or alarm may make: of other addresses, of D1 and KV, of Durable Objects. */
export const MAX_SUBREQUESTS = 10_000;

export const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength;

/** True for a text of more bytes (UTF-8) than that; a text that is far from it is not looked through. */
export const exceeds = (text: string, bytes: number): boolean =>
  text.length > bytes || (text.length * 3 > bytes && byteLength(text) > bytes);

/**
 * What the databases of the platform refuse of a statement and its values, as they say it; `null` where they take it.
 * Stricter than they are in one thing: all values together have to fit into one row.
 */
export function limitBrokenBy(statement: string, bindings: readonly unknown[]): string | null {
  if (exceeds(statement, MAX_STATEMENT_BYTES)) return "statement too long: SQLITE_TOOBIG";
  if (bindings.length > MAX_BINDINGS) return "too many SQL variables: SQLITE_ERROR";
  const texts = bindings.filter((value) => typeof value === "string");
  const chars = texts.reduce((sum, { length }) => sum + length, 0);
  if (chars * 3 <= MAX_ROW_BYTES) return null;
  const bytes = texts.reduce((sum, text) => sum + byteLength(text), 0);
  return bytes > MAX_ROW_BYTES ? `string or blob too big: SQLITE_TOOBIG (${bytes} bytes)` : null;
}
