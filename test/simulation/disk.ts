import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Database } from "../../src/base/tables.ts";

/** Thrown into a process that was killed. */
export class Killed extends Error {
  override readonly name = "Killed";
}

/**
 * An in-memory database that survives the processes that use it, and that can kill a process at any write, and before
 * any call or message that leaves the process.
 */
export class Disk {
  readonly #db = new DatabaseSync(":memory:");
  readonly #statements = new Map<string, StatementSync>();
  #generation = 0;
  #depth = 0;
  /** Number of writes before the present process is killed. */
  writesLeft = Number.POSITIVE_INFINITY;
  writes = 0;
  /** Number of calls and messages that leave before the present process is killed. */
  outputsLeft = Number.POSITIVE_INFINITY;
  #killed = () => {};

  /**
   * Assigns the disk to a new process; the previous one counts as dead from now on.
   * @param killed Called when the new process is killed
   */
  mount(killed: () => void): { database: Database; transaction: <Result>(work: () => Result) => Result } {
    const mine = ++this.#generation;
    this.#killed = killed;
    const alive = () => {
      if (mine !== this.#generation) throw new Killed();
    };
    return {
      database: {
        exec: <Row extends Record<string, string | number | null>>(
          statement: string,
          ...bindings: (string | number | null)[]
        ) => {
          alive();
          if (!statement.trimStart().startsWith("SELECT")) {
            if (this.writesLeft-- <= 0) {
              this.#kill();
              throw new Killed();
            }
            this.writes++;
          }
          return this.rows<Row>(statement, ...bindings);
        },
      },
      transaction: (work) => {
        alive();
        if (this.#depth > 0) return work();
        this.#depth++;
        this.#db.exec("BEGIN");
        try {
          const result = work();
          this.#db.exec("COMMIT");
          return result;
        } catch (error) {
          this.#db.exec("ROLLBACK");
          throw error;
        } finally {
          this.#depth--;
        }
      },
    };
  }

  /** Marks the moment at which a call or message leaves the process, which might be killed before it. */
  output(): void {
    if (this.outputsLeft-- <= 0) this.#kill();
  }

  #kill(): void {
    this.#generation++;
    this.#killed();
  }

  /** Reads rows without a process. */
  rows<Row>(statement: string, ...bindings: (string | number | null)[]) {
    const rows: Row[] = [];
    if (/;\s*\S/.test(statement)) this.#db.exec(statement);
    else rows.push(...(this.#prepare(statement).all(...bindings) as Row[]));
    const one = (): Row => {
      const [row] = rows;
      if (rows.length !== 1 || row === undefined) throw new Error(`${rows.length} rows: ${statement}`);
      return row;
    };
    return Object.assign(rows, { toArray: () => rows, one });
  }

  close(): void {
    this.#db.close();
  }

  #prepare(statement: string): StatementSync {
    const known = this.#statements.get(statement) ?? this.#db.prepare(statement);
    this.#statements.set(statement, known);
    return known;
  }
}
