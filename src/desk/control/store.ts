// Control's tables: budgets used, pauses, dry runs.
import type { EffectOperationId } from "../../actions/action.ts";
import {
  type Budget,
  countedBy,
  type Exceeded,
  exceeded,
  MAX_WINDOW_MINUTES,
  type Wanted,
  windowStart,
} from "../../policy/budget.ts";
import { type Database, openTables } from "../engine/tables.ts";

const TABLES = [
  `
  -- The effects of each plan that was let through, by operation. By operation and not by budget, so that a changed
  -- budget counts what was before the change.
  CREATE TABLE admitted (
    run_id TEXT NOT NULL,
    plan_hash TEXT NOT NULL,
    operation TEXT NOT NULL,
    n INTEGER NOT NULL,
    automation TEXT NOT NULL,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (run_id, plan_hash, operation)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX admitted_at ON admitted (at, operation, automation, source, n);

  -- The automation '' is all of them.
  CREATE TABLE pauses (
    automation TEXT PRIMARY KEY,
    by TEXT NOT NULL,
    reason TEXT NOT NULL,
    since INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Automations that were switched to dry runs, besides those of the settings.
  CREATE TABLE dry_runs (
    automation TEXT PRIMARY KEY,
    by TEXT NOT NULL,
    reason TEXT NOT NULL,
    since INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`,
];

const FORGET_EVERY_MS = 60_000;

/** A desk's question before each effect of a plan. `operations` are all effects of the plan, each time. */
export interface AdmissionRequest extends Wanted {
  readonly runId: string;
  readonly planHash: string;
  /** A person resumed the held run: it goes beyond the budget, and still counts. */
  readonly override: boolean;
}

export type Admission =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly because: "paused"; readonly reason: string }
  | { readonly admitted: false; readonly because: "dry_run"; readonly reason: string }
  | ({ readonly admitted: false; readonly because: "budget" } & Exceeded);

/** `automation` `null` is everything; `since` is Unix milliseconds. */
export interface Pause {
  readonly automation: string | null;
  readonly by: string;
  readonly reason: string;
  readonly since: number;
}

/** An automation that only plans. */
export interface DryRunSwitch extends Pause {
  readonly automation: string;
}

export interface Switched<P extends Pause | null> {
  /** The pause that holds now, or held until now; `null` if there was none. */
  readonly pause: P;
  readonly changed: boolean;
}

/** The use of a budget: in all, or by each automation or source that used any of it. */
export interface BudgetUse {
  readonly budget: Budget;
  readonly uses: readonly { readonly of: string | null; readonly used: number }[];
}

/** The caller sets time and transaction. */
export class ControlStore {
  readonly #sql: Database;
  readonly #budgets: readonly Budget[];
  /** By automation, so that not each question reads them; `null`: to be read. */
  #switches: {
    readonly pauses: ReadonlyMap<string, Pause>;
    readonly dryRuns: ReadonlyMap<string, DryRunSwitch>;
  } | null = null;
  #forgotAt = 0;

  constructor(sql: Database, budgets: readonly Budget[]) {
    this.#sql = openTables(sql, "control", TABLES);
    this.#budgets = budgets;
  }

  /**
   * Lets a plan act, or not. Pauses are looked at each time, the budgets once: the effects of a plan are counted when it is
   * first let through, however often it asks again.
   */
  admit(request: AdmissionRequest, now: number): Admission {
    const { runId, planHash, automation, source, override } = request;
    const { pauses, dryRuns } = this.#switched();
    const pause = pauses.get("") ?? pauses.get(automation);
    if (pause) return { admitted: false, because: "paused", reason: pause.reason };

    const known = this.#sql.exec(
      "SELECT 1 FROM admitted WHERE run_id = ? AND plan_hash = ? LIMIT 1",
      runId,
      planHash,
    );
    if (known.toArray().length > 0) return { admitted: true };
    const dryRun = dryRuns.get(automation);
    if (dryRun) return { admitted: false, because: "dry_run", reason: dryRun.reason };

    const used = (budget: Budget) =>
      this.#uses(budget, now).find(({ of }) => of === { all: null, automation, source }[budget.per])?.used ??
      0;
    const over = override ? null : exceeded(this.#budgets, used, request);
    if (over) return { admitted: false, because: "budget", ...over };

    this.#forgetOld(now);
    for (const [operation, n] of tally(request.operations)) {
      this.#sql.exec(
        "INSERT INTO admitted VALUES (?, ?, ?, ?, ?, ?, ?)",
        runId,
        planHash,
        operation,
        n,
        automation,
        source,
        now,
      );
    }
    return { admitted: true };
  }

  /** A pause that holds already keeps its first reason. */
  pause({ automation, by, reason }: Omit<Pause, "since">, now: number): Switched<Pause> {
    const before = this.#pause(automation);
    if (before) return { pause: before, changed: false };
    this.#switches = null;
    this.#sql.exec("INSERT INTO pauses VALUES (?, ?, ?, ?)", automation ?? "", by, reason, now);
    return { pause: { automation, by, reason, since: now }, changed: true };
  }

  /** Lifts one pause. An automation stays paused while everything is, and the other way round. */
  resume(automation: string | null): Switched<Pause | null> {
    const before = this.#pause(automation);
    this.#switches = null;
    this.#sql.exec("DELETE FROM pauses WHERE automation = ?", automation ?? "");
    return { pause: before, changed: before !== null };
  }

  pauses(): Pause[] {
    const rows = this.#sql.exec<{ automation: string }>("SELECT automation FROM pauses ORDER BY since");
    return rows.toArray().flatMap(({ automation }) => this.#pause(automation || null) ?? []);
  }

  /** Has an automation only plan. One that does already keeps its first reason. @returns true for a change */
  setDryRun({ automation, by, reason }: Omit<DryRunSwitch, "since">, now: number): boolean {
    this.#switches = null;
    const fresh = this.#sql.exec(
      "INSERT INTO dry_runs VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1",
      automation,
      by,
      reason,
      now,
    );
    return fresh.toArray().length > 0;
  }

  /** @returns true for a change */
  endDryRun(automation: string): boolean {
    this.#switches = null;
    const gone = this.#sql.exec("DELETE FROM dry_runs WHERE automation = ? RETURNING 1", automation);
    return gone.toArray().length > 0;
  }

  dryRuns(): DryRunSwitch[] {
    return this.#sql
      .exec<{ automation: string; by: string; reason: string; since: number }>(
        "SELECT * FROM dry_runs ORDER BY since",
      )
      .toArray();
  }

  budgets(now: number): BudgetUse[] {
    return this.#budgets.map((budget) => ({ budget, uses: this.#uses(budget, now) }));
  }

  /**
   * Admissions are kept for the longest window there may be: a run that waits for days is still known, and a window that
   * is made longer finds what was before.
   */
  #forgetOld(now: number): void {
    if (now - this.#forgotAt < FORGET_EVERY_MS) return;
    this.#forgotAt = now;
    const forget = windowStart({ windowMinutes: MAX_WINDOW_MINUTES }, now);
    this.#sql.exec("DELETE FROM admitted WHERE at <= ?", forget);
  }

  #switched() {
    this.#switches ??= {
      pauses: new Map(this.pauses().map((pause) => [pause.automation ?? "", pause])),
      dryRuns: new Map(this.dryRuns().map((dryRun) => [dryRun.automation, dryRun])),
    };
    return this.#switches;
  }

  #pause(automation: string | null): Pause | null {
    const [row] = this.#sql
      .exec<{ by: string; reason: string; since: number }>(
        "SELECT by, reason, since FROM pauses WHERE automation = ?",
        automation ?? "",
      )
      .toArray();
    return row ? { automation, ...row } : null;
  }

  #uses(budget: Budget, now: number): { of: string | null; used: number }[] {
    const of = { all: "NULL", automation: "automation", source: "source" }[budget.per];
    return this.#sql
      .exec<{ of: string | null; used: number }>(
        `SELECT ${of} AS of, sum(n) AS used FROM admitted
         WHERE at > ? AND operation IN (SELECT value FROM json_each(?)) GROUP BY 1 ORDER BY 1`,
        windowStart(budget, now),
        JSON.stringify(countedBy(budget)),
      )
      .toArray();
  }
}

function tally(operations: readonly EffectOperationId[]): Map<EffectOperationId, number> {
  const counts = new Map<EffectOperationId, number>();
  for (const operation of operations) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  return counts;
}
