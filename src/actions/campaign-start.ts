import * as z from "zod";
import { ScopeV2 } from "../governance/contract/campaigns.ts";
import { Timestamp } from "../governance/contract/primitives.ts";
import { defineAction } from "./action.ts";
import { Named } from "./named.ts";

/** Creates an access review campaign. A repeat would make a second one, so its call is never sent twice. */
export const startCampaign = defineAction({
  name: "campaign.start",
  input: z.object({
    name: z.string().min(1),
    description: z.string().optional(),
    /** What is reviewed. */
    scope: ScopeV2,
    /** The review policy: who decides. */
    policy: Named,
    owners: z.array(Named).min(1),
    /** When the review should be over. */
    completionDate: Timestamp.optional(),
  }),
  summary: ({ name, owners, completionDate }) =>
    `Start the access review campaign ${name}, owned by ${owners.map((owner) => owner.name).join(", ")}${
      completionDate ? `, to be complete by ${completionDate}` : ""
    }.`,
  target: ({ name }) => `campaign ${name}`,
  effects: ({ name, description, scope, policy, owners, completionDate }) => [
    {
      operation: "createCampaign",
      input: {
        body: {
          displayName: name,
          ...(description ? { description } : {}),
          scopeV2: scope,
          policyId: policy.id,
          ownerIds: owners.map((owner) => owner.id),
          ...(completionDate ? { completionDate } : {}),
        },
      },
    },
  ],
  // Owning a campaign is power over what it finds.
  beneficiaries: ({ owners }) => owners.map((owner) => owner.id),
});
