// access.grant: requests an entitlement for a user at the service, whose own policies still apply.
import * as z from "zod";
import { defineAction, Named, nameIn, personByEmail, requireName } from "../../kit/index.ts";
import { accessRevoke } from "./access-revoke.ts";

const Access = z.object({ entitlement: Named.extend({ appId: z.string() }), user: Named });

export const accessGrant = defineAction({
  name: "access.grant",
  input: Access.extend({ days: z.int().min(1).optional() }),
  summary: ({ entitlement, user, days }) =>
    `Create a task that grants ${entitlement.name} to ${user.name}${days ? ` for ${days} days` : ", without an end"}.`,
  unverified: ({ entitlement }) => [entitlement],
  target: ({ entitlement, user }) => `access ${entitlement.appId}/${entitlement.id} ${user.id}`,
  calls: ["grantAccess"],
  effects: ({ entitlement, user, days }) => [
    {
      operation: "grantAccess",
      input: {
        body: {
          appId: entitlement.appId,
          appEntitlementId: entitlement.id,
          identityUserId: user.id,
          ...(days && { grantDuration: `${days * 86_400}s` }),
        },
      },
    },
  ],
  beneficiaries: ({ user }) => [user.id],
  undo: { by: (input) => accessRevoke(Access.parse(input)) },
  request: {
    description: "Grant an entitlement.",
    input: z.strictObject({
      entitlement: nameIn("entitlements", "The entitlement."),
      user: z.email(),
      days: z.coerce.number().int().min(1).optional().describe("Days until the service ends the grant"),
    }),
    reads: ["searchUsers"],
    async lookUp({ entitlement, user, days }, { governance, settings }) {
      const { name, value } = requireName(settings.entitlements, "entitlement", entitlement);
      return {
        entitlement: { ...value, name },
        user: await personByEmail(governance, user),
        ...(days && { days }),
      };
    },
  },
});
