// Scenes of the demo in which the clock cleans up: a retired tool that came back, a session policy that ends.
import assert from "node:assert/strict";
import type { Run } from "../../desk/run/run.ts";
import { actions } from "../../sandbox/vendors/senders.ts";
import { deliver } from "../send/deliver.ts";
import { recordedRun } from "../shared/reeve-api.ts";
import { control, type Stack } from "../start/stack.ts";
import { narrate, post, scene, showRunOf, until } from "./show.ts";

const TOOL = "tool_github_delete_branch";
const POLICY = { id: "sp_kiosk", name: "Shared kiosks" };
const OPERATOR = "gita.lund@example.com";

/** A script has a tool retired; its connector brings it back, and the look of the morning retires it again. */
export async function toolStaysRetired(stack: Stack): Promise<void> {
  const { reeve, tenant } = stack;
  scene("A script: POST /hooks/actions/tool.retire, signed");
  const request = {
    action: "tool.retire",
    input: { tool: "Delete branch" },
    requester: { email: "ada.marsh@example.com" },
    timestamp: new Date().toISOString(),
  };
  const sender = { ...actions, path: "actions/tool.retire" };
  const response = await deliver(reeve.url, sender, { body: JSON.stringify(request) });
  assert.equal(response.status, 202, `the request is taken in: ${await response.clone().text()}`);
  const { event } = (await response.json()) as { event: string };
  const asked = await showRunOf(reeve.url, event, "requested-action");
  await approved(stack, asked, "Ada Marsh, who asked for it", "ada.marsh@example.com");
  assert.ok(await isRetired(stack), "the tool is retired");

  scene("GitHub MCP is synchronized, and has the tool again. The clock: is what was retired still retired?");
  await control(tenant, "POST", "sync", { appId: "app_github", connectorId: "con_github_mcp" });
  assert.ok(!(await isRetired(stack)), "the connector has it again");
  const run = await look(stack, "retired-tools-stay-retired");
  assert.equal(run.state, "done");
  assert.ok(await isRetired(stack), "it is retired again");
}

/** A session policy that was meant for a time is deleted after its last day. */
export async function policyEnds(stack: Stack): Promise<void> {
  scene("The clock: session policies whose last day is over");
  const data = { policy: POLICY, until: "2026-01-31" };
  await post(stack, "inventory", { entries: [{ kind: "session_policy", data }] }, OPERATOR);
  await approved(stack, await look(stack, "session-policies-end"), "Gita Lund, who wrote it down", OPERATOR);
  const { sessionPolicies } = await control<{ sessionPolicies: { id: string }[] }>(
    stack.tenant,
    "GET",
    "session-policies",
  );
  assert.ok(!sessionPolicies.some(({ id }) => id === POLICY.id), "the policy is gone");
  narrate(`  the tenant has ${sessionPolicies.length} session policies left`);
}

async function look(stack: Stack, automation: string) {
  const { event } = await post<{ event: string }>(stack, `automations/${automation}/due`, {}, OPERATOR);
  return showRunOf(stack.reeve.url, event, automation);
}

async function isRetired({ tenant }: Stack): Promise<boolean> {
  const { tools } = await control<{ tools: { id: string; deletedAt?: string }[] }>(tenant, "GET", "tools");
  return tools.some(({ id, deletedAt }) => id === TOOL && deletedAt !== undefined);
}

/** A plan that waits is carried out once somebody other than who asked has approved it. @param who Asked, and may not */
async function approved(stack: Stack, run: Run, who: string, email: string): Promise<void> {
  assert.equal(run.state, "awaiting_approval", "it waits for a second person");
  const decide = (by: string) =>
    post(stack, `runs/${run.id}/decisions`, { decision: "approved", hash: run.plan?.hash }, by);
  await assert.rejects(() => decide(email), "who asked can't approve");
  narrate(`${who}, may not approve it; Nora Field does`);
  await decide("nora.field@example.com");
  await until(async () => (await recordedRun(stack.reeve.url, run.id)).state === "done", "it is done");
}
