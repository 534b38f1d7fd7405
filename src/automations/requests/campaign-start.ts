import * as z from "zod";
import { startCampaign } from "../../actions/campaign-start.ts";
import { Problem } from "../../base/problem.ts";
import { personByEmail } from "../../governance/people.ts";
import { dayOf, refusePastDay } from "../days.ts";
import { byName, requireName } from "../names.ts";
import type { Settings } from "../settings.ts";
import { defineRequest } from "./request.ts";

/** `campaign.start`: an access review of everybody's grants, or of those of some people; or as an earlier one was. */
export const campaignStart = defineRequest({
  action: "campaign.start",
  description:
    "Starts an access review campaign. One that is like no earlier one needs `policy`, `owners` and `users`.",
  input: z.strictObject({
    name: z.string().trim().min(1).max(200).describe("What the campaign is called."),
    like: z
      .string()
      .trim()
      .min(1)
      .max(256)
      .optional()
      .describe(
        "A campaign to copy: its name in src/config.ts, or its id. What else is said replaces its own.",
      ),
    policy: z.string().min(1).optional().describe("The review policy, by its name in src/config.ts."),
    owners: z.array(z.email()).min(1).max(20).optional().describe("Emails of the campaign's owners."),
    users: z
      .union([z.literal("all"), z.array(z.email()).min(1).max(100)])
      .optional()
      .describe('Whose access is reviewed: emails, or "all".'),
    due: z.iso
      .date("a day is written as YYYY-MM-DD")
      .optional()
      .describe("The day by which the review should be over, YYYY-MM-DD."),
  }),
  async plan({ name, like, policy, owners, users, due }, { governance, settings, now }) {
    if (due !== undefined) refusePastDay("due", due, dayOf(now, settings.timeZone));
    const missing = Object.entries({ policy, owners, users }).flatMap(([member, value]) =>
      value === undefined ? [member] : [],
    );
    if (like === undefined && missing.length > 0)
      throw new Problem(
        "request_unclear",
        `A campaign that is like no other needs this too: ${missing.join(", ")}.`,
      );
    const copied = like === undefined ? undefined : campaignCalled(settings, like);
    const chosen =
      policy === undefined ? undefined : requireName(settings.reviewPolicies, "review policy", policy);
    const people = (emails: readonly string[]) =>
      Promise.all(emails.map((email) => personByEmail(governance, email)));
    return startCampaign({
      name,
      ...(copied && { like: copied }),
      ...(chosen && { policy: { id: chosen.value, name: chosen.name } }),
      ...(owners && { owners: await people(owners) }),
      ...(users && (users === "all" ? { scope: { allGrants: {} } } : { users: await people(users) })),
      ...(due && { completionDate: `${due}T23:59:59Z` }),
    });
  },
});

/** A campaign by its configured name, or by its id: the API can't be asked what a campaign is called. */
function campaignCalled({ campaigns }: Settings, written: string) {
  const found = byName(campaigns, written);
  if (found) return { id: found.value, name: found.name };
  if (/^[\w.:-]+$/.test(written)) return { id: written, name: `the one with the id ${written}` };
  const { name, value } = requireName(campaigns, "campaign", written);
  return { id: value, name };
}
