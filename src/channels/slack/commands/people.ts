// The commands about people.
import { Problem } from "../../../base/problem.ts";
import type { ReadOnlyGovernance } from "../../../governance/client/index.ts";
import type { Expanded } from "../../../governance/contract/primitives.ts";
import { searchUsers } from "../../../governance/contract/users.ts";
import { type KnownUser, userById, usersIn } from "../../../governance/people.ts";
import { type Answer, type AnswerLine, factLines } from "../answer.ts";
import { defineCommand } from "../grammar/command.ts";
import { sentence } from "../grammar/words.ts";

/** Statuses to search by; the API shows no status of the users it returns. */
const STATUSES = ["ENABLED", "DISABLED", "DELETED"] as const;
type Status = (typeof STATUSES)[number];

/** The form of an id. */
const MAYBE_ID = /^\w[\w.:-]*$/;

const PAGE_SIZE = 10;
/** Most people offered for a text that names none, or several. */
const MAX_OFFERED = 3;

export const user = defineCommand("user <user>", {
  help: "Who this is: status, department, manager, roles and delegate. By email, mention, id or name.",
  example: "user ada.marsh@example.com",
  says: ({ user }) => `Show who ${user} is.`,
  reads: ["searchUsers"],
  async answer({ user: written }, { governance }): Promise<Answer> {
    const { users, expanded } = await findPeople(governance, written);
    const [found, another] = users;
    if (!found) {
      const lines = userLines(await peopleLike(governance, written));
      return { title: `No user is "${written}"`, lines, ...(lines.length > 0 && { note: "Close to it." }) };
    }
    if (another) return { title: `Several people may be meant by "${written}"`, lines: userLines(users) };
    const status = (await listStatuses(governance, [found])).get(found.id);
    const named = (ids: readonly string[] = []) => listNames(ids, expanded).join(", ") || "none";
    return {
      title: found.displayName ?? found.email ?? found.id,
      lines: factLines({
        Email: found.email,
        "Other emails": found.emails?.filter((email) => email !== found.email).join(", "),
        Status: status?.toLowerCase() ?? "not known",
        Employment: [found.employmentStatus, found.employmentType].filter(Boolean).join(", "),
        "Job title": found.jobTitle,
        Department: found.department,
        Manager: named(found.managerIds),
        Roles: named(found.roleIds),
        Delegate: named(found.delegatedUserId ? [found.delegatedUserId] : []),
        Id: found.id,
      }),
    };
  },
});

export const users = defineCommand(
  "users [<words>] [--department <department>] [--status <status>] [--manager <manager>]",
  {
    help: "Look for people by name or email, department, status (enabled, disabled, deleted) or manager.",
    example: "users marsh --department Engineering --status enabled",
    check: ({ words, department, status, manager }) => {
      if (status !== undefined && !readStatus(status))
        return `"${status}" is not a status; use one of ${STATUSES.join(", ").toLowerCase()}.`;
      return words || department || status || manager ? null : "Say whom to look for: <words> or a filter.";
    },
    says: ({ words, department, status, manager }) =>
      sentence([
        `Look for people${words ? ` by "${words}"` : ""}`,
        department && `of the department ${department}`,
        status && `who are ${status.toLowerCase()}`,
        manager && `whose manager is ${manager}`,
      ]),
    reads: ["getUser", "searchUsers"],
    async answer(args, { governance }): Promise<Answer> {
      const { words, department, status, manager, page } = args;
      const wanted = status === undefined ? undefined : readStatus(status);
      const body = {
        pageSize: PAGE_SIZE,
        ...(words && { query: words }),
        ...(department && { departments: [department] }),
        ...(wanted && { userStatuses: [wanted] }),
        ...(manager && { managerIds: [(await onePerson(governance, manager)).id] }),
        ...(page && { pageToken: page }),
      };
      const { list, nextPageToken } = await governance.call(searchUsers, { body });
      const found = usersIn(list);
      const statuses = wanted
        ? new Map(found.map(({ id }) => [id, wanted]))
        : await listStatuses(governance, found);
      return {
        title: found.length > 0 ? "People" : "Nobody found",
        lines: userLines(found, statuses),
        ...(found.length === 0 &&
          department && { note: "A department must be written exactly as the directory has it." }),
        ...(nextPageToken && { next: { ...args, page: nextPageToken } }),
      };
    },
  },
);

const userLines = (
  users: readonly KnownUser[],
  statuses: ReadonlyMap<string, Status> = new Map(),
): AnswerLine[] =>
  users.map((user) => ({
    name: user.displayName ?? user.email ?? user.id,
    detail: [user.email, user.jobTitle, user.department, statuses.get(user.id)?.toLowerCase(), user.id]
      .filter(Boolean)
      .join(" · "),
  }));

const readStatus = (text: string): Status | undefined =>
  STATUSES.find((status) => status === text.toUpperCase());

/**
 * The people that an email, an id or a name stands for, with their managers, roles and delegates. An email, an id, and a
 * whole name that only one person has are exact; other text is searched for and may find several.
 */
async function findPeople(governance: ReadOnlyGovernance, written: string) {
  const search = async (by: { email: string } | { refs: { id: string }[] } | { query: string }) => {
    const body = {
      ...by,
      pageSize: PAGE_SIZE,
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

/** People with a similar name or email, for an email that nobody has. */
async function peopleLike(governance: ReadOnlyGovernance, written: string): Promise<KnownUser[]> {
  const query = written
    .replace(/@.*/, "")
    .replace(/[._+-]+/g, " ")
    .trim();
  if (query === "") return [];
  const { list } = await governance.call(searchUsers, { body: { query, pageSize: PAGE_SIZE } });
  return usersIn(list).slice(0, MAX_OFFERED);
}

/** The one person that a filter's text means. @throws Problem `user_not_found` or `user_ambiguous`, with candidates */
async function onePerson(governance: ReadOnlyGovernance, written: string): Promise<KnownUser> {
  const id = written.trim();
  const byId = MAYBE_ID.test(id) ? await userById(governance, id) : null;
  if (byId) return byId;
  const { users } = await findPeople(governance, written);
  const [found, another] = users;
  if (found && !another) return found;
  const near = found ? users.slice(0, MAX_OFFERED) : await peopleLike(governance, written);
  const names = near
    .map(({ displayName, email, id }) => (displayName ? `${displayName} (${email ?? id})` : (email ?? id)))
    .join(", ");
  throw found
    ? new Problem("user_ambiguous", `Several people may be meant by "${written}": ${names}.`)
    : new Problem("user_not_found", `No user is "${written}"${names && `; close to it: ${names}`}.`);
}

/** The status of these users, by id: searched for by status, since answers do not show it. */
async function listStatuses(
  governance: ReadOnlyGovernance,
  users: readonly KnownUser[],
): Promise<ReadonlyMap<string, Status>> {
  if (users.length === 0) return new Map();
  const refs = users.map(({ id }) => ({ id }));
  const found = await Promise.all(
    STATUSES.map(async (status) => {
      const body = { refs, userStatuses: [status], pageSize: Math.max(PAGE_SIZE, refs.length) };
      const { list } = await governance.call(searchUsers, { body });
      return usersIn(list).map(({ id }) => [id, status] as const);
    }),
  );
  return new Map(found.flat());
}

/** Names of related objects; ids if the answer lacks the object. */
function listNames(ids: readonly string[], expanded: readonly Expanded[]): string[] {
  const objects = new Map(expanded.map((object) => [object["id"], object]));
  return ids.map((id) => {
    const object = objects.get(id);
    const [displayName, email] = [object?.["displayName"], object?.["email"]];
    const name = typeof displayName === "string" && displayName !== "" ? displayName : id;
    return typeof email === "string" && email !== "" ? `${name} (${email})` : name;
  });
}
