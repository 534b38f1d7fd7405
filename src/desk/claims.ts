// Claims. A claim links a person's record to the run in which an automation plans for that person, and to the facts
// that the plan is based on. While a plan waits, and usually after it was carried out, denied or dismissed, the
// automation makes no second plan for the person from the same facts, even if several systems report the facts, or one
// system repeats them.

import { DAY_MS } from "../base/days.ts";
import { canonicalJson, sha256Hex } from "../base/hash.ts";
import { Problem } from "../base/problem.ts";
import { type Database, openTables } from "../base/tables.ts";
import { comparable } from "../base/text.ts";
import { dayIn, findWorkerZone, takesEffect } from "../kit/moment.ts";
import type { StepResult } from "../runs/events.ts";
import { hasBegun, isFinished, parseSystem, type Run } from "../runs/run.ts";
import { type Event, hasOnlyDay, MAX_DAY_MS, type WorkerEvent } from "../systems/event.ts";
import { titleSource } from "../systems/reply/replies.ts";

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

/** How long a claim is kept without renewal, in milliseconds. Most events take effect sooner than this. */
const CLAIM_MEMORY_MS = 400 * DAY_MS;

export interface Claim {
  readonly automation: string;
  readonly person: string;
  readonly runId: string;
  /** The subject of the run's event: the id of the person's record, such as `workday:4711`. */
  readonly subject: string;
  readonly type: string;
  /** A hash of the facts that the plan is based on: equal hashes mean equal facts. */
  readonly facts: string;
  /** When the facts take effect, in Unix milliseconds. */
  readonly effectAt: number;
  /** What the run waits for, in words, and until when, in Unix milliseconds; `null` if the run does not wait. */
  readonly wait: { readonly what: string; readonly until: number } | null;
  /** True if the event of the run was signed. */
  readonly signed: boolean;
  /** True if the person's system confirmed the event when Reeve read the person's record there. */
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
   * Stores a run's claim on a person's record, unless the conflicting claims have changed since the caller read them.
   * Claims of other runs for the same person conflict if they are of the same automation, or on another record.
   * @param seen The conflicting claims that the caller read
   * @returns `null` if the claim was stored, otherwise the conflicting claims now
   */
  claim(claim: Claim, seen: readonly KeptClaim[], now: number): readonly KeptClaim[] | null {
    const { automation, person, runId, subject, type, facts, effectAt, wait, signed, confirmed } = claim;
    this.#sql.exec("DELETE FROM claims WHERE at < ?", now - CLAIM_MEMORY_MS);
    const select = `SELECT automation, person, run_id AS runId, subject, event_type AS type, facts,
        effect_at AS effectAt, signed, confirmed, at, wait_what AS what, wait_until AS until
      FROM claims WHERE person = ?1 AND run_id <> ?2 AND (automation = ?3 OR subject <> ?4)`;
    const others = Array.from(this.#sql.exec<Row>(select, person, runId, automation, subject), toClaim);
    if (JSON.stringify(others) !== JSON.stringify(seen)) return others;
    const { what = null, until = null } = wait ?? {};
    const values = [person, automation, subject, runId, type, facts, effectAt, what, until];
    const insert = "INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    this.#sql.exec(insert, ...values, Number(signed), Number(confirmed), now);
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

/**
 * How long late reports from other systems create no new plan after a plan was carried out or dismissed, in
 * milliseconds.
 */
const DONE_HOLDS_MS = 30 * DAY_MS;

/** The data of an event about a person that is compared with other reports about the same person. */
export type PersonReport = Pick<Claim, "person" | "type" | "facts" | "effectAt" | "signed" | "confirmed">;

/**
 * The purpose of a claim: the run waits until the event takes effect, it plans now, or its event withdraws an earlier
 * report.
 */
export type ClaimedFor =
  | { readonly to: "wait"; readonly wait: NonNullable<Claim["wait"]> }
  | { readonly to: "plan" | "withdraw" };

export interface PersonClaims {
  /** Claims a person: see {@link ControlClaims.claim}. */
  claim(claim: Claim, seen: readonly KeptClaim[]): Promise<readonly KeptClaim[] | null>;
  /** Returns the newest version of a run, even of another subject's run, or `null` if the run no longer exists. */
  runOf(run: Pick<Run, "id" | "subject">): Promise<Run | null>;
}

interface Deps extends PersonClaims {
  now(): number;
  /**
   * Returns true if an event of the subject at or after `since` (Unix milliseconds) reports that the worker begins or
   * returns.
   */
  hasBegunSince(subject: string, since: number): Promise<boolean>;
}

/** The run's result, if the run makes no plan of its own, or the reasons why its plan needs an approval. */
export interface Claimed {
  readonly instead: StepResult | null;
  readonly approvalReasons: readonly string[];
}

/**
 * Summarizes an event about a person, to compare it with other reports: its type, a hash of the facts, when it takes
 * effect, and whether it is confirmed. Irrelevant details, such as a leaver's phone number, don't change the hash. Only
 * the hash of a `worker.changed` event covers every detail of the worker.
 * @param receivedAt Unix milliseconds: used if the event has no exact time of its own, and part of the hash of an event
 * that is about no worker
 */
export async function readReport(
  event: Event,
  settings: Parameters<typeof takesEffect>[1],
  receivedAt: number,
) {
  const { type, subject, occurredAt = "" } = event;
  const reported = hasOnlyDay(event)
    ? Math.min(receivedAt, Date.parse(occurredAt) + MAX_DAY_MS)
    : Date.parse(occurredAt);
  const at = takesEffect(event, settings)?.at ?? reported;
  const facts =
    "worker" in event
      ? listFacts(event, findWorkerZone(event.worker, settings))
      : [type, subject, receivedAt];
  return {
    type,
    facts: await sha256Hex(canonicalJson(facts)),
    effectAt: Number.isNaN(at) ? receivedAt : at,
    confirmed: "confirmed" in event,
  };
}

function listFacts({ type, effectiveOn = "", changed = [], worker }: WorkerEvent, zone: string): unknown[] {
  const { lastDay = "", leavesAt = "", department = "", jobTitle = "" } = worker;
  if (type === "worker.changed") return [type, worker, changed];
  if (type !== "worker.terminated") return [dayIn(zone, effectiveOn), department, jobTitle];
  return [type, dayIn(zone, lastDay) || leavesAt.slice(0, "YYYY-MM-DD".length)];
}

/**
 * Claims a person for a run, unless another run of the automation already plans for the person, or has already settled
 * the facts (see {@link isSettled}). If systems report different days, the last report applies: a run that is due waits
 * further if another system has since reported a later day.
 * @throws Problem `control_unavailable` if Control does not respond, since nothing may be planned without it, or if the
 * run of another claim can't be read
 */
export async function claimPerson(
  run: Run,
  report: PersonReport,
  how: ClaimedFor,
  deps: Deps,
): Promise<Claimed> {
  const { automation, id: runId, subject } = run;
  const wait = how.to === "wait" ? how.wait : null;
  const wanted: Claim = { ...report, automation, person: comparable(report.person), runId, subject, wait };
  let seen: readonly KeptClaim[] = [];
  for (;;) {
    const others: readonly KeptClaim[] | null = await fromControl(deps.claim(wanted, seen));
    if (!others)
      return { instead: null, approvalReasons: how.to === "plan" ? listOpposite(wanted, seen) : [] };
    for (const holder of others.filter((one) => one.automation === automation)) {
      const other = await findOther(holder, wanted, deps);
      if (!other) continue;
      if (isOver(other)) {
        // An ended run does not affect the withdrawal of a report. Nor does it prevent a replay, because the person who
        // replays the event has seen the earlier result.
        if (how.to === "withdraw" || run.replay || !isSettled(other, holder, wanted, deps.now())) continue;
        if (others.some((one) => one.at > holder.at && isOpposite(one, holder))) continue;
        const isSameRecord = holder.subject === subject;
        if (isSameRecord && ends(holder) && (await deps.hasBegunSince(subject, other.createdAt))) continue;
      } else if (holder.subject === subject) continue;
      else if (holder.wait !== null && how.to !== "withdraw") {
        // An unsigned event can't postpone the day of a signed one, because an attacker can forge unsigned events.
        const mayMove = holder.signed || !report.signed;
        if (
          how.to === "wait" ||
          !mayMove ||
          other.createdAt <= run.createdAt ||
          holder.wait.until <= deps.now()
        )
          continue;
        return { instead: { type: "scheduled", ...holder.wait }, approvalReasons: [] };
      }
      return { instead: how.to === "plan" ? same(other) : null, approvalReasons: [] };
    }
    seen = others;
  }
}
/**
 * Returns the run of a claim, or `null` if the run plans for an employment other than the wanted claim's, or no longer
 * exists.
 */
async function findOther(holder: KeptClaim, wanted: Claim, { runOf }: PersonClaims): Promise<Run | null> {
  // Two records in one system are two employments.
  if (holder.subject !== wanted.subject && parseSystem(holder) === parseSystem(wanted)) return null;
  return fromControl(runOf({ id: holder.runId, subject: holder.subject }));
}

/**
 * Returns true if a run has ended, or if it has sent calls and only its follow-ups are open: they don't justify
 * repeating the rest of the plan.
 */
const isOver = (run: Run): boolean =>
  isFinished(run) || (run.state === "awaiting_follow_up" && hasBegun(run));

/**
 * Returns true if an ended run also settles the facts of another claim, because its plan was carried out, denied or
 * dismissed. A plan that was carried out or dismissed for another record of the person settles any facts, but only for
 * {@link DONE_HOLDS_MS}. Otherwise the facts must be the same.
 */
function isSettled({ state, updatedAt }: Run, holder: KeptClaim, wanted: Claim, now: number): boolean {
  const isSame = holder.facts === wanted.facts;
  if (CARRIED_OUT.has(state))
    return holder.subject === wanted.subject ? isSame : now - updatedAt < DONE_HOLDS_MS;
  // The denial of a plan whose event might be forged does not apply to a verified event.
  const isAsSure = (holder.signed || !wanted.signed) && (holder.confirmed || !wanted.confirmed);
  return state === "rejected" && isSame && isAsSure;
}

const CARRIED_OUT = new Set<Run["state"]>(["done", "awaiting_follow_up", "not_done", "dismissed"]);

const begins = ({ type }: Pick<Claim, "type">): boolean =>
  type === "worker.hired" || type === "worker.returned";

const ends = ({ type }: Pick<Claim, "type">): boolean => type === "worker.terminated";

const isOpposite = (one: Claim, other: Claim): boolean =>
  (begins(one) && ends(other)) || (ends(one) && begins(other));

/** Lists the contradictions between a report and other records of its person, as sentences without a full stop. */
function listOpposite(report: Claim, others: readonly KeptClaim[]): string[] {
  const records = Map.groupBy(
    others.filter((one) => one.subject !== report.subject && (begins(one) || ends(one))),
    ({ subject }) => subject,
  );
  return Array.from(records.values()).flatMap((claims) => {
    const last = claims.reduce((one, other) => (other.effectAt > one.effectAt ? other : one));
    // An opposite report that takes effect first is no contradiction if it ends another record. Nor is it one if it
    // begins a record in another system, because both records are then about the same employment.
    const isAtOnce =
      last.effectAt >= report.effectAt || (begins(last) && parseSystem(last) === parseSystem(report));
    if (!isOpposite(last, report) || !isAtOnce) return [];
    const [system = "", id = ""] = last.subject.split(/:(.*)/s, 2);
    const what = begins(last) ? "starts" : "leaves";
    return `${titleSource(system)} reports in the record ${id} that the same person ${what}`;
  });
}

/**
 * Returns the result of a call without which the desk plans and carries out nothing: a call to Control, or the reading
 * of another claim's run.
 * @throws Problem `control_unavailable` if the call fails
 */
export const fromControl = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw new Problem("control_unavailable", String(error), { cause: error });
  });

/** Returns the result for a run whose facts another run handles or has handled. @param run The other run */
function same(run: Run): StepResult {
  const { id, state } = run;
  const how = state === "rejected" ? "denied" : isFinished(run) ? "done" : "in progress";
  return {
    type: "ignored",
    reason: `already ${how} after a report from ${titleSource(parseSystem(run))}`,
    sameAs: id,
  };
}
