import { describe, expect, it } from "vitest";
import { VERIFY_WITHIN_MS } from "../../src/actions/action.ts";
import { putEntry } from "../../src/actions/inventory.ts";
import { retiredToolsStayRetired } from "../../src/automations/retired-tools-stay-retired.ts";
import { deleteMcpTool } from "../../src/governance/contract/mcp.ts";
import { tenantAt } from "../governance/tenant.ts";
import { look, makeHistory } from "./support/proposed.ts";
import { makePlace } from "./tools.ts";

const NOW = Date.parse("2099-04-01T08:00:00Z");
const [ISSUE, BRANCH] = ["tool_github_create_issue", "tool_github_delete_branch"] as const;

describe("a tool that Reeve has retired", async () => {
  const tenant = await tenantAt("retired-tools.example.com");
  const governance = tenant.client();
  const looked = async (
    retired: readonly string[],
    times = 1,
    { askAfter = 3, ...when }: { askAfter?: number; at?: number; since?: number } = {},
  ) =>
    look(retiredToolsStayRetired, governance, when.since ?? NOW, {
      history: await makeHistory(
        retired.map((id) => putEntry("retired_tool", makePlace(id))),
        times,
        when.at,
      ),
      own: { askAfter },
    });

  it("is left alone while it is retired or missing", async () => {
    const path = { app_id: "app_github", connector_id: "con_github_mcp", id: BRANCH };
    await governance.call(deleteMcpTool, { path, body: {} });
    expect(await looked([BRANCH, "tool_of_nobody"])).toMatchObject({
      ignore: "of 2 retired tools, none has reappeared",
    });
  });

  it("is retired again if it reappears, and people are notified", async () => {
    expect(await looked([BRANCH, ISSUE])).toMatchObject({
      actions: [
        {
          action: "tool.retire",
          summary: expect.stringContaining(ISSUE),
          effects: [{ operation: "deleteMcpTool" }],
        },
      ],
      approvalReasons: [],
      notice: {
        summary: "1 of 2 retired tools reappeared after a connector sync.",
        lines: [{ name: `${ISSUE} of GitHub MCP`, detail: "reappeared 1 time" }],
      },
    });
  });

  it("is not retired again if the service does not show the deletion yet", async () => {
    const at = Date.now();
    expect(await looked([ISSUE], 1, { at, since: at + 60_000 })).toHaveProperty("ignore");
    expect(await looked([ISSUE], 1, { at, since: at + VERIFY_WITHIN_MS + 1 })).toHaveProperty("actions");
    await tenant.control("POST", "tools", { appId: "app_github", connectorId: "con_github_mcp", id: ISSUE });
    expect(await looked([ISSUE], 1, { at, since: at + 60_000 })).toHaveProperty("actions");
  });

  it("needs an approval if it reappears as often as configured", async () => {
    expect(await looked([ISSUE], 3)).toMatchObject({
      approvalReasons: [`${ISSUE} of GitHub MCP reappeared 3 times`],
    });
  });

  it("is read from the service only if the inventory lists it", async () => {
    const before = await tenant.calls("getMcpTool");
    expect(await looked([])).toMatchObject({
      ignore: "there is no retired tool yet",
    });
    expect(await tenant.calls("getMcpTool")).toBe(before);
  });
});
