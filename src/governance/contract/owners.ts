// The operations that add owners of connectors, and remove owners of apps and accounts.
import * as z from "zod";
import { defineOperation } from "./operation.ts";
import { Empty, Id, texts, times } from "./primitives.ts";
import { User, UserRef } from "./users.ts";

export const AppEntitlementRef = z.looseObject({ appId: Id, id: Id });

export const ConnectorOwnerUser = z.looseObject({
  ...texts("appId", "connectorId", "roleSlug"),
  user: User.optional(),
  ...times("createdAt"),
});

/**
 * References in the body to the objects in the path. Each can be left out, entirely or in part. The service rejects a
 * reference that contradicts the path.
 */
const UserInPath = UserRef.partial().nullish();
const EntitlementInPath = AppEntitlementRef.partial().nullish();

/** Creating an owner that already exists returns that owner, so a repeated call is harmless. */
export const createConnectorOwner = defineOperation({
  id: "createConnectorOwner",
  method: "POST",
  path: "/api/v2/apps/{app_id}/connectors/{connector_id}/owners/users/{role_slug}/{user_ref_id}",
  effect: "repeatable",
  summary: "Create a user ownership source for a connector.",
  source: "identity-governance-api.md, Endpoints, 3. Create connector user owner",
  body: z.object({ userRef: UserInPath }),
  response: z.looseObject({ connectorOwnerUser: ConnectorOwnerUser.optional() }),
  echoes: {
    app_id: ["connectorOwnerUser.appId"],
    connector_id: ["connectorOwnerUser.connectorId"],
    role_slug: ["connectorOwnerUser.roleSlug"],
    user_ref_id: ["connectorOwnerUser.user.id"],
  },
});

export const deleteAppEntitlementOwner = defineOperation({
  id: "deleteAppEntitlementOwner",
  method: "DELETE",
  path: "/api/v2/apps/{app_id}/owners/entitlements/{role_slug}/{app_entitlement_ref_app_id}/{app_entitlement_ref_id}",
  effect: "repeatable",
  summary: "Delete an entitlement ownership source of an app.",
  source: "identity-governance-api.md, Endpoints, 4. Delete app entitlement owner",
  body: z.object({ appEntitlementRef: EntitlementInPath }),
  response: Empty,
});

export const deleteAppUserEntitlementOwner = defineOperation({
  id: "deleteAppUserEntitlementOwner",
  method: "DELETE",
  path: "/api/v2/apps/{app_id}/users/{user_id}/owners/entitlements/{role_slug}/{app_entitlement_ref_app_id}/{app_entitlement_ref_id}",
  effect: "repeatable",
  summary: "Delete an entitlement ownership source of an app user.",
  source: "identity-governance-api.md, Endpoints, 5. Delete app user entitlement owner",
  body: z.object({ appEntitlementRef: EntitlementInPath }),
  response: Empty,
});
