// Makes a person's decision about a run: checks their role, then asks the run's desk, whose gate decides.
import { Problem } from "../base/problem.ts";
import { deskFor } from "../desk/directory.ts";
import { actFor } from "../policy/roles.ts";
import type { Decision } from "../runs/decisions.ts";
import { recordedFor } from "./groups.ts";
import { deciderName, requireRoleFor, type Session } from "./person.ts";
import { knownRun } from "./recorded.ts";
import type { RunDecision } from "./requests.ts";

/**
 * Makes a decision about a run.
 * @param subject The run's subject, if the caller knows it. @default the run is looked up
 * @returns the run's new state, and warnings for the person who decided
 * @throws Problem if the decision does not fit the run, or the person may not make it
 */
export async function decideRun(
  { env, person }: Session,
  id: string,
  { decision, ...details }: RunDecision,
  subject?: string,
) {
  requireRoleFor(person, actFor(decision));
  const desk = deskFor(env, subject ?? (await knownRun(env, id)).run.subject);
  const by = {
    by: deciderName(person),
    isApprover: person.roles.has("approver"),
    isOperator: person.roles.has("operator"),
  };
  const decided = await desk.decide(
    id,
    { ...details, ...by, type: decision } as Decision,
    await recordedFor(env, decision, id),
  );
  if (decided.ok) return decided;
  throw new Problem(decided.refusal.code, decided.refusal.message);
}
