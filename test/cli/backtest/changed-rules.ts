import { addConnectorOwner } from "../../../src/actions/connector-owner.ts";
import { automations } from "../../../src/automations/index.ts";
import type { Rules } from "../../../src/cli/backtest/plan.ts";
import { sample } from "../../../src/cli/start/sample.ts";
import { createConnectorOwner } from "../../../src/governance/contract/owners.ts";
import { automation } from "../../../src/kit/automation.ts";

const { policy, settings } = sample;

const name = "connector-owner-from-ticket";
const unchanged = automations.get(name);
if (!unchanged) throw new Error(`there is no ${name}`);

/** The automation, changed only where a ticket's title requests it. */
const changed = automation({
  name,
  on: "ticket.transitioned",
  reads: ["searchUsers"],
  proposes: [addConnectorOwner],
  async propose(event, context) {
    const { title, fields, status } = event.ticket;
    const instead = (change: Partial<typeof event.ticket>) =>
      unchanged.propose({ ...event, ticket: { ...event.ticket, ...change } }, context);
    switch (title) {
      case "another role":
        return instead({ fields: { ...fields, role: "Reviewer" } });
      case "any status":
        return instead({ status: { ...status, to: "Approved" } });
      case "not any more":
        return { ignore: "not any more" };
      case "a defect":
        throw new TypeError("there is no such member");
      case "acts while it proposes": {
        const path = { app_id: "app_github", connector_id: "con_github_mcp", role_slug: "owner" };
        const input = {
          path: { ...path, user_ref_id: "usr_ada_marsh" },
          body: { userRef: { id: "usr_ada_marsh" } },
        };
        // The types forbid this call, because an automation must only read.
        await context.governance.call(createConnectorOwner as never, input as never);
        return { ignore: "it has acted" };
      }
      default:
        return unchanged.propose(event, context);
    }
  },
});

/** Rules whose automation and approvals differ from the rules that acted. */
export const changedRules: Rules = {
  automations: new Map([[name, changed]]),
  settings,
  policy: { ...policy, approvals: [{ when: "always" }] },
};
