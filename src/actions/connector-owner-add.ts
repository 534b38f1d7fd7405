import * as z from "zod";
import { defineAction } from "./action.ts";
import { Named } from "./named.ts";

/** Makes a user an owner of a connector. Names are for the people who read the plan; ids decide. */
export const addConnectorOwner = defineAction({
  name: "connector-owner.add",
  input: z.object({
    app: Named,
    connector: Named,
    roleSlug: z.string().min(1),
    user: Named,
  }),
  summary: ({ user, connector, app, roleSlug }) =>
    `Make ${user.name} an owner (${roleSlug}) of the connector ${connector.name} of ${app.name}.`,
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
});
