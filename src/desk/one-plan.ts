// Sees to it that a person has one plan of an automation for the same facts, whichever systems report them, and however often.
import type { PersonReport } from "../automations/kit/moment.ts";
import { DAY_MS } from "../base/days.ts";
import { Problem } from "../base/problem.ts";
import { comparable } from "../base/text.ts";
import type { StepResult } from "../runs/events.ts";
import { hasBegun, isFinished, parseSystem, type Run } from "../runs/run.ts";
import { titleSource } from "../systems/reply/titles.ts";
import type { Claim, KeptClaim } from "./control/claims.ts";

/** After a plan was carried out, late reports from other systems create no new plan for this long. */
const DONE_HOLDS_MS = 30 * DAY_MS;

export interface ClaimRequest extends PersonReport {
  readonly person: string;
  readonly signed: boolean;
  /** `wait`: for the moment that its event takes effect; `withdraw`: it takes back what was reported before. */
  readonly to: "wait" | "plan" | "withdraw";
  readonly wait?: Claim["wait"];
}

export interface PersonClaims {
  /** Claims a person: see {@link ControlClaims.claim}. */
  claim(claim: Claim, seen: readonly KeptClaim[]): Promise<readonly KeptClaim[] | null>;
  /** A run of another subject as it stands now; `null` if nobody has it any more. */
  runOf(run: Pick<Run, "id" | "subject">): Promise<Run | null>;
}

interface Deps extends PersonClaims {
  now(): number;
  /** True if an event of the subject that came in since then says that its worker begins or returns. */
  hasBegunSince(subject: string, since: number): Promise<boolean>;
}

/** The run's result in place of a plan of its own, or the reasons why a person has to approve its plan. */
export interface Claimed {
  readonly instead: StepResult | null;
  readonly asks: readonly string[];
}

/**
 * Has a run claim a person, unless another run's plan for the same facts stands. Of several days the last report holds, so
 * a run whose moment has come waits on if another system has named a later one since.
 * @throws Problem `control_unavailable`: without an answer nothing is planned
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
    if (!others) return { instead: null, asks: to === "plan" ? listOpposite(wanted, seen) : [] };
    for (const other of others.filter((one) => one.automation === automation)) {
      const stands = await findStanding(other, others, wanted, run, to, deps);
      if (stands) return { instead: stands === "other" ? null : stands, asks: [] };
    }
    seen = others;
  }
}

/** The run's result if another claim stands against it; `other` if it leaves the person to that one; `null` if it may claim. */
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
  // What a person still has to do is no reason to do the rest again.
  if (isFinished(other) || (other.state === "awaiting_follow_up" && hasBegun(other))) {
    if (to === "withdraw") return null;
    const isSame = holder.facts === facts;
    // A no to what anybody may have made up is none to what is known for certain.
    const isDenied =
      other.state === "rejected" && isSame && (holder.signed || !signed) && (holder.confirmed || !confirmed);
    const isDone =
      CARRIED_OUT.has(other.state) && (isSameRecord ? isSame : now() - other.updatedAt < DONE_HOLDS_MS);
    // A person who has an event run again has seen what came of it.
    if ((!isDenied && !isDone) || run.replay) return null;
    if (all.some((one) => one.at > holder.at && isOpposite(one, holder))) return null;
    if (isSameRecord && ends(holder) && (await hasBegunSince(wanted.subject, other.createdAt))) return null;
    return to === "wait" ? "other" : same(other);
  }
  if (isSameRecord) return null;
  if (to === "withdraw") return "other";
  if (holder.wait === null) return to === "plan" ? same(other) : "other";
  // A forger of unsigned events puts off no last day that was signed.
  const mayMove = holder.signed || !signed;
  return to === "plan" && mayMove && other.createdAt > run.createdAt && holder.wait.until > now()
    ? { type: "scheduled", ...holder.wait }
    : null;
}

const CARRIED_OUT: ReadonlySet<Run["state"]> = new Set(["done", "awaiting_follow_up", "not_done", "handled"]);

const begins = ({ type }: Pick<Claim, "type">): boolean =>
  type === "worker.hired" || type === "worker.returned";

const ends = ({ type }: Pick<Claim, "type">): boolean => type === "worker.terminated";

const isOpposite = (one: Claim, other: Claim): boolean =>
  (begins(one) && ends(other)) || (ends(one) && begins(other));

/** The reasons, in sentences without their full stop, for which other records of a person contradict a report. */
function listOpposite(report: Claim, others: readonly KeptClaim[]): string[] {
  const records = Map.groupBy(
    others.filter((one) => one.subject !== report.subject && (begins(one) || ends(one))),
    ({ subject }) => subject,
  );
  return Array.from(records.values()).flatMap((claims) => {
    const last = claims.reduce((one, other) => (other.effectAt > one.effectAt ? other : one));
    // Somebody who has left their first employment, or begun before they leave their only one, has one record at a time.
    const isAtOnce =
      last.effectAt >= report.effectAt || (begins(last) && parseSystem(last) === parseSystem(report));
    if (!isOpposite(last, report) || !isAtOnce) return [];
    const [system = "", id = ""] = last.subject.split(/:(.*)/s, 2);
    const what = begins(last) ? "starts" : "leaves";
    return `${titleSource(system)} says that the same person ${what}, in the record ${id}`;
  });
}

/** An answer without which nothing is planned and nothing acts. @throws Problem `control_unavailable` */
export const fromControl = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw new Problem("control_unavailable", String(error), { cause: error });
  });

/** A run of the same facts does the same, or was not to. */
function same(run: Run): StepResult {
  const { id, state } = run;
  const how = isFinished({ state })
    ? state === "rejected"
      ? "already denied"
      : "already done"
    : "already under way";
  return { type: "ignored", reason: `${how}, as ${titleSource(parseSystem(run))} reported it`, sameAs: id };
}
