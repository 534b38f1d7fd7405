import { describe, expect, it } from "vitest";
import { type InventoryChange, putEntry } from "../../src/actions/inventory.ts";
import { staleTools } from "../../src/automations/platform/stale-tools.ts";
import { deleteMcpTool } from "../../src/governance/contract/mcp.ts";
import { inventoryAfter } from "../../src/ledger/inventory.ts";
import { tenantAt } from "../governance/tenant.ts";
import { LEDGER } from "../ledger/ledger.ts";
import { look, makeHistory, turnDown } from "./support/proposed.ts";
import { makePlace, toolChange, tracked } from "./tools.ts";

const [ISSUE, BRANCH, MERGE, SEARCH] = [
  "tool_github_create_issue",
  "tool_github_delete_branch",
  "tool_github_merge_pull_request",
  "tool_github_search_code",
] as const;
const NOW = Date.parse("2099-04-06T05:00:00Z");
const DAY = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(NOW - days * DAY).toISOString();

const tenant = await tenantAt("stale-tools.example.com");
const change = (id: string, what: object) => tenant.control("POST", "tools", toolChange(id, what));
await change(ISSUE, { lastCalledAt: daysAgo(91) });
await change(BRANCH, { lastCalledAt: daysAgo(90) });
await change(MERGE, { lastCalledAt: daysAgo(365) });
await change(SEARCH, { lastCalledAt: null, createdAt: daysAgo(365) });
await tenant.control("POST", "switches", { hiddenLastCalls: false });

const looked = (inventory: readonly InventoryChange[], at = NOW) =>
  look(staleTools, tenant.client(), at, { inventory });

describe("tracked tools", () => {
  it("that are no longer called are proposed for retirement and need an approval", async () => {
    const all = [ISSUE, BRANCH, MERGE, SEARCH].map(tracked);
    expect(await looked(all)).toMatchObject({
      actions: [
        { action: "tool.retire", target: `tool app_github/con_github_mcp/${ISSUE}` },
        { action: "tool.retire", target: `tool app_github/con_github_mcp/${MERGE}` },
      ],
      approvalReasons: ["only a person can say whether an unused tool is still needed"],
      notice: {
        title: "Stale tools",
        summary: "2 tools of 4 tracked not in use; 2 in this plan.",
        lines: [
          { name: `${ISSUE} of GitHub MCP`, detail: "last called on 2099-01-05; to be retired" },
          { name: `${MERGE} of GitHub MCP`, detail: "last called on 2098-04-06; to be retired" },
        ],
      },
    });
  });

  it("that are still called, or have no reported call, are left alone", async () => {
    expect(await looked([tracked(BRANCH), tracked(SEARCH)])).toMatchObject({
      ignore: "of 2 tracked tools, none is due for retirement",
    });
  });

  it("are skipped, with a single notice, if the service reports no last call for any of them", async () => {
    const hidden = await tenantAt("hidden-calls.example.com");
    await hidden.control("POST", "switches", { hiddenLastCalls: true });
    await hidden.control("POST", "tools", toolChange(ISSUE, { lastCalledAt: daysAgo(365) }));
    const history = await makeHistory([tracked(ISSUE), tracked(SEARCH)]);
    const next = (at: number) => look(staleTools, hidden.client(), at, { history });
    const ignore =
      "The service shows no last call for any of 2 tracked tools, so Reeve can't tell which ones are unused.";
    expect(await next(NOW)).toMatchObject({ ignore, notice: { title: "Stale tools", summary: ignore } });
    const again = await next(NOW + 7 * DAY);
    expect(again).toMatchObject({ ignore });
    expect(again).not.toHaveProperty("notice");
    await hidden.control("POST", "switches", { hiddenLastCalls: false });
    expect(await next(NOW + 14 * DAY)).toHaveProperty("actions");
    // Once the service has reported any last call, a tool without a last call counts as never called.
    await hidden.control("POST", "switches", { hiddenLastCalls: true });
    expect(await next(NOW + 21 * DAY)).toMatchObject({
      ignore: "of 2 tracked tools, none is due for retirement",
    });
  });

  it("that are missing or retired are no longer tracked, and people are notified", async () => {
    const path = { app_id: "app_jira", connector_id: "con_jira_mcp", id: "tool_jira_create_ticket" };
    await tenant.client().call(deleteMcpTool, { path, body: {} });
    const retired = {
      app: { id: "app_jira", name: "Jira" },
      connector: { id: "con_jira_mcp", name: "Jira MCP" },
      tool: { id: path.id, name: "Create ticket" },
    };
    const changes = [tracked("tool_of_nobody"), putEntry("tool", retired), tracked(ISSUE), tracked(BRANCH)];
    const proposal = await looked(changes);
    expect(proposal).toMatchObject({
      actions: [{ target: `tool app_github/con_github_mcp/${ISSUE}` }],
      notice: {
        summary:
          "1 tool of 4 tracked not in use; 1 in this plan. Retired or removed, and no longer tracked: 2 tools.",
        lines: [
          {},
          { name: "tool_of_nobody of GitHub MCP", detail: "retired or removed; no longer tracked" },
          { name: "Create ticket of Jira MCP" },
        ],
      },
    });
    const quiet = await looked([tracked("tool_of_nobody"), tracked(BRANCH)]);
    expect(quiet).toMatchObject({
      ignore: "of 2 tracked tools, none is due for retirement",
      notice: { title: "Tracked tools", summary: "Retired or removed, and no longer tracked: 1 tool." },
    });
    const left = await inventoryAfter(LEDGER, "tool", { limit: 10 });
    expect(left.map(({ data }) => data.tool.id)).toEqual([BRANCH]);
  });

  it.for([
    ["rejected", NOW, []],
    ["undone", NOW + 100 * DAY, [MERGE]],
  ] as const)(
    "whose retirement was %s by a person are not proposed again for 60 days",
    async ([end, at, others]) => {
      const proposedAt = async (days: number) => {
        const proposal = await looked([ISSUE, MERGE].map(tracked), at + days * DAY);
        return {
          proposal,
          targets: "actions" in proposal ? proposal.actions.map(({ target }) => target) : [],
        };
      };
      await turnDown(staleTools, (await proposedAt(0)).proposal, at, end);
      const targets = others.map((id) => `tool app_github/con_github_mcp/${id}`);
      expect((await proposedAt(59)).targets).toEqual(targets);
      expect((await proposedAt(61)).targets).toHaveLength(2);
    },
  );

  it("that are disabled are proposed for deletion after the configured days, but tools in review are not", async () => {
    const other = await tenantAt("disabled-tools.example.com");
    await other.control("POST", "switches", { hiddenLastCalls: false });
    const set = (id: string, state: string) =>
      other.control("POST", "tools", toolChange(id, { lastCalledAt: daysAgo(40_000), state }));
    await set(ISSUE, "MCP_TOOL_STATE_DISABLED");
    await set(MERGE, "MCP_TOOL_STATE_PENDING_REVIEW");
    const proposedIn = async (days: number) => {
      const own = { retire: "disable" as const, deleteAfterDays: 30, unusedDays: 90, askAgainDays: 60 };
      const inventory = [tracked(ISSUE), tracked(MERGE)];
      return look(staleTools, other.client(), Date.now() + days * DAY, { inventory, own, rejected: [] });
    };
    expect(await proposedIn(29)).toMatchObject({ ignore: "of 2 tracked tools, none is due for retirement" });
    expect(await proposedIn(31)).toMatchObject({
      actions: [{ action: "tool.retire", target: `tool app_github/con_github_mcp/${ISSUE}` }],
      approvalReasons: ["only a person can say whether an unused tool is still needed"],
      notice: { lines: [{ detail: expect.stringContaining("; disabled, and unchanged since ") }] },
    });
  });

  it("are proposed for retirement at most twenty at a time, and the rest is left for the next run", async () => {
    const tools = Array.from({ length: 25 }, (_, n) =>
      putEntry("tool", { ...makePlace(BRANCH), tool: { id: BRANCH, name: `Copy ${n}` } }, `copy ${n}`),
    );
    // All entries are the same tool under different keys: each entry is checked separately.
    const proposal = await looked(tools, NOW + DAY);
    expect("actions" in proposal && proposal.actions.length).toBe(20);
    expect(proposal).toMatchObject({
      notice: {
        summary: "25 tools of 25 tracked not in use; 20 in this plan, 5 left for the next run.",
      },
    });
  });
});
