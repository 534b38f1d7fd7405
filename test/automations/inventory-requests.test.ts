import { describe, expect, it } from "vitest";
import { requests } from "../../src/actions/index.ts";
import { fingerprintTool } from "../../src/actions/tool.ts";
import { automations } from "../../src/automations/index.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { getMcpTool } from "../../src/governance/contract/mcp.ts";
import { approvalAsks } from "../../src/policy/approval.ts";
import { NO_PART } from "../../src/policy/separation.ts";
import { tenantAt } from "../governance/tenant.ts";
import { inEffect } from "../policy/own-rules.ts";
import { makeContext } from "./support/context.ts";
import { makeHistory } from "./support/proposed.ts";
import { tracked } from "./tools.ts";

const { settings } = sample;

const ISSUE = "tool_github_create_issue";
const carriers = ["tool-changed", "stale-tools", "last-days", "last-day-tasks"];

const tenant = await tenantAt("inventory.example.com");

async function plan(action: string, input: object, enabled: readonly string[] = carriers) {
  const asked = requests.get(action);
  if (!asked) throw new Error(`there is no ${action}`);
  const history = await makeHistory(action === "tool.track" ? [tracked("tool_github_delete_branch")] : []);
  return asked.plan(
    input,
    makeContext(tenant.client(), {
      history,
      settings: { ...settings, automations: Object.fromEntries(enabled.map((name) => [name, {}])) },
    }),
  );
}

it("the automations that carry out inventory requests exist", () => {
  expect(carriers.filter((name) => !automations.has(name))).toEqual([]);
});

describe("tool.track", () => {
  it("tracks a tool in its current state", async () => {
    const path = { app_id: "app_github", connector_id: "con_github_mcp", id: ISSUE };
    const { tool } = await tenant.client().call(getMcpTool, { path });
    const { effects, leaves, summary } = await plan("tool.track", { tool: "Create issue" });
    expect(effects).toEqual([]);
    expect(summary).toBe(
      "Track the MCP tool Create issue (approved, classified as write, available) of the connector GitHub MCP (app GitHub), as it is now.",
    );
    expect(leaves).toMatchObject([
      {
        kind: "tool",
        key: `app_github/con_github_mcp/${ISSUE}`,
        data: { fingerprint: await fingerprintTool(tool ?? {}) },
      },
    ]);
  });

  it("is rejected for a tool that is already tracked", async () => {
    await expect(plan("tool.track", { tool: "Delete branch" })).rejects.toThrow(
      "The tool Delete branch is already tracked.",
    );
  });
});

describe("session-policy.end-on", () => {
  const input = { policy: "Shared kiosks", until: "2099-06-30" };

  it("plans the deletion of a session policy after its last day", async () => {
    expect(await plan("session-policy.end-on", input)).toMatchObject({
      summary:
        "Delete the session policy Shared kiosks after 30 Jun 2099, its last day. That can't be undone.",
      effects: [],
      leaves: [{ kind: "session_policy", key: "sp_kiosk", data: { until: "2099-06-30" } }],
    });
  });

  it("is rejected for a past day", async () => {
    await expect(plan("session-policy.end-on", { ...input, until: "2099-03-31" })).rejects.toThrow(
      "until: 2099-03-31 has passed; today is 2099-04-01.",
    );
  });

  it("needs the same approvals as the deletion that it leads to", async () => {
    const actions = [await plan("session-policy.end-on", input)];
    const facts = {
      automation: "requested-action",
      actions,
      source: "actions",
      names: { apps: {}, connectors: {} },
      authentication: "shared-secret",
      isWish: true,
      ownGain: NO_PART,
      ownApproval: NO_PART,
      ageMs: 0,
    } as const;
    expect(
      approvalAsks(
        inEffect({ when: "unsigned_delete" }, { when: "operation", operations: ["deleteSessionPolicy"] }),
        facts,
      ).map(({ reason }) => reason),
    ).toEqual(["it deletes something, and the request was not signed", "it deletes a session policy"]);
  });
});

it.for([
  ["tool.track", { tool: "Create issue" }, "tool-changed or stale-tools"],
  ["session-policy.end-on", { policy: "Shared kiosks", until: "2099-06-30" }, "last-days"],
] as const)(
  "%s is rejected if no enabled automation would carry it out",
  async ([action, input, missing]) => {
    await expect(plan(action, input, ["requested-action"])).rejects.toMatchObject({
      code: "request_unclear",
      message: `This would have no effect: enable ${missing} in src/config.ts first.`,
    });
  },
);
