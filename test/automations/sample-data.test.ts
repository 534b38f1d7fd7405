// The tenant's sample data gives every automation something to do, so that a newcomer sees the purpose of each.
import { describe, expect, it } from "vitest";
import { type InventoryChange, putEntry, type ToolPlace } from "../../src/actions/inventory.ts";
import { automations } from "../../src/automations/index.ts";
import { sample } from "../../src/cli/start/sample.ts";
import type { McpTool } from "../../src/governance/contract/mcp.ts";
import type { Automation, Context } from "../../src/kit/automation.ts";
import { isSchedule } from "../../src/kit/schedule.ts";
import { tenantAt } from "../governance/tenant.ts";
import { migrateLedger } from "../ledger/ledger.ts";
import { asked, events } from "./news.ts";
import { accountOwner, appOwner, connectorOwner } from "./owned.ts";
import { makeContext, QUARTERLY, recorded } from "./support/context.ts";
import { makeHistory, proposed, tick } from "./support/proposed.ts";

const _DAY_MS = 24 * 60 * 60_000;
/** The first day of a quarter, a month after the reference day of the sample data. */
const NOW = Date.parse("2026-07-01T08:00:00Z");
const { settings } = sample;
/** A disabled person in the sample data. */
const GONE = { id: "usr_farid_stone", name: "Farid Stone" };

await migrateLedger();
const tenant = await tenantAt("sample-data.example.com", { users: 200 });
const { tools } = (await tenant.control("GET", "tools")) as unknown as { tools: McpTool[] };

const toPlace = ({ appId = "", connectorId = "", id = "", displayName = "" }: McpTool): ToolPlace => ({
  app: { id: appId, name: appId },
  connector: { id: connectorId, name: connectorId },
  tool: { id, name: displayName },
});
const connectors = () => [...new Map(tools.map((tool) => [tool.connectorId, tool])).values()];
const switchOn = (switches: object) => tenant.control("POST", "switches", switches);
const sync = async () => {
  for (const { appId, connectorId } of connectors())
    await tenant.control("POST", "sync", { appId, connectorId });
};

/**
 * The inventory for an automation, and the changes between its first and second run if it compares snapshots.
 */
interface Morning {
  readonly inventory?: () => Promise<readonly InventoryChange[]> | readonly InventoryChange[];
  readonly between?: (context: Context) => Promise<unknown>;
  readonly now?: number;
}
const tracked = () => tools.map((tool) => putEntry("tool", toPlace(tool)));

/** The work for automations that run on a schedule or use the inventory. */
const MORNINGS: Readonly<Record<string, Morning>> = {
  "stale-tools": {
    // The real service only returns last calls in a search, which is not one of the operations.
    inventory: async () => {
      await switchOn({ hiddenLastCalls: false });
      return tracked();
    },
  },
  "tool-changed": {
    inventory: tracked,
    between: async () => [await switchOn({ discovery: true }), await sync()],
  },
  "retired-tools-stay-retired": {
    inventory: () =>
      tools.filter(({ deletedAt }) => deletedAt).map((tool) => putEntry("retired_tool", toPlace(tool))),
    between: sync,
  },
  "catalog-changes": { between: () => switchOn({ changingCatalog: true }) },
  "secrets-audit": { now: Date.parse("2026-06-01T08:00:00Z") },
  "last-days": {
    inventory: async () => {
      const { sessionPolicies } = (await tenant.control("GET", "session-policies")) as {
        sessionPolicies: { id: string; displayName: string }[];
      };
      const owners = [
        appOwner({ until: "2026-06-30" }),
        accountOwner({ until: "2026-06-30" }),
        { ...appOwner({ until: "2026-07-03" }), roleSlug: "reviewer" },
      ].map((one) => putEntry("ownership", one));
      const policies = sessionPolicies.map(({ id, displayName }) =>
        putEntry("session_policy", { policy: { id, name: displayName }, until: "2026-06-30" }),
      );
      return [...owners, ...policies];
    },
  },
  leaver: { inventory: () => [appOwner(), connectorOwner()].map((one) => putEntry("ownership", one)) },
  "last-day-tasks": {
    inventory: () => [putEntry("ownership", connectorOwner({ until: "2026-06-30" }))],
  },
  "recurring-campaigns": {},
  "connectors-have-owners": { inventory: () => [putEntry("ownership", connectorOwner({ user: GONE }))] },
  "reviews-have-owners": { inventory: () => [putEntry("campaign", { name: "Contractors", owners: [GONE] })] },
};

const enabled = {
  ...settings,
  automations: Object.fromEntries([
    ...Object.entries(settings.automations).flatMap(([name, own]) => (own ? [[name, own] as const] : [])),
    ["recurring-campaigns", { campaigns: [QUARTERLY] }],
    ["recurring-service-automations", { start: [asked["service-automation.start"]] }],
  ]),
};

/**
 * Returns an automation's proposal, and the operations that were called or planned. If the automation compares
 * snapshots, they are those of its second run.
 */
async function outcomes(automation: Automation) {
  const { governance, called } = recorded(tenant.client());
  const { inventory = () => [], between, now = NOW } = MORNINGS[automation.name] ?? {};
  const change: Partial<Context> = {
    history: await makeHistory(await inventory()),
    settings: enabled,
    now,
    since: now,
  };
  const due = isSchedule(automation.on)
    ? [tick(automation, new Date(now).toISOString())]
    : events[automation.name];
  const look = async () => {
    const found = [];
    for (const event of due ?? []) {
      const proposal = await proposed(automation, event, makeContext(governance, change));
      for (const action of "actions" in proposal ? proposal.actions : [])
        for (const { operation } of action.effects) called.add(operation);
      found.push(proposal);
    }
    return { found, called };
  };
  if (!between) return look();
  await look();
  await between(makeContext(governance, change));
  return look();
}

describe("with the sample data,", () => {
  // Answers to the service have their own test: test/e2e/answers.
  const unasked = Array.from(automations.values()).filter(
    ({ on }) => !JSON.stringify(on).includes("-step.asked"),
  );
  it.for(unasked.map((automation) => [automation.name, automation] as const))(
    "%s proposes or reports something, and calls exactly its declared operations",
    async ([, automation]) => {
      const { found, called } = await outcomes(automation);
      expect(Array.from(called).toSorted()).toEqual(automation.operations.toSorted());
      expect(found.length).toBeGreaterThan(0);
      for (const proposal of found) {
        const description = "actions" in proposal ? proposal.actions.length : 0;
        const tells = "notice" in proposal && proposal.notice ? proposal.notice.lines.length : 0;
        expect(description + tells, JSON.stringify(proposal)).toBeGreaterThan(0);
      }
    },
  );

  it("stale-tools proposes to retire a tool last called long ago, but not a tool without a reported call", async () => {
    const { found } = await outcomes(automations.get("stale-tools") as Automation);
    const [proposal] = found;
    const targets = proposal && "actions" in proposal ? proposal.actions.map(({ target }) => target) : [];
    expect(targets.map((target) => target.split("/").at(-1)).toSorted()).toEqual(["tool_wiki_write_page"]);
  });
});
