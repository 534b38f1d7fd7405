import * as z from "zod";
import { defineAction } from "../../src/actions/define.ts";
import { type Automation, automation } from "../../src/automations/kit/automation.ts";

/** For a plan of two effects, of which the last must not be repeated: a review whose owner is made first. */
const start = defineAction({
  name: "test.campaign-with-owner",
  input: z.object({ ticket: z.string() }),
  summary: ({ ticket }) => `Make Ada Marsh an owner of GitHub MCP and start the review ${ticket}.`,
  target: ({ ticket }) => `campaign ${ticket}`,
  calls: ["createConnectorOwner", "createCampaign"],
  effects: ({ ticket }) => [
    {
      operation: "createConnectorOwner",
      input: {
        path: {
          app_id: "app_github",
          connector_id: "con_github_mcp",
          role_slug: "owner",
          user_ref_id: "usr_ada_marsh",
        },
        body: { userRef: { id: "usr_ada_marsh" } },
      },
    },
    {
      operation: "createCampaign",
      input: { body: { displayName: ticket, policyId: "pol_manager_review" } },
    },
  ],
  unverified: () => [],
  beneficiaries: () => [],
  notAskedFor: "Only tests plan it.",
});

const campaignFromTicket = automation({
  name: "test-campaign-from-ticket",
  on: "ticket.transitioned",
  proposes: [start],
  propose: ({ ticket }) => ({ actions: [start({ ticket: ticket.key })] }),
});

/** Adds the automation to Reeve's, which are a `Map` that only this writes to. */
export function installCampaignFromTicket(automations: ReadonlyMap<string, Automation>): void {
  (automations as Map<string, Automation>).set(campaignFromTicket.name, campaignFromTicket);
}
