// Rows as CSV (RFC 4180), which spreadsheets read without formulas.
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
 * A cell, quoted, with invisible characters written out. Wherever a spreadsheet would read a formula, an apostrophe comes first: also behind a semicolon, a tab
 * or a line break, as one that separates cells by these goes on by them inside of quotes.
 */
function cell(text: string): string {
  const parts = withUnseenNamed(text).split(/(?<=[;\t\r\n])/);
  const inert = parts.map((part, n) =>
    isFormula(part) || (n === 0 && /^[\t\r\n]/.test(part)) ? `'${part}` : part,
  );
  return `"${inert.join("").replaceAll('"', '""')}"`;
}

/** True if a spreadsheet may read a text as a formula: some also do in full width, or behind invisible characters. */
const isFormula = (text: string): boolean => /^[=+\-@]/.test(comparable(text));
