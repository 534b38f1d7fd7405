// Handles ownership of connectors, apps and accounts.
import { invalidMember, notFound } from "../errors.ts";
import { addOwner, removeOwner } from "../ownership.ts";
import { requireAppUser, requireOfApp, requireResource, requireUser } from "../resources.ts";
import type { Handler } from "../world.ts";

/**
 * Makes a user the owner of a connector in a role. A repeat answers with the existing owner and its first `createdAt`. A
 * DELETED user is refused with 400; a DISABLED one may own. Source: Endpoints, 3.
 */
export const createConnectorOwner: Handler<"createConnectorOwner"> = ({ path, body }, { sql, now }) => {
  const { app_id: appId, connector_id: connectorId, role_slug: roleSlug, user_ref_id: userId } = path;
  sameAsPath("userRef.id", body.userRef?.id, userId);
  requireOfApp(sql, "connector", appId, connectorId);
  const { user, status } = requireUser(sql, userId);
  if (status === "DELETED")
    throw invalidMember("userRef.id", "is a deleted user, who cannot own a connector");
  const members = { appId, connectorId, roleSlug, userId };
  const createdAt = addOwner(sql, "connectorOwners", members, now().toISOString());
  return { connectorOwnerUser: { appId, connectorId, roleSlug, user, createdAt } };
};

/** Holders of the entitlement stop owning the app in the role; 404 if they did not. Source: Endpoints, 4. */
export const deleteAppEntitlementOwner: Handler<"deleteAppEntitlementOwner"> = ({ path, body }, { sql }) => {
  const { app_id: appId, role_slug: roleSlug } = path;
  const entitlement = entitlementInPath(path, body.appEntitlementRef);
  requireResource(sql, "app", appId);
  requireOfApp(sql, "app entitlement", entitlement.entitlementAppId, entitlement.entitlementId);
  if (!removeOwner(sql, "appEntitlementOwners", { appId, roleSlug, ...entitlement }))
    throw notFound("entitlement ownership source", `${roleSlug}/${entitlement.entitlementId}`);
  return {};
};

/** Holders of the entitlement stop owning the account in the role; 404 if they did not. Source: Endpoints, 5. */
export const deleteAppUserEntitlementOwner: Handler<"deleteAppUserEntitlementOwner"> = (
  { path, body },
  { sql },
) => {
  const { app_id: appId, user_id: userId, role_slug: roleSlug } = path;
  const entitlement = entitlementInPath(path, body.appEntitlementRef);
  const appUserId = requireAppUser(sql, appId, userId);
  requireOfApp(sql, "app entitlement", entitlement.entitlementAppId, entitlement.entitlementId);
  if (!removeOwner(sql, "appUserEntitlementOwners", { appId, appUserId, roleSlug, ...entitlement }))
    throw notFound("entitlement ownership source", `${roleSlug}/${entitlement.entitlementId}`);
  return {};
};

/** @throws TenantError 400 for a reference in the body that contradicts the path */
function entitlementInPath(
  path: { readonly app_entitlement_ref_app_id: string; readonly app_entitlement_ref_id: string },
  inBody: { readonly appId?: string | undefined; readonly id?: string | undefined } | null | undefined,
) {
  const { app_entitlement_ref_app_id: entitlementAppId, app_entitlement_ref_id: entitlementId } = path;
  sameAsPath("appEntitlementRef.appId", inBody?.appId, entitlementAppId);
  sameAsPath("appEntitlementRef.id", inBody?.id, entitlementId);
  return { entitlementAppId, entitlementId };
}

/** @throws TenantError 400 if body and path differ; members absent from the body come from the path */
function sameAsPath(field: string, given: string | undefined, inPath: string): void {
  if (given !== undefined && given !== inPath) throw invalidMember(field, "is not the one the path names");
}
