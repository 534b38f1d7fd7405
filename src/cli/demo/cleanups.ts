// Scenes of the demo in which the clock cleans up: a retired tool that came back, a session policy that ends.
import assert from "node:assert/strict";
import { actions } from "../../sandbox/vendors/senders.ts";
import { deliver } from "../send/deliver.ts";
import { control, type Stack } from "../start/stack.ts";
import { approve, narrate, post, runDue, scene, showRunOf } from "./show.ts";

const TOOL = "tool_github_delete_branch";
const POLICY = { id: "sp_kiosk", name: "Shared kiosks" };
const OPERATOR = "gita.lund@example.com";
const NORA = ["Nora Field", "nora.field@example.com"] as const;

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
  await approve(stack, asked, ["Ada Marsh, who asked for it", "ada.marsh@example.com"], NORA);
  assert.ok(await isRetired(stack), "the tool is retired");

  scene("GitHub MCP is synchronized, and has the tool again. The clock: is what was retired still retired?");
  await control(tenant, "POST", "sync", { appId: "app_github", connectorId: "con_github_mcp" });
  assert.ok(!(await isRetired(stack)), "the connector has it again");
  const run = await runDue(stack, "retired-tools-stay-retired", OPERATOR);
  assert.equal(run.state, "done");
  assert.ok(await isRetired(stack), "it is retired again");
}

/** A session policy that was meant for a time is deleted after its last day. */
export async function policyEnds(stack: Stack): Promise<void> {
  scene("The clock: session policies whose last day is over");
  const data = { policy: POLICY, until: "2026-01-31" };
  await post(stack, "inventory", { entries: [{ kind: "session_policy", data }] }, OPERATOR);
  const ending = await runDue(stack, "session-policies-end", OPERATOR);
  await approve(stack, ending, ["Gita Lund, who wrote it down", OPERATOR], NORA);
  const { sessionPolicies } = await control<{ sessionPolicies: { id: string }[] }>(
    stack.tenant,
    "GET",
    "session-policies",
  );
  assert.ok(!sessionPolicies.some(({ id }) => id === POLICY.id), "the policy is gone");
  narrate(`  the tenant has ${sessionPolicies.length} session policies left`);
}

async function isRetired({ tenant }: Stack): Promise<boolean> {
  const { tools } = await control<{ tools: { id: string; deletedAt?: string }[] }>(tenant, "GET", "tools");
  return tools.some(({ id, deletedAt }) => id === TOOL && deletedAt !== undefined);
}
