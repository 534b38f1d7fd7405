// The tables of Durable Objects: created, migrated between versions of Reeve, and kept within the platform's limits.
import { limitBrokenBy } from "./platform.ts";

/** The part of SQLite's interface that Reeve uses. Durable Objects and the simulation implement it. */
export interface Database {
  exec<Row extends Record<string, string | number | null>>(
    statement: string,
    ...bindings: (string | number | null)[]
  ): Iterable<Row> & { toArray(): Row[]; one(): Row };
}

/**
 * Migrates tables to their newest version and returns the database, which enforces the platform's limits on every
 * runtime. The function is synchronous, so that a Durable Object stores a whole migration or nothing. Other callers
 * must open a transaction.
 * @param name The store's name: several stores can share a database
 * @param versions The statements that make each version from the previous one, oldest first. Released statements are
 * never edited; changes are appended
 * @throws Error if the database is newer: an older version of Reeve must not change data that it does not understand
 */
export function openTables(sql: Database, name: string, versions: readonly string[]): Database {
  const known = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'table_versions'").toArray().length > 0;
  if (!known)
    sql.exec("CREATE TABLE table_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT");
  const select = "SELECT version FROM table_versions WHERE name = ?";
  const [row] = sql.exec<{ version: number }>(select, name).toArray();
  const at = row?.version ?? 0;
  if (at > versions.length)
    throw new Error(
      `the tables of ${name} have version ${at}, but this version of Reeve supports at most version ${versions.length}: deploy the newer version again`,
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
