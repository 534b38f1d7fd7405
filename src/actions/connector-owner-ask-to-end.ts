import * as z from "zod";
import { Named } from "../base/named.ts";
import { Owner, remember } from "../watches/watch.ts";
import { defineAction } from "./action.ts";

/**
 * Sets the last day of an ownership of a connector, where the API has no call that ends it: from the day after, a person
 * is asked to. It calls nothing.
 */
export const askToEndConnectorOwner = defineAction({
  name: "connector-owner.ask-to-end",
  input: z.object({
    app: Named,
    connector: Named,
    roleSlug: z.string().min(1),
    user: Owner,
    /** The last day, `YYYY-MM-DD`. */
    until: z.iso.date(),
  }),
  summary: ({ user, connector, app, roleSlug, until }) =>
    `Have a person asked to end the ownership (${roleSlug}) that ${user.name} has of the connector ${connector.name} of ${app.name}, after its last day, ${until}: the API has no call for it.`,
  unverified: ({ app, connector }) => [connector, app],
  target: ({ app, connector, roleSlug, user }) =>
    `connector ${app.id}/${connector.id} owner ${roleSlug} ${user.id ?? user.email}`,
  effects: () => [],
  beneficiaries: ({ user }) => [user.id ?? []].flat(),
  memories: (owned) => [remember("ownership", { of: "connector", ...owned })],
});
