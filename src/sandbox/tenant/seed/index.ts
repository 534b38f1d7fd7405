// Fills an empty tenant with sample data.
import { INSERT_AUDIT_EVENTS } from "../handlers/audit-events.ts";
import { INSERT_CATALOG_ENTRIES } from "../handlers/mcp-catalog.ts";
import { addOwner } from "../handlers/owners.ts";
import { putResources } from "../resources.ts";
import { insertRows } from "../rows.ts";
import { AUDIT_EVENTS } from "./audit-events.ts";
import catalog from "./data/catalog.json" with { type: "json" };
import resources from "./data/resources.json" with { type: "json" };
import { before } from "./means.ts";
import { accountId, SAMPLE_PEOPLE, seedUsers } from "./people.ts";
import { CAMPAIGNS, MCP_TOOLS, samples } from "./samples.ts";

/**
 * Number of generated users who have accounts in every third app. Later users have accounts in the first two apps only.
 */
const USERS_WITH_MORE_ACCOUNTS = 300;

/**
 * Fills empty tables with the same data every time. Users have a fixed order, beginning with those of samples.ts; a
 * small seed is the beginning of a large one.
 * @param users The number of users; always at least the samples
 */
export function seed(sql: SqlStorage, { users }: { readonly users: number }): void {
  seedUsers(sql, users);
  putResources(sql, "role", resources.roles);
  putResources(sql, "directory", resources.directories);
  putResources(sql, "session policy", resources.sessionPolicies);
  putResources(sql, "policy", resources.policies);
  putResources(sql, "app", resources.apps);
  putResources(sql, "connector", resources.connectors, ({ appId }) => appId);
  putResources(sql, "app entitlement", resources.entitlements, ({ appId }) => appId);
  putResources(sql, "MCP tool", MCP_TOOLS, ({ connectorId }) => connectorId);
  seedAccounts(sql);
  seedOwnership(sql);
  insertRows(sql, INSERT_CATALOG_ENTRIES, catalog);
  insertRows(
    sql,
    `INSERT INTO campaigns (id, owner_ids, json)
     SELECT value->>'$.review.id', value->'$.ownerIds', value->'$.review' FROM json_each(?)`,
    CAMPAIGNS,
  );
  insertRows(sql, INSERT_AUDIT_EVENTS, AUDIT_EVENTS);
}

function seedAccounts(sql: SqlStorage): void {
  const { directory, hr } = samples.apps;
  resources.apps.forEach(({ id }, n) => {
    const everyone = id === directory.id || id === hr.id;
    sql.exec(
      `INSERT INTO app_users (app_id, id, user_id)
       SELECT ?1, 'acc_' || substr(?1, 5) || '_' || id, id FROM users
       WHERE ?2 OR seq <= ?3 OR (seq <= ?4 AND (seq + ?5) % 3 = 0)`,
      id,
      everyone ? 1 : 0,
      SAMPLE_PEOPLE.length,
      USERS_WITH_MORE_ACCOUNTS,
      n,
    );
  });
}

/**
 * Creates the initial ownership sources: Hugo's connectors, apps owned by their admins, and accounts owned by
 * maintainers.
 */
function seedOwnership(sql: SqlStorage): void {
  const { users, entitlements, roleSlug } = samples;
  for (const { appId, id: connectorId, createdAt } of resources.connectors.filter(
    ({ kind }) => kind === "sync",
  ))
    addOwner(sql, "connectorOwners", { appId, connectorId, roleSlug, userId: users.hugo.id }, createdAt);
  const appOwner = (
    appId: string,
    { appId: entitlementAppId, id: entitlementId }: { appId: string; id: string },
  ) =>
    addOwner(sql, "appEntitlementOwners", { appId, roleSlug, entitlementAppId, entitlementId }, before(90));
  for (const admin of resources.entitlements.filter(({ id }) => id.endsWith("_admin")))
    appOwner(admin.appId, admin);
  appOwner(entitlements.jiraAdmin.appId, entitlements.githubAdmin);
  for (const { id: appId } of resources.apps)
    for (const { id: userId } of SAMPLE_PEOPLE) {
      const entitlementId = `ent_${appId.slice("app_".length)}_maintainer`;
      const appUserId = accountId(appId, userId);
      const members = { appId, appUserId, roleSlug, entitlementAppId: appId, entitlementId };
      addOwner(sql, "appUserEntitlementOwners", members, before(60));
    }
}
