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
      /** What is reviewed; or, instead of it, whose access. */
      scope: ScopeV2.optional(),
      users: z.array(Named).min(1).optional(),
      /** The review policy: who decides. */
      policy: Named.optional(),
      owners: z.array(Named).min(1).optional(),
      /** When the review should be over. */
      completionDate: Timestamp.optional(),
    })
    .refine(({ scope, users }) => !(scope && users), { error: "a campaign has a scope or users, not both" })
    .refine(({ like, scope, users, policy, owners }) => like || ((scope || users) && policy && owners), {
      error: "a campaign that is like no other needs scope or users, policy and owners",
    }),
  // Who approves it has to read what is reviewed, and who decides.
  summary: ({ name, like, scope, users, policy, owners, completionDate }) =>
    [
      `Start the access review campaign ${name}`,
      ...(like ? [`like ${like.name}`] : []),
      ...(scope ? [`of ${inWords(scope)}`] : []),
      ...(users ? [`of what ${namesOf(users)} can access`] : []),
      ...(policy ? [`with the policy ${policy.name}`] : []),
      ...(owners
        ? [`owned by ${owners.map((owner) => owner.name).join(", ")}`]
        : ["with the owners of that one"]),
      ...(completionDate ? [`to be complete by ${completionDate}`] : []),
    ]
      .join(", ")
      .concat("."),
  unverified: ({ like, policy }) => [like ?? [], policy ?? []].flat(),
  target: ({ name }) => `campaign ${name}`,
  effects: ({ name, description, like, scope, users, policy, owners, completionDate }) => [
    {
      operation: "createCampaign",
      input: {
        body: {
          displayName: name,
          ...(description ? { description } : {}),
          ...(like ? { duplicateFrom: like.id } : {}),
          ...(scope ? { scopeV2: scope } : {}),
          ...(users ? { scopeV2: { selectedUsers: { userIds: users.map(({ id }) => id) } } } : {}),
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

/** Names in a sentence; more than these are counted. */
const MOST_NAMES = 20;

function namesOf(people: readonly Named[]): string {
  const names = people.slice(0, MOST_NAMES).map(({ name }) => name);
  const others = people.length - names.length;
  return `${names.join(", ")}${others > 0 ? ` and ${others} others` : ""}`;
}

/** A scope as the API has it, where it is not the one that has words of its own. */
const inWords = (scope: ScopeV2): string =>
  Object.keys(scope).join() === "allGrants" ? "all grants" : `the scope ${JSON.stringify(scope)}`;
