// What the ledger holds about one person: found a page at a time, and erased there.
import { byteLength, MAX_CONTENT_BYTES } from "../../base/platform.ts";
import { takeFitting } from "../../base/text.ts";
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

/** Maximum number of rows in a page. */
const PAGE_ROWS = 500;
/** Bytes of texts after which a page ends: a Worker and D1 have room for some large payloads only. */
const PAGE_BYTES = 8_000_000;
/** The tables in the order in which they are searched: each with its key, its texts and the view of its words. */
const TABLES = [
  {
    place: "events",
    keys: ["id"],
    texts: ["subject", "detail", "passed", "event", "payload"],
    words: "event_words",
  },
  { place: "runs", keys: ["id"], texts: ["subject", "targets", "run"], words: "run_words" },
  { place: "inventory", keys: ["kind", "key"], texts: ["data", "by_person"], words: null },
] as const;

type Row = Readonly<Record<string, string | number | null>>;

/** Joins JSON texts into arrays, each small enough to be bound to a statement. */
function toArrays(texts: readonly string[]): readonly string[] {
  if (texts.length === 0) return [];
  const { length } = takeFitting(texts, MAX_CONTENT_BYTES, (text) => byteLength(text) + 1);
  const end = Math.max(1, length);
  return [`[${texts.slice(0, end).join()}]`, ...toArrays(texts.slice(end))];
}

/** The statements that rewrite rows, each as it was and as it is without the person, or delete them. */
function rewrite(
  db: D1Database,
  { place, keys, texts, words }: (typeof TABLES)[number],
  changes: readonly (readonly [row: Row, erased: Row])[],
): D1PreparedStatement[] {
  const isDeleted = ([row, erased]: (typeof changes)[number]) =>
    place === "inventory" &&
    (row["key"] !== erased["key"] || (row["kind"] === "ownership" && row["data"] !== erased["data"]));
  const each = (sql: string, rows: readonly object[]) =>
    toArrays(rows.map((row) => JSON.stringify(row))).map((part) =>
      db.prepare(`WITH rows AS MATERIALIZED (SELECT value AS row FROM json_each(?1)) ${sql}`).bind(part),
    );
  const toKey = ([row]: (typeof changes)[number]) => Object.fromEntries(keys.map((key) => [key, row[key]]));
  const kept = changes.filter((one) => !isDeleted(one));
  const isOne = keys.map((key) => `${place}.${key} = row->>'${key}'`).join(" AND ");
  const theirs = `id IN (SELECT row->>'id' FROM rows)`;
  return [
    ...each(
      `DELETE FROM ${place} WHERE (${keys}) IN (SELECT ${keys.map((key) => `row->>'${key}'`)} FROM rows)`,
      changes.filter(isDeleted).map(toKey),
    ),
    ...each(
      `UPDATE ${place} SET ${texts.map((name) => `${name} = row->>'${name}'`)} FROM rows WHERE ${isOne}`,
      kept.map((one) => ({
        ...toKey(one),
        ...Object.fromEntries(texts.map((name) => [name, toStored(name, one[1][name])])),
      })),
    ),
    ...(words === null
      ? []
      : [
          ...each(
            `DELETE FROM search WHERE rowid IN (SELECT n FROM ${place} WHERE ${theirs})`,
            kept.map(toKey),
          ),
          ...each(
            `INSERT INTO search (rowid, words, id) SELECT n, words, id FROM ${words} WHERE ${theirs} AND n > 0`,
            kept.map(toKey),
          ),
        ]),
  ];
}

/** What a column holds after an erasure: text, or the object or list of its JSON. */
function toStored(name: string, erased: unknown): unknown {
  if (name === "payload") return { omitted: "erased" };
  return readColumn(name === "run" ? withoutAnswers(String(erased)) : erased);
}

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
    const { items, next } = await listAudit(db, { about }, { limit: PAGE_ROWS, cursor });
    return { held: items.map((row) => ({ place: "audit", row })), next: next && `audit ${next}` };
  }
  const { place, keys, texts } = table;
  const key = keys.join(" || ' ' || ");
  const { terms, erase } = makeEraser(sought);
  const { results } = await db
    .prepare(
      `WITH found AS MATERIALIZED (
         SELECT ${key} AS at, octet_length(concat_ws(' ', ${texts})) AS bytes FROM ${place}
         WHERE ${key} > ?1 AND EXISTS (
           SELECT 1 FROM json_each(?2) AS term WHERE instr(lower(concat_ws(' ', ${key}, ${texts})), term.value) > 0)
         ORDER BY 1 LIMIT ${PAGE_ROWS}),
       page AS (SELECT at, sum(bytes) OVER (ORDER BY at) - bytes AS before FROM found)
       SELECT ${key} AS at, * FROM ${place}
       WHERE ${key} IN (SELECT at FROM page WHERE before < ${PAGE_BYTES}) ORDER BY 1`,
    )
    .bind(position, terms)
    .all<Row>();
  const changes = results
    .map((row) => {
      const erased = Object.entries(row).map(
        ([name, value]) => [name, typeof value === "string" ? erase(value) : value] as const,
      );
      return [row, Object.fromEntries(erased)] as const;
    })
    .filter(([row, erased]) => Object.keys(row).some((name) => row[name] !== erased[name]));
  if (erases && changes.length > 0) await db.batch(rewrite(db, table, changes));
  const last = results.at(-1)?.["at"];
  const following = TABLES[n + 1]?.place ?? (erases ? null : "audit");
  return {
    held: changes.map(([{ at: _, ...row }]) => ({ place, row })),
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
