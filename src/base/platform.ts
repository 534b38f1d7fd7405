// The platform's limits on sizes and counts. Reeve enforces them itself, so that they are the same wherever it runs.

/** Maximum size of a string or a row in D1 and in a Durable Object's database, in UTF-8 bytes. */
export const MAX_ROW_BYTES = 2_000_000;
/** Maximum combined size of a row's large columns, in bytes. The rest of the row is reserved for its other columns. */
export const MAX_CONTENT_BYTES = 1_800_000;
/** Maximum size of one SQL statement, in bytes. */
export const MAX_STATEMENT_BYTES = 100_000;
/** Maximum number of values bound to one SQL statement. */
export const MAX_BINDINGS = 100;
/** Maximum calls per request or alarm: to other addresses, D1, KV and Durable Objects. */
export const MAX_SUBREQUESTS = 10_000;
/**
 * How long one alarm works before it leaves the rest to the next, in milliseconds: the platform ends an alarm after 15
 * minutes.
 */
export const MAX_ALARM_MS = 5 * 60_000;

export const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength;

/**
 * Returns true if a string has more than the given number of UTF-8 bytes. Encodes the string only if its length alone
 * cannot answer the question.
 */
export const exceeds = (text: string, bytes: number): boolean =>
  text.length > bytes || (text.length * 3 > bytes && byteLength(text) > bytes);

/**
 * Returns the platform's error message for a statement that breaks a limit, or `null` if it breaks none. All text
 * values together must fit into one row.
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
