// Reads what an answer may leave out, where the code can't do without it.
import { GovernanceProblem } from "./problem.ts";

/**
 * A member of an answer that the specification leaves optional and the code needs.
 * @param operation The call that was answered.
 * @param member Its path in the answer: `userView.user.id`.
 * @throws GovernanceProblem `governance_bad_response`, naming call and member, where it is not there
 */
export function needed<Value>(
  value: Value | null | undefined,
  operation: { readonly id: string },
  member: string,
): Value {
  if (value !== undefined && value !== null) return value;
  throw new GovernanceProblem("governance_bad_response", operation.id, `the answer lacks ${member}`);
}
