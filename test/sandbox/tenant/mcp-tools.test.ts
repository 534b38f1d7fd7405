import { beforeEach, expect, it } from "vitest";
import { deleteMcpTool, getMcpTool } from "../../../src/governance/contract/mcp.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { accepted, missing, refusal, type TestTenant, tenantAt } from "./client.ts";

const { connectors, tools, apps } = samples;
const { createIssue, deleteBranch } = tools;

let tenant: TestTenant;
let n = 0;
beforeEach(async () => {
  n += 1;
  tenant = await tenantAt(`mcp-tools-${n}.tenant.example`);
  await tenant.control("POST", "/switches", { hiddenLastCalls: false });
});

const call = (
  method: string,
  { appId, connectorId, id }: { appId: string; connectorId: string; id: string },
) =>
  tenant.call(
    method,
    `/api/v1/apps/${appId}/connectors/${connectorId}/mcp_tools/${id}`,
    method === "DELETE" ? {} : undefined,
  );
const get = async (tool: { appId: string; connectorId: string; id: string }) =>
  accepted(getMcpTool, await call("GET", tool)).tool;
const sync = (appId: string, connectorId: string) => tenant.control("POST", "/sync", { appId, connectorId });

it("a discovered tool is returned with every field", async () => {
  const tool = await get(createIssue);
  expect(tool).toEqual({
    id: createIssue.id,
    appId: createIssue.appId,
    connectorId: createIssue.connectorId,
    appEntitlementId: expect.stringMatching(/^ent_/),
    toolName: createIssue.name,
    defaultDisplayName: "Create issue",
    displayName: "Create issue",
    description: expect.any(String),
    inputSchemaJson: expect.any(String),
    discoveryHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    allowedClientTypes: [],
    lastCalledAt: expect.any(String),
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    state: "MCP_TOOL_STATE_APPROVED",
    classification: "TOOL_CLASSIFICATION_WRITE",
    defaultClassification: "TOOL_CLASSIFICATION_WRITE",
    visibility: "TOOL_VISIBILITY_AVAILABLE",
    defaultVisibility: "TOOL_VISIBILITY_AVAILABLE",
  });
  expect(JSON.parse(tool.inputSchemaJson ?? "")).toMatchObject({ type: "object" });
});

it("a deleted tool is still returned, with the time of its deletion", async () => {
  const before = await get(createIssue);
  expect(accepted(deleteMcpTool, await call("DELETE", createIssue))).toEqual({});
  const { deletedAt, updatedAt, ...after } = await get(createIssue);
  expect({ ...after, updatedAt: before.updatedAt }).toEqual(before);
  expect(updatedAt).toBe(deletedAt);
  expect(deletedAt).toEqual(expect.any(String));
  expect((await get(deleteBranch)).deletedAt).toBeUndefined();
});

it("a second deletion of a tool changes nothing", async () => {
  accepted(deleteMcpTool, await call("DELETE", createIssue));
  const first = await get(createIssue);
  await tenant.control("POST", "/clock", { advanceSeconds: 60 });
  accepted(deleteMcpTool, await call("DELETE", createIssue));
  expect(await get(createIssue)).toEqual(first);
});

it("a sync of a deleted tool's connector restores the tool, which then waits for a review", async () => {
  const before = await get(createIssue);
  accepted(deleteMcpTool, await call("DELETE", createIssue));
  await sync(apps.github.id, connectors.githubMcp.id);
  const after = await get(createIssue);
  expect(after).toEqual({ ...before, state: "MCP_TOOL_STATE_PENDING_REVIEW", updatedAt: expect.any(String) });
  expect(after.updatedAt).not.toBe(before.updatedAt);
  expect((await get(deleteBranch)).state).toBe("MCP_TOOL_STATE_APPROVED");
});

it("a sync of another connector does not restore a deleted tool", async () => {
  accepted(deleteMcpTool, await call("DELETE", createIssue));
  await sync(apps.jira.id, connectors.jiraMcp.id);
  expect((await get(createIssue)).deletedAt).toEqual(expect.any(String));
});

it.each([
  ["an unknown tool", { ...createIssue, id: "tool_none" }],
  ["an unknown connector", { ...createIssue, connectorId: "con_none" }],
  ["an unknown app", { ...createIssue, appId: "app_none" }],
  ["a tool at another connector of the app", { ...createIssue, connectorId: connectors.github.id }],
  [
    "a tool at a connector of another app",
    { ...createIssue, ...{ appId: apps.jira.id, connectorId: connectors.jiraMcp.id } },
  ],
])("reading or deleting %s returns a 404", async (_, tool) => {
  expect(refusal(await call("GET", tool))).toEqual(missing);
  expect(refusal(await call("DELETE", tool))).toEqual(missing);
});
