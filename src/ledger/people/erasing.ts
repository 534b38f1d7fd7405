// What the ledger holds about one person: found a page at a time, and erased there.
import { listAudit } from "../audit-list.ts";
import { readCursor } from "../page.ts";
import { keysByHandle, keysOfPeople } from "./keys.ts";
import { mapTexts, nameWords, toHandle } from "./sealing.ts";

/** Somebody to look for: by their email, their full names, and the words of these that begin with a capital. */
export interface Sought {
  readonly email: string;
  readonly names: readonly string[];
}

/** A row about somebody, and where it lies. */
export interface HeldRow {
  readonly place: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Members of JSON that Reeve goes by, and that name nobody. */
const OWN = new Set("state automation operation hash type mode action kind eventId".split(" "));

/**
 * Finds somebody in texts. `terms` are JSON: texts of which one is in every text about them, in lower case as SQLite has it.
 * `erase` puts `[erased]` in their place, in a text or in the texts of JSON; others stay as they are.
 */
export function makeEraser({ email, names }: Sought) {
  const parts = [...names, ...names.flatMap(nameWords)].toSorted((one, other) => other.length - one.length);
  const emails = [email, encodeURIComponent(email)];
  const patterns = [
    ...emails.map((one) => `(?<![\\p{L}\\p{N}._+-])${RegExp.escape(one)}(?!\\.?[\\p{L}\\p{N}-])`),
    ...parts
      .flatMap((part) => [part, part.toUpperCase()])
      .map((part) => `(?<![\\p{L}\\p{M}\\p{N}])${RegExp.escape(part)}(?![\\p{L}\\p{M}\\p{N}])`),
  ];
  const found = new RegExp(patterns.join("|"), "giu");
  const cased = [...emails, ...parts].flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()]);
  const lower = cased.map((text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
  return {
    terms: JSON.stringify([...new Set(lower)]),
    erase(text: string): string {
      const json = readColumn(text);
      if (json === text) return text.replace(found, "[erased]");
      let isAbout = false;
      const erased = mapTexts(json, (one, place) => {
        const without = OWN.has(place.split("/").at(-1) ?? "") ? one : one.replace(found, "[erased]");
        isAbout ||= without !== one;
        return without;
      });
      return isAbout ? JSON.stringify(erased) : text;
    },
  };
}

/** What a column holds: an object or list where it is JSON of one. */
export function readColumn(column: unknown): unknown {
  try {
    return typeof column === "string" && /^[[{]/.test(column) ? JSON.parse(column) : column;
  } catch {
    return column;
  }
}

/** Rows of one page. */
const PAGE = 20;
/** The tables in the order in which they are looked through: the key of each, its texts, and the view of its words. */
const TABLES = [
  {
    place: "events",
    key: "id",
    texts: ["subject", "detail", "passed", "event", "payload"],
    words: "event_words",
  },
  { place: "runs", key: "id", texts: ["subject", "targets", "run"], words: "run_words" },
  { place: "inventory", key: "kind || ' ' || key", texts: ["data", "by_person"], words: null },
] as const;

/**
 * A page of what the ledger holds about somebody; the audit trail is last.
 * @param after `next` of the page before; "" for the first
 * @param erases True: the rows are as they were, and stay without them; the trail is left as it is, and `next` is null before
 *   it. Their ownerships are deleted, and so is what is filed under their name.
 */
export async function findHeld(
  db: D1Database,
  sought: Sought,
  after: string,
  erases: boolean,
): Promise<{ readonly held: readonly HeldRow[]; readonly next: string | null }> {
  const [, from = "events", position = ""] = /^(\w+) (.*)$/s.exec(after) ?? [];
  const n = TABLES.findIndex(({ place }) => place === from);
  const table = TABLES[n];
  if (!table) {
    const about = Array.from((await keysByHandle(db, toHandles(sought))).values(), ({ id }) => id);
    const cursor = readCursor(position, ["number", "string", "number"]) ?? undefined;
    const { items, next } = await listAudit(db, { about }, { limit: PAGE, cursor });
    return { held: items.map((row) => ({ place: "audit", row })), next: next && `audit ${next}` };
  }
  const { place, key, texts, words } = table;
  const { terms, erase } = makeEraser(sought);
  const { results } = await db
    .prepare(
      `SELECT ${key} AS at, * FROM ${place} WHERE ${key} > ?1 AND EXISTS (
         SELECT 1 FROM json_each(?2) AS term WHERE instr(lower(concat_ws(' ', ${key}, ${texts})), term.value) > 0)
       ORDER BY ${key} LIMIT ${PAGE}`,
    )
    .bind(position, terms)
    .all<Record<string, string | number | null>>();
  const isAbout = (text: unknown) => typeof text === "string" && erase(text) !== text;
  const rows = results.filter((row) => Object.values(row).some(isAbout));
  const change = (row: (typeof rows)[number]): D1PreparedStatement[] => {
    const statement = (sql: string, ...values: (string | null)[]) =>
      db.prepare(sql).bind(row["at"], ...values);
    if (
      place === "inventory" &&
      (isAbout(row["key"]) || (row["kind"] === "ownership" && isAbout(row["data"])))
    )
      return [statement(`DELETE FROM inventory WHERE ${key} = ?1`)];
    const erased = texts.map((name) => {
      if (name === "payload") return '{"omitted":"erased"}';
      if (row[name] == null) return null;
      const erased = erase(String(row[name]));
      return name === "run" ? withoutAnswers(erased) : erased;
    });
    const set = texts.map((name, at) => `${name} = ?${at + 2}`);
    const update = statement(`UPDATE ${place} SET ${set} WHERE ${key} = ?1`, ...erased);
    if (words === null) return [update];
    return [
      update,
      statement(`DELETE FROM search WHERE rowid = (SELECT n FROM ${place} WHERE id = ?1)`),
      statement(
        `INSERT INTO search (rowid, words, id) SELECT n, words, id FROM ${words} WHERE id = ?1 AND n > 0`,
      ),
    ];
  };
  if (erases && rows.length > 0) await db.batch(rows.flatMap(change));
  const last = results.length === PAGE ? results.at(-1)?.["at"] : undefined;
  const following = TABLES[n + 1]?.place ?? (erases ? null : "audit");
  return {
    held: rows.map(({ at: _, ...row }) => ({ place, row })),
    next: last !== undefined ? `${place} ${last}` : following && `${following} `,
  };
}

/** A run without the answers of its proposal, which say more of somebody than their name. */
function withoutAnswers(run: string): string {
  const { facts, ...others } = JSON.parse(run);
  return facts ? JSON.stringify({ ...others, facts: { ...facts, asked: [], answers: [] } }) : run;
}

const toHandles = ({ email, names }: Sought): readonly string[] => [email, ...names].map(toHandle);

/** Keeps the names under which an erasure looks, until it ends. @returns the pseudonyms of somebody */
export async function beginErasing(db: D1Database, sought: Sought): Promise<readonly string[]> {
  const keys = await keysOfPeople(db, toHandles(sought));
  const keep = db.prepare("UPDATE people SET names = ?2 WHERE handle = ?1");
  await keep.bind(toHandle(sought.email), JSON.stringify(sought.names)).run();
  return Array.from(keys.values(), ({ id }) => id);
}

/** The names that an erasure under way looks for. */
export async function namesErased(db: D1Database, email: string): Promise<readonly string[]> {
  const kept = db.prepare("SELECT names FROM people WHERE handle = ?1").bind(toHandle(email));
  return JSON.parse((await kept.first<string>("names")) ?? "[]");
}

/** Ends an erasure: forgets the keys, and rewrites the search, where words of deleted rows lie on. */
export async function endErasing(db: D1Database, sought: Sought): Promise<void> {
  const handles = JSON.stringify(toHandles(sought));
  const theirs = "handle IN (SELECT value FROM json_each(?1))";
  await db.batch([
    // SQLite leaves the bytes of a deleted row in the file: those of the keys are written over first.
    db
      .prepare(`UPDATE people SET key = substr(hex(zeroblob(32)), 1, length(key)) WHERE ${theirs}`)
      .bind(handles),
    db.prepare(`DELETE FROM people WHERE ${theirs}`).bind(handles),
  ]);
  await db.prepare("INSERT INTO search (search) VALUES ('optimize')").run();
}
