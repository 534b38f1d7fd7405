import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { newRun } from "../../src/desk/run/run.ts";
import type { AuditEntry } from "../../src/ledger/audit-chain.ts";
import type { EventRow, RunRow } from "../../src/ledger/record.ts";

const bindings = env as unknown as { readonly LEDGER: D1Database; readonly MIGRATIONS: D1Migration[] };

/** The real ledger of the test project. */
export const { LEDGER } = bindings;

/** Brings the ledger to what the migrations make of it. */
export const migrateLedger = (): Promise<void> => applyD1Migrations(LEDGER, bindings.MIGRATIONS);

/** The n-th id: they rise with n, as ids made by time do. */
export const eventId = (n: number) => `evt_00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
export const runId = (n: number) => `run_00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** An event received at millisecond n. */
export const eventRow = (n: number, change: Partial<EventRow> = {}): EventRow => ({
  id: eventId(n),
  source: "jira",
  type: "ticket.updated",
  subject: `jira:${n}`,
  state: "taken",
  authentication: "signed",
  receivedAt: n,
  detail: null,
  passed: [],
  event: JSON.stringify({ type: "ticket.updated", ticket: { title: `Ticket number ${n}`, fields: {} } }),
  payload: '{"hello":"payload"}',
  ...change,
});

/** A run of the n-th event, made and last changed at millisecond n. */
export function runRow(n: number, change: Readonly<Record<string, unknown>> = {}): RunRow {
  const run = {
    ...newRun(
      {
        id: runId(n),
        eventId: eventId(n),
        automation: "connector-owner-from-ticket",
        subject: `jira:${n}`,
        mode: "live",
      },
      n,
    ),
    state: "done",
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

/** Entry `seq` of a desk, at that millisecond. */
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
