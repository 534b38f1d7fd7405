// connector-owner.end: ends an ownership of a connector.
import * as z from "zod";
import { addConnectorOwner, defineAction, Named, ownershipKey, removeEntry } from "../../kit/index.ts";

const Owned = z.object({ app: Named, connector: Named, roleSlug: z.string().min(1), user: Named });

export const connectorOwnerEnd = defineAction({
  name: "connector-owner.end",
  input: Owned,
  summary: ({ user, roleSlug, connector, app }) =>
    `Remove ${user.name} as ${roleSlug} of the connector ${connector.name} (app ${app.name}).`,
  unverified: ({ app, connector }) => [connector, app],
  target: ({ app, connector, roleSlug, user }) =>
    `connector ${app.id}/${connector.id} owner ${roleSlug} ${user.id}`,
  calls: ["deleteConnectorOwner"],
  effects: ({ app, connector, roleSlug, user }) => [
    {
      operation: "deleteConnectorOwner",
      input: {
        path: { app_id: app.id, connector_id: connector.id, role_slug: roleSlug, user_ref_id: user.id },
        body: {},
      },
    },
  ],
  beneficiaries: ({ user }) => [user.id],
  leaves: (owned) => [removeEntry("ownership", ownershipKey({ of: "connector", ...owned }))],
  undo: { by: (input) => addConnectorOwner(Owned.parse(input)) },
  ends: { ownership: (data) => (data.of === "connector" ? data : null) },
  notAskedFor: "The automation last-days plans it, on the day after the last.",
});
