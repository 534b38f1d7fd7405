import { expect, it } from "vitest";
import { describeAutomation, makeContext, tenantAt } from "../../../test/kit.ts";
import { ownerAccessReview } from "./owner-access-review.ts";

const ticket = (status: string) => ({
  type: "ticket.transitioned" as const,
  subject: "jira:1",
  ticket: {
    system: "jira",
    id: "1",
    key: "IAM-1",
    project: "IAM",
    title: "Connector owner",
    requestType: "Connector owner",
    status: { to: status },
    fields: { user: "ada.marsh@example.com" },
  },
});

describeAutomation(ownerAccessReview);

it("reviews a new owner, but only after the ticket is approved", async () => {
  const tenant = await tenantAt("owner-access-review.example.com");
  const context = makeContext(tenant.client());
  expect(await ownerAccessReview.propose(ticket("Approved"), context)).toMatchObject({
    actions: [{ summary: expect.stringContaining("Access of Ada Marsh (IAM-1)") }],
  });
  expect(ownerAccessReview.when(ticket("Declined"), context.settings)).toBe(
    'The status is "Declined", not "Approved".',
  );
});
