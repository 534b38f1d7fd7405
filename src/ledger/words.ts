/**
 * The condition that a row's text has every word that was typed, or a word that begins with it, whatever the case and
 * accents. Each word is quoted, so nothing that was typed is an operator of the search.
 * @param text What a person typed. A text without a letter or digit is found nowhere.
 * @returns FTS5 query for `search MATCH`
 */
export const matchOf = (text: string): string =>
  text
    // FTS5 reads a query up to its first NUL.
    .replaceAll("\0", " ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `"${word.replaceAll('"', '""')}"*`)
    .join(" ") || '""';

/** SQL: the row is among what the search finds; bind {@link matchOf} what was typed. */
export const FOUND =
  "id IN (SELECT searchable.id FROM search JOIN searchable ON searchable.n = search.rowid WHERE search MATCH ?)";
