// Looks up people by the filters of the user search, and one person with all their data.
import * as z from "zod";
import { Problem } from "../base/problem.ts";
import type { ReadOnlyGovernance } from "../governance/client/index.ts";
import type { Expanded } from "../governance/contract/primitives.ts";
import {
  DelegateStatus,
  getUser,
  hasEmail,
  searchUsers,
  UserOrigin,
  UserStatus,
  UserType,
  type UserView,
} from "../governance/contract/users.ts";
import { type KnownUser, userById, userCalled, usersIn } from "../governance/people.ts";
import { defineLookup, type FoundLine, factLines, PAGE_SIZE, textField } from "./lookup.ts";

/** The statuses that people can filter by. If the service omits a user's status, a search for each status finds it. */
const STATUSES = UserStatus.exclude(["UNKNOWN"]).options;
type Status = (typeof STATUSES)[number];

const MAYBE_ID = /^\w[\w.:-]*$/;
/** Maximum number of people suggested for text that matches no person, or several. */
const MAX_OFFERED = 3;

/** Declares a choice among the values of an enumeration, without their common prefix. */
const choice = <Value extends string>(title: string, prefix: string, values: readonly Value[]) =>
  z
    .enum(values.map((value) => value.slice(prefix.length).toLowerCase()))
    .optional()
    .meta({ title });
const valueIn = <Value extends string>(prefix: string, values: readonly Value[], chosen: string): Value[] =>
  values.filter((value) => value === `${prefix}${chosen.toUpperCase()}`);

const ORIGIN = "USER_ORIGIN_";
const TYPE = "USER_TYPE_";
const DELEGATE = "DELEGATE_STATUS_";

const MAX_SUGGESTED = 10;

/** Suggests enabled people whose name or email is similar to the text that is typed into a form. */
export async function suggestPeople(
  governance: ReadOnlyGovernance,
  words: string,
): Promise<{ readonly email: string; readonly name: string }[]> {
  const body = { query: words, userStatuses: ["ENABLED" as const], pageSize: MAX_SUGGESTED };
  const { list } = await governance.call(searchUsers, { body });
  return usersIn(list).flatMap((user) => (user.email ? [{ email: user.email, name: userCalled(user) }] : []));
}

export const people = defineLookup({
  name: "users",
  help: "Users of the governance service, by name, email or other filters.",
  input: z.strictObject({
    words: textField("Name or email"),
    status: choice("Status", "", STATUSES),
    department: textField("Department", "as written in the directory"),
    title: textField("Job title", "as written in the directory"),
    manager: textField("Manager", "email, id or name"),
    role: textField("Role", "id"),
    origin: choice("Origin", ORIGIN, UserOrigin.options),
    notorigin: choice("Exclude origin", ORIGIN, UserOrigin.options),
    nottype: choice("Exclude type", TYPE, UserType.options),
    not: textField("Exclude person", "email, id or name"),
    delegates: choice("Delegates", DELEGATE, DelegateStatus.options),
    delegate: textField("Delegates to", "email, id or name"),
    standin: z.enum(["yes"]).optional().meta({ title: "Is a delegate" }),
  }),
  reads: ["getUser", "searchUsers"],
  async find(input, { governance }, page) {
    const { words, status, department, title, manager, role, origin, notorigin, nottype, not } = input;
    const { delegates, delegate, standin } = input;
    const one = async (written: string) => [(await onePerson(governance, written)).id];
    const wanted = status && valueIn("", STATUSES, status);
    const body = {
      pageSize: PAGE_SIZE,
      ...(words && { query: words }),
      ...(wanted && { userStatuses: wanted }),
      ...(department && { departments: [department] }),
      ...(title && { jobTitles: [title] }),
      ...(manager && { managerIds: await one(manager) }),
      ...(role && { roleIds: [role] }),
      ...(origin && { origins: valueIn(ORIGIN, UserOrigin.options, origin) }),
      ...(notorigin && { excludeOrigins: valueIn(ORIGIN, UserOrigin.options, notorigin) }),
      ...(nottype && { excludeTypes: valueIn(TYPE, UserType.options, nottype) }),
      ...(not && { excludeIds: await one(not) }),
      ...(delegates && { delegateStatus: valueIn(DELEGATE, DelegateStatus.options, delegates)[0] }),
      ...(delegate && { delegatedUserIds: await one(delegate) }),
      ...(standin && { isDelegate: true }),
      ...(page && { pageToken: page }),
    };
    const { list, nextPageToken } = await governance.call(searchUsers, { body });
    const found = usersIn(list);
    const statuses = await listStatuses(governance, found);
    return {
      title: found.length > 0 ? "People" : "Nobody found",
      lines: userLines(found, statuses),
      ...(found.length === 0 &&
        (department ?? title) && {
          note: "A department and a job title must be written exactly as in the directory.",
        }),
      next: nextPageToken,
    };
  },
});

export const person = defineLookup({
  name: "user",
  help: "One person with their status, manager, roles and delegate, and all data that the service has about them.",
  input: z.strictObject({
    user: z.string().trim().min(1).max(200).meta({ title: "Person", description: "email, id or name" }),
  }),
  reads: ["getUser", "searchUsers"],
  async find({ user: written }, { governance }) {
    const { users, views, expanded } = await findPeople(governance, written);
    const [found, another] = users;
    if (!found) {
      const lines = userLines(await peopleLike(governance, written));
      return { title: `No user "${written}"`, lines, ...(lines.length > 0 && { note: "Similar users." }) };
    }
    if (another) return { title: `"${written}" matches several people`, lines: userLines(users) };
    const [statuses, whole] = await Promise.all([
      listStatuses(governance, [found]),
      governance.call(getUser, { path: { id: found.id } }),
    ]);
    const view = views.find(({ user }) => user?.id === found.id);
    const named = (path: string | undefined, ids: readonly string[] = []) =>
      listNames(path, ids, expanded).join(", ") || "none";
    return {
      title: userCalled(found),
      lines: factLines({
        Email: found.email,
        "Other emails": found.emails?.filter((email) => email !== found.email),
        Status: statuses.get(found.id)?.toLowerCase() ?? "not known",
        Employment: [found.employmentStatus, found.employmentType].filter(Boolean),
        "Job title": found.jobTitle,
        Department: found.department,
        Manager: named(view?.managersPath, found.managerIds),
        Roles: named(view?.rolesPath, found.roleIds),
        Delegate: named(view?.delegatedUserPath, found.delegatedUserId ? [found.delegatedUserId] : []),
        Directories: named(view?.directoriesPath, found.directoryIds),
        Usernames: found.usernames,
        "Employee ids": found.employeeIds,
        Created: found.createdAt,
        Changed: found.updatedAt,
        Deleted: found.deletedAt,
        Id: found.id,
      }),
      whole,
    };
  },
});

const userLines = (
  users: readonly KnownUser[],
  statuses: ReadonlyMap<string, Status> = new Map(),
): FoundLine[] =>
  users.map((user) => ({
    name: userCalled(user),
    detail: [user.email, user.jobTitle, user.department, statuses.get(user.id)?.toLowerCase(), user.id]
      .filter(Boolean)
      .join(" · "),
    more: { lookup: "user", input: { user: user.id } },
  }));

/**
 * Finds the people whom text identifies. Text that is neither the first email of a user nor a known id is used as a
 * search query. If exactly one of the people found has the text as their name, only that person is returned. If the
 * text is an email, only people who have the email are returned.
 */
async function findPeople(governance: ReadOnlyGovernance, written: string) {
  const search = async (by: { email: string } | { refs: { id: string }[] } | { query: string }) => {
    const body = { ...by, pageSize: PAGE_SIZE, expandMask: { paths: ["*" as const] } };
    const { list, expanded = [] } = await governance.call(searchUsers, { body });
    return { users: usersIn(list), views: list as readonly UserView[], expanded };
  };
  const text = written.trim();
  const isEmail = text.includes("@");
  const exact = /\s/.test(text) ? null : await search(isEmail ? { email: text } : { refs: [{ id: text }] });
  if (exact && exact.users.length > 0) return exact;
  const found = await search({ query: text });
  const isMeant = (user: KnownUser) =>
    isEmail ? hasEmail(user, text) : user.displayName?.toLowerCase() === text.toLowerCase();
  const meant = found.users.filter(isMeant);
  return isEmail || meant.length === 1 ? { ...found, users: meant } : found;
}

/** Finds people with a similar name or email, for text that matches no person. */
async function peopleLike(governance: ReadOnlyGovernance, written: string): Promise<KnownUser[]> {
  const query = written
    .replace(/@.*/, "")
    .replace(/[._+-]+/g, " ")
    .trim();
  if (query === "") return [];
  const { list } = await governance.call(searchUsers, { body: { query, pageSize: PAGE_SIZE } });
  return usersIn(list).slice(0, MAX_OFFERED);
}

/**
 * Finds the one person that a filter's text identifies.
 * @throws Problem `user_not_found` or `user_ambiguous`, with candidates
 */
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
    ? new Problem("user_ambiguous", `"${written}" matches several people: ${names}.`)
    : new Problem("user_not_found", `No user matches "${written}"${names && `; similar users: ${names}`}.`);
}

/** Returns the statuses of users, by user id. If the service omits a status, a search for each status finds it. */
async function listStatuses(governance: ReadOnlyGovernance, users: readonly KnownUser[]) {
  const shown = users.flatMap(({ id, status }) => {
    const known = STATUSES.find((one) => one === status);
    return known ? [[id, known] as const] : [];
  });
  const statuses = new Map(shown);
  const refs = users.flatMap(({ id }) => (statuses.has(id) ? [] : [{ id }]));
  if (refs.length === 0) return statuses;
  const found = await Promise.all(
    STATUSES.map(async (status) => {
      const body = { refs, userStatuses: [status], pageSize: Math.max(PAGE_SIZE, refs.length) };
      const { list } = await governance.call(searchUsers, { body });
      return usersIn(list).map(({ id }) => [id, status] as const);
    }),
  );
  return new Map([...shown, ...found.flat()]);
}

/** Regular expression for a path to related objects: one or more indexes of `expanded`, as JSONPath (RFC 9535). */
const PLACES = /^\$\.expanded\[(\d+(?:,\d+)*)\]$/;

function listNames(path: string | undefined, ids: readonly string[], expanded: readonly Expanded[]) {
  const places = PLACES.exec(path ?? "")?.[1]?.split(",") ?? [];
  const objects = places.map((place) => expanded[Number(place)]).filter((object) => object !== undefined);
  const missing = ids.filter((id) => !objects.some((object) => object["id"] === id));
  const names = objects.map(({ displayName, email, id }) => {
    const name = typeof displayName === "string" && displayName !== "" ? displayName : String(id);
    return typeof email === "string" && email !== "" ? `${name} (${email})` : name;
  });
  return [...names, ...missing];
}
