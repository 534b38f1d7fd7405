import { Problem } from "../../../base/problem.ts";
import type { ReadOnlyGovernance } from "../../../governance/client/index.ts";
import type { Expanded } from "../../../governance/contract/primitives.ts";
import { searchUsers } from "../../../governance/contract/users.ts";
import { type KnownUser, userById, usersIn } from "../../../governance/people.ts";

/** Filter values of a search by status; the API shows no status of a user it answers with. */
export const STATUSES = ["ENABLED", "DISABLED", "DELETED"] as const;
export type Status = (typeof STATUSES)[number];

/** What an id may look like. */
const MAYBE_ID = /^\w[\w.:-]*$/;

/** Most people named where more than one, or none, is who was written. */
const MAX_OFFERED = 3;

/** Those whom a text may mean. */
export interface Found {
  /** Those it names: one where it is clear. */
  readonly users: readonly KnownUser[];
  /** Managers, roles and delegates of theirs. */
  readonly expanded: readonly Expanded[];
}

/**
 * Those whom an email, an id or a name stands for, with what they are related to. An email, an id and a whole name that
 * one alone has are exact; any other text is searched for, and may find several.
 */
export async function findPeople(governance: ReadOnlyGovernance, written: string): Promise<Found> {
  const search = async (by: { email: string } | { refs: { id: string }[] } | { query: string }) => {
    const body = {
      ...by,
      pageSize: 10,
      expandMask: { paths: ["manager_ids" as const, "role_ids" as const, "delegated_user_id" as const] },
    };
    const { list, expanded = [] } = await governance.call(searchUsers, { body });
    return { users: usersIn(list), expanded };
  };
  const text = written.trim();
  if (text.includes("@")) return search({ email: text });
  const byId = /\s/.test(text) ? null : await search({ refs: [{ id: text }] });
  if (byId && byId.users.length > 0) return byId;
  const found = await search({ query: text });
  const called = found.users.filter(({ displayName }) => displayName?.toLowerCase() === text.toLowerCase());
  return called.length === 1 ? { ...found, users: called } : found;
}

/** Names of people who are called or mailed alike, for who wrote an email that nobody has. */
export async function peopleLike(governance: ReadOnlyGovernance, written: string): Promise<KnownUser[]> {
  const query = written
    .replace(/@.*/, "")
    .replace(/[._+-]+/g, " ")
    .trim();
  if (query === "") return [];
  const { list } = await governance.call(searchUsers, { body: { query, pageSize: 10 } });
  return usersIn(list).slice(0, MAX_OFFERED);
}

/**
 * The one whom a text means, for a filter.
 * @throws Problem `user_not_found` or `user_ambiguous`, with whom it may mean
 */
export async function onePerson(governance: ReadOnlyGovernance, written: string): Promise<KnownUser> {
  const id = written.trim();
  const byId = MAYBE_ID.test(id) ? await userById(governance, id) : null;
  if (byId) return byId;
  const { users } = await findPeople(governance, written);
  const [found, another] = users;
  if (found && !another) return found;
  const near = found ? users.slice(0, MAX_OFFERED) : await peopleLike(governance, written);
  const names = near.map(whoIs).join(", ");
  throw found
    ? new Problem("user_ambiguous", `Several people may be meant by "${written}": ${names}.`)
    : new Problem("user_not_found", `Nobody is "${written}"${names && `; close to it: ${names}`}.`);
}

/** A user in a few words. */
export const whoIs = ({ displayName, email, id }: KnownUser): string =>
  displayName ? `${displayName} (${email ?? id})` : (email ?? id);

/** The status of each of these users, by id: asked for by status, since answers do not show it. */
export async function statusesOf(
  governance: ReadOnlyGovernance,
  users: readonly KnownUser[],
): Promise<ReadonlyMap<string, Status>> {
  if (users.length === 0) return new Map();
  const refs = users.map(({ id }) => ({ id }));
  const found = await Promise.all(
    STATUSES.map(async (status) => {
      const body = { refs, userStatuses: [status], pageSize: Math.max(10, refs.length) };
      const { list } = await governance.call(searchUsers, { body });
      return usersIn(list).map(({ id }) => [id, status] as const);
    }),
  );
  return new Map(found.flat());
}

/** What related objects are called; their ids where the answer does not hold them. */
export function namesOf(ids: readonly string[], expanded: readonly Expanded[]): string[] {
  const objects = new Map(expanded.map((object) => [object["id"], object]));
  return ids.map((id) => {
    const object = objects.get(id);
    const [displayName, email] = [object?.["displayName"], object?.["email"]];
    const name = typeof displayName === "string" && displayName !== "" ? displayName : id;
    return typeof email === "string" && email !== "" ? `${name} (${email})` : name;
  });
}
