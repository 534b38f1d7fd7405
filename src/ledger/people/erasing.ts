// Finds and erases the ledger's data about one person, a page at a time.

import { byteLength, MAX_CONTENT_BYTES } from "../../base/platform.ts";
import { splitToFit } from "../../base/text.ts";
import type { RunDetails } from "../../runs/run.ts";
import { listAudit } from "../audit-list.ts";
import { readCursor, selectAll } from "../page.ts";
import { LEDGER_ABOUT } from "./about.ts";
import { type HeldRow, makeEraser, type Row, readColumn, type Sought } from "./eraser.ts";
import { findPseudonyms, type Pseudonym, pseudonymsByHandle, toHandle } from "./texts.ts";

/** Maximum number of rows in a page. */
const PAGE_ROWS = 500;
/** Bytes of text after which a page ends: a Worker and D1 have memory for only a few large payloads. */
const PAGE_BYTES = 8_000_000;
/** Builds the statements that delete rows or replace them with their erased versions, and index their words again. */
function rewrite(
  db: D1Database,
  { place, keys, columns, words }: (typeof LEDGER_ABOUT)[number],
  changes: readonly (readonly [row: Row, erased: Row | "deleted"])[],
): D1PreparedStatement[] {
  const each = (sql: string, rows: readonly object[]) => {
    const statement = db.prepare(`WITH rows AS MATERIALIZED (SELECT value AS row FROM json_each(?1)) ${sql}`);
    const texts = rows.map((row) => JSON.stringify(row));
    const parts = splitToFit(texts, MAX_CONTENT_BYTES, (text) => byteLength(text) + 1);
    return parts.map((part) => statement.bind(`[${part.join()}]`));
  };
  const toKey = (row: Row) => Object.fromEntries(keys.map((key) => [key, row[key]]));
  const names = Object.keys(columns);
  const kept = changes.flatMap(([row, erased]) => (erased === "deleted" ? [] : [[row, erased] as const]));
  const keysKept = kept.map(([row]) => toKey(row));
  const isOne = keys.map((key) => `${place}.${key} = row->>'${key}'`).join(" AND ");
  const theirs = `id IN (SELECT row->>'id' FROM rows)`;
  return [
    ...each(
      `DELETE FROM ${place} WHERE (${keys}) IN (SELECT ${keys.map((key) => `row->>'${key}'`)} FROM rows)`,
      changes.filter(([, erased]) => erased === "deleted").map(([row]) => toKey(row)),
    ),
    ...each(
      `UPDATE ${place} SET ${names.map((name) => `${name} = row->>'${name}'`)} FROM rows WHERE ${isOne}`,
      kept.map(([row, erased]) => ({
        ...toKey(row),
        ...Object.fromEntries(names.map((name) => [name, toStored(name, erased[name])])),
      })),
    ),
    ...(words === null
      ? []
      : [
          ...each(`DELETE FROM search WHERE rowid IN (SELECT n FROM ${place} WHERE ${theirs})`, keysKept),
          ...each(
            `INSERT INTO search (rowid, words, id) SELECT n, words, id FROM ${words} WHERE ${theirs} AND n > 0`,
            keysKept,
          ),
        ]),
  ];
}

/**
 * Returns the value to store in a column after an erasure: a placeholder for a payload, a run's details without
 * recorded reads, or the erased text, parsed if it is the JSON of an object or a list.
 */
function toStored(name: string, erased: unknown): unknown {
  if (name === "payload") return { omitted: "erased" };
  return name === "details" && erased ? withoutAnswers(JSON.parse(String(erased))) : readColumn(erased);
}

interface HeldPage {
  readonly held: readonly HeldRow[];
  readonly left: readonly string[];
  readonly next: string | null;
}

/**
 * Reads a page of the ledger's data about a person, and can erase the person from it. The audit trail is last.
 * @param after `next` of the previous page; "" for the first page
 * @param erases If true, erases the person from the page's rows in the database, and deletes inventory entries about
 * the person, such as ownerships. The result contains the rows as they were before. `next` is then `null` after the
 * last table, not the start of the trail, and a page of the trail contains only `left`
 * @returns `left`: rows and entries that keep the email or full name, because an erasure does not change them
 */
export async function findHeld(
  db: D1Database,
  sought: Sought,
  after: string,
  erases: boolean,
): Promise<HeldPage> {
  const [, from = "events", position = ""] = /^(\w+) (.*)$/s.exec(after) ?? [];
  const n = LEDGER_ABOUT.findIndex(({ place }) => place === from);
  const table = LEDGER_ABOUT[n];
  if (!table) {
    const about = listIds(await pseudonymsByHandle(db, toHandles(sought)));
    const cursor = readCursor(position, ["number", "string", "number"]) ?? undefined;
    const page = { limit: PAGE_ROWS, cursor };
    const { items, next } = await listAudit(db, erases ? {} : { about }, page);
    const { isIn } = makeEraser(sought);
    return {
      held: erases ? [] : items.map((row) => ({ place: "audit", row })),
      left: erases
        ? items
            .filter(({ detail }) => isIn(JSON.stringify(detail)))
            .map(({ desk, seq }) => `audit ${desk} ${seq}`)
        : [],
      next: next && `audit ${next}`,
    };
  }
  const { place, keys, columns } = table;
  // Qualify the columns: `json_each` has columns with some of these names.
  const texts = Object.keys(columns).map((column) => `${place}.${column}`);
  const key = keys.map((column) => `${place}.${column}`).join(" || ' ' || ");
  const { terms, erase, isIn } = makeEraser(sought);
  const select = `WITH found AS MATERIALIZED (
      SELECT ${key} AS at, octet_length(concat_ws(' ', ${texts})) AS bytes FROM ${place}
      WHERE ${key} > ?1 AND EXISTS (
        SELECT 1 FROM json_each(?2) AS term
        WHERE instr(lower(concat_ws(' ', ${key}, ${texts})), term.value) > 0)
      ORDER BY 1 LIMIT ${PAGE_ROWS}),
    page AS (SELECT at, sum(bytes) OVER (ORDER BY at) - bytes AS before FROM found)
    SELECT ${key} AS at, * FROM ${place}
    WHERE ${key} IN (SELECT at FROM page WHERE before < ${PAGE_BYTES}) ORDER BY 1`;
  const results = await selectAll<Row>(db, select, [position, terms]);
  const left: string[] = [];
  const changes = results.flatMap((row) => {
    const erased = erase(row, columns);
    if (erased !== "deleted" && isIn(Object.values(erased ?? row).join("\n")))
      left.push(`${place} ${row["at"]}`);
    return erased === null ? [] : [[row, erased] as const];
  });
  if (erases && changes.length > 0) await db.batch(rewrite(db, table, changes));
  const last = results.at(-1)?.["at"];
  const following = LEDGER_ABOUT[n + 1]?.place ?? (erases ? null : "audit");
  return {
    held: changes.map(([{ at: _, ...row }]) => ({ place, row })),
    left,
    next: last !== undefined ? `${place} ${last}` : following && `${following} `,
  };
}

/**
 * Returns the details of a run without the recorded reads of its proposal, because these reads contain more data about
 * a person than the name.
 */
function withoutAnswers({ facts, ...others }: RunDetails): RunDetails {
  return facts ? { ...others, facts: { ...facts, asked: [], answers: [] } } : others;
}

const listIds = (found: ReadonlyMap<string, Pseudonym>) => Array.from(found.values(), ({ id }) => id);

const toHandles = ({ email, names }: Sought): readonly string[] => [email, ...names].map(toHandle);

/** Returns the person's pseudonyms, and creates those that are missing. */
export async function listPseudonyms(db: D1Database, sought: Sought): Promise<readonly string[]> {
  return listIds(await findPseudonyms(db, toHandles(sought)));
}

const FIRST_STEP = "events ";
const TRAIL_STEP = "audit ";
/** The last step of an erasure: it only checks that no data arrived in the meantime. */
export const LAST_STEP = "end";

/** An erasure in progress, and its next step. */
interface Erasure extends Sought {
  readonly next: string;
}

/**
 * Stores an erasure until it ends, and replaces an earlier one of the same person.
 * @returns the erasure's first step
 */
export async function beginErasing(db: D1Database, { email, names }: Sought): Promise<string> {
  const begin = db.prepare("INSERT OR REPLACE INTO erasures VALUES (?1, ?2, ?3)");
  await begin.bind(toHandle(email), JSON.stringify(names), FIRST_STEP).run();
  return FIRST_STEP;
}

/** Returns a person's erasure in progress, or `null` if there is none. */
export async function findErasure(db: D1Database, email: string): Promise<Erasure | null> {
  const find = db.prepare("SELECT names, next FROM erasures WHERE handle = ?1").bind(toHandle(email));
  const row = await find.first<{ names: string; next: string }>();
  return row && { email, names: JSON.parse(row.names), next: row.next };
}

/**
 * Carries out the next step of an erasure: a page of the tables, a page of the trail, or the last check. If rows were
 * recorded in the meantime, the erasure starts again with the tables.
 */
export async function eraseNext(db: D1Database, { next: step, ...sought }: Erasure): Promise<HeldPage> {
  const page =
    step === LAST_STEP ? { held: [], left: [], next: null } : await findHeld(db, sought, step, true);
  const following = step === LAST_STEP ? null : step.startsWith(TRAIL_STEP) ? LAST_STEP : TRAIL_STEP;
  const next = page.next ?? ((await isHeld(db, sought)) ? FIRST_STEP : following);
  if (next === TRAIL_STEP) await endErasing(db, sought);
  const handle = toHandle(sought.email);
  const store =
    next === null
      ? db.prepare("DELETE FROM erasures WHERE handle = ?1").bind(handle)
      : db.prepare("UPDATE erasures SET next = ?2 WHERE handle = ?1").bind(handle, next);
  await store.run();
  return { ...page, next };
}

/** Returns true if tables of the ledger, except the audit trail, have rows about the person. */
async function isHeld(db: D1Database, sought: Sought): Promise<boolean> {
  for (let after: string | null = FIRST_STEP; after !== null && !after.startsWith(TRAIL_STEP); ) {
    const page: HeldPage = await findHeld(db, sought, after, false);
    if (page.held.length > 0) return true;
    after = page.next;
  }
  return false;
}

/**
 * Deletes the audit trail's texts about people, which the chain covers only as hashes (column `beside`).
 * @param ids Pseudonyms of the people
 */
async function eraseTexts(db: D1Database, ids: readonly string[]): Promise<void> {
  const theirs = "EXISTS (SELECT 1 FROM json_each(?1) AS id WHERE instr(beside, id.value) > 0)";
  const erase = db
    .prepare(
      `UPDATE audit SET beside = (
         SELECT json_group_array(iif(entry.type = 'array', (
           SELECT json_group_array(json(texts.value)) FROM json_each(entry.value) AS texts
           WHERE NOT EXISTS (SELECT 1 FROM json_each(?1) AS id WHERE instr(texts.value->'of', id.value) > 0)), json('null')))
         FROM json_each(beside) AS entry)
       WHERE (desk, seq) IN (SELECT desk, seq FROM audit WHERE beside IS NOT NULL AND ${theirs} LIMIT ${PAGE_ROWS})`,
    )
    .bind(JSON.stringify(ids));
  while ((await erase.run()).meta.changes > 0);
}

/**
 * Makes the last changes of an erasure: deletes the person's pseudonyms and the trail's texts about the person, and
 * rewrites the search index, which still has words of deleted rows.
 */
export async function endErasing(db: D1Database, sought: Sought): Promise<void> {
  const handles = toHandles(sought);
  await eraseTexts(db, listIds(await pseudonymsByHandle(db, handles)));
  await db
    .prepare("DELETE FROM people WHERE handle IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(handles))
    .run();
  await db.prepare("INSERT INTO search (search) VALUES ('optimize')").run();
}
