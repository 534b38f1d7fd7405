// Says who owns which sample apps, connectors and accounts.
import { addOwner } from "../ownership.ts";
import { ACCOUNT_HOLDERS, APPS, CONNECTORS, roleEntitlements } from "./apps.ts";
import { before } from "./means.ts";
import { samples } from "./samples.ts";
import { accountId } from "./users.ts";

const { users, entitlements, roleSlug } = samples;

/**
 * Ownership sources to begin with: Hugo owns the connectors that sync, the admins of each app own it (and those of GitHub
 * own Jira too), and the maintainers of each app own the accounts of the sample people in it.
 */
export function seedOwnership(sql: SqlStorage): void {
  for (const { appId, id, createdAt, kind } of CONNECTORS)
    if (kind === "sync")
      addOwner(
        sql,
        "connectorOwners",
        { appId, connectorId: id, roleSlug, userId: users.hugo.id },
        createdAt,
      );
  const appOwner = (
    appId: string,
    { appId: entitlementAppId, id: entitlementId }: { appId: string; id: string },
  ) =>
    addOwner(sql, "appEntitlementOwners", { appId, roleSlug, entitlementAppId, entitlementId }, before(90));
  for (const admin of APPS.flatMap(roleEntitlements).filter(({ id }) => id.endsWith("_admin")))
    appOwner(admin.appId, admin);
  appOwner(entitlements.jiraAdmin.appId, entitlements.githubAdmin);
  for (const { id: appId } of APPS)
    for (const userId of ACCOUNT_HOLDERS) {
      const entitlementId = `ent_${appId.slice("app_".length)}_maintainer`;
      const appUserId = accountId(appId, userId);
      const members = { appId, appUserId, roleSlug, entitlementAppId: appId, entitlementId };
      addOwner(sql, "appUserEntitlementOwners", members, before(60));
    }
}
