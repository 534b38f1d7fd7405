// The table of users, and the index made from it.
import { z } from "zod";
import { Id } from "../../../governance/contract/primitives.ts";
import { User, UserOrigin, UserStatus, UserType } from "../../../governance/contract/users.ts";
import type { UserRecord } from "./record.ts";
import { UserIndex } from "./user-index.ts";

/** Users as they are on record: the truth behind the index. `json` is a `User` of the contract. */
export const USERS_TABLE = `
CREATE TABLE IF NOT EXISTS users (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  origin TEXT NOT NULL,
  type TEXT NOT NULL,
  json TEXT NOT NULL
);`;

type Row = { seq: number; status: string; origin: string; type: string; json: string };

const record = ({ seq, status, origin, type, json }: Row): UserRecord => ({
  seq,
  status: UserStatus.parse(status),
  origin: UserOrigin.parse(origin),
  type: UserType.parse(type),
  user: JSON.parse(json),
});

/** The index of everybody on record. */
export function loadIndex(sql: SqlStorage): UserIndex {
  const index = new UserIndex();
  for (const row of sql.exec<Row>("SELECT * FROM users ORDER BY seq")) index.put(record(row));
  return index;
}

/** The users of these rows, in this order; a row that is gone is left out. */
export function readUsers(sql: SqlStorage, seqs: readonly number[]): User[] {
  const rows = sql
    .exec<{ seq: number; json: string }>(
      "SELECT seq, json FROM users WHERE seq IN (SELECT value FROM json_each(?))",
      JSON.stringify(seqs),
    )
    .toArray();
  const bySeq = new Map(rows.map(({ seq, json }) => [seq, json]));
  return seqs.flatMap((seq) => {
    const json = bySeq.get(seq);
    return json === undefined ? [] : [JSON.parse(json) as User];
  });
}

/** A user as `/_control/users` takes it: new, or in place of the one with this id. */
export const UserUpsert = z.object({
  user: User.extend({ id: Id }),
  status: UserStatus.default("ENABLED"),
  origin: UserOrigin.default("USER_ORIGIN_LOCAL"),
  type: UserType.default("USER_TYPE_HUMAN"),
});
export type UserUpsert = z.output<typeof UserUpsert>;

/** Puts a user on record; one who is there keeps the place in the list. */
export function upsertUser(
  sql: SqlStorage,
  index: UserIndex,
  { user, status, origin, type }: UserUpsert,
): void {
  const before = readRecord(sql, user.id);
  const row = sql
    .exec<Row>(
      `INSERT INTO users (id, status, origin, type, json) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, origin = excluded.origin,
         type = excluded.type, json = excluded.json
       RETURNING *`,
      user.id,
      status,
      origin,
      type,
      JSON.stringify(user),
    )
    .one();
  index.put(record(row), before);
}

/** Takes a user off the record altogether, as no operation of the API does. @returns whether there was one */
export function deleteUser(sql: SqlStorage, index: UserIndex, id: string): boolean {
  const before = readRecord(sql, id);
  if (!before) return false;
  sql.exec("DELETE FROM users WHERE id = ?", id);
  index.remove(before);
  return true;
}

function readRecord(sql: SqlStorage, id: string): UserRecord | undefined {
  const [row] = sql.exec<Row>("SELECT * FROM users WHERE id = ?", id).toArray();
  return row && record(row);
}
