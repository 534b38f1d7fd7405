// Reads and writes resources by id, on their own or within an app or connector.
import type { User } from "../../governance/contract/users.ts";
import { notFound } from "./errors.ts";
import { insertRows, type OnRecord, readAll, readFirst } from "./rows.ts";

type Kind =
  | "role"
  | "directory"
  | "app"
  | "connector"
  | "app entitlement"
  | "MCP tool"
  | "session policy"
  | "policy";

/**
 * Inserts resources, and replaces existing ones with the same kind, parent and id.
 * @param parent Returns the id of a resource's app, or of a tool's connector. By default, resources have no parent
 */
export const putResources = <Resource extends { readonly id?: string | undefined }>(
  sql: SqlStorage,
  kind: Kind,
  resources: readonly Resource[],
  parent: (resource: Resource) => string | undefined = () => "",
): void =>
  insertRows(
    sql,
    `INSERT OR REPLACE INTO resources (kind, parent, id, json)
     SELECT value->>'$.kind', value->>'$.parent', value->>'$.json.id', value->'$.json' FROM json_each(?)`,
    resources.map((json) => ({ kind, parent: parent(json), json })),
  );

const LIST_RESOURCES =
  "SELECT json FROM resources WHERE kind = ?1 AND (?2 IS NULL OR parent = ?2) ORDER BY parent, id";

/**
 * Lists the resources of a kind, ordered by parent and id. If `parent` is `null`, lists the resources of all parents.
 */
export const listResources = <Resource = Record<string, unknown>>(
  sql: SqlStorage,
  kind: Kind,
  parent: string | null = null,
): OnRecord<Resource>[] => readAll(sql.exec(LIST_RESOURCES, kind, parent));

/**
 * Returns the resource of a kind that has the given id and parent.
 * @param parent The id of the resource's app, or of a tool's connector. By default, the resource has no parent
 * @throws TenantError 404 if the resource does not exist
 * @example
 * export const findPolicy = (sql: SqlStorage, id: string) =>
 *   requireResource<{ displayName?: string }>(sql, "session policy", id);
 */
export function requireResource<Resource>(sql: SqlStorage, kind: Kind, id: string, parent = "") {
  const found = readFirst<OnRecord<Resource>>(
    sql.exec("SELECT json FROM resources WHERE kind = ? AND parent = ? AND id = ?", kind, parent, id),
  );
  if (!found) throw notFound(kind, id);
  return found;
}

/**
 * Checks that a resource belongs to an app.
 * @throws TenantError 404 for an unknown app, connector or entitlement, and for one of another app
 */
export function requireOfApp(
  sql: SqlStorage,
  kind: "connector" | "app entitlement",
  appId: string,
  id: string,
): void {
  requireResource(sql, "app", appId);
  requireResource(sql, kind, id, appId);
}

/**
 * Returns the id of an app user, which is a user's only account in an app. A path contains either this id or the user's
 * id; the API documentation does not specify which.
 * @throws TenantError 404 for an unknown app or app user
 */
export function requireAppUser(sql: SqlStorage, appId: string, accountOrUserId: string): string {
  requireResource(sql, "app", appId);
  const find = "SELECT id FROM app_users WHERE app_id = ?1 AND (id = ?2 OR user_id = ?2) ORDER BY id <> ?2";
  const [account] = sql.exec<{ id: string }>(find, appId, accountOrUserId).toArray();
  if (!account) throw notFound("app user", accountOrUserId);
  return account.id;
}

/** Returns a user with the user's status, even a deleted user. @throws TenantError 404 if the user does not exist */
export function requireUser(sql: SqlStorage, id: string) {
  const [row] = sql
    .exec<{ json: string; status: string }>("SELECT json, status FROM users WHERE id = ?", id)
    .toArray();
  if (!row) throw notFound("user", id);
  return { user: JSON.parse(row.json) as OnRecord<User>, status: row.status };
}
