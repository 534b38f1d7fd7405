// example-automation: what it listens to, and what it proposes. README.md beside this folder says how to go on.
import * as z from "zod";
import { addConnectorOwner } from "../../actions/connector-owner.ts";
import { automation } from "../../automations/kit/automation.ts";

/** Its settings in `src/config.ts`: `"example-automation": { requestType: "…" }`. */
const OwnSettings = z.looseObject({ requestType: z.string().default("Example automation") });

export const exampleAutomation = automation({
  name: "example-automation",
  does: "An approved ticket makes its user an owner of its connector.",
  on: "ticket.transitioned",
  reads: addConnectorOwner.request.reads,
  proposes: [addConnectorOwner],
  when({ ticket: { requestType, status } }, { automations }) {
    const wanted = OwnSettings.parse(automations["example-automation"] ?? {});
    if (requestType !== wanted.requestType) return `The form is not "${wanted.requestType}".`;
    return status?.to === "Approved" || "The ticket is not approved.";
  },
  async propose({ ticket: { fields } }, context) {
    const { user, connector } = fields;
    return { actions: [await addConnectorOwner.request.plan({ user, connector }, context)] };
  },
});
