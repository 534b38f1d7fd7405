// The clock must be imported before any module that can read it.
import "./still-clock.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { defineConfig } from "../../src/define-config.ts";
import type { Env } from "../../src/env.ts";
import { reeve } from "../../src/reeve.ts";
import { NO_DEFAULT_APPROVALS } from "../policy/own-rules.ts";
import { addTimer, awaited, forever, passTime, removeTimer, replaceTimers } from "./timers.ts";

const zero = () => ({
  /** Rows of Durable Objects' databases. Setting an alarm counts as one row written. */
  objectRowsRead: 0,
  objectRowsWritten: 0,
  /** Statements in these databases. */
  statements: 0,
  /** Explicit transactions of Durable Objects. */
  transactions: 0,
  /** Calls of Durable Objects by the front door and by each other. */
  objectCalls: 0,
  /** Rows of D1. */
  ledgerRowsRead: 0,
  ledgerRowsWritten: 0,
  /** Calls of the governance API. */
  apiCalls: 0,
  /** Bytes of a run's row at the desk, at its largest. */
  runBytes: 0,
  logLines: 0,
});
let counts = zero();
let cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];

/** Counts the work of a Durable Object in its database. */
function watchStorage(storage: DurableObjectStorage, startAlarm: () => Promise<void>): void {
  const { sql } = storage;
  const exec = sql.exec.bind(sql);
  const sync = storage.sync.bind(storage);
  const transactionSync = storage.transactionSync.bind(storage);
  let alarm: unknown;
  Object.defineProperty(sql, "exec", {
    value: (...args: Parameters<typeof exec>) => {
      const [statement, ...values] = args;
      counts.statements++;
      if (/\b(?:INTO|UPDATE) runs\b/.test(statement))
        counts.runBytes = Math.max(counts.runBytes, countBytes(values));
      // A cursor reports its row counts only after its last row was read.
      const cursor = exec(...args);
      cursors.push(cursor);
      return cursor;
    },
  });
  Object.defineProperties(storage, {
    sync: { value: () => awaited(sync) },
    transactionSync: {
      value: <Result>(work: () => Result) => {
        counts.transactions++;
        return transactionSync(work);
      },
    },
    setAlarm: {
      value: async (at: number) => {
        // The platform charges an alarm as a row.
        counts.objectRowsWritten++;
        removeTimer(alarm);
        alarm = addTimer(at, () => void awaited(startAlarm));
      },
    },
  });
}

const countBytes = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + new TextEncoder().encode(String(value ?? "")).length, 0);

/** Wraps a binding, so that the clock waits for its methods. @param called Runs before each call */
const watchMethods = <Binding extends object>(
  binding: Binding,
  called: () => void,
  wait: typeof awaited = awaited,
): Binding =>
  new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        called();
        return wait(async () => Reflect.apply(member, target, args));
      };
    },
  });

const watchNamespace = (namespace: DurableObjectNamespace, wait: typeof awaited): DurableObjectNamespace =>
  new Proxy(namespace, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      if (name !== "getByName") return member.bind(target);
      return (...args: unknown[]) =>
        watchMethods(Reflect.apply(member, target, args), () => void counts.objectCalls++, wait);
    },
  });

function note<Row>(result: D1Result<Row>): D1Result<Row> {
  counts.ledgerRowsRead += result.meta.rows_read;
  counts.ledgerRowsWritten += result.meta.rows_written;
  return result;
}

/** D1's own statement for each counting statement that Reeve receives in its place. */
const statements = new WeakMap<object, D1PreparedStatement>();

function watchStatement(statement: D1PreparedStatement): D1PreparedStatement {
  const run = <Row>() => awaited(async () => note(await statement.run<Row>()));
  const watched: D1PreparedStatement = {
    bind: (...values: unknown[]) => watchStatement(statement.bind(...values)),
    run,
    all: run,
    async first<Row>(column?: string) {
      const [row] = (await run<Record<string, Row>>()).results;
      return ((column === undefined ? row : row?.[column]) ?? null) as Row | null;
    },
    raw() {
      throw new Error("raw() does not report the rows that it reads");
    },
  };
  statements.set(watched, statement);
  return watched;
}

const watchLedger = (ledger: D1Database) => ({
  prepare: (sql: string) => watchStatement(ledger.prepare(sql)),
  batch: <Row>(batch: readonly D1PreparedStatement[]) =>
    awaited(async () => {
      const results = await ledger.batch<Row>(batch.map((one) => statements.get(one) ?? one));
      return results.map(note);
    }),
});

/**
 * Returns the environment with bindings that count their calls and rows.
 * @param wait Runs the calls of Durable Objects. @default the clock waits for them
 */
function watchBindings(env: Env, wait: typeof awaited = awaited): Env {
  const namespaces = Object.entries(env).flatMap(([name, binding]) =>
    typeof binding === "object" && "idFromName" in binding ? [[name, watchNamespace(binding, wait)]] : [],
  );
  return {
    ...env,
    ...Object.fromEntries(namespaces),
    LEDGER: watchLedger(env.LEDGER),
    TOKENS: watchMethods(env.TOKENS, () => {}),
  };
}

/** The methods that the test calls on a Durable Object. */
interface Watched extends Rpc.DurableObjectBranded {
  /** Starts the object's alarm. */
  ring(): void;
  /** Keeps the object in memory. */
  stay(): Promise<void>;
}

/** Counts the work of a Durable Object. @returns its environment */
function watchObject({ id, storage }: DurableObjectState, env: Env, own: DurableObjectNamespace): Env {
  watchStorage(storage, async () => (own.get(id) as DurableObjectStub<Watched>).ring());
  return watchBindings(env);
}

/** Counts calls of the governance API, and log lines. */
function watchGlobals(): void {
  const call = fetch;
  globalThis.fetch = (input: RequestInfo | URL, init?: RequestInit<RequestInitCfProperties>) =>
    awaited(async () => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (/^\/api\/v\d/.test(pathname)) counts.apiCalls++;
      const { status, headers, body } = await call(input, init);
      return new Response(body && (await new Response(body).arrayBuffer()), { status, headers });
    });
  const print = console.log;
  console.log = (...line: unknown[]) => {
    counts.logLines++;
    print(...line);
  };
}

replaceTimers();
watchGlobals();

/** The sample's automations without one that no counted event starts: each ticket that it declines would be longer. */
const { "service-automation-from-ticket": _, ...automations } = sample.settings.automations;

/** The sample's configuration, with one action that two stages approve as the only approval rule. */
const app = (ignoredEvents: "record" | "count") =>
  reeve(
    defineConfig({
      ...sample,
      settings: { ...sample.settings, automations },
      policy: {
        ...sample.policy,
        ignoredEvents,
        defaultApprovals: NO_DEFAULT_APPROVALS,
        approvals: [
          {
            when: "always",
            actions: ["entitlement-owner.remove"],
            stages: [{ from: ["hugo.pike@example.com"] }, { from: ["approver"] }],
          },
        ],
        // HR systems do not name the requester.
        unknownRequestersFrom: ["workday"],
      },
      slack: { approvalsChannel: "C0APPROVE1", noticesChannel: "C0OPERATE1" },
    }),
  );
const [kept, counted] = [app("record"), app("count")];

export const { TokenKeeper } = kept;

export class Desk extends kept.Desk {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, watchObject(ctx, env, env.DESK));
  }

  ring(): void {
    void this.alarm();
  }

  stay(): Promise<void> {
    return forever();
  }
}

export class Control extends kept.Control {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, watchObject(ctx, env, env.CONTROL));
  }

  ring(): void {
    void this.alarm();
  }

  stay(): Promise<void> {
    return forever();
  }
}

export class Outbox extends kept.Outbox {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, watchObject(ctx, env, env.OUTBOX));
  }

  ring(): void {
    void this.alarm();
  }

  stay(): Promise<void> {
    return forever();
  }
}

const keepObjects = ({ DESK, CONTROL, OUTBOX }: Env) =>
  Promise.all(
    [DESK.getByName("desk-0"), CONTROL.getByName("control"), OUTBOX.getByName("outbox")].map((stub) =>
      (stub as DurableObjectStub<Watched>).stay(),
    ),
  );

/**
 * Reeve with counters for the work that events cause. Its clock stops while it works, and its timers and alarms fire
 * one after the other, each after all earlier work is done. So the same work forms the same batches each time, however
 * busy the machine is.
 *
 * - `POST /_stay` keeps the request open, and with it the objects in memory: starting an object reads its rows.
 * - `POST /_pass?ms=…` lets time pass, and responds once all work of that time is done.
 * - `POST /_deliver?ms=…` makes the requests in its body at the same time (their paths, headers and bodies), lets time
 *   pass, and returns the statuses.
 * - `POST /_counts` returns the counts, and resets them to zero.
 * - All other requests are Reeve's. With the header `count-ignored`, Reeve only counts ignored events.
 */
export default {
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/_stay") await keepObjects(env);
    else if (pathname === "/_pass") await passTime(Number(searchParams.get("ms")));
    else if (pathname === "/_deliver") {
      const sent = (await request.json()) as (RequestInit & { path: string })[];
      // A desk lets deliveries wait for company, so the clock must not wait for the desk.
      const bindings = watchBindings(env, (call) => call());
      const responses = sent.map(({ path, ...init }) =>
        kept.handler.fetch(
          new Request(new URL(path, request.url), { method: "POST", ...init }),
          bindings,
          ctx,
        ),
      );
      await passTime(Number(searchParams.get("ms")));
      return Response.json((await Promise.all(responses)).map(({ status }) => status));
    } else if (pathname !== "/_counts") {
      const { handler } = request.headers.has("count-ignored") ? counted : kept;
      return handler.fetch(request, watchBindings(env), ctx);
    }
    for (const cursor of cursors) {
      counts.objectRowsRead += cursor.rowsRead;
      counts.objectRowsWritten += cursor.rowsWritten;
    }
    cursors = [];
    const answer = Response.json({ now: Date.now(), counts });
    if (pathname === "/_counts") counts = zero();
    return answer;
  },
} satisfies ExportedHandler<Env>;
