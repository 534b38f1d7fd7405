import * as z from "zod";
import { addConnectorOwner } from "../../actions/connector-owner-add.ts";
import { personByEmail } from "../../governance/people.ts";
import { requireName } from "../names.ts";
import { defineRequest } from "./request.ts";

/** `connector-owner.add`: a person, a connector and a role. */
export const connectorOwnerAdd = defineRequest({
  action: "connector-owner.add",
  description: "Makes a person an owner of a connector.",
  input: z.strictObject({
    user: z.email().describe("Email of the person, who has to be an enabled governance user."),
    connector: z.string().min(1).describe("The connector, by its name in src/config.ts."),
    role: z.string().min(1).describe("The owner role, by its name in src/config.ts."),
  }),
  async plan({ user, connector, role }, { governance, settings }) {
    const { name, value } = requireName(settings.connectors, "connector", connector);
    const { value: roleSlug } = requireName(settings.ownerRoles, "role", role);
    return addConnectorOwner({
      app: { id: value.appId, name: value.appName },
      connector: { id: value.connectorId, name },
      roleSlug,
      user: await personByEmail(governance, user),
    });
  },
});
