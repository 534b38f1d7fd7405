import * as z from "zod";
import { removeEntitlementOwner } from "../../actions/entitlement-owner-remove.ts";
import { requireName } from "../names.ts";
import { OwnerRole, ownerRoleSlug } from "./owner-role.ts";
import { defineRequest } from "./request.ts";

/** `entitlement-owner.remove`: an entitlement, an app and a role. */
export const entitlementOwnerRemove = defineRequest({
  action: "entitlement-owner.remove",
  description: "Stops an entitlement from making its holders owners of an app.",
  input: z.strictObject({
    entitlement: z.string().min(1).describe("The entitlement, by its name in src/config.ts."),
    app: z.string().min(1).describe("The app that is owned, by its name in src/config.ts."),
    role: OwnerRole,
  }),
  plan({ entitlement, app, role }, { settings }) {
    const owned = requireName(settings.apps, "app", app);
    const holding = requireName(settings.entitlements, "entitlement", entitlement);
    return removeEntitlementOwner({
      app: { id: owned.value, name: owned.name },
      roleSlug: ownerRoleSlug(settings, role),
      entitlement: { ...holding.value, name: holding.name },
    });
  },
});
