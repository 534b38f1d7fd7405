// Control's tables: budgets used, pauses, dry runs.
import { AGENT_SOURCE } from "../../policy/agents.ts";
import {
  type Budget,
  countedBy,
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
import { type Database, openTables } from "../engine/tables.ts";

export const CONTROL_TABLES = [
  `
  -- The effects of each plan that was let through, by operation. By operation and not by budget, so that a changed
  -- budget counts what was before the change.
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
    -- 1 for a plan that a share holds: it counts for that share, and for nothing else.
    held INTEGER NOT NULL,
    PRIMARY KEY (run_id, plan_hash, operation, app, connector)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX admitted_at ON admitted (at, operation, automation, source, app, connector, n, held);

  -- What shares are taken of, as last counted.
  CREATE TABLE sizes (name TEXT PRIMARY KEY, n INTEGER NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

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

const SIZE_HOLDS_MS = 24 * 60 * 60_000;

/** A desk's question before each effect of a plan. `effects` lists all effects of the plan every time. */
export interface AdmissionRequest extends Wanted {
  readonly runId: string;
  readonly planHash: string;
  /** True if a person resumed the held run: it may exceed the budget, and still counts. */
  readonly override: boolean;
  /** A size that the desk was asked for, as counted now. */
  readonly size?: { readonly name: SizeName; readonly n: number };
}

export type Admission =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly because: "paused"; readonly reason: string }
  | { readonly admitted: false; readonly because: "dry_run"; readonly reason: string }
  | { readonly admitted: false; readonly because: "size_unknown"; readonly size: SizeName }
  | ({ readonly admitted: false; readonly because: "budget" } & Exceeded);

/** A paused automation makes no calls; one in dry run only plans. `agents` turns all agents off, and is of no automation. */
export type SwitchKind = "pause" | "dry_run" | "agents";

export interface Switch {
  readonly automation: string | null;
  /** A person, as the console or the command knows them. */
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
    /** The size that its share is taken of; `null` for none, or for one that is not known. */
    readonly size: number | null;
  }[];
}

/** The column that a budget counts by. */
const OF = {
  all: "NULL",
  automation: "automation",
  source: "source",
  app: "nullif(app, '')",
  connector: "nullif(app || '/' || connector, '/')",
} as const satisfies Readonly<Record<Budget["per"], string>>;

/** The caller sets the time and opens the transaction. */
export class ControlStore {
  readonly #sql: Database;
  readonly #budgets: readonly Budget[];
  /** Cached for admissions; `null` until read. */
  #switches: readonly (SetSwitch & { readonly kind: SwitchKind })[] | null = null;
  #forgotAt = 0;

  constructor(sql: Database, budgets: readonly Budget[]) {
    this.#sql = openTables(sql, "control", CONTROL_TABLES);
    this.#budgets = budgets;
  }

  /** Admits a plan or refuses it. Pauses are checked every time; its effects count when it is first admitted. */
  admit(request: AdmissionRequest, now: number): Admission {
    const { runId, planHash, automation, source, override, size } = request;
    const pause =
      this.#switch("pause", null) ??
      this.#switch("pause", automation) ??
      (source === AGENT_SOURCE ? this.#switch("agents", null) : null);
    if (pause) return { admitted: false, because: "paused", reason: pause.reason };

    const known = this.#sql.exec(
      "SELECT 1 FROM admitted WHERE run_id = ? AND plan_hash = ? AND held = 0 LIMIT 1",
      runId,
      planHash,
    );
    if (known.toArray().length > 0) return { admitted: true };
    const dryRun = this.#switch("dry_run", automation);
    if (dryRun) return { admitted: false, because: "dry_run", reason: dryRun.reason };

    if (size) this.#sql.exec("INSERT OR REPLACE INTO sizes VALUES (?, ?, ?)", size.name, size.n, now);
    const over = override
      ? null
      : exceeded(
          this.#budgets,
          {
            used: (budget, of) => this.#uses(budget, now, runId).find((use) => use.of === of)?.used ?? 0,
            size: (name) => this.#size(name, now),
          },
          request,
        );
    if (over && "unknown" in over) return { admitted: false, because: "size_unknown", size: over.unknown };
    if (over) {
      if (hasShare(this.#budgets, request)) this.#note(request, true, now);
      return { admitted: false, because: "budget", ...over };
    }
    this.#forgetOld(now);
    this.#note(request, false, now);
    return { admitted: true };
  }

  #note(
    { runId, planHash, automation, source, effects }: AdmissionRequest,
    held: boolean,
    now: number,
  ): void {
    for (const same of Map.groupBy(effects, (one) => JSON.stringify(Object.values(one))).values()) {
      const [{ operation, app, connector }] = same as [WantedEffect];
      this.#sql.exec(
        "INSERT OR REPLACE INTO admitted VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ...[runId, planHash, operation, app ?? "", connector ?? "", same.length],
        ...[automation, source, now, Number(held)],
      );
    }
  }

  /** A size as counted within a day; `null` if it has to be counted. */
  #size(name: SizeName, now: number): number | null {
    const since = now - SIZE_HOLDS_MS;
    const [known] = this.#sql
      .exec<{ n: number }>("SELECT n FROM sizes WHERE name = ? AND at > ?", name, since)
      .toArray();
    return known?.n ?? null;
  }

  /** Sets a switch. @returns false if it is set already: it keeps its first reason */
  set(kind: SwitchKind, { automation, by, reason }: Switch, now: number): boolean {
    if (this.#switch(kind, automation)) return false;
    this.#switches = null;
    this.#sql.exec("INSERT INTO switches VALUES (?, ?, ?, ?, ?)", kind, automation ?? "", by, reason, now);
    return true;
  }

  /**
   * Lifts one switch. Lifting the pause of everything leaves each automation's own pause, and the reverse.
   * @returns false if it was not set
   */
  lift(kind: SwitchKind, automation: string | null): boolean {
    if (!this.#switch(kind, automation)) return false;
    this.#switches = null;
    this.#sql.exec("DELETE FROM switches WHERE kind = ? AND automation = ?", kind, automation ?? "");
    return true;
  }

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
    return this.#budgets.map((budget) => ({
      budget,
      uses: this.#uses(budget, now).map((use) => {
        const name = findSize(budget, use.of);
        return { ...use, size: name === null ? null : this.#size(name, now) };
      }),
    }));
  }

  /** Admissions are kept for the longest window that settings allow: a longer one counts what came before. */
  #forgetOld(now: number): void {
    if (now - this.#forgotAt < FORGET_EVERY_MS) return;
    this.#forgotAt = now;
    const forget = windowStart({ windowMinutes: MAX_WINDOW_MINUTES }, now);
    this.#sql.exec("DELETE FROM admitted WHERE at <= ?", forget);
  }

  #switch(kind: SwitchKind, automation: string | null): SetSwitch | null {
    return this.switches(kind).find((one) => one.automation === automation) ?? null;
  }

  /** What a budget has counted. @param without A run that does not count while it is held */
  #uses(budget: Budget, now: number, without = ""): { of: string | null; used: number; held: number }[] {
    const of = OF[budget.per];
    const n = budget.effects === "plans" ? "count(DISTINCT run_id)" : "sum(n)";
    return this.#sql
      .exec<{ of: string | null; used: number; held: number }>(
        `SELECT ${of} AS of, ${n} AS used, count(DISTINCT iif(held, run_id, NULL)) AS held FROM admitted
         WHERE at > ?1 AND operation IN (SELECT value FROM json_each(?2)) AND NOT (held AND run_id = ?3)
           AND (?4 OR held = 0) AND (?5 IS NULL OR automation IN (SELECT value FROM json_each(?5)))
           AND (?6 IS NULL OR source IN (SELECT value FROM json_each(?6)))
         GROUP BY 1 ORDER BY 1`,
        windowStart(budget, now),
        JSON.stringify(countedBy(budget)),
        without,
        Number(budget.percent !== undefined),
        budget.automations ? JSON.stringify(budget.automations) : null,
        budget.sources ? JSON.stringify(budget.sources) : null,
      )
      .toArray();
  }
}
