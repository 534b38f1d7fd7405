import { ok, type Result, refused } from "../base/result.ts";

/** One person as far as they are known: by email, and where there is one, as a governance user. */
export interface Party {
  readonly email: string | null;
  readonly userId: string | null;
}

/** Who a decision about a plan concerns. */
export interface Parties {
  readonly decider: Party;
  /** Who caused the event, and who asked for what it says. */
  readonly requesters: readonly Party[];
  /** Governance user ids of those who gain or lose something by the plan. */
  readonly beneficiaries: readonly string[];
}

/**
 * Whether somebody may let a plan act: not who asked for it, and not whom it is about. The one gate for every way a
 * decision comes in; who can't be told apart from a requester is refused.
 * @returns why not, as a sentence for the decider
 */
export function mayDecide({ decider, requesters, beneficiaries }: Parties): Result<true, string> {
  if (decider.userId === null)
    return refused("You are no governance user, so it can't be told whether you asked for this yourself.");
  if (requesters.some((requester) => isSame(decider, requester)))
    return refused("You asked for this yourself; somebody else has to decide.");
  if (requesters.some(({ email, userId }) => email === null && userId === null))
    return refused("The event does not say who asked for this, so it can't be told whether you did.");
  if (beneficiaries.includes(decider.userId))
    return refused("This is about you; somebody else has to decide.");
  return ok(true);
}

/** Whether two are known to be one person: the same governance user, or the same email. */
export const isSame = (a: Party, b: Party): boolean =>
  (a.userId !== null && a.userId === b.userId) ||
  (a.email !== null && b.email !== null && a.email.trim().toLowerCase() === b.email.trim().toLowerCase());
