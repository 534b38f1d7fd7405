// Finds governance users by email, by id or by the filters of the user search.
import { Problem } from "../base/problem.ts";
import { cutName, oneLine } from "../base/text.ts";
import { GovernanceProblem, needed, type ReadOnlyGovernance } from "./client/index.ts";
import { MAX_PAGE_SIZE } from "./contract/primitives.ts";
import {
  getUser,
  hasEmail,
  type SearchUsersBody,
  searchUsers,
  type User,
  type UserStatus,
  type UserView,
} from "./contract/users.ts";

/** Returns the API's response, or `null` for a 404. */
export async function ifThere<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof GovernanceProblem && error.code === "governance_refused" && error.httpStatus === 404)
      return null;
    throw error;
  }
}

/**
 * A user whose id is known, with the properties that the service returns.
 *
 * @example
 * export const isAgent = ({ type }: KnownUser): boolean => type === "USER_TYPE_AGENT";
 */
export type KnownUser = User & { readonly id: string };

/**
 * Returns the users on a page of search results.
 *
 * @throws GovernanceProblem if a user has no id
 * @example
 * export const findAlike = async (name: string, { governance }: Context) =>
 *   usersIn((await governance.call(searchUsers, { body: { query: name, pageSize: 10 } })).list);
 */
export const usersIn = (list: readonly UserView[]): KnownUser[] =>
  list.map((view, n) => known(view, searchUsers, `list.${n}`));

/**
 * Returns the users that match all given filters of the API's user search, from every page.
 *
 * @throws GovernanceProblem if a user has no id
 * @example
 * export const listContractors = ({ governance }: Context): Promise<KnownUser[]> =>
 *   findUsers(governance, { departments: ["Contractors"], userStatuses: ["ENABLED"] });
 */
export const findUsers = async (
  governance: ReadOnlyGovernance,
  body: SearchUsersBody,
): Promise<KnownUser[]> =>
  usersIn(
    await Array.fromAsync(governance.items(searchUsers, { body: { pageSize: MAX_PAGE_SIZE, ...body } })),
  );

/**
 * Returns those of the given ids that belong to users with one of the given statuses.
 *
 * @example
 * export const findActive = (owners: readonly Named[], { governance }: Context) =>
 *   idsWith(governance, owners.map(({ id }) => id), "ENABLED");
 */
export async function idsWith(
  governance: ReadOnlyGovernance,
  ids: Iterable<string>,
  ...userStatuses: readonly Exclude<UserStatus, "UNKNOWN">[]
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const left = [...new Set(ids)];
  while (left.length > 0) {
    const refs = left.splice(0, MAX_PAGE_SIZE).map((id) => ({ id }));
    for (const { id } of await findUsers(governance, { refs, userStatuses: [...userStatuses] }))
      found.add(id);
  }
  return found;
}

/**
 * Returns the name that people know a user by: the display name, or else the email or the id.
 *
 * @example
 * export const toLines = (users: readonly KnownUser[]) => users.map((user) => ({ name: userCalled(user) }));
 */
export const userCalled = ({ displayName, email, id }: KnownUser): string => displayName || email || id;

/**
 * Returns the user with this id, or `null` if there is none.
 *
 * @example
 * export const findEmail = async (id: string, { governance }: Context): Promise<string | undefined> =>
 *   (await userById(governance, id))?.email;
 */
export async function userById(governance: ReadOnlyGovernance, id: string): Promise<KnownUser | null> {
  const answer = await ifThere(governance.call(getUser, { path: { id } }));
  return answer && known(needed(answer.userView, getUser, "userView"), getUser, "userView");
}

/** Returns the user of a view, without a blank name. If the user is missing or has no id, the view's own id is used. */
function known({ user, userId }: UserView, operation: { readonly id: string }, at: string): KnownUser {
  const { displayName, ...others } = user ?? {};
  return {
    ...others,
    ...(displayName !== undefined && oneLine(displayName) !== "" && { displayName: cutName(displayName) }),
    id: needed(user?.id || userId, operation, `${at}.user.id`),
  };
}

/**
 * A governance user, with the name that plans show.
 *
 * @example
 * export const makeOwner = (person: GovernancePerson) =>
 *   addConnectorOwner({ app, connector, roleSlug: "owner", user: person });
 */
export interface GovernancePerson {
  readonly id: string;
  readonly name: string;
  /**
   * The address by which the person was found, or else the person's first address.
   * @default the function that found the person returns no address
   */
  readonly email?: string;
}

/**
 * A person with the ids of their managers, in the order in which the service lists them.
 *
 * @example
 * export const findManager = ({ managerIds }: ManagedPerson, { governance }: Context) =>
 *   firstEnabled(governance, managerIds);
 */
export interface ManagedPerson extends GovernancePerson {
  readonly managerIds: readonly string[];
}

/**
 * Returns the one enabled governance user whose first address is this email, or `null` if there is none.
 *
 * @throws Problem `user_ambiguous` if it is the first address of several enabled users
 * @example
 * export const isEnabled = async (email: string, { governance }: Context): Promise<boolean> =>
 *   (await findPerson(governance, email)) !== null;
 */
export const findPerson = async (
  governance: ReadOnlyGovernance,
  email: string,
): Promise<GovernancePerson | null> => {
  const person = onlyOne(await peopleWith(governance, email, "ENABLED"), email);
  return person && { ...named(person), email };
};

/**
 * Finds the one enabled governance user whose first address is this email.
 *
 * @throws Problem `user_not_found` or `user_ambiguous`
 * @example
 * export const findOwner = async ({ governance }: Context) =>
 *   [await personByEmail(governance, "gita.lund@example.com")];
 */
export const personByEmail = async (
  governance: ReadOnlyGovernance,
  email: string,
): Promise<GovernancePerson> =>
  found(await findPerson(governance, email), `no enabled governance user has the email ${email}`);

/**
 * Finds the one user whose first address is this email and who is not deleted. Prefers an enabled user to a disabled
 * one. A disabled user is accepted too, because a leaver can still own something.
 * @throws as {@link personByEmail}
 */
export async function ownerByEmail(governance: ReadOnlyGovernance, email: string): Promise<GovernancePerson> {
  const owners = await peopleWith(governance, email, "ENABLED", "DISABLED");
  return named(found(onlyOne(owners, email), `no governance user has the email ${email}`));
}

/**
 * Finds a person who leaves, with their managers and their status. Prefers an enabled user whose first address is the
 * email. If the email is not the first address of any enabled or disabled user, prefers a deleted user who had it as
 * first address. Otherwise, chooses an enabled user, or else a disabled one, with the email among their addresses.
 * `others` are the other users found. If an enabled user has the email as first address, only first addresses are
 * searched. `byOtherAddress` is true if the email is not the user's first address. The address of a former user is
 * often given to a colleague, so a person must then check who is meant.
 *
 * @throws Problem `user_not_found` or `user_ambiguous`
 * @example
 * export const isDisabled = async (email: string, { governance }: Context): Promise<boolean> =>
 *   (await personOfAnyStatus(governance, email)).status === "DISABLED";
 */
export async function personOfAnyStatus(
  governance: ReadOnlyGovernance,
  email: string,
): Promise<FoundPerson & { readonly others: readonly FoundPerson[]; readonly byOtherAddress: boolean }> {
  const byFirst = await withStatus(governance, await peopleWith(governance, email, "ENABLED", "DISABLED"));
  const isKnown = byFirst.some(({ status }) => status === "ENABLED");
  const alike = isKnown ? [] : await withStatus(governance, await peopleAlike(governance, email, byFirst));
  const deleted = byFirst.length > 0 ? [] : await peopleWith(governance, email, "DELETED");
  const all = [...deleted.map((one) => ({ ...one, status: "DELETED" as const })), ...byFirst, ...alike];
  const none = `no governance user has the email ${email}`;
  const person = found(deleted.length > 0 ? (all[0] ?? null) : onlyOne(all, email), none);
  return { ...person, others: all.filter((one) => one !== person), byOtherAddress: alike.includes(person) };
}

const named = ({ id, name }: ManagedPerson): GovernancePerson => ({ id, name });

type FoundPerson = ManagedPerson & Pick<User, "status">;

/**
 * Finds the users with one of these statuses whose first address is this email: the API's filter `email` matches no
 * other address.
 */
async function peopleWith(
  governance: ReadOnlyGovernance,
  email: string,
  ...userStatuses: NonNullable<SearchUsersBody["userStatuses"]>
): Promise<FoundPerson[]> {
  const { list } = await governance.call(searchUsers, { body: { email, userStatuses } });
  return usersIn(list).map((user) => toPerson(user, email));
}

/**
 * Finds users who are not deleted and have this email among their addresses, by a fuzzy search.
 * @param known Users to leave out
 */
async function peopleAlike(governance: ReadOnlyGovernance, email: string, known: readonly FoundPerson[]) {
  const userStatuses: SearchUsersBody["userStatuses"] = ["ENABLED", "DISABLED"];
  const body = { query: email, userStatuses, pageSize: MAX_PAGE_SIZE };
  const { list } = await governance.call(searchUsers, { body });
  return usersIn(list)
    .filter((user) => hasEmail(user, email) && !known.some(({ id }) => id === user.id))
    .map((user) => toPerson(user, email));
}

const toPerson = ({ id, displayName, managerIds = [], status }: KnownUser, email: string): FoundPerson => ({
  id,
  name: displayName || email,
  managerIds,
  status,
});

/** Adds the statuses that the results of a search do not show. */
async function withStatus(governance: ReadOnlyGovernance, people: readonly FoundPerson[]) {
  const hidden = people.flatMap(({ id, status = "" }) => (/^(EN|DIS)ABLED$/.test(status) ? [] : id));
  const disabled = await idsWith(governance, hidden, "DISABLED");
  return people.map((one) =>
    hidden.includes(one.id) ? { ...one, status: disabled.has(one.id) ? "DISABLED" : "ENABLED" } : one,
  );
}

/**
 * Returns the first enabled governance user, in the order of these ids, or `null` if there is none. Only the first 100
 * ids are checked.
 *
 * @example
 * export const findSuccessor = async ({ worker }: WorkerEvent, { governance }: Context) => {
 *   const { managerIds } = await personOfAnyStatus(governance, worker.email ?? "");
 *   return firstEnabled(governance, managerIds);
 * };
 */
export async function firstEnabled(
  governance: ReadOnlyGovernance,
  ids: readonly string[],
): Promise<GovernancePerson | null> {
  if (ids.length === 0) return null;
  const refs = ids.slice(0, MAX_PAGE_SIZE).map((id) => ({ id }));
  const users = await findUsers(governance, { refs, userStatuses: ["ENABLED"] });
  const [user] = ids.flatMap((id) => users.find((one) => one.id === id) ?? []);
  return user
    ? { id: user.id, name: user.displayName || user.id, ...(user.email && { email: user.email }) }
    : null;
}

/**
 * Returns the only person who is not disabled, or else the only disabled person, or `null` if there is none.
 * @throws Problem `user_ambiguous` if there are several
 */
function onlyOne(found: readonly FoundPerson[], email: string): FoundPerson | null {
  const enabled = found.filter(({ status }) => status !== "DISABLED");
  const [person, another] = enabled.length > 0 ? enabled : found;
  if (another) throw new Problem("user_ambiguous", `more than one governance user has the email ${email}`);
  return person ?? null;
}

function found<Person>(person: Person | null, none: string): Person {
  if (person === null) throw new Problem("user_not_found", none);
  return person;
}
