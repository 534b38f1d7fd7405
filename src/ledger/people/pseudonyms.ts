// Reads and creates the pseudonyms of people in the audit trail.
import { makePseudonym, type Pseudonym } from "./texts.ts";

type Pseudonyms = ReadonlyMap<string, Pseudonym>;

const read = (db: D1Database, column: "id" | "handle", values: readonly string[]) =>
  db
    .prepare(`SELECT id, handle, salt FROM people WHERE ${column} IN (SELECT value FROM json_each(?1))`)
    .bind(JSON.stringify(values));
const by = (column: "id" | "handle", { results }: { readonly results: readonly Pseudonym[] }): Pseudonyms =>
  new Map(results.map((row) => [row[column], row]));

export const pseudonymsById = async (db: D1Database, ids: readonly string[]): Promise<Pseudonyms> =>
  by("id", await read(db, "id", ids).all<Pseudonym>());

export const pseudonymsByHandle = async (db: D1Database, handles: readonly string[]): Promise<Pseudonyms> =>
  by("handle", await read(db, "handle", handles).all<Pseudonym>());

/** Returns the pseudonyms of people by handle, and creates those that are missing. */
export async function findPseudonyms(db: D1Database, handles: readonly string[]): Promise<Pseudonyms> {
  const known = await pseudonymsByHandle(db, handles);
  const unknown = handles.filter((handle) => !known.has(handle));
  if (unknown.length === 0) return known;
  const fresh = await Promise.all(unknown.map((handle) => makePseudonym(handle)));
  const insert = db
    .prepare(
      `INSERT INTO people (id, handle, salt) SELECT value->>'id', value->>'handle', value->>'salt' FROM json_each(?1)
       WHERE true ON CONFLICT DO NOTHING`,
    )
    .bind(JSON.stringify(fresh));
  const [, all] = await db.batch<Pseudonym>([insert, read(db, "handle", handles)]);
  return by("handle", all ?? { results: [] });
}
