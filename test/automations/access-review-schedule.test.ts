import { expect, it } from "vitest";
import { accessReviewSchedule } from "../../src/automations/access-review-schedule.ts";
import { createCampaign } from "../../src/governance/contract/campaigns.ts";
import type { ScheduleEvent } from "../../src/sources/event.ts";
import { tenantAt } from "../governance/tenant.ts";
import { contextOf } from "./context.ts";

const due = (dueAt: string): ScheduleEvent => ({
  type: "schedule.due",
  subject: "schedule:access-review-schedule",
  occurredAt: dueAt,
  schedule: { automation: "access-review-schedule", dueAt, missed: 0 },
});

it("starts a campaign with the settings' name, owners and time, which the tenant accepts", async () => {
  const tenant = await tenantAt("access-review.example.com");
  const governance = tenant.client();
  const context = contextOf(governance);
  const decision = await accessReviewSchedule.decide(due("2099-04-01T05:00:00.000Z"), context);
  if (!("actions" in decision)) throw new Error("it plans nothing");
  expect(decision.actions).toMatchObject([
    {
      action: "campaign.start",
      summary:
        "Start the access review campaign Quarterly access review 2099-04-01, of all grants, with the policy Manager reviews, owned by Ada Marsh, to be complete by 2099-04-15T05:00:00.000Z.",
      beneficiaries: ["usr_ada_marsh"],
    },
  ]);
  const [effect] = decision.actions[0].effects;
  if (effect?.operation !== "createCampaign") throw new Error(`not a campaign: ${effect?.operation}`);
  const { accessReview } = await governance.call(createCampaign, effect.input);
  expect(accessReview.accessReview).toMatchObject({ displayName: "Quarterly access review 2099-04-01" });
});

it("decides the same each time it is asked", async () => {
  const tenant = await tenantAt("access-review-again.example.com");
  const context = contextOf(tenant.client());
  const event = due("2027-04-01T05:00:00.000Z");
  expect(await accessReviewSchedule.decide(event, context)).toEqual(
    await accessReviewSchedule.decide(event, context),
  );
});
