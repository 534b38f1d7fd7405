import { describe, expect, it } from "vitest";
import { draftCampaign, withAnswer } from "../../src/actions/campaign.ts";
import { putEntry } from "../../src/actions/inventory.ts";
import { recurringCampaigns } from "../../src/automations/recurring-campaigns.ts";
import { createCampaign } from "../../src/governance/contract/campaigns.ts";
import { tenantAt } from "../governance/tenant.ts";
import { isSpecificationAlone } from "../support/sweep.ts";
import { makeContext, QUARTERLY } from "./support/context.ts";
import { look, makeHistory } from "./support/proposed.ts";

const tenant = await tenantAt("recurring-campaigns.example.com");

const quarterly = [QUARTERLY];
const monthly = quarterly.map((one) => ({ ...one, name: "Contractors", every: "month" as const }));

const due = (dueAt: string, started: readonly string[] = [], campaigns = [...quarterly, ...monthly]) =>
  look(recurringCampaigns, tenant.client(), Date.parse(dueAt), {
    inventory: started.map((name) => putEntry("campaign", { name })),
    own: { campaigns },
  });
const names = async (...asked: Parameters<typeof due>) => {
  const proposal = await due(...asked);
  return "actions" in proposal ? proposal.actions.map(({ target }) => target) : [];
};

describe("recurring campaigns", () => {
  it("are planned with their name, policy, owners and due time, and identically on the next run", async () => {
    const proposal = await due("2099-04-01T05:00:00.000Z", [], quarterly);
    if (!("actions" in proposal)) throw new Error("it plans nothing");
    expect(await due("2099-04-01T05:00:00.000Z", [], quarterly)).toEqual(proposal);
    const [{ effects, summary, beneficiaries }] = proposal.actions;
    expect(beneficiaries).toEqual(["usr_gita_lund"]);
    expect(summary).toMatch(/^Create the access review campaign “Access review 2099-Q2”, /);
    expect(summary).toMatch(/owned by Gita Lund, due 14 days after it is created, as a draft, /);
    const [effect] = effects;
    if (effect?.operation !== "createCampaign") throw new Error(`not a campaign: ${effect?.operation}`);
    const { accessReview } = await tenant.client().call(createCampaign, effect.input);
    expect(accessReview?.accessReview).toMatchObject({
      displayName: "Access review 2099-Q2",
      policyId: "pol_manager_review",
    });
  });

  it("notify reviewers as configured, and are stored so that they can be copied by name", async () => {
    const told = quarterly.map((one) => ({ ...one, notifications: ["kickoff" as const] }));
    const proposal = await due("2099-07-01T05:00:00.000Z", [], told);
    if (!("actions" in proposal)) throw new Error("it plans nothing");
    const [{ effects, leaves = [] }] = proposal.actions;
    const [effect] = effects;
    if (effect?.operation !== "createCampaign") throw new Error(`not a campaign: ${effect?.operation}`);
    expect(effect.input.body?.notificationConfig).toEqual({
      sendKickoff: true,
      sendReminders: false,
      sendClose: false,
    });
    const answer = await tenant.client().call(createCampaign, effect.input);
    const started = answer.accessReview?.accessReview;
    const kept = leaves.map((change) => withAnswer(change, answer));
    const { id, state, scheduledStartDate, completionDate } = started ?? {};
    expect(kept[0]?.data).toEqual({
      name: "Access review 2099-Q3",
      owners: [{ id: "usr_gita_lund", name: "Gita Lund" }],
      ...{ id, state, scheduledStartDate, completionDate },
    });
    expect(state).toBe(`ACCESS_REVIEW_STATE_${isSpecificationAlone ? "OPEN" : "DRAFT"}`);
    expect(leaves.map((change) => withAnswer(change, { omitted: "too large to keep" }))).toEqual(leaves);

    const copy = await draftCampaign.request.plan(
      { name: "Again", like: "Access review 2099-Q3", owners: ["ada.marsh@example.com"] },
      makeContext(tenant.client(), { history: await makeHistory(kept) }),
    );
    expect(copy.effects).toMatchObject([{ input: { body: { duplicateFrom: id } } }]);
    expect(copy.summary).toContain("like Access review 2099-Q3");
  });

  it.for<[string, string[]]>([
    ["2099-01-01T06:00:00.000Z", ["campaign Access review 2099-Q1", "campaign Contractors 2099-01"]],
    ["2099-10-01T05:00:00.000Z", ["campaign Access review 2099-Q4", "campaign Contractors 2099-10"]],
    ["2099-11-01T06:00:00.000Z", ["campaign Contractors 2099-11"]],
    // In Berlin, the new year has begun.
    ["2098-12-31T23:30:00.000Z", ["campaign Access review 2099-Q1", "campaign Contractors 2099-01"]],
  ])("are due once a month or once a quarter, as configured: %s", async ([at, expected]) => {
    expect(await names(at)).toEqual(expected);
  });

  it("that already exist are not created again", async () => {
    const at = "2099-10-01T05:00:00.000Z";
    expect(await names(at, ["Access review 2099-Q4"])).toEqual(["campaign Contractors 2099-10"]);
    expect(await due(at, ["Access review 2099-Q4", "Contractors 2099-10"])).toMatchObject({
      ignore: "all campaigns that are due (2) have already been created",
    });
  });

  it("with an unknown owner fail the run", async () => {
    const strange = monthly.map((one) => ({ ...one, ownerEmails: ["nobody@example.com"] }));
    await expect(due("2099-11-01T06:00:00.000Z", [], strange)).rejects.toMatchObject({
      code: "user_not_found",
    });
  });
});
