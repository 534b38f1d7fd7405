// Control's tables: budgets used, pauses, dry runs.
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

  -- Pauses, and automations that were switched to dry runs, besides those of the settings. The automation '' is all of
  -- them.
  CREATE TABLE switches (
    kind TEXT NOT NULL,
    automation TEXT NOT NULL,
    by TEXT NOT NULL,
    reason TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (kind, automation)
  ) STRICT, WITHOUT ROWID;
`,
];

const FORGET_EVERY_MS = 60_000;

/** A desk's question before each effect of a plan. `operations` lists all effects of the plan every time. */
export interface AdmissionRequest extends Wanted {
  readonly runId: string;
  readonly planHash: string;
  /** True if a person resumed the held run: it may exceed the budget, and still counts. */
  readonly override: boolean;
}

export type Admission =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly because: "paused"; readonly reason: string }
  | { readonly admitted: false; readonly because: "dry_run"; readonly reason: string }
  | ({ readonly admitted: false; readonly because: "budget" } & Exceeded);

/** A paused automation makes no calls; one in dry run only plans. */
export type SwitchKind = "pause" | "dry_run";

/** A switch that is set. `automation` is `null` for everything; `since` is Unix milliseconds. */
export interface SetSwitch {
  readonly automation: string | null;
  readonly by: string;
  readonly reason: string;
  readonly since: number;
}

export interface Switched {
  /** The switch as it is set, or was until now; `null` if it was not set. */
  readonly set: SetSwitch | null;
  readonly changed: boolean;
}

/** The used part of a budget, in all or by automation or source. */
export interface BudgetUse {
  readonly budget: Budget;
  readonly uses: readonly { readonly of: string | null; readonly used: number }[];
}

/** The caller sets the time and opens the transaction. */
export class ControlStore {
  readonly #sql: Database;
  readonly #budgets: readonly Budget[];
  /** Cached for admissions; `null` until read. */
  #switches: readonly (SetSwitch & { readonly kind: SwitchKind })[] | null = null;
  #forgotAt = 0;

  constructor(sql: Database, budgets: readonly Budget[]) {
    this.#sql = openTables(sql, "control", TABLES);
    this.#budgets = budgets;
  }

  /**
   * Admits a plan or refuses it. Pauses are checked every time, budgets once: the effects of a plan count when it is
   * first admitted, however often it asks again.
   */
  admit(request: AdmissionRequest, now: number): Admission {
    const { runId, planHash, automation, source, override } = request;
    const pause = this.#switch("pause", null) ?? this.#switch("pause", automation);
    if (pause) return { admitted: false, because: "paused", reason: pause.reason };

    const known = this.#sql.exec(
      "SELECT 1 FROM admitted WHERE run_id = ? AND plan_hash = ? LIMIT 1",
      runId,
      planHash,
    );
    if (known.toArray().length > 0) return { admitted: true };
    const dryRun = this.#switch("dry_run", automation);
    if (dryRun) return { admitted: false, because: "dry_run", reason: dryRun.reason };

    const used = (budget: Budget) =>
      this.#uses(budget, now).find(({ of }) => of === { all: null, automation, source }[budget.per])?.used ??
      0;
    const over = override ? null : exceeded(this.#budgets, used, request);
    if (over) return { admitted: false, because: "budget", ...over };

    this.#forgetOld(now);
    for (const [operation, same] of Map.groupBy(request.operations, (one) => one)) {
      this.#sql.exec(
        "INSERT INTO admitted VALUES (?, ?, ?, ?, ?, ?, ?)",
        runId,
        planHash,
        operation,
        same.length,
        automation,
        source,
        now,
      );
    }
    return { admitted: true };
  }

  /** Sets a switch. One that is set already keeps its first reason. */
  set(kind: SwitchKind, { automation, by, reason }: Omit<SetSwitch, "since">, now: number): Switched {
    const before = this.#switch(kind, automation);
    if (before) return { set: before, changed: false };
    this.#switches = null;
    this.#sql.exec("INSERT INTO switches VALUES (?, ?, ?, ?, ?)", kind, automation ?? "", by, reason, now);
    return { set: { automation, by, reason, since: now }, changed: true };
  }

  /** Lifts one switch. Lifting the pause of everything leaves each automation's own pause, and the reverse. */
  lift(kind: SwitchKind, automation: string | null): Switched {
    const before = this.#switch(kind, automation);
    this.#switches = null;
    this.#sql.exec("DELETE FROM switches WHERE kind = ? AND automation = ?", kind, automation ?? "");
    return { set: before, changed: before !== null };
  }

  /** The switches of a kind that are set, oldest first. */
  switches(kind: SwitchKind): SetSwitch[] {
    this.#switches ??= this.#sql
      .exec<{ kind: SwitchKind; automation: string; by: string; reason: string; since: number }>(
        "SELECT * FROM switches ORDER BY since",
      )
      .toArray()
      .map((row) => ({ ...row, automation: row.automation || null }));
    return this.#switches.filter((one) => one.kind === kind).map(({ kind: _, ...one }) => one);
  }

  budgets(now: number): BudgetUse[] {
    return this.#budgets.map((budget) => ({ budget, uses: this.#uses(budget, now) }));
  }

  /**
   * Admissions are kept for the longest window that settings allow: a run that waits for days stays known, and a longer
   * window counts what came before.
   */
  #forgetOld(now: number): void {
    if (now - this.#forgotAt < FORGET_EVERY_MS) return;
    this.#forgotAt = now;
    const forget = windowStart({ windowMinutes: MAX_WINDOW_MINUTES }, now);
    this.#sql.exec("DELETE FROM admitted WHERE at <= ?", forget);
  }

  #switch(kind: SwitchKind, automation: string | null): SetSwitch | null {
    return this.switches(kind).find((one) => one.automation === automation) ?? null;
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
