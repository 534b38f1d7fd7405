// Resolves the requesters and affected users of a plan to governance users.
import type { PlannedAction } from "../actions/action.ts";
import { comparable } from "../base/text.ts";
import type { ReadOnlyGovernance } from "../governance/client/index.ts";
import type { OperationOutput } from "../governance/contract/operation.ts";
import { MAX_PAGE_SIZE } from "../governance/contract/primitives.ts";
import { type SearchUsersBody, searchUsers } from "../governance/contract/users.ts";
import { type KnownUser, usersIn } from "../governance/people.ts";
import { type Event, listRequesters, type Person } from "../systems/event.ts";
import { type Concerned, foldName, type Identity, isNamesake, type Party } from "./separation.ts";

/**
 * Lists all requesters of a plan, including the people who wrote the inventory entries that it is based on. None of
 * them may approve the plan.
 */
export const listAskers = (
  event: Event,
  actions: readonly Pick<PlannedAction, "requestedBy">[],
): readonly Person[] => [...listRequesters(event), ...listWriters(actions)];

const listWriters = (actions: readonly Pick<PlannedAction, "requestedBy">[]): readonly Person[] =>
  Array.from(new Set(actions.flatMap(({ requestedBy = [] }) => requestedBy)), (email) => ({ email }));

/** Maximum length of an address to look up, in characters (RFC 5321, section 4.5.3.1). */
const MAX_EMAIL_CHARS = 320;

/**
 * Finds people. Except for the results of `enabled` and `namesakes`, caches them, so that each person is searched for
 * only once, even for a decision about many runs.
 */
export interface PartyFinder {
  /** Finds the decider: the enabled governance user whose first address this is, or else who has it as another one. */
  decider(email: string): Promise<Party>;
  requester(person: Person): Promise<Party>;
  /** Finds users by id, each with their delegate. The method `requester` also adds the delegate. */
  users(ids: readonly string[]): Promise<readonly Identity[]>;
  /** Finds the enabled users with the given ids. */
  enabled(ids: readonly string[]): Promise<readonly Identity[]>;
  /**
   * Caches the result of the caller's own search: the users by id, and by address if it was a complete search for the
   * enabled users with one address.
   */
  rememberSearch(body: SearchUsersBody, answer: OperationOutput<typeof searchUsers>): void;
  /** Returns the name of a user whom this finder has found, or `undefined` if the name is unknown. */
  nameOf(id: string): string | undefined;
  /** Finds other enabled users whose names readers can confuse with a user's name. */
  namesakes(user: Identity): Promise<readonly Identity[]>;
}

export function partyFinder(governance: ReadOnlyGovernance): PartyFinder {
  const names = new Map<string, string>();
  const rememberName = (user: KnownUser): Identity => {
    if (user.displayName !== undefined) names.set(user.id, user.displayName);
    return toIdentity(user);
  };
  const search = async (body: SearchUsersBody): Promise<Identity[]> => {
    const { list } = await governance.call(searchUsers, { body: { pageSize: MAX_PAGE_SIZE, ...body } });
    return usersIn(list).map(rememberName);
  };
  const enabledBy = new Map<string, Promise<Identity[]>>();
  const enabled = remembering((email) => search({ email, userStatuses: ["ENABLED"] }), enabledBy);
  /**
   * Finds users by any of their addresses. The API matches only the first address, so the function compares all
   * addresses in the results of the API's fuzzy search.
   */
  const having = (userStatuses: SearchUsersBody["userStatuses"]) =>
    remembering(async (email) => {
      const found = await search({ query: email, userStatuses });
      return found.filter(({ emails }) => emails.some((other) => comparable(other) === email));
    });
  const [enabledHaving, anyHaving] = [having(["ENABLED"]), having(["ENABLED", "DISABLED"])];
  const find = async (email: string, wanted: string, byOthers: typeof enabled): Promise<Party> => {
    if (!wanted.includes("@") || wanted.length > MAX_EMAIL_CHARS) return { email: email || null, user: null };
    const exact = await enabled(wanted);
    const [user = null, another] = exact.length > 0 ? exact : await byOthers(wanted);
    return { email, user: another ? null : user };
  };
  const known = new Map<string, Promise<Identity>>();
  const lookUp = (ids: readonly string[]): Promise<Identity[]> => {
    const unknown = [...new Set(ids)].filter((id) => !known.has(id));
    for (let n = 0; n < unknown.length; n += MAX_PAGE_SIZE) {
      const refs = unknown.slice(n, n + MAX_PAGE_SIZE).map((id) => ({ id }));
      const found = search({ refs, userStatuses: ["ENABLED", "DISABLED", "DELETED"] });
      // A user who is not found is identified by id only. A failed search is forgotten, so that it can be repeated.
      found.catch(() => {
        for (const { id } of refs) known.delete(id);
      });
      for (const { id } of refs)
        known.set(
          id,
          found.then((users) => users.find((user) => user.id === id) ?? { id, emails: [], employeeIds: [] }),
        );
    }
    return Promise.all([...new Set(ids)].flatMap((id) => known.get(id) ?? []));
  };
  const withStandIns = async (users: readonly Identity[]): Promise<Identity[]> => {
    const standIns = await lookUp(users.flatMap(({ delegate }) => delegate ?? []));
    return users.map((user) => {
      const standIn = standIns.find(({ id }) => id === user.delegate);
      return standIn ? { ...user, standIn } : user;
    });
  };
  return {
    rememberSearch(body, { list, nextPageToken }) {
      const users = list.flatMap(({ user }) =>
        user?.id === undefined ? [] : rememberName({ ...user, id: user.id }),
      );
      for (const user of users) known.set(user.id, Promise.resolve(user));
      if (isByAddress(body) && !nextPageToken && users.length === list.length)
        enabledBy.set(body.email, Promise.resolve(users));
    },
    // A decider must match the exact address: a similar address might be the requester's.
    decider: (email) => find(email, email.trim().toLowerCase(), enabledHaving),
    async requester({ email = "", name }) {
      const party = await find(email, comparable(email), anyHaving);
      const [user = null] = party.user ? await withStandIns([party.user]) : [];
      return { ...party, user, ...(name !== undefined && { name }) };
    },
    async enabled(ids) {
      const refs = Array.from(new Set(ids), (id) => ({ id }));
      const found: Identity[] = [];
      for (let n = 0; n < refs.length; n += MAX_PAGE_SIZE)
        found.push(...(await search({ refs: refs.slice(n, n + MAX_PAGE_SIZE), userStatuses: ["ENABLED"] })));
      return found;
    },
    users: async (ids) => withStandIns(await lookUp(ids)),
    nameOf: (id) => names.get(id),
    async namesakes({ id }) {
      const name = names.get(id);
      if (name === undefined) return [];
      // The service's search might not match look-alike letters, so also search for the name in plain letters.
      const queries = new Set([comparable(name), foldName(name)]);
      const found = await Promise.all(
        Array.from(queries, (query) => search({ query, userStatuses: ["ENABLED"] })),
      );
      const others = found.flat().filter((one) => one.id !== id && isNamesake(names.get(one.id) ?? "", name));
      return Array.from(new Map(others.map((one) => [one.id, one])).values());
    },
  };
}

export const concernedBy = (
  event: Event,
  actions: readonly Pick<PlannedAction, "beneficiaries" | "requestedBy">[],
  find: PartyFinder,
): Promise<Concerned> => findParties(listRequesters(event), actions, find);

export async function findParties(
  requesters: readonly Person[],
  actions: readonly Pick<PlannedAction, "beneficiaries" | "requestedBy">[],
  find: PartyFinder,
): Promise<Concerned> {
  const [asked, wrote, beneficiaries] = await Promise.all([
    Promise.all(requesters.map(find.requester)),
    Promise.all(listWriters(actions).map(find.requester)),
    find.users(actions.flatMap((action) => action.beneficiaries)),
  ]);
  const writers = wrote.map((party) => ({ ...party, by: "entry" as const }));
  return { requesters: [...asked, ...writers], beneficiaries };
}

const toIdentity = (user: KnownUser): Identity => {
  const { id, email, emails = [], employeeIds = [], managerIds: managers, delegatedUserId: delegate } = user;
  return {
    id,
    emails: [...new Set([email ?? [], emails].flat())],
    employeeIds,
    ...(managers?.length && { managers }),
    ...(delegate && { delegate }),
  };
};

const isByAddress = (body: SearchUsersBody): body is SearchUsersBody & { readonly email: string } => {
  const { email, userStatuses, pageSize: _, ...others } = body;
  return email !== undefined && userStatuses?.join() === "ENABLED" && Object.keys(others).length === 0;
};

/** Returns a function that caches the result for each address, except errors. */
function remembering<Answer>(
  ask: (email: string) => Promise<Answer>,
  asked = new Map<string, Promise<Answer>>(),
): (email: string) => Promise<Answer> {
  return (email) => {
    const answer = asked.get(email) ?? ask(email);
    asked.set(email, answer);
    answer.catch(() => asked.delete(email));
    return answer;
  };
}
