import { startCampaign } from "../actions/campaign-start.ts";
import { personByEmail } from "../governance/people.ts";
import { automation } from "./automation.ts";
import { DAY_MS, dayOf } from "./days.ts";
import { schedule } from "./schedule.ts";

const timeZone = "Europe/Berlin";

/** On the first of each quarter an access review campaign is started. */
export const accessReviewSchedule = automation({
  name: "access-review-schedule",
  on: schedule("0 7 1 1,4,7,10 *", { timeZone }),
  async decide({ schedule: { dueAt } }, { governance, settings }) {
    const { name, description, policy, ownerEmails, scope, openDays } = settings.accessReview;
    const owners = await Promise.all(ownerEmails.map((email) => personByEmail(governance, email)));
    return {
      actions: [
        startCampaign({
          name: `${name} ${dayOf(Date.parse(dueAt), timeZone)}`,
          ...(description ? { description } : {}),
          policy,
          owners,
          scope,
          // By the time it was due, so that a plan made again is the same plan.
          completionDate: new Date(Date.parse(dueAt) + openDays * DAY_MS).toISOString(),
        }),
      ],
    };
  },
});
