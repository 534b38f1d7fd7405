// Builds queries and conditions that find rows by their words.
import { type Condition, ID, selectFirst } from "./page.ts";

/**
 * Regular expression for a sequence of Chinese and Japanese characters, which are indexed as pairs of adjacent
 * characters.
 */
const UNSPACED = /([\u3041-\u9fff]+)/;

/** Returns the pairs of adjacent characters of a string, or the string itself if it is a single character. */
const toPairs = (text: string): string =>
  Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)).join(" ") || text;

/**
 * Builds an FTS5 query for rows that have, for every typed word, a word with that prefix, ignoring case and accents.
 * Chinese and Japanese characters also match in the middle of a text, within its first 4,000 characters. Each word is
 * quoted, so that users can't inject operators.
 * @param text Text typed by a person. Text without a letter or digit finds nothing
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

/** Builds an FTS5 query for rows that contain a text's words as a phrase. */
export const matchPhrase = (text: string): string => `"${text.replaceAll("\0", " ").replaceAll('"', '""')}"`;

/** Builds an FTS5 query for an email by its local part only: nearly every row has the words of the domain. */
export const matchLocalPart = (email: string): string => toMatchQuery(email.split("@")[0] ?? email);

/**
 * Maximum matches, of events and runs together, to look up one by one and then sort, which takes about 20 ms on the
 * local runtime. With more matches, the list is walked from its newest row and filtered. With 100,000 events and
 * 100,000 runs, that takes 10 to 20 ms for a word in a fifth of the rows, and 50 ms if all rows have it, or only the
 * oldest.
 */
const FEW_MATCHES = 5_000;

type List = "events" | "runs";

/** The prefix of each list's ids. */
const PREFIX = { events: "evt", runs: "run" } as const;

/**
 * Builds the condition of a search: for the row with a typed id, for the runs of a typed event id, or for the rows with
 * the typed words. The condition for words has the form that is fastest for the number of rows.
 * @param typed Text typed by a person
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

/** Builds the condition for rows that match an FTS5 query, in the form that is fastest for their number. */
export const writeWords = async (
  db: D1Database,
  list: List,
  match: string,
  few = FEW_MATCHES,
): Promise<Condition> => [(await areFew(db, match, few)) ? lookedUp(list) : testedFor(list), match];

/** SQL condition for runs of an event. The subject, which the event and its runs share, finds the runs by index. */
export const OF_EVENT = "subject = (SELECT events.subject FROM events WHERE events.id = ?) AND event_id = ?";

/**
 * Builds conditions on columns without an index. If few rows have the words of a value, these rows are looked up;
 * otherwise the list is walked.
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
    const match = toMatchQuery(value);
    if (await areFew(db, match)) conditions.push([lookedUp(list), match]);
  }
  return conditions;
}

/** Returns true if at most `few` events and runs together match the query. */
export async function areFew(db: D1Database, match: string, few = FEW_MATCHES): Promise<boolean> {
  const statement = "SELECT count(*) AS n FROM (SELECT 1 FROM search WHERE search MATCH ?1 LIMIT ?2)";
  const matches = await selectFirst<{ n: number }>(db, statement, [match, few + 1]);
  return matches === null || matches.n <= few;
}

/** Formats an SQL condition that looks up few matches. The value to bind is an FTS5 query. */
export const lookedUp = (list: List) =>
  `id IN (SELECT search.id FROM search WHERE search MATCH ? AND search.id GLOB '${PREFIX[list]}_*')`;

/**
 * Formats an SQL condition for many matches of an FTS5 query, which is the value to bind. The `+` prevents SQLite from
 * looking up and sorting all matches.
 */
export const testedFor = (list: List) => `+${list}.n IN (SELECT rowid FROM search WHERE search MATCH ?)`;
