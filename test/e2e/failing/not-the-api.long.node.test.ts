/** Tests that a proxy, a firewall or a maintenance page in place of the tenant costs only time. */
import { beforeEach, expect, it } from "vitest";
import { control } from "../../../src/cli/start/stack.ts";
import { RuledReeve } from "../ruled-reeve.ts";

const HTML = "<!doctype html><title>Back soon</title>";
const [RETIRE, OWN, CAMPAIGN] = ["test-retire-tools", "test-own", "test-start-campaign"];

const reeve = RuledReeve.forFile({ enabled: [RETIRE, OWN, CAMPAIGN] });
beforeEach(() => control(reeve.tenant, "DELETE", "faults"));

// This test must be first, before there is a token.
it("a token that no header can contain is replaced before a campaign is started", async () => {
  const body = JSON.stringify({ access_token: "a\nb", token_type: "Bearer", expires_in: 1e308 });
  await reeve.fault("createToken", { status: 200, body });
  await reeve.runOf(await reeve.send({ review: "Broken token" }), CAMPAIGN, "done");
  expect(await reeve.campaigns("Broken token")).toEqual(["Broken token"]);
});

it.for([
  ["200 and HTML, more often than a call is retried", { status: 200, body: HTML, count: 5 }],
  ["401", { status: 401, count: 2 }],
] as const)("a run completes even if the service first responds with %s", async ([spell, fault]) => {
  await reeve.fault("createConnectorOwner", fault);
  await reeve.runOf(await reeve.send({ role: spell }), OWN, "done");
  await expect.poll(() => reeve.roles()).toContain(spell);
});

it("a tool does not count as deleted if the 404 response comes from a proxy", async () => {
  const tools = ["tool_github_create_issue"];
  await reeve.fault("getMcpTool", { status: 404, body: HTML });
  // The first request is lost before it arrives, so the 404 of the second does not result from its success.
  await reeve.fault("deleteMcpTool", { drop: "before" });
  await reeve.fault("deleteMcpTool", { status: 404, body: HTML });
  const run = await reeve.runOf(await reeve.send({ tools }), RETIRE, "done");
  expect(run.journal).toMatchObject([{ state: "applied", attempts: 1 }]);
  expect((await reeve.tools()).retired).toEqual(tools);
});

it("a run does not repeat the call that creates a campaign if the response is HTML, but waits for a review", async () => {
  await reeve.fault("createCampaign", { status: 200, body: HTML });
  const before = await reeve.calls("createCampaign");
  const run = await reeve.runOf(await reeve.send({ review: "Of a page" }), CAMPAIGN, "needs_review");
  expect(run.problem).toMatchObject({
    code: "governance_outcome_unknown",
    message: expect.stringContaining(
      "not a response of the API; check the tenant's address and any proxy in between (HTTP",
    ),
  });
  expect(await reeve.calls("createCampaign")).toBe(before + 1);
});
