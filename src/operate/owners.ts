// Resolves the people whom inventory entries identify by email, at the governance service.
import { type InventoryChange, putEntry, type WrittenEntry } from "../actions/inventory.ts";
import { type InvalidMember, isForRequester, Problem, RequestInvalid } from "../base/problem.ts";
import type { Env } from "../env.ts";
import { createGovernance, type ReadOnlyGovernance, readOnly } from "../governance/client/index.ts";
import { type GovernancePerson, ownerByEmail } from "../governance/people.ts";
import { mapConcurrently } from "../kit/sweep.ts";

/** Returns the email that identifies the person of an entry, or `undefined` if the entry has their id. */
const emailIn = ({ kind, data }: WrittenEntry): string | undefined =>
  kind === "ownership" && data.user.id === undefined ? data.user.email : undefined;

/**
 * Converts entries into changes: replaces each email with the id of its governance user. Ids are not changed.
 * @throws RequestInvalid with each email that does not belong to exactly one governance user
 */
export async function entryChanges(
  entries: readonly WrittenEntry[],
  governance: ReadOnlyGovernance,
): Promise<InventoryChange[]> {
  const emails = Array.from(new Set(entries.flatMap((entry) => emailIn(entry) ?? [])));
  const find = async (email: string) => [email, await findUser(email, governance)] as const;
  const people = new Map(await mapConcurrently(emails, find));
  const wrong: InvalidMember[] = [];
  const changes = entries.flatMap((entry, n) => {
    if (entry.kind !== "ownership") return putEntry(entry.kind, entry.data);
    const { id = "", email, name = email ?? id } = entry.data.user;
    const user = people.get(emailIn(entry) ?? "") ?? { id, name };
    if (!(user instanceof Problem)) return putEntry("ownership", { ...entry.data, user });
    wrong.push({
      member: `entries.${n}.data.user.email`,
      message: `${user.message}: use the id of the governance user instead`,
    });
    return [];
  });
  if (wrong.length > 0) throw new RequestInvalid(wrong);
  return changes;
}

/** Returns the governance user with an email, or the problem if there is not exactly one. */
export async function findUser(
  email: string,
  governance: ReadOnlyGovernance,
): Promise<GovernancePerson | Problem> {
  try {
    return await ownerByEmail(governance, email);
  } catch (error) {
    if (error instanceof Problem && isForRequester(error)) return error;
    throw error;
  }
}

/**
 * Returns the id of the governance user to whom a list is limited, from their id or email. If no governance user has
 * the email, the email is returned unchanged, because that person owns nothing. Returns `undefined` if the list is not
 * limited.
 * @throws Problem `user_ambiguous` if several users have the email
 */
export async function personId(env: Env, person: string | undefined): Promise<string | undefined> {
  if (!person?.includes("@")) return person;
  const user = await findUser(person, readOnly(createGovernance(env)));
  if (!(user instanceof Problem)) return user.id;
  if (user.code === "user_not_found") return person;
  throw user;
}
