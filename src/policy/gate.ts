// The gate: checks whether a person may make a decision about a run, at any entry point. acts.ts lists the
// decisions. The caller resolves the people.
import type { FollowUp } from "../actions/action.ts";
import { ok, type Result, refused } from "../base/result.ts";
import { DECISIONS, type DecisionFor, type GatedDecision, isService } from "./acts.ts";
import type { Policy } from "./policy.ts";
import { type Concerned, isConcerned, isSame, mayDecide, type Parties, type Party } from "./separation.ts";

/**
 * Returns the people who may make a decision.
 * @param by The decider. For a service, the gate allows every resumption, because services neither request plans nor
 * benefit from them
 */
export function decisionFor(decision: GatedDecision, by = ""): DecisionFor {
  switch (decision.type) {
    case "resumed":
      return isService(by) ? "anyone" : DECISIONS.resumed.gate;
    case "reviewed":
      return DECISIONS.reviewed.verdicts[decision.verdict].gate;
    case "completed":
      return DECISIONS.completed.verdicts[decision.verdict].gate;
    default:
      return DECISIONS[decision.type].gate;
  }
}

export interface AtGate extends Concerned, Pick<Parties, "isOther"> {
  readonly decider: Party;
  readonly source: string;
  /** True if the decider has the role operator. @default false */
  readonly isOperator?: boolean;
  /** The follow-ups whose outcome is reported. @default none */
  readonly followUps?: readonly Pick<FollowUp, "assignees" | "orOperators">[];
}

export type WhoMayDecide = Pick<Policy, "unknownRequestersFrom">;

/**
 * Checks whether a person may make a decision.
 * @returns warnings for the person, or the reason why the person may not decide, as a sentence for the reader
 */
export function gate(
  whom: DecisionFor,
  { isOperator = false, followUps = [], ...people }: AtGate,
  policy: WhoMayDecide,
): Result<readonly string[], string> {
  const { decider, source, requesters, beneficiaries } = people;
  switch (whom) {
    case "anyone":
      return ok([]);
    case "requester":
      return requesters.some((requester) => isSame(decider, requester))
        ? ok([])
        : refused("Only the requester can decide this.");
    case "second_person":
      return mayDecide({ ...people, unknownMayAsk: policy.unknownRequestersFrom.includes(source) });
    case "owner":
    case "owner_or_operator": {
      const own = decider.email?.trim().toLowerCase();
      const barred = followUps.find(({ assignees, orOperators = assignees.length === 0 }) => {
        const mayOperators = isOperator && (orOperators || whom === "owner_or_operator");
        // Compare the exact address: a similar address might belong to another person.
        return !mayOperators && !assignees.some((one) => one.toLowerCase() === own);
      });
      if (barred) return refused(`This is assigned to ${barred.assignees.join(", ") || "operators"}.`);
      if (whom === "owner_or_operator") return ok([]);
      if (decider.user === null)
        return refused(
          "You are not a user of the governance service, so Reeve can't rule out that this is about you.",
        );
      return isConcerned(decider.user, beneficiaries)
        ? refused("This is about you; another person must report it as done.")
        : ok([]);
    }
    default:
      return whom satisfies never;
  }
}
