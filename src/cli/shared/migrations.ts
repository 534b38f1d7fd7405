// Applies the ledger's migrations in a local workerd.
import { readdirSync, readFileSync } from "node:fs";
import type { LegacyWorkerOptions, Miniflare } from "miniflare";
import { root } from "./bundle.ts";

const FOLDER = "src/ledger/migrations/";

/**
 * The code of a Worker that, on any request, applies the migrations that have not run yet. The local D1 runs all
 * statements of a migration in one call.
 */
const CODE = `export default { async fetch(request, { LEDGER, MIGRATIONS }) {
  await LEDGER.exec("CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)");
  const { results } = await LEDGER.prepare("SELECT name FROM d1_migrations").all();
  for (const { name, sql } of MIGRATIONS.filter(({ name }) => !results.some((one) => one.name === name)))
    await LEDGER.batch([LEDGER.prepare(sql), LEDGER.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name)]);
  return new Response();
} }`;

/**
 * Returns the Worker that {@link migrate} calls. Miniflare's own access to a database starts a thread, which takes half
 * as much CPU time as the rest of a start.
 */
export function migrator(d1Databases: NonNullable<LegacyWorkerOptions["d1Databases"]>): LegacyWorkerOptions {
  const names = readdirSync(root(FOLDER)).sort();
  return {
    name: "migrator",
    modules: [{ type: "ESModule", path: "migrator.js", contents: CODE }],
    d1Databases,
    bindings: {
      MIGRATIONS: names.map((name) => ({ name, sql: readFileSync(root(FOLDER + name), "utf8") })),
    },
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
  };
}

/**
 * Applies the ledger's migrations that have not run, like `wrangler d1 migrations apply`, and records them in the same
 * table.
 * @throws Error with the response if a migration fails
 */
export async function migrate({ miniflare }: { readonly miniflare: Miniflare }): Promise<void> {
  const response = await fetch(await miniflare.unsafeGetDirectURL("migrator"));
  if (!response.ok) throw new Error(`the ledger can't be migrated: ${await response.text()}`);
}
