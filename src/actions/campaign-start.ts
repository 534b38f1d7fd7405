import * as z from "zod";
import { Named } from "../base/named.ts";
import { ScopeV2 } from "../governance/contract/campaigns.ts";
import { Timestamp } from "../governance/contract/primitives.ts";
import { remember } from "../watches/watch.ts";
import { defineAction } from "./action.ts";

/**
 * Creates an access review campaign, anew or as a copy of an earlier one, where what is given replaces what is copied.
 * A repeat would make a second one, so its call is never sent twice.
 */
export const startCampaign = defineAction({
  name: "campaign.start",
  input: z
    .object({
      name: z.string().min(1),
      description: z.string().optional(),
      /** The campaign that is copied. Without it, scope, policy and owners are all needed. */
      like: Named.optional(),
      /** What is reviewed. */
      scope: ScopeV2.optional(),
      /** The review policy: who decides. */
      policy: Named.optional(),
      owners: z.array(Named).min(1).optional(),
      /** When the review should be over. */
      completionDate: Timestamp.optional(),
    })
    .refine(({ like, scope, policy, owners }) => like || (scope && policy && owners), {
      error: "a campaign that is like no other needs scope, policy and owners",
    }),
  summary: ({ name, like, scope, policy, owners, completionDate }) =>
    [
      `Start the access review campaign ${name}`,
      ...(like ? [`like ${like.name}`] : []),
      ...(like && policy ? [`with the policy ${policy.name}`] : []),
      ...(like && scope ? ["with a scope of its own"] : []),
      ...(owners
        ? [`owned by ${owners.map((owner) => owner.name).join(", ")}`]
        : ["with the owners of that one"]),
      ...(completionDate ? [`to be complete by ${completionDate}`] : []),
    ]
      .join(", ")
      .concat("."),
  target: ({ name }) => `campaign ${name}`,
  effects: ({ name, description, like, scope, policy, owners, completionDate }) => [
    {
      operation: "createCampaign",
      input: {
        body: {
          displayName: name,
          ...(description ? { description } : {}),
          ...(like ? { duplicateFrom: like.id } : {}),
          ...(scope ? { scopeV2: scope } : {}),
          ...(policy ? { policyId: policy.id } : {}),
          ...(owners ? { ownerIds: owners.map((owner) => owner.id) } : {}),
          ...(completionDate ? { completionDate } : {}),
        },
      },
    },
  ],
  // Owning a campaign is power over what it finds. Whose a copied one is, the API does not say.
  beneficiaries: ({ owners = [] }) => owners.map((owner) => owner.id),
  memories: ({ name }) => [remember("campaign", { name })],
});
