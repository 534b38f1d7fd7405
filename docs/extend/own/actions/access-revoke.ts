// access.revoke: requests that the service revokes an entitlement from a user.
import * as z from "zod";
import { defineAction, Named, nameIn, personByEmail, requireName } from "../../kit/index.ts";

export const accessRevoke = defineAction({
  name: "access.revoke",
  input: z.object({ entitlement: Named.extend({ appId: z.string() }), user: Named }),
  summary: ({ entitlement, user }) => `Create a task that revokes ${entitlement.name} from ${user.name}.`,
  unverified: ({ entitlement }) => [entitlement],
  target: ({ entitlement, user }) => `access ${entitlement.appId}/${entitlement.id} ${user.id}`,
  calls: ["revokeAccess"],
  effects: ({ entitlement, user }) => [
    {
      operation: "revokeAccess",
      input: {
        body: { appId: entitlement.appId, appEntitlementId: entitlement.id, identityUserId: user.id },
      },
    },
  ],
  beneficiaries: ({ user }) => [user.id],
  undo: { byHand: "To undo, request the entitlement again." },
  request: {
    description: "Revoke an entitlement.",
    input: z.strictObject({ entitlement: nameIn("entitlements", "The entitlement."), user: z.email() }),
    reads: ["searchUsers"],
    async lookUp({ entitlement, user }, { governance, settings }) {
      const { name, value } = requireName(settings.entitlements, "entitlement", entitlement);
      return { entitlement: { ...value, name }, user: await personByEmail(governance, user) };
    },
  },
});
