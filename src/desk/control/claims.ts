// Claims. Each claim stores, for one record of a person, the run of an automation that plans for the person, and the
// facts that the plan is based on.
import { type Database, openTables } from "../../base/tables.ts";

export const CLAIMS_TABLES = [
  `
  -- The run that plans for a person, by the person's record and the automation. \`event_type\`, \`facts\` and
  -- \`effect_at\` describe the change that it plans. While \`wait_until\` is set, the run waits for that time without a plan.
  CREATE TABLE claims (
    person TEXT NOT NULL,
    automation TEXT NOT NULL,
    subject TEXT NOT NULL,
    run_id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    facts TEXT NOT NULL,
    effect_at INTEGER NOT NULL,
    wait_what TEXT,
    wait_until INTEGER,
    signed INTEGER NOT NULL,
    confirmed INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, automation, subject)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX claims_at ON claims (at);
`,
];

/** How long a claim is kept without renewal. Most events take effect sooner than this. */
const CLAIM_MEMORY_MS = 400 * 24 * 60 * 60_000;

export interface Claim {
  readonly automation: string;
  readonly person: string;
  readonly runId: string;
  /** The person's record that the event is about. */
  readonly subject: string;
  readonly type: string;
  /** The facts that the plan is based on, as text: equal texts mean equal facts. */
  readonly facts: string;
  /** When the facts take effect, in Unix milliseconds. */
  readonly effectAt: number;
  /** When the run will plan, in words and as Unix milliseconds; `null` once that time has passed. */
  readonly wait: { readonly what: string; readonly until: number } | null;
  /** True if the event of the run was signed. */
  readonly signed: boolean;
  /** True if the person's system confirmed the event when Reeve asked it again. */
  readonly confirmed: boolean;
}

/** A claim as Control stores it. `at`: when it was made or renewed, in Unix milliseconds. */
export type KeptClaim = Claim & { readonly at: number };

/** The claims in Control's database. The caller opens the transaction. */
export class ControlClaims {
  readonly #sql: Database;

  constructor(sql: Database) {
    this.#sql = openTables(sql, "claims", CLAIMS_TABLES);
  }

  /**
   * Claims a person's record for a run, if the caller has seen all other claims of the automation for the person, and
   * all claims of other automations for the person's other records.
   * @param seen These claims as the caller read them: if a claim has changed since, nothing is written
   * @returns the current claims, or `null` if the claim was stored
   */
  claim(claim: Claim, seen: readonly KeptClaim[], now: number): readonly KeptClaim[] | null {
    const { automation, person, runId, subject, type, facts, effectAt, wait, signed, confirmed } = claim;
    this.#sql.exec("DELETE FROM claims WHERE at < ?", now - CLAIM_MEMORY_MS);
    const rows = this.#sql.exec<Row>(
      `SELECT automation, person, run_id AS runId, subject, event_type AS type, facts, effect_at AS effectAt, signed,
         confirmed, at, wait_what AS what, wait_until AS until
       FROM claims WHERE person = ?1 AND run_id <> ?2 AND (automation = ?3 OR subject <> ?4)`,
      person,
      runId,
      automation,
      subject,
    );
    const others = Array.from(rows, toClaim);
    if (JSON.stringify(others) !== JSON.stringify(seen)) return others;
    this.#sql.exec(
      "INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      person,
      automation,
      subject,
      runId,
      type,
      facts,
      effectAt,
      wait?.what ?? null,
      wait?.until ?? null,
      Number(signed),
      Number(confirmed),
      now,
    );
    return null;
  }
}

type Row = Omit<KeptClaim, "wait" | "signed" | "confirmed"> & {
  readonly what: string | null;
  readonly until: number | null;
  readonly signed: number;
  readonly confirmed: number;
};

const toClaim = ({ what, until, signed, confirmed, ...row }: Row): KeptClaim => ({
  ...row,
  wait: what !== null && until !== null ? { what, until } : null,
  signed: signed === 1,
  confirmed: confirmed === 1,
});
