// Says whether a caller may call an operation, where the switch `permissions` names the roles that open it.
import { TenantError } from "../errors.ts";
import type { BearerOperationId, Caller, Place } from "../world.ts";

/** @throws TenantError 403, naming the operation and the roles that open it */
export function requirePermission(
  operation: BearerOperationId,
  { permissions: held }: Caller,
  { switches: { permissions } }: Pick<Place, "switches">,
): void {
  if (permissions === null || held === "full") return;
  if (held.roles.some((role) => permissions[role]?.includes(operation))) return;
  const opening = Object.keys(permissions).filter((role) => permissions[role]?.includes(operation));
  const needs = opening.length > 0 ? `one of the roles ${opening.join(", ")}` : "full permissions";
  throw new TenantError("permission_denied", `The credential may not call ${operation}; it needs ${needs}.`);
}
