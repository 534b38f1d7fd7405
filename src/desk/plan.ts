import type { PlannedAction } from "../actions/action.ts";
import { canonicalJson } from "../base/canonical-json.ts";
import { sha256Hex } from "../base/sha256.ts";
import type { Plan } from "./run.ts";

/** A plan of these actions, hashed over what an approval is for: automation, action names, inputs and targets. */
export async function makePlan(automation: string, actions: readonly PlannedAction[]): Promise<Plan> {
  const content = [automation, actions.map(({ action, input, target }) => [action, input, target])];
  return { hash: await sha256Hex(canonicalJson(content)), actions };
}
