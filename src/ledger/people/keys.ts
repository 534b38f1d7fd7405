// The keys of people: what an audit entry says of somebody is readable as long as theirs is here.
import { makePersonKey, type PersonKey } from "./sealing.ts";

const COLUMNS = "SELECT id, handle, key FROM people";

/** The keys of people by handle; whoever is new gets one. */
export async function keysOfPeople(
  db: D1Database,
  handles: readonly string[],
): Promise<ReadonlyMap<string, PersonKey>> {
  const read = db
    .prepare(`${COLUMNS} WHERE handle IN (SELECT value FROM json_each(?1))`)
    .bind(JSON.stringify(handles));
  const byHandle = (rows: readonly PersonKey[]) => new Map(rows.map((row) => [row.handle, row]));
  const known = byHandle((await read.all<PersonKey>()).results);
  const fresh = await Promise.all(
    handles.filter((handle) => !known.has(handle)).map((handle) => makePersonKey(handle)),
  );
  if (fresh.length === 0) return known;
  const insert = db
    .prepare(
      `INSERT INTO people (id, handle, key) SELECT value->>'id', value->>'handle', value->>'key' FROM json_each(?1)
       WHERE true ON CONFLICT DO NOTHING`,
    )
    .bind(JSON.stringify(fresh));
  const [, all] = await db.batch<PersonKey>([insert, read]);
  return byHandle(all?.results ?? []);
}

/** The keys that are not forgotten, by pseudonym. */
export async function keysByPseudonym(
  db: D1Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonKey>> {
  const { results } = await db
    .prepare(`${COLUMNS} WHERE id IN (SELECT value FROM json_each(?1))`)
    .bind(JSON.stringify(ids))
    .all<PersonKey>();
  return new Map(results.map((row) => [row.id, row]));
}
