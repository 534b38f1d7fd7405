// Control's batches: one decision for many runs, or the replay of many events, with the result of each.

import { type Database, openTables } from "../../base/tables.ts";
import type { Batch, BatchDraft } from "../../ledger/shapes.ts";
import type { DecidedOne } from "../../runs/decisions.ts";
import type { Reason } from "../../runs/run.ts";
import type { BatchedDecision, SeenRun } from "../engine/decider.ts";

export const BATCHES_TABLES = [
  `
  CREATE TABLE batches (id TEXT PRIMARY KEY, at INTEGER NOT NULL, batch TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- The runs of a batch, several per row, and the results of their decisions.
  CREATE TABLE groups (
    batch TEXT NOT NULL,
    n INTEGER NOT NULL,
    runs TEXT NOT NULL,
    decided TEXT,
    PRIMARY KEY (batch, n)
  ) STRICT, WITHOUT ROWID;
`,
];

/** Maximum number of runs to decide, or events to replay, in one step, with one write of the results. */
const GROUP = 20;
/** How long Control keeps a batch that nobody has started, in milliseconds after its creation. */
const PREVIEW_MEMORY_MS = 60 * 60_000;
/** How long Control keeps a batch that was started, in milliseconds after its creation. */
const BATCH_MEMORY_MS = 31 * 24 * 60 * 60_000;
/** Maximum number of omitted runs or events whose reasons a batch stores. */
const LEFT_SHOWN = 100;

export interface BatchRun extends Omit<SeenRun, "recorded"> {
  readonly subject: string;
}

export interface DecisionGroup {
  readonly decision: BatchedDecision;
  readonly runs: readonly BatchRun[];
}
/** Some events of a batch, by id, that are replayed for one automation. */
export interface ReplayGroup {
  readonly replay: Required<Reason> & NonNullable<Batch["replay"]>;
  readonly events: readonly string[];
}
export type Group = { readonly batch: string; readonly n: number } & (DecisionGroup | ReplayGroup);

/** The operations on a batch, each with the states that allow it and the resulting state. */
export const MOVES = {
  start: { from: ["preview", "stopped"], to: "working" },
  stop: { from: ["working"], to: "stopped" },
} as const satisfies Readonly<Record<string, { from: readonly Batch["state"][]; to: Batch["state"] }>>;

export class ControlBatches {
  readonly #sql: Database;

  constructor(sql: Database) {
    this.#sql = openTables(sql, "batches", BATCHES_TABLES);
  }

  /** Stores a new batch as a preview, and deletes outdated batches. */
  make(id: string, draft: BatchDraft, runs: readonly (BatchRun | string)[], now: number): Batch {
    const old = [now - PREVIEW_MEMORY_MS, now - BATCH_MEMORY_MS];
    const isOld = "at < iif(batch->>'state' = 'preview', ?, ?)";
    this.#sql.exec(`DELETE FROM groups WHERE batch IN (SELECT id FROM batches WHERE ${isOld})`, ...old);
    this.#sql.exec(`DELETE FROM batches WHERE ${isOld}`, ...old);
    for (let n = 0; n < runs.length; n += GROUP) {
      const some = JSON.stringify(runs.slice(n, n + GROUP));
      this.#sql.exec("INSERT INTO groups VALUES (?, ?, ?, NULL)", id, n / GROUP, some);
    }
    const counts = { runs: runs.length, decided: 0, refused: 0, left: [] };
    const batch: Batch = { ...draft, ...counts, id, at: now, state: "preview", reason: null, fault: null };
    this.#sql.exec("INSERT INTO batches VALUES (?, ?, ?)", id, now, JSON.stringify(batch));
    return batch;
  }

  /** Returns a batch, or `null` if it does not exist or is an outdated preview. */
  read(id: string, now: number): Batch | null {
    const [row] = this.#sql.exec<{ batch: string }>("SELECT batch FROM batches WHERE id = ?", id).toArray();
    const batch: Batch | null = row ? JSON.parse(row.batch) : null;
    return batch?.state === "preview" && batch.at < now - PREVIEW_MEMORY_MS ? null : batch;
  }

  /** Lists the newest batches that were started. */
  list(limit: number): Batch[] {
    const select = "SELECT batch FROM batches WHERE batch->>'state' <> 'preview' ORDER BY at DESC LIMIT ?";
    const rows = this.#sql.exec<{ batch: string }>(select, limit);
    return Array.from(rows, ({ batch }) => JSON.parse(batch));
  }

  change(batch: Batch, change: Partial<Batch>): Batch {
    const changed = { ...batch, ...change };
    this.#sql.exec("UPDATE batches SET batch = ? WHERE id = ?", JSON.stringify(changed), batch.id);
    return changed;
  }

  next(): Group | null {
    const select = `SELECT n, runs, batches.batch FROM batches JOIN groups ON groups.batch = id
      WHERE batches.batch->>'state' = 'working' AND decided IS NULL ORDER BY at, id, n LIMIT 1`;
    const [row] = this.#sql.exec<{ n: number; runs: string; batch: string }>(select).toArray();
    if (!row) return null;
    const { id: batch, decision: type, replay, by, roles, reason }: Batch = JSON.parse(row.batch);
    const [{ n }, runs] = [row, JSON.parse(row.runs)];
    const decision = { by, reason: reason ?? "", batch };
    if (type !== "replayed")
      return { batch, n, runs, decision: { ...decision, type, isApprover: roles.includes("approver") } };
    return replay ? { batch, n, events: runs, replay: { ...decision, ...replay } } : null;
  }

  recordOutcomes({ batch: id, n }: Group, outcomes: readonly DecidedOne[], now: number): void {
    const batch = this.read(id, now);
    if (!batch) return;
    const of = [JSON.stringify(outcomes), batch.id, n];
    this.#sql.exec("UPDATE groups SET decided = ? WHERE batch = ? AND n = ?", ...of);
    const refusals = outcomes.flatMap((one) => ("refused" in one ? [one] : []));
    const refused = batch.refused + refusals.length;
    const decided = batch.decided + outcomes.length - refusals.length;
    const left = [...batch.left, ...refusals].slice(0, LEFT_SHOWN);
    const state = decided + refused === batch.runs ? "done" : batch.state;
    this.change(batch, { decided, refused, left, state, fault: null });
  }
}
