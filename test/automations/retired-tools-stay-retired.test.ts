import { describe, expect, it } from "vitest";
import type { RetiredTool } from "../../src/automations/automation.ts";
import { retiredToolsStayRetired } from "../../src/automations/retired-tools-stay-retired.ts";
import { settings } from "../../src/config.ts";
import { deleteMcpTool } from "../../src/governance/contract/mcp-tools.ts";
import type { ScheduleEvent } from "../../src/sources/event.ts";
import { tenantAt } from "../governance/tenant.ts";
import { contextOf } from "./context.ts";

const morning: ScheduleEvent = {
  type: "schedule.due",
  subject: "schedule:retired-tools-stay-retired",
  occurredAt: "2099-04-01T04:30:00.000Z",
  schedule: { automation: "retired-tools-stay-retired", dueAt: "2099-04-01T04:30:00.000Z", missed: 0 },
};
const tool = (id: string, times = 1): RetiredTool => ({
  app: { id: "app_github", name: "GitHub" },
  connector: { id: "con_github_mcp", name: "GitHub MCP" },
  tool: { id, name: id },
  times,
});
const [ISSUE, BRANCH] = ["tool_github_create_issue", "tool_github_delete_branch"] as const;

describe("a tool that Reeve has retired", async () => {
  const tenant = await tenantAt("retired-tools.example.com");
  const governance = tenant.client();
  const looked = (retired: readonly RetiredTool[], askAfter = 3) =>
    retiredToolsStayRetired.decide(
      morning,
      contextOf(governance, {
        record: { hasCalled: async () => false, retiredTools: async () => retired },
        settings: { ...settings, retiredTools: { askAfter } },
      }),
    );

  it("is left alone while it is retired, or gone altogether", async () => {
    const path = { app_id: "app_github", connector_id: "con_github_mcp", id: BRANCH };
    await governance.call(deleteMcpTool, { path, body: {} });
    expect(await looked([tool(BRANCH), tool("tool_of_nobody")])).toEqual({
      ignore: "none of the 2 tools that Reeve has retired is back",
    });
  });

  it("is retired again when it is back, among those that are not", async () => {
    const decision = await looked([tool(BRANCH), tool(ISSUE)]);
    expect(decision).toMatchObject({
      actions: [
        {
          action: "tool.retire",
          summary: expect.stringContaining(ISSUE),
          effects: [{ operation: "deleteMcpTool" }],
        },
      ],
      asks: [],
    });
  });

  it("is somebody's to decide about when it keeps coming back", async () => {
    expect(await looked([tool(ISSUE, 3)])).toMatchObject({
      asks: [`${ISSUE} of GitHub MCP came back 3 times`],
    });
  });

  it("is not looked for where there is none", async () => {
    expect(await looked([])).toEqual({ ignore: "none of the 0 tools that Reeve has retired is back" });
  });
});
