// Claims: at most one run of an automation acts for a person, whichever systems report the change.
import { type Database, openTables } from "../engine/tables.ts";

export const CLAIMS_TABLES = [
  `
  -- The run that an automation's plan for a person is of. \`wait_until\`: it waits for that moment, and has no plan yet.
  CREATE TABLE claims (
    automation TEXT NOT NULL,
    person TEXT NOT NULL,
    run_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    wait_what TEXT,
    wait_until INTEGER,
    signed INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (automation, person)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX claims_at ON claims (at);
`,
];

/** Claims that nobody renews are kept this long: longer than most events lie ahead. */
const CLAIM_MEMORY_MS = 400 * 24 * 60 * 60_000;

export interface Claim {
  readonly automation: string;
  readonly person: string;
  readonly runId: string;
  readonly subject: string;
  /** The moment at which the run plans, in words and as Unix milliseconds; `null` once it has come. */
  readonly wait: { readonly what: string; readonly until: number } | null;
  /** True if the event of the run was signed. */
  readonly signed: boolean;
}

/** The caller opens the transaction. */
export class ControlClaims {
  readonly #sql: Database;

  constructor(sql: Database) {
    this.#sql = openTables(sql, "claims", CLAIMS_TABLES);
  }

  /**
   * Gives a person to a run if nobody claims them, if the claim is of the same system (whose events have an order of
   * their own), or if it is the claim to replace.
   * @param insteadOf The claim to replace, as the caller read it: one that has changed since stands
   * @returns the claim that stands instead; `null` if the run has the claim now
   */
  claim(claim: Claim, insteadOf: Claim | null, now: number): Claim | null {
    const { automation, person, runId, subject, wait, signed } = claim;
    this.#sql.exec("DELETE FROM claims WHERE at < ?", now - CLAIM_MEMORY_MS);
    const [row] = this.#sql.exec<{
      runId: string;
      subject: string;
      what: string | null;
      until: number | null;
      signed: number;
    }>(
      `SELECT run_id AS runId, subject, wait_what AS what, wait_until AS until, signed
       FROM claims WHERE automation = ? AND person = ?`,
      automation,
      person,
    );
    if (row && parseSystem(row.subject) !== parseSystem(subject) && !isSame(row, insteadOf)) {
      const { what, until, ...holder } = row;
      const waits = what !== null && until !== null ? { what, until } : null;
      return { automation, person, ...holder, wait: waits, signed: row.signed === 1 };
    }
    this.#sql.exec(
      "INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      automation,
      person,
      runId,
      subject,
      wait?.what ?? null,
      wait?.until ?? null,
      Number(signed),
      now,
    );
    return null;
  }
}

const isSame = ({ runId, until }: { runId: string; until: number | null }, claim: Claim | null): boolean =>
  runId === claim?.runId && until === (claim.wait?.until ?? null);

const parseSystem = (subject: string): string | undefined => subject.split(":", 1)[0];
