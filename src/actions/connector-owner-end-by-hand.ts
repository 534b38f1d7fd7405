import * as z from "zod";
import { Named } from "../base/named.ts";
import { forget, Owner, ownershipKey } from "../watches/watch.ts";
import { defineAction } from "./action.ts";

/**
 * Has a person end an ownership of a connector, which the API has no call for. It calls nothing: its plan waits for an
 * approval, which says that it is done, and then the ownership is forgotten.
 */
export const endConnectorOwnerByHand = defineAction({
  name: "connector-owner.end-by-hand",
  input: z.object({
    app: Named,
    connector: Named,
    roleSlug: z.string().min(1),
    user: Owner,
    /** The governance user that they are, where `user` does not say and there is one. */
    userId: z.string().optional(),
    /** The last day of it, which is over. */
    until: z.iso.date(),
  }),
  summary: ({ user, connector, app, roleSlug, until }) =>
    `Ask a person to end the ownership (${roleSlug}) that ${user.name} has of the connector ${connector.name} of ${app.name}, whose last day was ${until}: the API has no call for it; approve when it is done.`,
  unverified: ({ app, connector }) => [connector, app],
  target: ({ app, connector, roleSlug, user }) =>
    `connector ${app.id}/${connector.id} owner ${roleSlug} ${user.id ?? user.email}`,
  effects: () => [],
  beneficiaries: ({ user, userId }) => [user.id ?? userId ?? []].flat(),
  memories: (owned) => [forget("ownership", ownershipKey({ of: "connector", ...owned }))],
});
