import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { AuditEntry } from "../../src/ledger/audit-chain.ts";
import { leastId } from "../../src/ledger/page.ts";
import type { EventRow, RunRow } from "../../src/ledger/record.ts";
import { newRun } from "../../src/runs/run.ts";
import { ANY_STAGE } from "../support/stages.ts";

const bindings = env as unknown as { readonly LEDGER: D1Database; readonly MIGRATIONS: D1Migration[] };

/** The real ledger of the test project. */
export const { LEDGER } = bindings;

/** Applies the migrations to the ledger. */
export const migrateLedger = (): Promise<void> => applyD1Migrations(LEDGER, bindings.MIGRATIONS);

/** Returns the n-th id, created at millisecond n unless another time is given. */
export const eventId = (n: number, at?: number) => `${leastId("evt", at ?? n)}-7000-8000-${tail(n)}`;
export const runId = (n: number, at?: number) => `${leastId("run", at ?? n)}-7000-8000-${tail(n)}`;
const tail = (n: number) => String(n).padStart(12, "0");
/** Returns the number n of the n-th id. */
export const readNumber = (id: string) => Number(id.slice(-12));

/** Builds the n-th event, received at millisecond n. */
export const eventRow = (n: number, change: Partial<EventRow> = {}): EventRow => ({
  id: eventId(n),
  source: "jira",
  type: "ticket.updated",
  subject: `jira:${n}`,
  state: "taken",
  authentication: "signed",
  receivedAt: n,
  detail: null,
  declined: [],
  event: JSON.stringify({ type: "ticket.updated", ticket: { title: `Ticket number ${n}`, fields: {} } }),
  payload: '{"hello":"payload"}',
  ...change,
});

/** Builds a run of the n-th event, created and last updated at millisecond n. */
export function runRow(
  n: number,
  { eventId: ofEvent = eventId(n), ...change }: Readonly<Record<string, unknown>> & { eventId?: string } = {},
): RunRow {
  const run = {
    ...newRun(
      {
        id: runId(n),
        eventId: ofEvent,
        automation: "connector-owner-from-ticket",
        subject: `jira:${readNumber(ofEvent)}`,
        mode: "live",
      },
      n,
    ),
    state: "done",
    ...(change["state"] === "awaiting_approval" && { stages: [ANY_STAGE] }),
    plan: {
      hash: "00",
      actions: [
        { action: "connector-owner.add", summary: `Make person ${n} an owner.`, target: "con_github" },
      ],
    },
    journal: [{ operation: "createConnectorOwner", state: "applied", attempts: 1 }],
    dueAt: null,
    ...change,
  };
  return { id: run.id, version: run.version, run: JSON.stringify(run) };
}

/** Builds an event with a given time, which is also in its id. `runAt` builds a run in the same way. */
export const eventAt = (n: number, at: number, change: Partial<EventRow> = {}): EventRow =>
  eventRow(n, { id: eventId(n, at), receivedAt: at, ...change });
export const runAt = (n: number, at: number, change: Parameters<typeof runRow>[1] = {}): RunRow =>
  runRow(n, { id: runId(n, at), eventId: eventId(n, at), createdAt: at, updatedAt: at, ...change });

/** Builds the entry `seq` of a desk, at millisecond `seq`. */
export const auditEntry = (seq: number, change: Partial<AuditEntry> = {}): AuditEntry => ({
  desk: "desk-0",
  seq,
  at: seq,
  type: "effect.sending",
  runId: runId(seq),
  eventId: eventId(seq),
  actor: null,
  detail: { operation: "createConnectorOwner", n: 0 },
  ...change,
});

/** Returns SQLite's query plan for each statement. */
export async function explainPlans(read: (db: D1Database) => Promise<unknown>): Promise<string[][]> {
  const plans: string[][] = [];
  const explain = async (sql: string, values: readonly unknown[]) => {
    const plan = LEDGER.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...values);
    plans.push((await plan.all<{ detail: string }>()).results.map(({ detail }) => detail));
  };
  const statement = (sql: string, values: readonly unknown[] = []): object => ({
    bind: (...bound: unknown[]) => statement(sql, bound),
    all: () => explain(sql, values).then(() => ({ results: [] })),
    first: () => explain(sql, values).then(() => null),
    explain: () => explain(sql, values),
  });
  await read({
    prepare: (sql: string) => statement(sql),
    batch: async (all: { explain(): Promise<void> }[]) => {
      for (const one of all) await one.explain();
      return all.map(() => ({ results: [] }));
    },
  } as unknown as D1Database);
  return plans;
}

/** Wraps the ledger to count the rows that its statements read. */
export function countRowsRead() {
  const counter = { db: LEDGER, rows: 0 };
  const inner = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const counted = <Row>(result: D1Result<Row>): D1Result<Row> => {
    counter.rows += result.meta.rows_read;
    return result;
  };
  function wrap(statement: D1PreparedStatement): D1PreparedStatement {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: async () => counted(await statement.all()),
      run: async () => counted(await statement.run()),
      first: async (column?: string) => {
        const [row] = counted(await statement.all()).results;
        return (column === undefined ? row : row?.[column]) ?? null;
      },
    } as unknown as D1PreparedStatement;
    inner.set(wrapped, statement);
    return wrapped;
  }
  counter.db = {
    prepare: (sql: string) => wrap(LEDGER.prepare(sql)),
    batch: async (all: readonly D1PreparedStatement[]) =>
      (await LEDGER.batch(all.map((one) => inner.get(one) ?? one))).map(counted),
  } as unknown as D1Database;
  return counter;
}
