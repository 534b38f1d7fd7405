// Looks up the people that inventory entries name by email at the governance service.
import { type InventoryChange, putEntry } from "../actions/inventory.ts";
import type { WrittenEntry } from "../actions/written-entry.ts";
import { mapConcurrently } from "../automations/kit/sweep.ts";
import { type InvalidMember, isForRequester, Problem, RequestInvalid } from "../base/problem.ts";
import type { Env } from "../env.ts";
import { createGovernance, type ReadOnlyGovernance, readOnly } from "../governance/client/index.ts";
import { type GovernancePerson, ownerByEmail } from "../governance/people.ts";

/** The email that an entry names its person by; none where it has their id. */
const emailIn = ({ kind, data }: WrittenEntry): string | undefined =>
  kind === "ownership" && data.user.id === undefined ? data.user.email : undefined;

/**
 * Turns entries into changes: each email becomes its governance user; an id stays as it is.
 * @throws RequestInvalid which names each email that is not exactly one governance user's
 */
export async function entryChanges(
  entries: readonly WrittenEntry[],
  governance: ReadOnlyGovernance,
): Promise<InventoryChange[]> {
  const emails = Array.from(new Set(entries.flatMap((entry) => emailIn(entry) ?? [])));
  const found = await mapConcurrently(
    emails,
    async (email) => [email, await lookedUp(email, governance)] as const,
  );
  const people = new Map(found);
  const wrong: InvalidMember[] = [];
  const changes = entries.flatMap((entry, n) => {
    if (entry.kind !== "ownership") return putEntry(entry.kind, entry.data);
    const { id = "", email, name = email ?? id } = entry.data.user;
    const user = people.get(emailIn(entry) ?? "") ?? { id, name };
    if (!(user instanceof Problem)) return putEntry("ownership", { ...entry.data, user });
    wrong.push({
      member: `entries.${n}.data.user.email`,
      message: `${user.message}: name them by the id of their user`,
    });
    return [];
  });
  if (wrong.length > 0) throw new RequestInvalid(wrong);
  return changes;
}

/** The governance user with an email, or why nobody is. */
async function lookedUp(email: string, governance: ReadOnlyGovernance): Promise<GovernancePerson | Problem> {
  try {
    return await ownerByEmail(governance, email);
  } catch (error) {
    if (error instanceof Problem && isForRequester(error)) return error;
    throw error;
  }
}

/**
 * The id of the governance user by whom a list is asked for, from their id or email.
 * @throws Problem `user_ambiguous` where more than one has the email; who has none owns nothing
 */
export async function personId(env: Env, person: string | undefined): Promise<string | undefined> {
  if (!person?.includes("@")) return person;
  const user = await lookedUp(person, readOnly(createGovernance(env)));
  if (!(user instanceof Problem)) return user.id;
  if (user.code === "user_not_found") return person;
  throw user;
}
