import type { Automation, Context } from "../automations/automation.ts";
import { withNamedFields } from "../automations/fields.ts";
import { approvalReasons } from "../policy/approval.ts";
import type { Policy } from "../policy/policy.ts";
import type { Event } from "../sources/event.ts";
import type { Outcome } from "./happening.ts";
import { makePlan } from "./plan.ts";

/** The event of a run, and how strongly its sender was authenticated: `signed`, or less. */
export interface Heard {
  readonly event: Event;
  readonly authentication: string;
}

/** What a decision may look at: nothing in it acts. */
export interface Views extends Context {
  readonly policy: Pick<Policy, "approvals">;
}

/** A plan with why it needs an approval, if it does; why there is nothing to do; or when, or where, to go on deciding. */
export type Intent =
  | Omit<Extract<Outcome, { type: "decided" }>, "confirmUntil" | "expiresAt">
  | Extract<Outcome, { type: "ignored" | "scheduled" | "progressed" }>;

/** What an automation makes of an event. Throws what the automation throws. */
export async function decide(
  automation: Automation,
  { event, authentication }: Heard,
  { policy, ...context }: Views,
): Promise<Intent> {
  const { name } = automation;
  const decision = await automation.decide(withNamedFields(event, context.settings.fields), context);
  if ("waitUntil" in decision) return { type: "scheduled", what: decision.for, until: decision.waitUntil };
  if ("goOn" in decision) {
    const { goOn: progress, ...besides } = decision;
    return { type: "progressed", progress, ...besides };
  }
  if ("ignore" in decision) {
    const { ignore: reason, ...besides } = decision;
    return { type: "ignored", reason, ...besides };
  }
  const { actions, asks = [], ...besides } = decision;
  return {
    type: "decided",
    plan: await makePlan(name, actions),
    asks: [...approvalReasons(policy.approvals, { automation: name, actions, authentication }), ...asks],
    ...besides,
  };
}
