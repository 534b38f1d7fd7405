// The limits of a run's size: it is one row of the desk and of the ledger, written again with each of its steps.
import { byteLength, exceeds } from "../../base/platform.ts";
import { Problem } from "../../base/problem.ts";
import type { Planned } from "../engine/propose.ts";
import { effectCalls } from "./journal.ts";

export const MAX_EFFECTS_PER_PLAN = 1_000;
/** Most bytes (UTF-8) of what an automation proposes: plan, notice, inventory changes, and how far it has come. */
export const MAX_PROPOSAL_BYTES = 750_000;
/** Most bytes (UTF-8) of the answers of the service that a journal keeps, and of one of them. */
const MAX_ANSWERS_BYTES = 600_000;
const MAX_ANSWER_BYTES = 10_000;

/** @throws Problem `plan_too_large` if a run could not keep the proposal */
export function requireKeepable(intent: Planned): void {
  const effects = "plan" in intent ? effectCalls(intent.plan).length : 0;
  if (effects > MAX_EFFECTS_PER_PLAN)
    throw new Problem(
      "plan_too_large",
      `the plan has ${effects} changes; the limit is ${MAX_EFFECTS_PER_PLAN}`,
    );
  const text = JSON.stringify(intent);
  if (exceeds(text, MAX_PROPOSAL_BYTES))
    throw new Problem(
      "plan_too_large",
      `the proposal has ${byteLength(text)} bytes; the limit is ${MAX_PROPOSAL_BYTES}`,
    );
}

/** The answer of the service as the journal keeps it: in full, or just its size. @param effects How many the plan has */
export function shortAnswer(answer: unknown, effects: number): unknown {
  const text = JSON.stringify(answer) ?? "";
  const isTooLarge = exceeds(text, Math.min(MAX_ANSWER_BYTES, MAX_ANSWERS_BYTES / effects));
  return isTooLarge ? { omitted: `too large to keep: ${byteLength(text)} bytes` } : answer;
}
