// A Worker beside Reeve that does for it what the platform does, and says nothing of what Reeve has. Miniflare has calls
// for that too: to make the first of them it starts a thread, which takes half as long as to start Reeve.

interface HandEnv {
  readonly LEDGER: D1Database;
  /** What a Worker is to those that `service_binding_extra_handlers` is on for. */
  readonly WORKER: { scheduled(event: { readonly cron: string }): Promise<unknown> };
  /** The ledger's, in their order. */
  readonly MIGRATIONS: readonly { readonly name: string; readonly sql: string }[];
}

const MINUTE = { cron: "* * * * *" };

export default {
  async fetch(request, { LEDGER, WORKER, MIGRATIONS }) {
    switch (`${request.method} ${new URL(request.url).pathname}`) {
      case "POST /migrate":
        await migrate(LEDGER, MIGRATIONS);
        return new Response();
      case "POST /minute":
        await WORKER.scheduled(MINUTE);
        return new Response();
      default:
        return new Response(null, { status: 404 });
    }
  },
} satisfies ExportedHandler<HandEnv>;

/** Applies the migrations that have not run, as `wrangler d1 migrations apply` does, and in its table. */
async function migrate(ledger: D1Database, migrations: HandEnv["MIGRATIONS"]): Promise<void> {
  await ledger.exec(
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  );
  const { results } = await ledger.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  for (const { name, sql } of migrations) {
    if (applied.has(name)) continue;
    // The local one takes all statements of a migration at once.
    await ledger.batch([
      ledger.prepare(sql),
      ledger.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
}
