import * as z from "zod";
import { Named } from "../base/named.ts";
import { forget, ownershipKey } from "../watches/watch.ts";
import { defineAction } from "./action.ts";

/**
 * Takes from an entitlement its ownership of an app: whoever holds the entitlement stops being an owner by it.
 * The entitlement may be another app's.
 */
export const removeEntitlementOwner = defineAction({
  name: "entitlement-owner.remove",
  input: z.object({
    app: Named,
    roleSlug: z.string().min(1),
    entitlement: Named.extend({ appId: z.string().min(1) }),
  }),
  summary: ({ app, roleSlug, entitlement }) =>
    `Stop the entitlement ${entitlement.name} from making its holders owners (${roleSlug}) of ${app.name}.`,
  unverified: ({ entitlement: { appId, id, name }, app }) => [{ id: `${appId}/${id}`, name }, app],
  target: ({ app, roleSlug, entitlement }) =>
    `app ${app.id} owner ${roleSlug} entitlement ${entitlement.appId}/${entitlement.id}`,
  effects: ({ app, roleSlug, entitlement }) => [
    {
      operation: "deleteAppEntitlementOwner",
      input: {
        path: {
          app_id: app.id,
          role_slug: roleSlug,
          app_entitlement_ref_app_id: entitlement.appId,
          app_entitlement_ref_id: entitlement.id,
        },
        body: { appEntitlementRef: { appId: entitlement.appId, id: entitlement.id } },
      },
    },
  ],
  // Its holders lose by it, but the API does not say who they are.
  beneficiaries: () => [],
  memories: (source) => [forget("ownership", ownershipKey({ of: "app", ...source }))],
});
