import type { PlannedAction } from "../actions/action.ts";
import type { Plan } from "./run.ts";

/** A plan of these actions, hashed over what an approval is for: automation, action names, inputs and targets. */
export async function makePlan(automation: string, actions: readonly PlannedAction[]): Promise<Plan> {
  const content = [automation, actions.map(({ action, input, target }) => [action, input, target])];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalJson(content)));
  return { hash: new Uint8Array(digest).toHex(), actions };
}

/** JSON with members in one order, so that equal values have equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
