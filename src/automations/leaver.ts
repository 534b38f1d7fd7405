import { personOfAnyStatus } from "../governance/people.ts";
import { automation } from "./automation.ts";
import { byName } from "./names.ts";
import { reviewOf, workEmailOf } from "./person-review.ts";
import { userEntitlementOwnerRemove } from "./requests/user-entitlement-owner-remove.ts";
import type { Settings } from "./settings.ts";

/**
 * Who leaves: their accounts lose the owners that the settings name, and what else they have is reviewed, by their
 * manager. Who returns before that day stays as they are.
 */
export const leaver = automation({
  name: "leaver",
  on: ["worker.terminated", "worker.returned"],
  async decide({ type, worker, confirmed }, context) {
    const { system } = worker;
    if (type === "worker.returned")
      return { ignore: `${system} says that ${worker.name ?? worker.id} works here`, withdraws: true };
    const { governance, settings } = context;
    const email = workEmailOf(worker);
    const person = await personOfAnyStatus(governance, email);
    const [first, ...others] = await Promise.all([
      ...ownershipsOf(email, settings).map((input) => userEntitlementOwnerRemove.plan(input, context)),
      reviewOf(person, worker, settings.leaver.review, context),
    ]);
    return {
      actions: [first, ...others],
      // One notice that is mistaken, or forged, takes nothing from anybody.
      asks:
        person.disabled || confirmed
          ? []
          : [`the user ${person.name} is not disabled, and ${system} was not asked or does not confirm it`],
    };
  },
});

/** The ownership sources of accounts that the settings know to be theirs. */
const ownershipsOf = (email: string, { leaver: { accountOwners }, appUsers }: Settings) =>
  accountOwners
    .filter(({ app }) => byName(byName(appUsers, app)?.value ?? {}, email))
    .map((source) => ({ ...source, user: email }));
