import * as z from "zod";
import { Named } from "../base/named.ts";
import { forget, ownershipKey } from "../watches/watch.ts";
import { defineAction } from "./action.ts";

/**
 * Takes from an entitlement its ownership of somebody's account in an app: whoever holds the entitlement stops being
 * an owner of the account by it. The entitlement may be another app's.
 */
export const removeUserEntitlementOwner = defineAction({
  name: "user-entitlement-owner.remove",
  input: z.object({
    app: Named,
    /** The account, which the API calls app user. */
    appUser: Named,
    roleSlug: z.string().min(1),
    entitlement: Named.extend({ appId: z.string().min(1) }),
  }),
  summary: ({ app, appUser, roleSlug, entitlement }) =>
    `Stop the entitlement ${entitlement.name} from making its holders owners (${roleSlug}) of the account ${appUser.name} in ${app.name}.`,
  unverified: ({ entitlement: { appId, id, name }, appUser, app }) => [
    { id: `${appId}/${id}`, name },
    appUser,
    app,
  ],
  target: ({ app, appUser, roleSlug, entitlement }) =>
    `app user ${app.id}/${appUser.id} owner ${roleSlug} entitlement ${entitlement.appId}/${entitlement.id}`,
  effects: ({ app, appUser, roleSlug, entitlement }) => [
    {
      operation: "deleteAppUserEntitlementOwner",
      input: {
        path: {
          app_id: app.id,
          user_id: appUser.id,
          role_slug: roleSlug,
          app_entitlement_ref_app_id: entitlement.appId,
          app_entitlement_ref_id: entitlement.id,
        },
        body: { appEntitlementRef: { appId: entitlement.appId, id: entitlement.id } },
      },
    },
  ],
  // Its holders lose by it, but the API does not say who they are, nor whose the account is.
  beneficiaries: () => [],
  memories: (source) => [forget("ownership", ownershipKey({ of: "account", ...source }))],
});
