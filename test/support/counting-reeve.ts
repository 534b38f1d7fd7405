import reeve, { Control as RealControl, Desk as RealDesk } from "./reeve-with-rules.ts";

export { Outbox, TokenKeeper } from "./reeve-with-rules.ts";

/**
 * Reeve as the variable `RULES` configures it, with counts of what the platform charges for: requests of Durable
 * Objects, rows read and written in their databases, alarms, and rows of D1. `GET /_counts` returns the counts, and
 * resets them.
 */
const zero = () => ({
  objectRequests: 0,
  alarms: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  d1Batches: 0,
  d1RowsRead: 0,
  d1RowsWritten: 0,
  busyMs: 0,
});
let counts = zero();
const watched = new WeakSet<D1Database>();
let cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];

/** Counts the rows of a Durable Object's database. They are known once a cursor is read to its end. */
function watch(storage: DurableObjectStorage): void {
  const { sql } = storage;
  const exec = sql.exec.bind(sql);
  const setAlarm = storage.setAlarm.bind(storage);
  const tracked = (...args: Parameters<typeof exec>) => {
    const cursor = exec(...args);
    cursors.push(cursor);
    return cursor;
  };
  Object.defineProperty(sql, "exec", { value: tracked });
  Object.defineProperty(storage, "setAlarm", {
    value: (at: number) => {
      // An alarm is charged as a row written.
      counts.objectRowsWritten++;
      return setAlarm(at);
    },
  });
}

/** Counts the ledger's rows: of batches, and of single statements. */
function track(ledger: D1Database): void {
  if (watched.has(ledger)) return;
  watched.add(ledger);
  const batch = ledger.batch.bind(ledger);
  const prepare = ledger.prepare.bind(ledger);
  const note = ({ meta }: D1Result) => {
    counts.d1RowsRead += meta.rows_read;
    counts.d1RowsWritten += meta.rows_written;
  };
  Object.assign(ledger, {
    prepare: (sql: string) => watchRun(prepare(sql), note),
    async batch(statements: D1PreparedStatement[]) {
      const results = await batch(statements);
      counts.d1Batches++;
      results.forEach(note);
      return results;
    },
  });
}

/** Wraps a statement, to report what its `run` has read and written. */
function watchRun(statement: D1PreparedStatement, note: (result: D1Result) => void): D1PreparedStatement {
  const bind = statement.bind.bind(statement);
  const run = statement.run.bind(statement);
  return Object.assign(statement, {
    bind: (...values: unknown[]) => watchRun(bind(...values), note),
    async run() {
      const result = await run();
      note(result);
      return result;
    },
  });
}

type Accept = InstanceType<typeof RealDesk>["accept"];
type AdmitAll = InstanceType<typeof RealControl>["admitAll"];

export class Desk extends RealDesk {
  constructor(ctx: DurableObjectState, env: ConstructorParameters<typeof RealDesk>[1]) {
    watch(ctx.storage);
    track(env.LEDGER);
    super(ctx, env);
  }

  override accept(...args: Parameters<Accept>): ReturnType<Accept> {
    counts.objectRequests++;
    return super.accept(...args);
  }

  override async alarm(): Promise<void> {
    counts.alarms++;
    const began = Date.now();
    await super.alarm();
    counts.busyMs += Date.now() - began;
  }
}

export class Control extends RealControl {
  constructor(ctx: DurableObjectState, env: ConstructorParameters<typeof RealControl>[1]) {
    watch(ctx.storage);
    super(ctx, env);
  }

  override admitAll(...args: Parameters<AdmitAll>): ReturnType<AdmitAll> {
    counts.objectRequests++;
    return super.admitAll(...args);
  }
}

export default {
  ...reeve,
  fetch(request, env, ctx) {
    if (new URL(request.url).pathname === "/_counts") {
      for (const cursor of cursors) {
        counts.objectRowsRead += cursor.rowsRead;
        counts.objectRowsWritten += cursor.rowsWritten;
      }
      const answer = Response.json(counts);
      [counts, cursors] = [zero(), []];
      return answer;
    }
    track(env.LEDGER);
    return reeve.fetch(request, env, ctx);
  },
} satisfies typeof reeve;
