import * as z from "zod";
import { addConnectorOwner } from "../../actions/connector-owner-add.ts";
import { personByEmail } from "../../governance/people.ts";
import { dayOf, refusePastDay } from "../days.ts";
import { requireName } from "../names.ts";
import { OwnerRole, ownerRoleSlug } from "./owner-role.ts";
import { defineRequest } from "./request.ts";

/** `connector-owner.add`: a person, a connector, a role, and perhaps until when. */
export const connectorOwnerAdd = defineRequest({
  action: "connector-owner.add",
  description: "Makes a person an owner of a connector.",
  input: z.strictObject({
    user: z.email().describe("Email of the person, who has to be an enabled governance user."),
    connector: z.string().min(1).describe("The connector, by its name in src/config.ts."),
    role: OwnerRole,
    until: z.iso
      .date("a day is written as YYYY-MM-DD")
      .optional()
      .describe("The last day, YYYY-MM-DD. A person is then asked to end it: the API has no call for it."),
  }),
  async plan({ user, connector, role, until }, { governance, settings, now }) {
    if (until !== undefined) refusePastDay("until", until, dayOf(now, settings.timeZone));
    const { name, value } = requireName(settings.connectors, "connector", connector);
    const roleSlug = ownerRoleSlug(settings, role);
    return addConnectorOwner({
      app: { id: value.appId, name: value.appName },
      connector: { id: value.connectorId, name },
      roleSlug,
      user: await personByEmail(governance, user),
      ...(until && { until }),
    });
  },
});
