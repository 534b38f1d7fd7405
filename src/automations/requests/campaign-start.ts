import * as z from "zod";
import { startCampaign } from "../../actions/campaign-start.ts";
import { personByEmail } from "../../governance/people.ts";
import { requireName } from "../names.ts";
import { defineRequest } from "./request.ts";

/** `campaign.start`: an access review of everybody's grants, or of those of some people. */
export const campaignStart = defineRequest({
  action: "campaign.start",
  description: "Starts an access review campaign.",
  input: z.strictObject({
    name: z.string().trim().min(1).max(200).describe("What the campaign is called."),
    policy: z.string().min(1).describe("The review policy, by its name in src/config.ts."),
    owners: z.array(z.email()).min(1).max(20).describe("Emails of the campaign's owners."),
    users: z
      .union([z.literal("all"), z.array(z.email()).min(1).max(100)])
      .describe('Whose access is reviewed: emails, or "all".'),
    due: z.iso.date().optional().describe("The day by which the review should be over, YYYY-MM-DD."),
  }),
  async plan({ name, policy, owners, users, due }, { governance, settings }) {
    const chosen = requireName(settings.reviewPolicies, "review policy", policy);
    const people = (emails: readonly string[]) =>
      Promise.all(emails.map((email) => personByEmail(governance, email)));
    return startCampaign({
      name,
      policy: { id: chosen.value, name: chosen.name },
      owners: await people(owners),
      scope:
        users === "all"
          ? { allGrants: {} }
          : { selectedUsers: { userIds: (await people(users)).map(({ id }) => id) } },
      ...(due && { completionDate: `${due}T23:59:59Z` }),
    });
  },
});
