// The gate: checks whether a person may make a decision about a run, at any entry point. roles.ts lists the roles that
// decisions need. The caller resolves the people.
import type { FollowUp } from "../actions/action.ts";
import { ok, type Result, refused } from "../base/result.ts";
import type { Policy } from "./policy.ts";
import { isService } from "./roles.ts";
import { type Concerned, isConcerned, isSame, mayDecide, type Parties, type Party } from "./separation.ts";

/**
 * The people who may make a decision, among those with the role.
 * - `requester`: only the requester of the plan
 * - `second_person`: neither a requester nor an affected user, since the decision allows something new
 * - `owner`: an owner of each follow-up, but no affected user; operators count as owners of a follow-up that has no
 *   owners or lets operators report it
 * - `owner_or_operator`: an owner of each follow-up, or any operator
 * - `anyone`: everybody with the role, since the decision stops or reports something, or continues an allowed plan
 */
export type DecisionFor = "requester" | "second_person" | "owner" | "owner_or_operator" | "anyone";

const DECISION_FOR = {
  confirmed: "requester",
  approved: "second_person",
  // For this decision, the gate checks the new approver, not the decider.
  reassigned: "second_person",
  rejected: "anyone",
  resumed: "second_person",
  cancelled: "anyone",
  withdrawn: "requester",
  retried: "anyone",
  skipped: "anyone",
  retried_now: "anyone",
  dismissed: "anyone",
  reviewed: { happened: "anyone", send_again: "second_person", abandon: "anyone" },
  completed: { done: "owner", not_done: "owner_or_operator" },
} as const satisfies Readonly<Record<string, DecisionFor | Readonly<Record<string, DecisionFor>>>>;

type Kinds = typeof DECISION_FOR;
/** A decision, identified by its name, and also by its verdict if several verdicts are possible. */
export type GatedDecision = {
  [Kind in keyof Kinds]: Kinds[Kind] extends string
    ? { readonly type: Kind }
    : { readonly type: Kind; readonly verdict: keyof Kinds[Kind] };
}[keyof Kinds];

/**
 * Returns the people who may make a decision.
 * @param by The decider. A service, which neither requests plans nor benefits from them, may always resume a run
 */
export function decisionFor(decision: GatedDecision, by = ""): DecisionFor {
  switch (decision.type) {
    case "resumed":
      return isService(by) ? "anyone" : DECISION_FOR.resumed;
    case "reviewed":
      return DECISION_FOR.reviewed[decision.verdict];
    case "completed":
      return DECISION_FOR.completed[decision.verdict];
    default:
      return DECISION_FOR[decision.type];
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
 * @returns warnings for the person, or the reason why the person may not decide, as a sentence that addresses them
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
        : refused("only the requester can decide this");
    case "second_person":
      return mayDecide({ ...people, unknownMayAsk: policy.unknownRequestersFrom.includes(source) });
    case "owner":
    case "owner_or_operator": {
      const own = decider.email?.trim().toLowerCase();
      const barred = followUps.find(({ assignees, orOperators = assignees.length === 0 }) => {
        const mayOperators = isOperator && (orOperators || whom === "owner_or_operator");
        // Only the exact address counts: a similar address might belong to another person.
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
