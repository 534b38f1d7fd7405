import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The whole content of a ledger. The API only returns what is requested by id. */
export interface Ledger {
  readonly events: readonly string[];
  readonly runs: readonly string[];
  readonly replies: readonly string[];
  readonly effects: readonly { readonly operation: string; readonly state: string }[];
}

/** Reads the ledger on a disk whose Reeve has ended. */
export function readLedger(folder: string): Ledger {
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".sqlite")) continue;
    using database = new DatabaseSync(join(folder, file));
    const rows = (query: string) => database.prepare(query).all() as Record<string, string>[];
    const [ledger] = rows("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'");
    if (!ledger) continue;
    const ids = (table: string) => rows(`SELECT id FROM ${table} ORDER BY id`).map(({ id = "" }) => id);
    return {
      events: ids("events"),
      runs: ids("runs"),
      replies: rows(
        "SELECT entry.value->>'type' AS type FROM audit, json_each(entries) AS entry WHERE entry.value->>'type' GLOB 'reply.*'",
      ).map(({ type = "" }) => type),
      effects: rows(
        `SELECT effect.value->>'operation' AS operation, effect.value->>'state' AS state
         FROM runs, json_each(effects) AS effect ORDER BY runs.id, effect.key`,
      ).map(({ operation = "", state = "" }) => ({ operation, state })),
    };
  }
  throw new Error(`no ledger in ${folder}`);
}
