import { expect, it } from "vitest";
import { makeContext } from "../../../test/automations/support/context.ts";
import { tenantAt } from "../../../test/governance/tenant.ts";
import { exampleAutomation } from "./example-automation.ts";

const ticket = (status: string) => ({
  type: "ticket.transitioned" as const,
  subject: "jira:1",
  ticket: {
    system: "jira",
    id: "1",
    key: "IAM-1",
    title: "An owner for GitHub MCP",
    requestType: "Example automation",
    status: { to: status },
    fields: { user: "ada.marsh@example.com", connector: "GitHub MCP" },
  },
});

it("proposes an owner when the ticket is approved, and not before", async () => {
  const tenant = await tenantAt("example-automation.example.com");
  const context = makeContext(tenant.client());
  expect(exampleAutomation.when(ticket("Open"), context.settings)).toBe("The ticket is not approved.");
  expect(exampleAutomation.when(ticket("Approved"), context.settings)).toBe(true);
  expect(await exampleAutomation.propose(ticket("Approved"), context)).toMatchObject({
    actions: [{ summary: "Add Ada Marsh as owner of the connector GitHub MCP (app GitHub)." }],
  });
});
