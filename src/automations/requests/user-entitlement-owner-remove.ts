import * as z from "zod";
import { removeUserEntitlementOwner } from "../../actions/user-entitlement-owner-remove.ts";
import { Problem } from "../../base/problem.ts";
import { byName, requireName } from "../names.ts";
import { OwnerRole, ownerRoleSlug } from "./owner-role.ts";
import { defineRequest } from "./request.ts";

/** What an id of an app user may look like, so that a misspelt email or name is not taken for one. */
const APP_USER_ID = /^[\w.:-]+$/;

/**
 * `user-entitlement-owner.remove`: an entitlement, an app, an account in it and a role. The API can't be asked whose
 * account is which, so the account is one that the settings name, or is given by its id.
 */
export const userEntitlementOwnerRemove = defineRequest({
  action: "user-entitlement-owner.remove",
  description: "Stops an entitlement from making its holders owners of somebody's account in an app.",
  input: z.strictObject({
    entitlement: z.string().min(1).describe("The entitlement, by its name in src/config.ts."),
    app: z.string().min(1).describe("The app that the account is in, by its name in src/config.ts."),
    user: z
      .string()
      .trim()
      .min(1)
      .max(256)
      .describe("The account: the name or email that `appUsers` in src/config.ts has for it, or its id."),
    role: OwnerRole,
  }),
  plan({ entitlement, app, user, role }, { settings }) {
    const owned = requireName(settings.apps, "app", app);
    const holding = requireName(settings.entitlements, "entitlement", entitlement);
    return removeUserEntitlementOwner({
      app: { id: owned.value, name: owned.name },
      appUser: appUserOf(byName(settings.appUsers, owned.name)?.value ?? {}, owned.name, user),
      roleSlug: ownerRoleSlug(settings, role),
      entitlement: { ...holding.value, name: holding.name },
    });
  },
});

function appUserOf(names: Readonly<Record<string, string>>, app: string, written: string) {
  const found = byName(names, written);
  if (found) return { id: found.value, name: found.name };
  if (!APP_USER_ID.test(written) || /^\.+$/.test(written))
    throw new Problem(
      "request_unclear",
      `The account of "${written}" in ${app} is not known: appUsers in src/config.ts has to name it, or say its id.`,
    );
  return { id: written, name: `with the id ${written}` };
}
