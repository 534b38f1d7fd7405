// Says who owns which sample apps, connectors and accounts.
import { ACCOUNT_HOLDERS, APPS, CONNECTORS, roleEntitlements } from "./apps.ts";
import { before } from "./calendar.ts";
import { insertRows } from "./insert.ts";
import { samples } from "./samples.ts";
import { accountId } from "./users.ts";

const { users, entitlements, roleSlug } = samples;

/**
 * Ownership sources to begin with: Hugo owns the connectors that sync, the admins of each app own it, and
 * the maintainers of each app own the accounts of the sample people in it.
 */
export function seedOwnership(sql: SqlStorage): void {
  insertRows(
    sql,
    `INSERT INTO connector_owners (app_id, connector_id, role_slug, user_id, created_at)
     SELECT value->>'$.appId', value->>'$.id', '${roleSlug}', '${users.hugo.id}', value->>'$.createdAt' FROM json_each(?)`,
    CONNECTORS.filter(({ kind }) => kind === "sync"),
  );
  insertRows(
    sql,
    `INSERT INTO app_entitlement_owners (app_id, role_slug, entitlement_app_id, entitlement_id, created_at)
     SELECT value->>'$.appId', '${roleSlug}', value->>'$.appId', value->>'$.id', '${before(90)}' FROM json_each(?)`,
    APPS.flatMap(roleEntitlements).filter(({ id }) => id.endsWith("_admin")),
  );
  // One source that crosses apps: the admins of GitHub own Jira too.
  const { githubAdmin, githubMaintainer, jiraAdmin } = entitlements;
  sql.exec(
    "INSERT INTO app_entitlement_owners VALUES (?, ?, ?, ?, ?)",
    jiraAdmin.appId,
    roleSlug,
    githubAdmin.appId,
    githubAdmin.id,
    before(90),
  );
  insertRows(
    sql,
    `INSERT INTO app_user_entitlement_owners
       (app_id, app_user_id, role_slug, entitlement_app_id, entitlement_id, created_at)
     SELECT value->>0, value->>1, '${roleSlug}', value->>0, value->>2, '${before(60)}' FROM json_each(?)`,
    APPS.flatMap(({ id }) =>
      ACCOUNT_HOLDERS.map((userId) => [
        id,
        accountId(id, userId),
        githubMaintainer.id.replace("github", id.slice("app_".length)),
      ]),
    ),
  );
}
