// The platform's limits on sizes and numbers, which Reeve enforces itself and alike wherever it runs.

/** Most bytes (UTF-8) of a string, and of a row, in D1 and in a Durable Object's database. */
export const MAX_ROW_BYTES = 2_000_000;
/** Most bytes of a row's large columns; the rest is for its other columns. */
export const MAX_CONTENT_BYTES = 1_800_000;
/** Most bytes of one SQL statement. */
export const MAX_STATEMENT_BYTES = 100_000;
/** Most values bound to one SQL statement. */
export const MAX_BINDINGS = 100;
/** Most calls of one request or alarm: to other addresses, D1, KV and Durable Objects. */
export const MAX_SUBREQUESTS = 10_000;

export const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength;

/** True for a text of more bytes (UTF-8). Only texts near the limit are counted. */
export const exceeds = (text: string, bytes: number): boolean =>
  text.length > bytes || (text.length * 3 > bytes && byteLength(text) > bytes);

/** The platform's refusal of a statement, in its own words; `null` for none. All values have to fit into one row. */
export function limitBrokenBy(statement: string, bindings: readonly unknown[]): string | null {
  if (exceeds(statement, MAX_STATEMENT_BYTES)) return "statement too long: SQLITE_TOOBIG";
  if (bindings.length > MAX_BINDINGS) return "too many SQL variables: SQLITE_ERROR";
  const texts = bindings.filter((value) => typeof value === "string");
  const chars = texts.reduce((sum, { length }) => sum + length, 0);
  if (chars * 3 <= MAX_ROW_BYTES) return null;
  const bytes = texts.reduce((sum, text) => sum + byteLength(text), 0);
  return bytes > MAX_ROW_BYTES ? `string or blob too big: SQLITE_TOOBIG (${bytes} bytes)` : null;
}
