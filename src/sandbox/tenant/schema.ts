// Creates and drops the tenant's tables.
import { CREDENTIAL_TABLES } from "./auth/tables.ts";
import { CALLS_TABLE } from "./calls.ts";
import { FAULTS_TABLE } from "./faults.ts";
import { OWNERS_TABLE } from "./ownership.ts";
import { SETTINGS_TABLE } from "./settings.ts";
import { RESOURCE_TABLES } from "./tables.ts";
import { USERS_TABLE } from "./users/store.ts";

/** Every table of a tenant; each is stated in the file of the resource it holds. */
const TABLES = [
  USERS_TABLE,
  CREDENTIAL_TABLES,
  SETTINGS_TABLE,
  CALLS_TABLE,
  FAULTS_TABLE,
  OWNERS_TABLE,
  RESOURCE_TABLES,
];

/** Creates the tables that are not there yet. */
export function createTables(sql: SqlStorage): void {
  for (const table of TABLES) sql.exec(table);
}

/** Drops every table, and with them the row numbers given out, so that a seed gives the same rows each time. */
export function dropTables(sql: SqlStorage): void {
  const names = sql.exec<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'",
  );
  for (const { name } of names.toArray()) sql.exec(`DROP TABLE "${name}"`);
}
