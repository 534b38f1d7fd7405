// Fills an empty tenant with sample data, and generates audit events about paper secrets: OCSF objects, in the format
// in which the service lists them.

import { INSERT_AUDIT_EVENTS } from "../handlers/audit-events.ts";
import { INSERT_CATALOG_ENTRIES } from "../handlers/mcp.ts";
import { addOwner } from "../handlers/owners.ts";
import { putResources } from "../resources.ts";
import { insertRows } from "../rows.ts";
import { addListener } from "../webhooks.ts";
import catalog from "./data/catalog.json" with { type: "json" };
import resources from "./data/resources.json" with { type: "json" };
import { accountId, SAMPLE_PEOPLE, seedUsers } from "./people.ts";
import { before, CAMPAIGNS, dice, INBOUND_WEBHOOK, MCP_TOOLS, names, samples } from "./samples.ts";

/** Number of audit events in a seeded tenant. */
const EVENTS = 600;
/** Number of days that the audit events of a seeded tenant cover. */
const DAYS = 90;

/**
 * Activities of the OCSF class Entity Management. Reading is listed twice, so that it is twice as frequent as each of
 * the others.
 */
const ACTIVITIES = [
  [2, "Read"],
  [2, "Read"],
  [1, "Create"],
  [3, "Update"],
  [4, "Delete"],
] as const;
// Addresses from documentation ranges (RFC 5737, RFC 3849).
const CLIENT_IPS = names("192.0.2.10, 192.0.2.11, 198.51.100.7, 203.0.113.99, 2001:db8::1, 2001:db8:0:42::7");

const { users, vaults } = samples;
const ACTORS = [users.gita, users.hugo, users.ada, users.nora, users.cleo, users.sync] as const;
const VAULTS = [vaults.infrastructure, vaults.finance, vaults.people, vaults.support] as const;

/**
 * Audit events of the 90 days before the seed date, oldest first; several have the same time. Each belongs to the OCSF
 * class Entity Management (3004) and concerns a paper secret, whose vault is in the event's `resources`. Source:
 * schema.ocsf.io/1.3.0/classes/entity_management
 */
export const AUDIT_EVENTS = Array.from({ length: EVENTS }, (_, n) => {
  const roll = dice(`audit ${n}`);
  const vault = roll.pick(VAULTS);
  const actor = roll.pick(ACTORS);
  const minutesAgo = Math.floor(((EVENTS - n) * DAYS * 24 * 60) / EVENTS);
  const [activity_id, activity_name] = roll.pick(ACTIVITIES);
  const isRefused = roll.oneIn(20);
  return {
    category_uid: 3,
    category_name: "Identity & Access Management",
    class_uid: 3004,
    class_name: "Entity Management",
    activity_id,
    activity_name,
    type_uid: 300_400 + activity_id,
    severity_id: 1,
    status_id: isRefused ? 2 : 1,
    status: isRefused ? "Failure" : "Success",
    // Round to six hours, so that paging must distinguish events with the same time.
    time: Date.parse(before(0, minutesAgo - (minutesAgo % (6 * 60)))),
    metadata: { uid: roll.id(), version: "1.3.0", product: { name: "Paper secrets" } },
    actor: { user: { uid: actor.id, email_addr: actor.email } },
    src_endpoint: { ip: roll.pick(CLIENT_IPS) },
    entity: { uid: `sec_${vault.id.slice("vlt_".length)}_${roll.below(12)}`, type: "Paper secret" },
    resources: [{ uid: vault.id, name: vault.name, type: "Vault" }] as const,
  };
});

/**
 * The number of the last user who has accounts in every third app. Later users have accounts only in the directory and
 * the HR app, in which all users have one. The sample people have accounts in every app.
 */
const USERS_WITH_MORE_ACCOUNTS = 300;

/**
 * Fills empty tables with the same data every time. Users have a fixed order, beginning with the sample people; a small
 * seed is the beginning of a large one.
 * @param users The number of users; the sample people are always included
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
  addListener(sql, INBOUND_WEBHOOK);
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
 * Creates the initial ownership sources: Hugo owns the sync connectors, an app's admins own the app, GitHub's admins
 * also own Jira, and an app's maintainers own the sample people's accounts in it.
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
