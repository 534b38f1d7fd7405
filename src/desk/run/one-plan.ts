// Sees to it that a person has one plan of an automation, whichever systems report them, and however many at once.
import { DAY_MS } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";
import { comparable } from "../../base/text.ts";
import { titleSource } from "../../systems/headline.ts";
import type { Claim } from "../control/claims.ts";
import type { StepResult } from "./events.ts";
import { isFinished, type Run } from "./run.ts";

/** A plan that was carried out stands this long for late reports of other systems. */
const DONE_HOLDS_MS = 30 * DAY_MS;

interface Aim {
  readonly person: string;
  readonly signed: boolean;
  /** `wait`: for the moment that its event takes effect; `withdraw`: it takes back what was reported before. */
  readonly to: "wait" | "plan" | "withdraw";
  readonly wait?: Claim["wait"];
}

export interface PersonClaims {
  claim(claim: Claim, insteadOf: Claim | null): Promise<Claim | null>;
  /** A run of another subject as it stands now; `null` if nobody has it any more. */
  runOf(run: Pick<Run, "id" | "subject">): Promise<Run | null>;
}

/**
 * Has a run claim a person, unless another has them: then that run stands. The last report of a moment holds, so a run
 * whose moment has come waits on if another system has named a later one since.
 * @returns the run's result in place of a plan of its own; `null` if it may go on
 * @throws Problem `control_unavailable`: without an answer nothing is planned
 */
export async function otherPlan(
  run: Run,
  { person, signed, to, wait = null }: Aim,
  { claim, runOf, now }: PersonClaims & { now(): number },
): Promise<StepResult | null> {
  const { automation, id: runId, subject } = run;
  const wanted: Claim = { automation, person: comparable(person), runId, subject, wait, signed };
  let insteadOf: Claim | null = null;
  for (;;) {
    const holder: Claim | null = await fromControl(claim(wanted, insteadOf));
    if (!holder) return null;
    const other = await fromControl(runOf({ id: holder.runId, subject: holder.subject }));
    if (other && isFinished(other)) {
      const stands = other.state === "done" && now() - other.updatedAt < DONE_HOLDS_MS;
      // A person who has an event run again has seen what came of it.
      if (stands && to === "plan" && !run.replay) return same(other);
      if (stands && to === "wait") return null;
    } else if (other) {
      if (to === "withdraw") return null;
      if (holder.wait === null) return to === "plan" ? same(other) : null;
      // A forger of unsigned events puts off no last day that was signed.
      const mayMove = holder.signed || !signed;
      if (to === "plan" && mayMove && other.createdAt > run.createdAt && holder.wait.until > now())
        return { type: "scheduled", ...holder.wait };
    }
    insteadOf = holder;
  }
}

/** An answer without which nothing is planned and nothing acts. @throws Problem `control_unavailable` */
export const fromControl = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw new Problem("control_unavailable", String(error), { cause: error });
  });

/** A run of what another system reported does the same. */
function same({ id, subject, state }: Run): StepResult {
  const [system = ""] = subject.split(":", 1);
  const how = state === "done" ? "already done" : "already under way";
  return { type: "ignored", reason: `${how}, as ${titleSource(system)} reported it`, sameAs: id };
}
