// The tables of Durable Objects: created, migrated between versions of Reeve, and kept within the platform's limits.
import { limitBrokenBy } from "../../base/platform.ts";
import type { Columns } from "../../ledger/people/about.ts";
import { type HeldRow, makeEraser, type Sought } from "../../ledger/people/eraser.ts";

/** The part of a SQLite database that Reeve uses, in a Durable Object or a simulation. */
export interface Database {
  exec<Row extends Record<string, string | number | null>>(
    statement: string,
    ...bindings: (string | number | null)[]
  ): Iterable<Row> & { toArray(): Row[]; one(): Row };
}

/**
 * Migrates tables to their newest version and returns the database, which enforces the platform's limits on every
 * runtime. It is synchronous, so that a Durable Object stores a whole migration or nothing. Other callers open a
 * transaction.
 * @param name The store's name: several may share a database
 * @param versions The statements that make each version from the previous one, oldest first. Released ones are never
 * edited; a change is appended
 * @throws Error if the database is newer: an older Reeve must not work on data that it does not know
 */
export function openTables(sql: Database, name: string, versions: readonly string[]): Database {
  const known = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'table_versions'").toArray().length > 0;
  if (!known)
    sql.exec("CREATE TABLE table_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT");
  const [row] = sql
    .exec<{ version: number }>("SELECT version FROM table_versions WHERE name = ?", name)
    .toArray();
  const at = row?.version ?? 0;
  if (at > versions.length)
    throw new Error(
      `the tables of ${name} have version ${at}, but this Reeve only supports up to ${versions.length}: deploy the newer version again`,
    );
  for (const statements of versions.slice(at)) sql.exec(statements);
  if (at < versions.length)
    sql.exec("INSERT OR REPLACE INTO table_versions VALUES (?, ?)", name, versions.length);
  return {
    exec(statement, ...bindings) {
      const refusal = limitBrokenBy(statement, bindings);
      if (refusal) throw new Error(refusal);
      return sql.exec(statement, ...bindings);
    },
  };
}

const quoted = (name: string): string => `"${name}"`;

/**
 * Lists the rows about a person in the tables of a Durable Object.
 * @param tables The columns of each table that contain data about people
 * @param erases True to remove the person from these rows or delete the rows, except items that the outbox still has to
 * send
 */
export function rowsAbout(
  sql: Database,
  sought: Sought,
  object: string,
  tables: Readonly<Record<string, Columns>>,
  erases = false,
): HeldRow[] {
  const { terms, erase } = makeEraser(sought);
  const held: HeldRow[] = [];
  for (const [name, columns] of Object.entries(tables)) {
    const texts = Object.keys(columns).map(quoted);
    const about = `SELECT * FROM ${quoted(name)} WHERE EXISTS (
      SELECT 1 FROM json_each(?) AS term WHERE instr(lower(concat_ws(' ', ${texts})), term.value) > 0)`;
    for (const row of sql.exec(about, terms).toArray()) {
      const erased = erase(row, columns);
      if (erased === null) continue;
      held.push({ place: `${object} ${name}`, row });
      if (!erases || typeof row["item"] === "string") continue;
      const isRow = Object.keys(row)
        .map((column) => `${quoted(column)} IS ?`)
        .join(" AND ");
      const set = Object.keys(columns).map((column) => `${quoted(column)} = ?`);
      if (erased === "deleted") sql.exec(`DELETE FROM ${quoted(name)} WHERE ${isRow}`, ...Object.values(row));
      else
        sql.exec(
          `UPDATE ${quoted(name)} SET ${set} WHERE ${isRow}`,
          ...Object.keys(columns).map((column) => erased[column] ?? null),
          ...Object.values(row),
        );
    }
  }
  return held;
}
