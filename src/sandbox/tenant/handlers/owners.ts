// Handles ownership of connectors, apps and accounts.
import type { ConnectorOwnerUser } from "../../../governance/contract/owners.ts";
import { invalidMember, notFound } from "../errors.ts";
import {
  first,
  requireApp,
  requireAppUser,
  requireConnector,
  requireEntitlement,
  requireUser,
} from "../lookups.ts";
import type { Handler } from "../world.ts";

/**
 * A user becomes the owner of a connector in a role. Asked again, the owner that exists is answered, with its
 * first `createdAt`. A DELETED user is refused with 400; a DISABLED one may own.
 * Source: Endpoints, 3.
 */
export const createConnectorOwner: Handler<"createConnectorOwner"> = ({ path, body }, { sql, now }) => {
  const { app_id: appId, connector_id: connectorId, role_slug: roleSlug, user_ref_id: userId } = path;
  sameAsPath("userRef.id", body.userRef?.id, userId);
  requireConnector(sql, appId, connectorId);
  const { user, status } = requireUser(sql, userId);
  if (status === "DELETED")
    throw invalidMember("userRef.id", "is a deleted user, who cannot own a connector");
  sql.exec(
    "INSERT OR IGNORE INTO connector_owners (app_id, connector_id, role_slug, user_id, created_at) VALUES (?, ?, ?, ?, ?)",
    appId,
    connectorId,
    roleSlug,
    userId,
    now().toISOString(),
  );
  const owner = first(
    sql.exec<{ created_at: string }>(
      "SELECT created_at FROM connector_owners WHERE app_id = ? AND connector_id = ? AND role_slug = ? AND user_id = ?",
      appId,
      connectorId,
      roleSlug,
      userId,
    ),
  );
  if (!owner) throw new Error("The owner just written is not there.");
  const connectorOwnerUser: ConnectorOwnerUser = {
    appId,
    connectorId,
    roleSlug,
    user,
    createdAt: owner.created_at,
  };
  return { connectorOwnerUser };
};

/** Holders of the entitlement stop owning the app in the role; 404 where they did not. Source: Endpoints, 4. */
export const deleteAppEntitlementOwner: Handler<"deleteAppEntitlementOwner"> = ({ path, body }, { sql }) => {
  const { app_id: appId, role_slug: roleSlug } = path;
  const entitlement = entitlementInPath(path);
  sameEntitlement(body.appEntitlementRef, entitlement);
  requireApp(sql, appId);
  requireEntitlement(sql, entitlement.appId, entitlement.id);
  const gone = sql.exec(
    `DELETE FROM app_entitlement_owners
     WHERE app_id = ? AND role_slug = ? AND entitlement_app_id = ? AND entitlement_id = ? RETURNING 1`,
    appId,
    roleSlug,
    entitlement.appId,
    entitlement.id,
  );
  if (!first(gone)) throw notFound("entitlement ownership source", `${roleSlug}/${entitlement.id}`);
  return {};
};

/**
 * Holders of the entitlement stop owning the app user in the role; 404 where they did not.
 * Source: Endpoints, 5.
 */
export const deleteAppUserEntitlementOwner: Handler<"deleteAppUserEntitlementOwner"> = (
  { path, body },
  { sql },
) => {
  const { app_id: appId, user_id: userId, role_slug: roleSlug } = path;
  const entitlement = entitlementInPath(path);
  sameEntitlement(body.appEntitlementRef, entitlement);
  const appUserId = requireAppUser(sql, appId, userId);
  requireEntitlement(sql, entitlement.appId, entitlement.id);
  const gone = sql.exec(
    `DELETE FROM app_user_entitlement_owners
     WHERE app_id = ? AND app_user_id = ? AND role_slug = ? AND entitlement_app_id = ? AND entitlement_id = ? RETURNING 1`,
    appId,
    appUserId,
    roleSlug,
    entitlement.appId,
    entitlement.id,
  );
  if (!first(gone)) throw notFound("entitlement ownership source", `${roleSlug}/${entitlement.id}`);
  return {};
};

const entitlementInPath = (path: {
  readonly app_entitlement_ref_app_id: string;
  readonly app_entitlement_ref_id: string;
}) => ({ appId: path.app_entitlement_ref_app_id, id: path.app_entitlement_ref_id });

function sameEntitlement(
  given: { readonly appId?: string | undefined; readonly id?: string | undefined } | null | undefined,
  inPath: { readonly appId: string; readonly id: string },
): void {
  sameAsPath("appEntitlementRef.appId", given?.appId, inPath.appId);
  sameAsPath("appEntitlementRef.id", given?.id, inPath.id);
}

/** @throws TenantError 400 where body and path name different things; what the body leaves out, the path says */
function sameAsPath(field: string, given: string | undefined, inPath: string): void {
  if (given !== undefined && given !== inPath) throw invalidMember(field, "is not the one the path names");
}
