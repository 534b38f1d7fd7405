// Control's tables for budget use and switches.
import type { EffectOperationId } from "../../actions/action.ts";
import { type Database, openTables } from "../../base/tables.ts";
import { AGENT_SOURCE } from "../../policy/agents.ts";
import {
  type Budget,
  countedBy,
  countWanted,
  type Exceeded,
  exceeded,
  findSize,
  hasShare,
  MAX_WINDOW_MINUTES,
  type SizeName,
  type Wanted,
  type WantedEffect,
  windowStart,
} from "../../policy/budget.ts";

export const CONTROL_TABLES = [
  `
  -- The effects of each admitted plan, by operation. They are not stored by budget, so that a changed budget also counts
  -- the effects from before the change.
  CREATE TABLE admitted (
    run_id TEXT NOT NULL,
    plan_hash TEXT NOT NULL,
    operation TEXT NOT NULL,
    app TEXT NOT NULL,
    connector TEXT NOT NULL,
    n INTEGER NOT NULL,
    automation TEXT NOT NULL,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- 1 for a plan that is held by a share: it counts only for that share.
    held INTEGER NOT NULL,
    PRIMARY KEY (run_id, plan_hash, operation, app, connector)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX admitted_at ON admitted (at, operation, automation, source, app, connector, n, held);

  -- The last counted sizes that shares are fractions of.
  CREATE TABLE sizes (name TEXT PRIMARY KEY, n INTEGER NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  -- Pauses, and automations that operators switched to dry runs, in addition to those in the settings. The automation ''
  -- stands for all automations.
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

const SIZE_HOLDS_MS = 24 * 60 * 60_000;

/**
 * A desk's request to admit the next effect of a plan. `effects` lists all effects of the plan, or none if the plan
 * must be made again.
 */
export interface AdmissionRequest extends Wanted {
  readonly runId: string;
  readonly planHash: string;
  /**
   * True if a person resumed the held run: it may exceed the budget, and its effects still count towards the budget.
   */
  readonly override: boolean;
  /** The current value of a size that Control asked the desk for. */
  readonly size?: { readonly name: SizeName; readonly n: number };
}

export type Admission =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly because: "paused"; readonly reason: string }
  | { readonly admitted: false; readonly because: "dry_run"; readonly reason: string }
  | { readonly admitted: false; readonly because: "size_unknown"; readonly size: SizeName }
  | ({ readonly admitted: false; readonly because: "budget" } & Exceeded);

/**
 * The kind of a switch. `pause` stops the effects of one automation or of all, `dry_run` makes an automation only plan,
 * and `agents` turns off all agents and belongs to no automation.
 */
export type SwitchKind = "pause" | "dry_run" | "agents";

export interface Switch {
  readonly automation: string | null;
  /** Identifies the person or program that set the switch: an email, or the name of a service. */
  readonly by: string;
  readonly reason: string;
}

export interface SetSwitch extends Switch {
  readonly since: number;
}

export interface BudgetUse {
  readonly budget: Budget;
  readonly uses: readonly {
    readonly of: string | null;
    readonly used: number;
    readonly held: number;
    /** The size that the budget's share is based on; `null` if the budget has no share or the size is unknown. */
    readonly size: number | null;
  }[];
}

/** The SQL expression by which the use of a budget is grouped, for each value of `per`. */
const OF = {
  all: "NULL",
  automation: "automation",
  source: "source",
  app: "nullif(app, '')",
  connector: "nullif(app || '/' || connector, '/')",
} as const satisfies Readonly<Record<Budget["per"], string>>;

/** A row of effects for which a run was admitted or is held. */
type RunRow = {
  plan_hash: string;
  operation: EffectOperationId;
  app: string;
  connector: string;
  n: number;
  automation: string;
  source: string;
  at: number;
  held: number;
};

/** Counts a run's use of a budget in the window that starts after `start`, by the budget's `per`. */
function countRows(budget: Budget, rows: readonly RunRow[], start: number, ownHeld = true) {
  const counted = rows.filter(({ at, held }) => at > start && (!held || (ownHeld && budget.percent)));
  const [{ automation, source } = { automation: "", source: "" }] = counted;
  const effects = counted.flatMap(({ operation, app, connector, n }) =>
    Array.from({ length: n }, () => ({ operation, app: app || null, connector: connector || null })),
  );
  return countWanted(budget, { automation, source, effects });
}

/**
 * The use of a budget in the window that starts after `start`: in total, or by automation, source, app or connector.
 */
interface RunningCount {
  start: number;
  readonly used: Map<string | null, number>;
}

function add({ used }: RunningCount, counts: ReadonlyMap<string | null, number>, sign: 1 | -1): void {
  for (const [of, n] of counts) used.set(of, (used.get(of) ?? 0) + sign * n);
}

/** The budgets and switches of Control. The caller passes the current time and opens the transaction. */
export class ControlStore {
  readonly #sql: Database;
  readonly #budgets: readonly Budget[];
  /** The switches, cached for admissions; `null` until the table has been read. */
  #switches: readonly (SetSwitch & { readonly kind: SwitchKind })[] | null = null;
  #forgotAt = 0;
  /**
   * The counts of each budget, read from the table once and then kept up to date, so that an admission does not read
   * the whole window.
   */
  readonly #counts = new Map<Budget, RunningCount>();

  constructor(sql: Database, budgets: readonly Budget[]) {
    this.#sql = openTables(sql, "control", CONTROL_TABLES);
    this.#budgets = budgets;
  }

  /**
   * Decides whether the next effect of a plan is admitted. Pauses, and for agents the switch that turns them off, are
   * checked every time; a dry run is checked only until the first admission. The plan's effects count towards budgets
   * from its first admission or, for a budget with a share, from its first hold.
   */
  admit(request: AdmissionRequest, now: number): Admission {
    try {
      return this.#admit(request, now);
    } catch (error) {
      // The rollback of the transaction does not cover the counts in memory.
      this.recount();
      throw error;
    }
  }

  /** Drops the counts, so that they are read from the table again. */
  recount(): void {
    this.#counts.clear();
  }

  #admit(request: AdmissionRequest, now: number): Admission {
    const { runId, planHash, automation, source, override, size } = request;
    const pause =
      this.#switch("pause", null) ??
      this.#switch("pause", automation) ??
      (source === AGENT_SOURCE ? this.#switch("agents", null) : null);
    if (pause) return { admitted: false, because: "paused", reason: pause.reason };

    const own = this.#rowsOf(runId);
    if (own.some((row) => row.plan_hash === planHash && !row.held)) return { admitted: true };
    const dryRun = this.#switch("dry_run", automation);
    if (dryRun) return { admitted: false, because: "dry_run", reason: dryRun.reason };

    if (size) this.#sql.exec("INSERT OR REPLACE INTO sizes VALUES (?, ?, ?)", size.name, size.n, now);
    const used = (budget: Budget, of: string | null) => {
      const { start, used } = this.#count(budget, now);
      // The run's own rows do not count towards the budget while they are held.
      const [all, admitted] = [true, false].map((held) => countRows(budget, own, start, held).get(of) ?? 0);
      return (used.get(of) ?? 0) - (all ?? 0) + (admitted ?? 0);
    };
    const over = override
      ? null
      : exceeded(this.#budgets, { used, size: (name) => this.#size(name, now) }, request);
    if (over && "unknown" in over) return { admitted: false, because: "size_unknown", size: over.unknown };
    if (over) {
      if (hasShare(this.#budgets, request)) this.#note(request, true, now, own);
      return { admitted: false, because: "budget", ...over };
    }
    this.#forgetOld(now);
    this.#note(request, false, now, own);
    return { admitted: true };
  }

  #note(
    { runId, planHash, automation, source, effects }: AdmissionRequest,
    held: boolean,
    now: number,
    before: readonly RunRow[],
  ): void {
    for (const same of Map.groupBy(effects, (one) => JSON.stringify(Object.values(one))).values()) {
      const [{ operation, app, connector }] = same as [WantedEffect];
      this.#sql.exec(
        "INSERT OR REPLACE INTO admitted VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ...[runId, planHash, operation, app ?? "", connector ?? "", same.length],
        ...[automation, source, now, Number(held)],
      );
    }
    const after = this.#counts.size > 0 ? this.#rowsOf(runId) : [];
    for (const [budget, count] of this.#counts) {
      add(count, countRows(budget, before, count.start), -1);
      add(count, countRows(budget, after, count.start), 1);
    }
  }

  #rowsOf(runId: string): RunRow[] {
    return this.#sql.exec<RunRow>("SELECT * FROM admitted WHERE run_id = ?", runId).toArray();
  }

  /**
   * Returns the use of a budget, updated to its current window: runs with rows that left or entered the window are
   * counted again.
   */
  #count(budget: Budget, now: number): RunningCount {
    const start = windowStart(budget, now);
    const known = this.#counts.get(budget);
    const all = () => new Map(this.#uses(budget, now).map(({ of, used }) => [of, used]));
    const count = known ?? { start, used: all() };
    this.#counts.set(budget, count);
    // The clock might have been set back, so order the two times.
    const [from, to] = [Math.min(start, count.start), Math.max(start, count.start)];
    const select = "SELECT DISTINCT run_id FROM admitted WHERE at > ? AND at <= ?";
    const moved = this.#sql.exec<{ run_id: string }>(select, from, to);
    for (const { run_id } of moved.toArray()) {
      const rows = this.#rowsOf(run_id);
      add(count, countRows(budget, rows, count.start), -1);
      add(count, countRows(budget, rows, start), 1);
    }
    count.start = start;
    return count;
  }

  /** Returns a size that was counted within the last day, or `null` if it must be counted. */
  #size(name: SizeName, now: number): number | null {
    const since = now - SIZE_HOLDS_MS;
    const select = "SELECT n FROM sizes WHERE name = ? AND at > ?";
    const [known] = this.#sql.exec<{ n: number }>(select, name, since).toArray();
    return known?.n ?? null;
  }

  /** Sets a switch. @returns false if the switch is already set; its first reason is kept */
  set(kind: SwitchKind, { automation, by, reason }: Switch, now: number): boolean {
    if (this.#switch(kind, automation)) return false;
    this.#switches = null;
    this.#sql.exec("INSERT INTO switches VALUES (?, ?, ?, ?, ?)", kind, automation ?? "", by, reason, now);
    return true;
  }

  /**
   * Lifts one switch. Lifting the pause of all automations leaves each automation's own pause, and vice versa.
   * @returns false if the switch was not set
   */
  lift(kind: SwitchKind, automation: string | null): boolean {
    if (!this.#switch(kind, automation)) return false;
    this.#switches = null;
    this.#sql.exec("DELETE FROM switches WHERE kind = ? AND automation = ?", kind, automation ?? "");
    return true;
  }

  switches(kind: SwitchKind): SetSwitch[] {
    type Row = { kind: SwitchKind; automation: string; by: string; reason: string; since: number };
    this.#switches ??= Array.from(this.#sql.exec<Row>("SELECT * FROM switches ORDER BY since"), (row) => ({
      ...row,
      automation: row.automation || null,
    }));
    return this.#switches.filter((one) => one.kind === kind).map(({ kind: _, ...one }) => one);
  }

  budgets(now: number): BudgetUse[] {
    return this.#budgets.map((budget) => ({
      budget,
      uses: this.#uses(budget, now).map((use) => {
        const name = findSize(budget, use.of);
        return { ...use, size: name === null ? null : this.#size(name, now) };
      }),
    }));
  }

  /**
   * Deletes old admissions. They are kept for the longest window that settings allow, so that they still count if a
   * budget's window is lengthened.
   */
  #forgetOld(now: number): void {
    if (now - this.#forgotAt < FORGET_EVERY_MS) return;
    this.#forgotAt = now;
    for (const budget of this.#counts.keys()) this.#count(budget, now);
    const forget = windowStart({ windowMinutes: MAX_WINDOW_MINUTES }, now);
    this.#sql.exec("DELETE FROM admitted WHERE at <= ?", forget);
  }

  #switch(kind: SwitchKind, automation: string | null): SetSwitch | null {
    return this.switches(kind).find((one) => one.automation === automation) ?? null;
  }

  /** Counts the use of a budget in its whole window, from the table. */
  #uses(budget: Budget, now: number): { of: string | null; used: number; held: number }[] {
    const of = OF[budget.per];
    const n = budget.effects === "plans" ? "count(DISTINCT run_id)" : "sum(n)";
    const listed = (names?: readonly string[]) => (names ? JSON.stringify(names) : null);
    const select = `
      SELECT ${of} AS of, ${n} AS used, count(DISTINCT iif(held, run_id, NULL)) AS held FROM admitted
      WHERE at > ?1 AND operation IN (SELECT value FROM json_each(?2))
        AND (?3 OR held = 0) AND (?4 IS NULL OR automation IN (SELECT value FROM json_each(?4)))
        AND (?5 IS NULL OR source IN (SELECT value FROM json_each(?5)))
      GROUP BY 1 ORDER BY 1`;
    const counted = [windowStart(budget, now), JSON.stringify(countedBy(budget)), Number(!!budget.percent)];
    const limits = [listed(budget.automations), listed(budget.sources)];
    type Use = { of: string | null; used: number; held: number };
    return this.#sql.exec<Use>(select, ...counted, ...limits).toArray();
  }
}
