import { Problem } from "../base/problem.ts";
import type { ReadOnlyGovernance } from "./client/index.ts";
import { searchUsers } from "./contract/users.ts";

/** A governance user, as plans name them. */
export interface GovernancePerson {
  readonly id: string;
  readonly name: string;
}

/**
 * The one enabled governance user with this email.
 * @throws Problem `user_not_found` or `user_ambiguous`: acting on a guess would be worse than not acting.
 */
export async function personByEmail(
  governance: ReadOnlyGovernance,
  email: string,
): Promise<GovernancePerson> {
  const { list } = await governance.call(searchUsers, { body: { email, userStatuses: ["ENABLED"] } });
  const [found, another] = list;
  if (!found) throw new Problem("user_not_found", `no enabled governance user has the email ${email}`);
  if (another) throw new Problem("user_ambiguous", `more than one governance user has the email ${email}`);
  return { id: found.user.id, name: found.user.displayName ?? email };
}
