// Finds people by email at the governance service, for inventory entries, forms, pages and lists.
import { type InventoryChange, putEntry, type WrittenEntry } from "../actions/inventory.ts";
import { type InvalidMember, isForRequester, Problem, RequestInvalid } from "../base/problem.ts";
import { inTime } from "../base/waits.ts";
import type { Env } from "../env.ts";
import { createGovernance, type ReadOnlyGovernance, readOnly } from "../governance/client/index.ts";
import { findUsers, type GovernancePerson, ownerByEmail, userCalled } from "../governance/people.ts";
import { mapConcurrently } from "../kit/sweep.ts";

/**
 * Returns the email that identifies the user of an ownership, or `undefined` if the ownership has the user's id, or the
 * entry is of another kind.
 */
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
 * Identifies a person whom a page or a list is about, from the email, or the id of the governance user. Pages show the
 * recorded data even if no governance user has the email, or the search fails or takes too long.
 * @returns `ids` and `name` of the governance users with the email, including deleted ones; `note`: a sentence that
 * explains why data might be missing, or an empty string if none is missing
 */
export async function identifyPerson(env: Env, email: string) {
  const search = async () =>
    findUsers(readOnly(createGovernance(env)), { email, userStatuses: ["ENABLED", "DISABLED", "DELETED"] });
  const found = email.includes("@") ? await inTime(search) : [{ id: email }];
  const users = found ?? [];
  const name = Array.from(new Set(users.map(userCalled))).join(", ") || email;
  const why = found ? `No governance user has the email ${email}` : "The governance service did not respond";
  const rest = "data that is recorded only with an id or another email is missing";
  return { email, ids: users.map(({ id }) => id), name, note: users.length > 0 ? "" : `${why}: ${rest}.` };
}
