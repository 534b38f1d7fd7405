/** Converts the databases in a local stack's folder to SQL, which records the data of a release, and back. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OUTBOX_TABLES } from "../../src/channels/outbox-store.ts";
import { SLACK_TABLES } from "../../src/channels/slack/store.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { CLAIMS_TABLES } from "../../src/desk/claims.ts";
import { BATCHES_TABLES } from "../../src/desk/control/batches.ts";
import { NOTES_TABLES } from "../../src/desk/control/notes.ts";
import { CONTROL_TABLES } from "../../src/desk/control/store.ts";
import { DESK_TABLES } from "../../src/desk/engine/store.ts";

/** The versions of each store's tables in Durable Objects, oldest first. */
export const STORES: Readonly<Record<string, readonly string[]>> = {
  desk: DESK_TABLES,
  control: CONTROL_TABLES,
  claims: CLAIMS_TABLES,
  batches: BATCHES_TABLES,
  notes: NOTES_TABLES,
  outbox: OUTBOX_TABLES,
  slack: SLACK_TABLES,
};

/** The folder with the dumps of each release, in a folder per version. */
export const RELEASES = root("test/releases");

/** Matches the ledger and Durable Objects with Reeve's tables. The token keeper and KV are omitted: they hold tokens. */
const KEPT = /(^|\/)(d1|do)\b(?!.*TokenKeeper).*\.sqlite$/;

/** Lists the paths of the databases in a stack's folder. */
export const listDatabases = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => KEPT.test(path))
    .sort();

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns a database as SQL: tables, triggers and indexes, then the rows. Triggers fill the text search. */
export function dump(file: string): string {
  const database = new DatabaseSync(file);
  const texts = (sql: string, ...bindings: string[]) =>
    database
      .prepare(sql)
      .all(...bindings)
      .map(({ text }) => String(text));
  const own =
    "name NOT LIKE 'sqlite_%' AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')";
  const schema = texts(
    `SELECT sql AS text FROM sqlite_schema WHERE sql IS NOT NULL AND ${own} ORDER BY rowid`,
  );
  const tables = texts(
    `SELECT name AS text FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND ${own} ORDER BY name`,
  );
  const rows = tables.flatMap((table) => {
    const columns = texts("SELECT name AS text FROM pragma_table_xinfo(?) WHERE hidden = 0", table).map(
      quoted,
    );
    const values = columns.map((column) => `quote(${column})`).join(" || ', ' || ");
    const into = `INSERT INTO ${quoted(table)} (${columns.join(", ")}) VALUES`;
    return texts(`SELECT ${values} AS text FROM ${quoted(table)}`).map((row) => `${into} (${row});`);
  });
  database.close();
  return `${[...schema.map((statement) => `${statement};`), ...rows].join("\n")}\n`;
}

/** Creates a database from a dump. */
export function restore(sql: string, file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(`BEGIN;\n${sql}COMMIT;`);
  database.close();
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Returns the hashes of each migration and of each table version of Durable Objects, which no release may change. */
export const hashSteps = (): Record<string, string> => {
  const folder = root("src/ledger/migrations");
  return Object.fromEntries([
    ...readdirSync(folder)
      .sort()
      .map((name) => [name, hash(readFileSync(join(folder, name), "utf8"))]),
    ...Object.entries(STORES).flatMap(([store, versions]) =>
      versions.map((statements, n) => [`${store}, version ${n + 1}`, hash(statements)]),
    ),
  ]);
};
