import * as z from "zod";
import { Named } from "../base/named.ts";
import { remember } from "../watches/watch.ts";
import { defineAction } from "./action.ts";

/** Makes a user an owner of a connector. Names are for the people who read the plan; ids decide. */
export const addConnectorOwner = defineAction({
  name: "connector-owner.add",
  input: z.object({
    app: Named,
    connector: Named,
    roleSlug: z.string().min(1),
    user: Named,
    /** The last day, `YYYY-MM-DD`. No call ends an owner: a person is asked to. */
    until: z.iso.date().optional(),
  }),
  summary: ({ user, connector, app, roleSlug, until }) =>
    `Make ${user.name} an owner (${roleSlug}) of the connector ${connector.name} of ${app.name}${
      until ? ` until ${until}; a person is then asked to end it, as the API has no call for it` : ""
    }.`,
  unverified: ({ app, connector }) => [connector, app],
  target: ({ app, connector, roleSlug, user }) =>
    `connector ${app.id}/${connector.id} owner ${roleSlug} ${user.id}`,
  effects: ({ app, connector, roleSlug, user }) => [
    {
      operation: "createConnectorOwner",
      input: {
        path: { app_id: app.id, connector_id: connector.id, role_slug: roleSlug, user_ref_id: user.id },
        body: { userRef: { id: user.id } },
      },
    },
  ],
  beneficiaries: ({ user }) => [user.id],
  memories: (owner) => [remember("ownership", { of: "connector", ...owner })],
});
