// Finds rows by the words in them.
import { ID } from "./ids.ts";
import type { Condition } from "./page.ts";

/**
 * The condition that a row's text has every word that was typed, or a word that begins with it, whatever the case and
 * accents. Each word is quoted, so nothing that was typed is an operator of the search.
 * @param text What a person typed. A text without a letter or digit is found nowhere.
 * @returns FTS5 query for `search MATCH`
 */
export const matchWords = (text: string): string =>
  text
    // FTS5 reads a query up to its first NUL.
    .replaceAll("\0", " ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `"${word.replaceAll('"', '""')}"*`)
    .join(" ") || '""';

/** The condition that a row's text has these words in this order, none in between. */
export const matchPhrase = (text: string): string => `"${text.replaceAll("\0", " ").replaceAll('"', '""')}"`;

/** Query for an email by its local part, before the email itself is compared: nearly every row has the words of a domain. */
export const matchLocalPart = (email: string): string => matchWords(email.split("@")[0] ?? email);

/**
 * Matches of events and runs together up to which they are looked up one by one and then put in order: about 20 ms on the
 * local runtime. More are tested for as the list is walked from its newest row: with 100,000 events and as many runs that
 * takes 10 to 20 ms for a word in a fifth of them, and 50 ms where every row has it, or only the oldest have.
 */
export const FEW_MATCHES = 5_000;

type List = "events" | "runs";

/** Prefix of the ids of each list. */
const PREFIX = { events: "evt", runs: "run" } as const;

/**
 * The condition that a row of the list is what was looked for: the one of an id, or those with words, which is asked in
 * the shape that is fast for so many.
 * @param typed What a person typed.
 * @param few See {@link FEW_MATCHES}
 */
export async function found(
  db: D1Database,
  list: List,
  typed: string,
  few = FEW_MATCHES,
): Promise<Condition> {
  const [id, kind] = ID.exec(typed.trim()) ?? [];
  if (id && kind === PREFIX[list]) return ["id = ?", id];
  if (id && kind === "evt") return [OF_EVENT, id, id];
  return withWords(db, list, matchWords(typed), few);
}

/** The condition that a row of the list has the words of a query, in the shape that is fast for so many. */
export const withWords = async (
  db: D1Database,
  list: List,
  match: string,
  few = FEW_MATCHES,
): Promise<Condition> => [(await areFew(db, match, few)) ? lookedUp(list) : testedFor(list), match];

/** The condition that a run is of an event: found by its subject, which all runs of an event have. */
export const OF_EVENT = "subject = (SELECT events.subject FROM events WHERE events.id = ?) AND event_id = ?";

/**
 * The conditions that columns have these values, none of which has an index: the search has their words, and where few
 * rows have them it says which. Where many have, the list is walked, and has its page soon.
 */
export async function narrowed(
  db: D1Database,
  list: List,
  values: Readonly<Record<string, string | undefined>>,
): Promise<Condition[]> {
  const conditions: Condition[] = [];
  for (const [column, value] of Object.entries(values)) {
    if (value === undefined) continue;
    conditions.push([`${column} = ?`, value]);
    const match = matchWords(value);
    if (await areFew(db, match, FEW_MATCHES)) conditions.push([lookedUp(list), match]);
  }
  return conditions;
}

/** True if at most `few` events and runs together have the words. */
export async function areFew(db: D1Database, match: string, few: number): Promise<boolean> {
  const matches = await db
    .prepare("SELECT count(*) AS n FROM (SELECT 1 FROM search WHERE search MATCH ?1 LIMIT ?2)")
    .bind(match, few + 1)
    .first<number>("n");
  return matches === null || matches <= few;
}

/** SQL condition for few matches: each is looked up. Its value is an FTS5 query. */
export const lookedUp = (list: List) =>
  `id IN (SELECT search.id FROM search WHERE search MATCH ? AND search.id GLOB '${PREFIX[list]}_*')`;

/** SQL condition for many: the list is walked. The plus keeps SQLite from looking each up, and ordering them all. */
export const testedFor = (list: List) => `+${list}.n IN (SELECT rowid FROM search WHERE search MATCH ?)`;
