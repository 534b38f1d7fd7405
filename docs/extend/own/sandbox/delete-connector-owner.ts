// The embedded tenant's handler for deleteConnectorOwner.
import { type Handler, notFound, removeOwner, requireOfApp } from "../../sandbox/tenant/kit.ts";

/** Ends the user's ownership of the connector. @throws TenantError 404 if they did not own it in the role */
export const deleteConnectorOwner: Handler<"deleteConnectorOwner"> = ({ path }, { sql }) => {
  const { app_id: appId, connector_id: connectorId, role_slug: roleSlug, user_ref_id: userId } = path;
  requireOfApp(sql, "connector", appId, connectorId);
  if (!removeOwner(sql, "connectorOwners", { appId, connectorId, roleSlug, userId }))
    throw notFound("connector owner", userId);
  return {};
};
