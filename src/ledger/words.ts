// Finds rows by the words in them.
import type { Condition } from "./page.ts";

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

/**
 * Matches of events and runs together up to which they are looked up one by one and then put in order: about 20 ms on the
 * local runtime. More are tested for as the list is walked from its newest row: with 100,000 events and as many runs that
 * takes 10 to 20 ms for a word in a fifth of them, and 50 ms where every row has it, or only the oldest have.
 */
export const FEW_MATCHES = 5_000;

/** How the ids of each kind begin. */
const ID = { events: "evt_*", runs: "run_*" } as const;

/**
 * The condition that a row of the list is among what the search finds, in the shape that is fast for so many.
 * @param typed What a person typed.
 * @param few See {@link FEW_MATCHES}
 */
export async function found(
  db: D1Database,
  list: keyof typeof ID,
  typed: string,
  few = FEW_MATCHES,
): Promise<Condition> {
  const match = matchOf(typed);
  const matches = await db
    .prepare("SELECT count(*) AS n FROM (SELECT 1 FROM search WHERE search MATCH ?1 LIMIT ?2)")
    .bind(match, few + 1)
    .first<number>("n");
  const isFew = matches === null || matches <= few;
  return [isFew ? lookedUp(list) : testedFor(list), match];
}

const lookedUp = (list: keyof typeof ID) => `
  id IN (
    SELECT searchable.id FROM search JOIN searchable ON searchable.n = search.rowid
    WHERE search MATCH ? AND searchable.id GLOB '${ID[list]}')`;

const testedFor = (list: keyof typeof ID) => `
  (SELECT n FROM searchable WHERE searchable.id = ${list}.id) IN (SELECT rowid FROM search WHERE search MATCH ?)`;
