import assert from "node:assert/strict";
import { recordedRun } from "../record.ts";
import { actions } from "../senders/actions.ts";
import { deliver } from "../senders/deliver.ts";
import { control, type Stack } from "../stack.ts";
import { post, say, scene, showRunOf, until } from "./show.ts";

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
  await showRunOf(reeve.url, event, "requested-action");
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
  await post(stack, "watches", { watches: [{ kind: "session_policy", data }] }, OPERATOR);
  const waiting = await look(stack, "session-policies-end");
  assert.equal(waiting.state, "awaiting_approval", "what somebody wrote down is deleted with an approval");
  const approval = { decision: "approved", hash: waiting.plan?.hash };
  await assert.rejects(
    () => post(stack, `runs/${waiting.id}/decisions`, approval, OPERATOR),
    "who wrote it can't approve",
  );
  say("Gita Lund, who wrote it down, may not approve it; Nora Field does");
  await post(stack, `runs/${waiting.id}/decisions`, approval, "nora.field@example.com");
  await until(async () => (await recordedRun(stack.reeve.url, waiting.id)).state === "done", "it is done");
  const { sessionPolicies } = await control<{ sessionPolicies: { id: string }[] }>(
    stack.tenant,
    "GET",
    "session-policies",
  );
  assert.ok(!sessionPolicies.some(({ id }) => id === POLICY.id), "the policy is gone");
  say(`  the tenant has ${sessionPolicies.length} session policies left`);
}

async function look(stack: Stack, automation: string) {
  const { event } = await post<{ event: string }>(stack, `automations/${automation}/due`, {}, OPERATOR);
  return showRunOf(stack.reeve.url, event, automation);
}

async function isRetired({ tenant }: Stack): Promise<boolean> {
  const { tools } = await control<{ tools: { id: string; deletedAt?: string }[] }>(tenant, "GET", "tools");
  return tools.some(({ id, deletedAt }) => id === TOOL && deletedAt !== undefined);
}
