import { beforeEach, describe, expect, it } from "vitest";
import { addConnectorOwner } from "../../src/actions/connector-owner-add.ts";
import { partyFinder, requireApprover } from "../../src/desk/decisions.ts";
import { readOnly } from "../../src/governance/client/index.ts";
import type { Person, RequestEvent } from "../../src/sources/event.ts";
import { type TestTenant, tenantAt } from "../governance/tenant.ts";

const [ADA, NORA, HUGO] = [
  "ada.marsh@example.com",
  "nora.field@example.com",
  "hugo.pike@example.com",
] as const;

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await tenantAt("approvers.example.com");
});

/** Nora Field is to be an owner. */
const own = addConnectorOwner({
  app: { id: "app_github", name: "GitHub" },
  connector: { id: "con_github_mcp", name: "GitHub MCP" },
  roleSlug: "owner",
  user: { id: "usr_nora_field", name: "Nora Field" },
});
const asked = (requester?: Person): RequestEvent => ({
  type: "request.made",
  subject: "request:1",
  request: { action: "connector-owner.add", input: {}, ...(requester && { requester }) },
});
const approvable = (approvers: readonly string[], requester: Person | undefined = { email: ADA }) =>
  requireApprover(asked(requester), [own], approvers, partyFinder(readOnly(tenant.client())));

describe("a plan that needs an approval", () => {
  it("is for one of several approvers, who is looked for no longer than needed", async () => {
    await approvable([ADA.toUpperCase(), NORA, HUGO, "gita.lund@example.com"]);
    // Who asked is looked up as well; Ada is known by then as she is written there.
    expect(await tenant.calls("searchUsers")).toBe(4);
  });

  it("is for anybody where nobody is named, and nobody is looked up", async () => {
    await approvable([], {});
    expect(await tenant.calls("searchUsers")).toBe(0);
  });

  it.for<[string, readonly string[], Person, string]>([
    ["asked for it", [ADA], { email: ADA }, `${ADA} would be told: You asked for this yourself`],
    ["is whom it is about", [NORA], { email: ADA }, "This is about you"],
    ["is nobody here", ["nobody@example.com"], { email: ADA }, "You are no governance user"],
    ["is disabled", ["farid.stone@example.com"], { email: ADA }, "You are no governance user"],
    ["may be who asked, as nobody knows", [HUGO], {}, "The event does not say who asked for this"],
  ])("fails where the only approver %s", async ([, approvers, requester, why]) => {
    await expect(approvable(approvers, requester)).rejects.toMatchObject({
      code: "nobody_can_approve",
      retry: "never",
      message: expect.stringContaining(why),
    });
  });
});
