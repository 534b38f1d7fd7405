// Writes rows as CSV (RFC 4180) that spreadsheets don't interpret as formulas.
import { comparable, withUnseenNamed } from "../base/text.ts";

/** Formats a line, without its line feed. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r`;

export const csvFile = (name: string, csv: ReadableStream): Response =>
  new Response(csv, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
    },
  });

/**
 * Returns a quoted cell with invisible characters written out. Prevents CSV injection: an apostrophe precedes every
 * text that a spreadsheet might read as a formula. This includes text after a semicolon, a tab or a line break, because
 * a spreadsheet that separates cells by these also does so inside quotes.
 */
function cell(text: string): string {
  const parts = withUnseenNamed(text).split(/(?<=[;\t\r\n])/);
  const inert = parts.map((part, n) =>
    isFormula(part) || (n === 0 && /^[\t\r\n]/.test(part)) ? `'${part}` : part,
  );
  return `"${inert.join("").replaceAll('"', '""')}"`;
}

/**
 * Returns true if a spreadsheet might read a text as a formula. Some spreadsheets do so even if the leading sign is
 * full-width or follows invisible characters.
 */
const isFormula = (text: string): boolean => /^[=+\-@]/.test(comparable(text));
