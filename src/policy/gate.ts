// The one gate: decides if a person may make a decision about a run, whichever way it comes in. roles.ts has the roles
// that decisions need; the caller finds out who the people are.
import type { FollowUp } from "../actions/action.ts";
import { ok, type Result, refused } from "../base/result.ts";
import type { Policy } from "./policy.ts";
import { isService } from "./roles.ts";
import { type Concerned, isConcerned, isSame, mayDecide, type Parties, type Party } from "./separation.ts";

/**
 * The people whom a decision is for, among those with the role.
 * - `requester`: only the person who asked for the plan
 * - `second_person`: neither the requester nor anybody concerned, since it allows something new
 * - `owner`: an owner of each follow-up, or an operator if it has none or lets them; nobody whom it concerns
 * - `owner_or_operator`: the same, or any operator
 * - `anyone`: it stops something, reports something, or continues what was allowed
 */
export type DecisionFor = "requester" | "second_person" | "owner" | "owner_or_operator" | "anyone";

const DECISION_FOR = {
  confirmed: "requester",
  approved: "second_person",
  // Asked about whoever is to approve instead.
  reassigned: "second_person",
  rejected: "anyone",
  resumed: "second_person",
  cancelled: "anyone",
  taken_back: "requester",
  retried: "anyone",
  hastened: "anyone",
  handled: "anyone",
  reviewed: { happened: "anyone", send_again: "second_person", abandon: "anyone" },
  completed: { done: "owner", not_done: "owner_or_operator" },
} as const satisfies Readonly<Record<string, DecisionFor | Readonly<Record<string, DecisionFor>>>>;

type Kinds = typeof DECISION_FOR;
/** A decision by its name, with its verdict where it has several. */
export type GatedDecision = {
  [Kind in keyof Kinds]: Kinds[Kind] extends string
    ? { readonly type: Kind }
    : { readonly type: Kind; readonly verdict: keyof Kinds[Kind] };
}[keyof Kinds];

/**
 * @param by Who makes it: a service, which asks for nothing and gains by nothing, is nobody's second person
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
  /** The follow-ups that are reported. @default none */
  readonly followUps?: readonly Pick<FollowUp, "askedOf" | "orOperators">[];
}

export type WhoMayDecide = Pick<Policy, "unknownRequestersFrom">;

/** Decides if a person may make a decision for these. @returns what they should know; or why not, in sentences for them */
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
      const barred = followUps.find(({ askedOf, orOperators = askedOf.length === 0 }) => {
        const mayOperators = isOperator && (orOperators || whom === "owner_or_operator");
        // Only the exact address counts as named: a similar one may be somebody else's.
        return !mayOperators && !askedOf.some((one) => one.toLowerCase() === own);
      });
      if (barred) return refused(`This was asked of ${barred.askedOf.join(", ") || "operators"}.`);
      if (whom === "owner_or_operator") return ok([]);
      if (decider.user === null)
        return refused(
          "You are not a user of the governance service, so Reeve can't rule out that this is about you.",
        );
      return isConcerned(decider.user, beneficiaries)
        ? refused("This is about you; somebody else has to report it as done.")
        : ok([]);
    }
    default:
      return whom satisfies never;
  }
}
