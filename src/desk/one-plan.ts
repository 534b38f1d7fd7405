// Ensures that an automation makes only one plan for a person and the same facts, even if several systems report these
// facts, or one system reports them repeatedly.

import { DAY_MS } from "../base/days.ts";
import { Problem } from "../base/problem.ts";
import { comparable } from "../base/text.ts";
import type { PersonReport } from "../kit/moment.ts";
import type { StepResult } from "../runs/events.ts";
import { hasBegun, isFinished, parseSystem, type Run } from "../runs/run.ts";
import { titleSource } from "../systems/reply/replies.ts";
import type { Claim, KeptClaim } from "./control/claims.ts";

/** After a plan was carried out, late reports from other systems create no new plan for this long. */
const DONE_HOLDS_MS = 30 * DAY_MS;

export interface ClaimRequest extends PersonReport {
  readonly person: string;
  readonly signed: boolean;
  /**
   * The reason for the claim. `wait`: the run waits until the event takes effect; `plan`: the run plans now;
   * `withdraw`: the event withdraws an earlier report.
   */
  readonly to: "wait" | "plan" | "withdraw";
  readonly wait?: Claim["wait"];
}

export interface PersonClaims {
  /** Claims a person: see {@link ControlClaims.claim}. */
  claim(claim: Claim, seen: readonly KeptClaim[]): Promise<readonly KeptClaim[] | null>;
  /** Returns the current state of another subject's run, or `null` if it no longer exists. */
  runOf(run: Pick<Run, "id" | "subject">): Promise<Run | null>;
}

interface Deps extends PersonClaims {
  now(): number;
  /** True if an event of the subject after `since` (Unix milliseconds) reports that the worker begins or returns. */
  hasBegunSince(subject: string, since: number): Promise<boolean>;
}

/** The run's result, if the run makes no plan of its own, or the reasons why its plan needs an approval. */
export interface Claimed {
  readonly instead: StepResult | null;
  readonly approvalReasons: readonly string[];
}

/**
 * Claims a person for a run, unless another run's plan for the same facts is valid. If systems report different days,
 * the last report counts: a run that is due waits further if another system has since reported a later day.
 * @throws Problem `control_unavailable` if Control does not respond, since nothing may be planned without it
 */
export async function claimPerson(
  run: Run,
  { person, to, wait = null, ...report }: ClaimRequest,
  deps: Deps,
): Promise<Claimed> {
  const { automation, id: runId, subject } = run;
  const wanted: Claim = { automation, person: comparable(person), runId, subject, wait, ...report };
  let seen: readonly KeptClaim[] = [];
  for (;;) {
    const others: readonly KeptClaim[] | null = await fromControl(deps.claim(wanted, seen));
    if (!others) return { instead: null, approvalReasons: to === "plan" ? listOpposite(wanted, seen) : [] };
    for (const other of others.filter((one) => one.automation === automation)) {
      const stands = await findStanding(other, others, wanted, run, to, deps);
      if (stands) return { instead: stands === "other" ? null : stands, approvalReasons: [] };
    }
    seen = others;
  }
}

/**
 * Returns the run's result if another claim prevents its plan, `other` if the other run keeps the claim on the person,
 * or `null` if the run may claim the person.
 */
async function findStanding(
  holder: KeptClaim,
  all: readonly KeptClaim[],
  wanted: Claim,
  run: Run,
  to: ClaimRequest["to"],
  { runOf, now, hasBegunSince }: Deps,
): Promise<StepResult | "other" | null> {
  const { signed, confirmed, facts } = wanted;
  const isSameRecord = holder.subject === wanted.subject;
  // Two records of one system are two employments.
  if (!isSameRecord && parseSystem(holder) === parseSystem(wanted)) return null;
  const other = await fromControl(runOf({ id: holder.runId, subject: holder.subject }));
  if (!other) return null;
  // Open follow-ups are no reason to repeat the rest of the plan.
  if (isFinished(other) || (other.state === "awaiting_follow_up" && hasBegun(other))) {
    if (to === "withdraw") return null;
    const isSame = holder.facts === facts;
    // The denial of a plan whose event might be forged does not apply to a verified event.
    const isDenied =
      other.state === "rejected" && isSame && (holder.signed || !signed) && (holder.confirmed || !confirmed);
    const isDone =
      CARRIED_OUT.has(other.state) && (isSameRecord ? isSame : now() - other.updatedAt < DONE_HOLDS_MS);
    // A person who replays an event has seen its earlier result.
    if ((!isDenied && !isDone) || run.replay) return null;
    if (all.some((one) => one.at > holder.at && isOpposite(one, holder))) return null;
    if (isSameRecord && ends(holder) && (await hasBegunSince(wanted.subject, other.createdAt))) return null;
    return to === "wait" ? "other" : same(other);
  }
  if (isSameRecord) return null;
  if (to === "withdraw") return "other";
  if (holder.wait === null) return to === "plan" ? same(other) : "other";
  // An unsigned event can't postpone a signed last day, because an attacker can forge unsigned events.
  const mayMove = holder.signed || !signed;
  return to === "plan" && mayMove && other.createdAt > run.createdAt && holder.wait.until > now()
    ? { type: "scheduled", ...holder.wait }
    : null;
}

const CARRIED_OUT: ReadonlySet<Run["state"]> = new Set([
  "done",
  "awaiting_follow_up",
  "not_done",
  "dismissed",
]);

const begins = ({ type }: Pick<Claim, "type">): boolean =>
  type === "worker.hired" || type === "worker.returned";

const ends = ({ type }: Pick<Claim, "type">): boolean => type === "worker.terminated";

const isOpposite = (one: Claim, other: Claim): boolean =>
  (begins(one) && ends(other)) || (ends(one) && begins(other));

/** Lists the reasons why other records of a person contradict a report, as sentences without a full stop. */
function listOpposite(report: Claim, others: readonly KeptClaim[]): string[] {
  const records = Map.groupBy(
    others.filter((one) => one.subject !== report.subject && (begins(one) || ends(one))),
    ({ subject }) => subject,
  );
  return Array.from(records.values()).flatMap((claims) => {
    const last = claims.reduce((one, other) => (other.effectAt > one.effectAt ? other : one));
    // Two reports don't contradict each other if the other record ended before this one begins, or if another system's
    // record of the same employment began before this one ends.
    const isAtOnce =
      last.effectAt >= report.effectAt || (begins(last) && parseSystem(last) === parseSystem(report));
    if (!isOpposite(last, report) || !isAtOnce) return [];
    const [system = "", id = ""] = last.subject.split(/:(.*)/s, 2);
    const what = begins(last) ? "starts" : "leaves";
    return `${titleSource(system)} says that the same person ${what}, in the record ${id}`;
  });
}

/**
 * Returns a result from Control, without which nothing is planned or carried out.
 * @throws Problem `control_unavailable` if the request fails
 */
export const fromControl = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw new Problem("control_unavailable", String(error), { cause: error });
  });

/** Returns the result of a run whose facts another run has already handled. */
function same(run: Run): StepResult {
  const { id, state } = run;
  const how = isFinished({ state })
    ? state === "rejected"
      ? "already denied"
      : "already done"
    : "already in progress";
  return { type: "ignored", reason: `${how}, as ${titleSource(parseSystem(run))} reported it`, sameAs: id };
}
