// Writes and reads users.
import { z } from "zod";
import { Id } from "../../../governance/contract/primitives.ts";
import { User, UserOrigin, UserStatus, UserType } from "../../../governance/contract/users.ts";
import { insertRows, readAll } from "../rows.ts";
import type { Switches } from "../switches/switches.ts";
import { foldUser } from "./match.ts";

export const UserUpsert = z.object({
  user: User.extend({ id: Id }),
  status: UserStatus.default("ENABLED"),
  origin: UserOrigin.default("USER_ORIGIN_LOCAL"),
  type: UserType.default("USER_TYPE_HUMAN"),
});
export type UserUpsert = z.output<typeof UserUpsert>;

/** Inserts users, and replaces existing ones with the same ids, which keep their positions in the list. */
export function putUsers(sql: SqlStorage, users: Iterable<UserUpsert>): void {
  insertRows(
    sql,
    `INSERT INTO users (id, status, origin, type, email, texts, json)
     SELECT value->>'$.user.id', value->>'$.status', value->>'$.origin', value->>'$.type', value->>'$.email',
       value->>'$.texts', value->'$.user'
     FROM json_each(?) WHERE true
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, origin = excluded.origin, type = excluded.type,
       email = excluded.email, texts = excluded.texts, json = excluded.json`,
    Iterator.from(users).map(({ user, ...kinds }) => ({
      ...kinds,
      user: { ...user, ...kinds, directoryStatus: kinds.status },
      email: user.email?.toLowerCase() ?? "",
      texts: foldUser(user),
    })),
  );
}

/**
 * Converts a user to the form used in responses. Omits the properties that the specification does not define unless the
 * switch `shownStatuses` is on.
 */
export function toShown(user: User, { shownStatuses }: Pick<Switches, "shownStatuses">): User {
  const { status: _, directoryStatus: _directory, origin: _origin, type: _type, ...specified } = user;
  return shownStatuses ? user : specified;
}

/** Deletes a user permanently, which no operation of the API does. @returns true if the user existed */
export const deleteUser = (sql: SqlStorage, id: string): boolean =>
  sql.exec("DELETE FROM users WHERE id = ?", id).rowsWritten > 0;

/** Reads the users with these row numbers, in the given order. */
export const readUsers = (sql: SqlStorage, seqs: readonly number[]): User[] =>
  readAll(
    sql.exec(
      "SELECT users.json FROM json_each(?) AS wanted JOIN users ON seq = wanted.value ORDER BY wanted.key",
      JSON.stringify(seqs),
    ),
  );
