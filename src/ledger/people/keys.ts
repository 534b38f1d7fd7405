// The keys of people: what an audit entry says of somebody is readable as long as theirs is here.
import { makePersonKey, type PersonKey } from "./sealing.ts";

type Keys = ReadonlyMap<string, PersonKey>;

const read = (db: D1Database, column: "id" | "handle", values: readonly string[]) =>
  db
    .prepare(`SELECT id, handle, key FROM people WHERE ${column} IN (SELECT value FROM json_each(?1))`)
    .bind(JSON.stringify(values));
const by = (column: "id" | "handle", { results }: { readonly results: readonly PersonKey[] }): Keys =>
  new Map(results.map((row) => [row[column], row]));

export const keysByPseudonym = async (db: D1Database, ids: readonly string[]): Promise<Keys> =>
  by("id", await read(db, "id", ids).all<PersonKey>());

export const keysByHandle = async (db: D1Database, handles: readonly string[]): Promise<Keys> =>
  by("handle", await read(db, "handle", handles).all<PersonKey>());

/** The keys of people by handle; whoever is new gets one. */
export async function keysOfPeople(db: D1Database, handles: readonly string[]): Promise<Keys> {
  const known = await keysByHandle(db, handles);
  const unknown = handles.filter((handle) => !known.has(handle));
  if (unknown.length === 0) return known;
  const fresh = await Promise.all(unknown.map((handle) => makePersonKey(handle)));
  const insert = db
    .prepare(
      `INSERT INTO people (id, handle, key) SELECT value->>'id', value->>'handle', value->>'key' FROM json_each(?1)
       WHERE true ON CONFLICT DO NOTHING`,
    )
    .bind(JSON.stringify(fresh));
  const [, all] = await db.batch<PersonKey>([insert, read(db, "handle", handles)]);
  return by("handle", all ?? { results: [] });
}
