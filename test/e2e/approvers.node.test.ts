import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startVendor, type VendorStub } from "../vendors/stub.ts";
import { jira, jiraVariables, toldByReeve } from "../vendors/tickets.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA } from "./tickets.ts";

const CAMPAIGN = "test-start-campaign";
let vendor: VendorStub;
let reeve: RuledReeve;
beforeAll(async () => {
  vendor = await startVendor(jira);
  reeve = await RuledReeve.start({
    enabled: [CAMPAIGN],
    policy: {
      approvals: [{ when: "operation", operations: ["createCampaign"] }],
    },
    // The tickets are Ada's, and Gita causes their events.
    people: [ADA, GITA, NORA].map((email) => ({ email, roles: ["approver"] })),
    replies: { jira: {} },
    bindings: jiraVariables(vendor.url),
  });
});
afterAll(async () => {
  await reeve.stop();
  await vendor.stop();
});

describe("a plan that only some may approve", () => {
  it("waits for the one of them who has no part in it", async () => {
    const event = await reeve.send({ review: "Review of Hugo", reviewOwner: HUGO });
    const run = await reeve.runOf(event, CAMPAIGN, "awaiting_approval");
    expect(await reeve.approve(run)).toMatchObject({
      status: 200,
    });
    await reeve.until(run.id, ({ state }) => state === "done");
  });

  it("fails at once where all of them have, and the ticket is told", async () => {
    const issue = "95001";
    const event = await reeve.send({ review: "Review of Nora", reviewOwner: NORA }, issue);
    const run = await reeve.runOf(event, CAMPAIGN, "failed");
    expect(run.problem?.code).toBe("nobody_can_approve");
    await reeve.until(run.id, ({ reply }) => reply?.state === "sent");
    expect(toldByReeve(vendor, issue)).toEqual([
      expect.stringMatching(
        /^This could not be done: This needs an approval that nobody can give: the requester is unknown, or/,
      ),
    ]);
    expect(await reeve.campaigns("Review of Nora")).toEqual([]);
  });
});
