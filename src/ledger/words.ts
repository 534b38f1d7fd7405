// Finds rows by words in them.
import { type Condition, ID } from "./page.ts";

/** Runs of Chinese and Japanese characters, whose texts are indexed as pairs of neighbours. */
const UNSPACED = /([\u3041-\u9fff]+)/;

/** Returns the pairs of neighbours of an unspaced text, or the text itself if it is a single character. */
const toPairs = (text: string): string =>
  text.length < 2
    ? text
    : Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)).join(" ");

/**
 * The condition that a row's text has every typed word, or a word that begins with it, in any case and with any accents.
 * A run of Chinese or Japanese characters is found wherever it stands. Each word is quoted, so nothing typed is an operator.
 * @param text Typed by a person; text without a letter or digit finds nothing
 * @returns FTS5 query for `search MATCH`
 */
export const toMatchQuery = (text: string): string =>
  text
    // FTS5 reads a query only up to the first NUL.
    .replaceAll("\0", " ")
    .split(/\s+/)
    .flatMap((word) => word.split(UNSPACED))
    .filter((word) => word !== "")
    .map((word) => `"${(UNSPACED.test(word) ? toPairs(word) : word).replaceAll('"', '""')}"*`)
    .join(" ") || '""';

/** The condition that a row's text has these words in a row. */
export const matchPhrase = (text: string): string => `"${text.replaceAll("\0", " ").replaceAll('"', '""')}"`;

/** Query for an email by its local part: nearly every row has the words of a domain. */
export const matchLocalPart = (email: string): string => toMatchQuery(email.split("@")[0] ?? email);

/**
 * Most matches, of events and runs together, that are looked up one by one and then sorted: about 20 ms on the local
 * runtime. More are filtered while the list is walked from its newest row: with 100,000 events and as many runs that
 * takes 10 to 20 ms for a word in a fifth of them, and 50 ms if every row has it, or only the oldest do.
 */
const FEW_MATCHES = 5_000;

type List = "events" | "runs";

/** The prefix of each list's ids. */
const PREFIX = { events: "evt", runs: "run" } as const;

/**
 * The condition of a search: the row with a typed id, or the rows with the words, in the shape that suits their number.
 * @param typed Typed by a person
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
  return writeWords(db, list, toMatchQuery(typed), few);
}

/** The condition that a row has a query's words, in the shape that suits their number. */
export const writeWords = async (
  db: D1Database,
  list: List,
  match: string,
  few = FEW_MATCHES,
): Promise<Condition> => [(await areFew(db, match, few)) ? lookedUp(list) : testedFor(list), match];

/** The condition that a run belongs to an event, found by the subject that they share. */
export const OF_EVENT = "subject = (SELECT events.subject FROM events WHERE events.id = ?) AND event_id = ?";

/** Conditions without an index: if few rows have their words, those are looked up; else the list is walked. */
export async function narrowed(
  db: D1Database,
  list: List,
  values: Readonly<Record<string, string | undefined>>,
): Promise<Condition[]> {
  const conditions: Condition[] = [];
  for (const [column, value] of Object.entries(values)) {
    if (value === undefined) continue;
    conditions.push([`${column} = ?`, value]);
    const match = toMatchQuery(value);
    if (await areFew(db, match)) conditions.push([lookedUp(list), match]);
  }
  return conditions;
}

/** True if at most `few` events and runs together have the words. */
export async function areFew(db: D1Database, match: string, few = FEW_MATCHES): Promise<boolean> {
  const matches = await db
    .prepare("SELECT count(*) AS n FROM (SELECT 1 FROM search WHERE search MATCH ?1 LIMIT ?2)")
    .bind(match, few + 1)
    .first<number>("n");
  return matches === null || matches <= few;
}

/** SQL condition for few matches, which are looked up. Its value is an FTS5 query. */
export const lookedUp = (list: List) =>
  `id IN (SELECT search.id FROM search WHERE search MATCH ? AND search.id GLOB '${PREFIX[list]}_*')`;

/** SQL condition for many matches: the plus keeps SQLite from looking up and sorting them all. */
export const testedFor = (list: List) => `+${list}.n IN (SELECT rowid FROM search WHERE search MATCH ?)`;
