// Users as a search answers with them, with the objects they point to.
import type { z } from "zod";
import type { Expanded } from "../../../governance/contract/primitives.ts";
import type { User, UserExpandMask, UserView } from "../../../governance/contract/users.ts";

type ExpandPath = NonNullable<z.output<typeof UserExpandMask>["paths"]>[number];

/** A kind of related object: its `@type` and where it is on record. */
interface Kind {
  readonly type: "User" | "Role" | "Directory";
  readonly table: "users" | "roles" | "directories";
}

/** For each path of an expand mask: what it leads to, and how a user names it. */
const RELATIONS = {
  role_ids: { type: "Role", table: "roles", ids: (user: User) => user.roleIds ?? [] },
  manager_ids: { type: "User", table: "users", ids: (user: User) => user.managerIds ?? [] },
  directory_ids: { type: "Directory", table: "directories", ids: (user: User) => user.directoryIds ?? [] },
  delegated_user_id: {
    type: "User",
    table: "users",
    ids: (user: User) => (user.delegatedUserId ? [user.delegatedUserId] : []),
  },
} as const satisfies Record<string, Kind & { ids: (user: User) => readonly string[] }>;

type Relation = keyof typeof RELATIONS;

/**
 * Users as answers show them, with the related objects that the mask asks for. Each object is in `expanded`
 * once, and the `*Path` members lead to it: `$.expanded[0,2]` (RFC 9535). A path is empty where the mask
 * does not ask, where the user has none, and where those named are not on record.
 */
export function viewsOf(
  sql: SqlStorage,
  users: readonly User[],
  mask: z.output<typeof UserExpandMask> | undefined,
): { readonly list: z.input<typeof UserView>[]; readonly expanded: Expanded[] } {
  const asked = relationsOf(mask?.paths ?? []);
  const expanded: Expanded[] = [];
  const places = new Map<string, number>();
  for (const relation of asked) {
    const { type, table, ids } = RELATIONS[relation];
    const fresh = new Set(users.flatMap((user) => ids(user).filter((id) => !places.has(`${table} ${id}`))));
    for (const [id, object] of readObjects(sql, table, [...fresh]))
      places.set(`${table} ${id}`, expanded.push({ "@type": type, ...object }) - 1);
  }
  const path = (relation: Relation, user: User): string => {
    const { table, ids } = RELATIONS[relation];
    const found = asked.has(relation) ? ids(user).flatMap((id) => places.get(`${table} ${id}`) ?? []) : [];
    return found.length > 0 ? `$.expanded[${[...new Set(found)].join()}]` : "";
  };
  const list = users.map((user) => ({
    user,
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

function relationsOf(paths: readonly ExpandPath[]): ReadonlySet<Relation> {
  const all = Object.keys(RELATIONS) as Relation[];
  return new Set(paths.flatMap((path) => (path === "*" ? all : [path])));
}

function readObjects(sql: SqlStorage, table: Kind["table"], ids: readonly string[]): Map<string, object> {
  if (ids.length === 0) return new Map();
  const rows = sql.exec<{ id: string; json: string }>(
    `SELECT id, json FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return new Map(rows.toArray().map(({ id, json }) => [id, JSON.parse(json)]));
}
