// Removes entitlements as owners: the holders of such an entitlement own an app, or an account in an app.
import * as z from "zod";
import { Named } from "../base/named.ts";
import { unclear } from "../base/problem.ts";
import { defineAction } from "./define.ts";
import { ownershipKey, removeEntry } from "./inventory.ts";
import { byName, type NamedThings, nameIn, OwnerRole, ownerRoleSlug, requireName, written } from "./names.ts";

/** The form of an app user's id, to distinguish it from a misspelt email, name or word. */
const APP_USER_ID = /^(?=.*[\d_:-])[\w.:-]{6,}$/;

/** An ownership of an app, or of an account in it, through an entitlement, which can belong to another app. */
const Owned = z.object({
  /** The app that is owned, or that contains the account. */
  app: Named,
  /** The API's slug of the owner role. */
  roleSlug: z.string().min(1),
  /** The entitlement whose holders are the owners. */
  entitlement: Named.extend({ appId: z.string().min(1) }),
});
type Owned = z.output<typeof Owned>;

const toPath = ({ app, roleSlug, entitlement }: Owned) => ({
  app_id: app.id,
  role_slug: roleSlug,
  app_entitlement_ref_app_id: entitlement.appId,
  app_entitlement_ref_id: entitlement.id,
});
const toBody = ({ entitlement: { appId, id } }: Owned) => ({ appEntitlementRef: { appId, id } });
const entitlementNamed = ({ entitlement: { appId, id, name } }: Owned) => ({ id: `${appId}/${id}`, name });

const OwnerRequest = z.strictObject({
  entitlement: nameIn("entitlements", "The entitlement, by name."),
  app: nameIn("apps", "The app that is owned, by name."),
  role: OwnerRole,
});

function lookUpOwned(
  { entitlement, app, role }: z.output<typeof OwnerRequest>,
  settings: NamedThings,
): Owned {
  const owned = requireName(settings.apps, "app", app);
  const holding = requireName(settings.entitlements, "entitlement", entitlement);
  return {
    app: { id: owned.value, name: owned.name },
    roleSlug: ownerRoleSlug(settings, role),
    entitlement: { ...holding.value, name: holding.name },
  };
}

const ADDED_AGAIN = {
  byHand:
    "The API does not report how many holders there are. To undo the removal, add the entitlement again in the tenant.",
};

/**
 * Ends an entitlement's ownership of an app. The entitlement can belong to another app.
 *
 * @example
 * export const removed = removeEntitlementOwner({ app, roleSlug: "owner", entitlement });
 */
export const removeEntitlementOwner = defineAction({
  name: "entitlement-owner.remove",
  input: Owned,
  summary: ({ app, roleSlug, entitlement }) =>
    `Remove the entitlement ${entitlement.name} as ${roleSlug} of ${app.name}. Everyone who holds it loses that ownership.`,
  unverified: (owned) => [entitlementNamed(owned), owned.app],
  target: ({ app, roleSlug, entitlement }) =>
    `app ${app.id} owner ${roleSlug} entitlement ${entitlement.appId}/${entitlement.id}`,
  calls: ["deleteAppEntitlementOwner"],
  effects: (owned) => [
    { operation: "deleteAppEntitlementOwner", input: { path: toPath(owned), body: toBody(owned) } },
  ],
  // The holders are affected, but the API does not list them.
  beneficiaries: () => [],
  leaves: (source) => [removeEntry("ownership", ownershipKey({ of: "app", ...source }))],
  undo: ADDED_AGAIN,
  ends: { ownership: (data) => (data.of === "app" ? data : null) },
  request: {
    description: "Remove an entitlement as owner of an app. Everyone who holds it loses that ownership.",
    input: OwnerRequest,
    lookUp: (asked, { settings }) => lookUpOwned(asked, settings),
  },
});

/**
 * Ends an entitlement's ownership of an account in an app. The entitlement can belong to another app.
 *
 * @example
 * export const removed = (user: string, context: Context) =>
 *   removeUserEntitlementOwner.request.plan({ entitlement: "GitHub admins", app: "GitHub", user }, context);
 */
export const removeUserEntitlementOwner = defineAction({
  name: "user-entitlement-owner.remove",
  /** `appUser` is the API's term for an account. */
  input: Owned.extend({ appUser: Named }),
  summary: ({ app, appUser, roleSlug, entitlement }) =>
    `Remove the entitlement ${entitlement.name} as ${roleSlug} of the account ${appUser.name} in ${app.name}. Everyone who holds it loses that ownership.`,
  unverified: ({ appUser, ...owned }) => [entitlementNamed(owned), appUser, owned.app],
  target: ({ app, appUser, roleSlug, entitlement }) =>
    `app user ${app.id}/${appUser.id} owner ${roleSlug} entitlement ${entitlement.appId}/${entitlement.id}`,
  calls: ["deleteAppUserEntitlementOwner"],
  effects: ({ appUser, ...owned }) => [
    {
      operation: "deleteAppUserEntitlementOwner",
      input: { path: { ...toPath(owned), user_id: appUser.id }, body: toBody(owned) },
    },
  ],
  // The entitlement's holders are affected, and might include the account's holder, but the API lists neither.
  beneficiaries: () => [],
  leaves: (source) => [removeEntry("ownership", ownershipKey({ of: "account", ...source }))],
  undo: ADDED_AGAIN,
  ends: { ownership: (data) => (data.of === "account" ? data : null) },
  request: {
    description:
      "Remove an entitlement as owner of an account in an app. Everyone who holds it loses that ownership.",
    input: z.strictObject({
      entitlement: OwnerRequest.shape.entitlement,
      app: nameIn("apps", "The app that the account is in, by name."),
      user: written(256).meta({ title: "Account", description: "The account, by its holder or by its id." }),
      role: OwnerRole,
    }),
    lookUp({ user, ...asked }, { settings }) {
      const owned = lookUpOwned(asked, settings);
      const { name } = owned.app;
      return { ...owned, appUser: findAppUser(byName(settings.appUsers, name)?.value ?? {}, name, user) };
    },
  },
});

/** Finds an account by its configured name, or by its id: the API can't look up accounts. */
function findAppUser(names: Readonly<Record<string, string>>, app: string, written: string) {
  const found = byName(names, written);
  if (found) return { id: found.value, name: found.name };
  if (!APP_USER_ID.test(written))
    throw unclear(
      `No account in ${app} is known as "${written}". Give the account's id, or ask an admin to add the account.`,
    );
  return { id: written, name: `with the id ${written}` };
}
