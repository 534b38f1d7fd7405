// Handles reading and searching users: applies the filters in SQL, and the query word by word. Shows users with their
// related objects.

import type { z } from "zod";
import type { Expanded } from "../../../governance/contract/primitives.ts";
import type { SearchUsersBody, User, UserExpandMask, UserView } from "../../../governance/contract/users.ts";
import { paginate } from "../paging.ts";
import { requireUser } from "../resources.ts";
import { readAll } from "../rows.ts";
import type { Switches } from "../switches/switches.ts";
import { matcher, readUsers, toShown } from "../users.ts";
import type { Handler } from "../world.ts";

type Filters = Omit<SearchUsersBody, "pageSize" | "pageToken" | "expandMask">;

type Hit = { readonly seq: number; readonly score: number };

/** A condition on a row of `users`, with its parameter values. */
type Condition = readonly [sql: string, ...values: string[]];

const AMONG = "IN (SELECT value FROM json_each(?))";
const matchesAny = (list: string) =>
  `EXISTS (SELECT 1 FROM json_each(users.json, '$.${list}') WHERE value ${AMONG})`;

/**
 * Finds up to `limit` users after a hit, in row order, or with the best match first if the filters contain a query. A
 * blank query does not filter. A query that has only punctuation or symbols matches only users whose display name has
 * no letters or digits either.
 */
export function findUsers(sql: SqlStorage, filters: Filters, after: Hit | undefined, limit: number): Hit[] {
  const conditions = toConditions(filters);
  const where = conditions.map(([condition]) => `(${condition})`).join(" AND ") || "true";
  const values = conditions.flatMap(([, ...all]) => all);
  const query = filters.query?.trim();
  if (!query) {
    const page = `SELECT seq FROM users WHERE ${where} AND seq > ? ORDER BY seq LIMIT ?`;
    const rows = sql.exec<{ seq: number }>(page, ...values, after?.seq ?? 0, limit);
    return rows.toArray().map(({ seq }) => ({ seq, score: 0 }));
  }
  const score = matcher(query);
  const hits: Hit[] = [];
  for (const { seq, texts } of sql.exec<{ seq: number; texts: string }>(
    `SELECT seq, texts FROM users WHERE ${where}`,
    ...values,
  )) {
    const hit = { seq, score: score(texts) };
    if (hit.score > 0 && (!after || inOrder(after, hit) < 0)) hits.push(hit);
  }
  return hits.sort(inOrder).slice(0, limit);
}

const IS_DELEGATE =
  "id IN (SELECT json->>'$.delegatedUserId' FROM users WHERE json->>'$.delegatedUserId' <> id)";

const inOrder = (a: Hit, b: Hit): number => b.score - a.score || a.seq - b.seq;

/**
 * Builds the conditions of a search, except for `query`; all must be true. An empty list or email and an
 * `…_UNSPECIFIED` value do not filter. Departments, titles and ids are compared exactly. `email` is compared only with
 * the primary email, ignoring case. `ids` and `refs` together list the users to search.
 */
function toConditions(filters: Filters): Condition[] {
  const { delegateStatus, email, ids = [], refs = [] } = filters;
  const among = (condition: string, values: readonly string[] = []): Condition[] =>
    values.length > 0 ? [[condition, JSON.stringify(values)]] : [];
  const delegate = "coalesce(users.json->>'$.delegatedUserId', '')";
  return [
    ...among(`id ${AMONG}`, [...ids, ...refs.map(({ id }) => id)]),
    ...among(`email ${AMONG}`, email ? [email.toLowerCase()] : []),
    ...among(`status ${AMONG}`, filters.userStatuses),
    ...among(`origin ${AMONG}`, specified(filters.origins)),
    ...among(`users.json->>'$.department' ${AMONG}`, filters.departments),
    ...among(`users.json->>'$.jobTitle' ${AMONG}`, filters.jobTitles),
    ...among(`${delegate} ${AMONG}`, filters.delegatedUserIds),
    ...among(matchesAny("managerIds"), filters.managerIds),
    ...among(matchesAny("roleIds"), filters.roleIds),
    ...among(`id NOT ${AMONG}`, filters.excludeIds),
    ...among(`origin NOT ${AMONG}`, specified(filters.excludeOrigins)),
    ...among(`type NOT ${AMONG}`, specified(filters.excludeTypes)),
    ...(delegateStatus === "DELEGATE_STATUS_HAS_DELEGATE" ? [[`${delegate} <> ''`] as const] : []),
    ...(delegateStatus === "DELEGATE_STATUS_NO_DELEGATE" ? [[`${delegate} = ''`] as const] : []),
    // A user is a delegate only if another user delegates to them.
    ...(filters.isDelegate ? [[IS_DELEGATE] as const] : []),
  ];
}

/** Drops the unspecified values of an enumeration. */
const specified = (values: readonly string[] | undefined) =>
  values?.filter((value) => !value.endsWith("_UNSPECIFIED"));

/** Reads any user, including deleted ones. The operation accepts no expand mask, so `expanded` is empty. */
export const getUser: Handler<"getUser"> = ({ path }, { sql, switches }) => {
  const { user } = requireUser(sql, path.id);
  const { list, expanded } = toViews(sql, [user], undefined, switches);
  return { userView: list[0] ?? { user }, expanded };
};

/**
 * Lists the users who match all filters, in order of creation, or with the best match first if there is a query.
 * Without `userStatuses`, users of every status match.
 */
export const searchUsers: Handler<"searchUsers"> = ({ body }, { sql, switches }) => {
  const { pageSize: _, pageToken: __, expandMask, ...filters } = body;
  const { rows, nextPageToken } = paginate(
    "searchUsers",
    body,
    (after, limit) => {
      const [score, seq] = after?.map(Number) ?? [];
      return findUsers(sql, filters, after && { score: score ?? 0, seq: seq ?? 0 }, limit);
    },
    ({ score, seq }) => [score, seq],
    switches,
  );
  const seqs = rows.map(({ seq }) => seq);
  return { ...toViews(sql, readUsers(sql, seqs), expandMask, switches), nextPageToken };
};

/** The type of object that each path of an expand mask adds, and the ids of these objects in a user. */
const RELATIONS = {
  role_ids: { type: "Role", ids: (user: User) => user.roleIds ?? [] },
  manager_ids: { type: "User", ids: (user: User) => user.managerIds ?? [] },
  directory_ids: { type: "Directory", ids: (user: User) => user.directoryIds ?? [] },
  delegated_user_id: { type: "User", ids: ({ delegatedUserId: id }: User) => (id ? [id] : []) },
} as const;

/** SQL that reads objects by type: `?` is a JSON array of their ids. */
const READ = {
  User: "SELECT json FROM users WHERE id IN (SELECT value FROM json_each(?))",
  Role: "SELECT json FROM resources WHERE kind = 'role' AND id IN (SELECT value FROM json_each(?))",
  Directory: "SELECT json FROM resources WHERE kind = 'directory' AND id IN (SELECT value FROM json_each(?))",
};

type Relation = keyof typeof RELATIONS;

/**
 * Converts users to their form in responses, with the related objects that the mask requests. Each object is in
 * `expanded` once, and the `*Path` properties refer to it: `$.expanded[0,2]` (RFC 9535). A `*Path` property is empty if
 * the mask does not request its objects, the user has no such objects, or the objects do not exist.
 */
function toViews(
  sql: SqlStorage,
  users: readonly User[],
  mask: z.output<typeof UserExpandMask> | undefined,
  switches: Switches,
): { readonly list: z.input<typeof UserView>[]; readonly expanded: Expanded[] } {
  const all = Object.keys(RELATIONS) as Relation[];
  const asked = new Set((mask?.paths ?? []).flatMap((path) => (path === "*" ? all : [path])));
  const expanded: Expanded[] = [];
  const places = new Map<string, number>();
  for (const relation of asked) {
    const { type, ids } = RELATIONS[relation];
    const fresh = new Set(users.flatMap((user) => ids(user).filter((id) => !places.has(`${type} ${id}`))));
    for (const object of readAll<{ id: string }>(sql.exec(READ[type], JSON.stringify([...fresh]))))
      places.set(
        `${type} ${object.id}`,
        expanded.push({ "@type": type, ...(type === "User" ? toShown(object, switches) : object) }) - 1,
      );
  }
  const path = (relation: Relation, user: User): string => {
    const { type, ids } = RELATIONS[relation];
    const found = asked.has(relation) ? ids(user).flatMap((id) => places.get(`${type} ${id}`) ?? []) : [];
    return found.length > 0 ? `$.expanded[${[...new Set(found)].join()}]` : "";
  };
  const list = users.map((user) => ({
    user: toShown(user, switches),
    userId: user.id,
    delegatedUserPath: path("delegated_user_id", user),
    directoriesPath: path("directory_ids", user),
    managersPath: path("manager_ids", user),
    rolesPath: path("role_ids", user),
    // No operation of this API changes a user.
    objectPermissions: { delete: false, edit: false, read: true, extra: {} },
  }));
  return { list, expanded };
}
