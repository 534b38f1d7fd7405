// Claims: one run has a person, so that they have one plan of an automation, whichever systems report them.
import { type Database, openTables } from "../engine/tables.ts";

const TABLES = [
  `
  -- The run that an automation's plan for a person is of. \`day\`: it waits for that day, and has no plan yet.
  CREATE TABLE claims (
    automation TEXT NOT NULL,
    person TEXT NOT NULL,
    run_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    day TEXT,
    signed INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (automation, person)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX claims_at ON claims (at);
`,
];

/** A claim that is not renewed is kept this long: longer than most events lie ahead. */
const CLAIM_MEMORY_MS = 400 * 24 * 60 * 60_000;

export interface Claim {
  readonly automation: string;
  /** Their email, as {@link comparable} makes it. */
  readonly person: string;
  readonly runId: string;
  /** Of the run. */
  readonly subject: string;
  /** The day that the run waits for before it plans, `YYYY-MM-DD`; `null` if it has come. */
  readonly day: string | null;
  /** True if its event was. */
  readonly signed: boolean;
}

/** The caller sets the transaction. */
export class ControlClaims {
  readonly #sql: Database;

  constructor(sql: Database) {
    this.#sql = openTables(sql, "claims", TABLES);
  }

  /**
   * Gives a person to a run if nobody has them, if a run of the same system does, whose events have an order of their own,
   * or the one whose place it is to take.
   * @returns the claim that stands instead; `null` if the run has them now
   */
  claim(claim: Claim, insteadOf: string | null, now: number): Claim | null {
    const { automation, person, runId, subject, day, signed } = claim;
    this.#sql.exec("DELETE FROM claims WHERE at < ?", now - CLAIM_MEMORY_MS);
    const [holder] = this.#sql.exec<{ runId: string; subject: string; day: string | null; signed: number }>(
      "SELECT run_id AS runId, subject, day, signed FROM claims WHERE automation = ? AND person = ?",
      automation,
      person,
    );
    if (holder && systemOf(holder.subject) !== systemOf(subject) && holder.runId !== insteadOf)
      return { automation, person, ...holder, signed: holder.signed === 1 };
    this.#sql.exec(
      "INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?, ?, ?, ?)",
      automation,
      person,
      runId,
      subject,
      day,
      Number(signed),
      now,
    );
    return null;
  }
}

/** `workday` of `workday:1`. */
const systemOf = (subject: string): string | undefined => subject.split(":", 1)[0];
