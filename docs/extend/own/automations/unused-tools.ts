// Proposes to retire tools of the configured connectors that have not been called for a while.
import * as z from "zod";
import {
  automation,
  DAY_MS,
  isGone,
  type PlannedAction,
  retireTool,
  schedule,
  toolCalled,
  toolTraits,
  withStanding,
} from "../../kit/index.ts";
import { searchMcpTools } from "../operations/search-mcp-tools.ts";

const OwnSettings = z.looseObject({ unusedDays: z.int().min(1).default(90) });
/** Maximum tools per proposal: few enough to be checked one by one. */
const MAX_TOOLS = 20;

export const unusedTools = automation({
  name: "unused-tools",
  description: "Proposes tools for retirement that have not been called for a while.",
  on: schedule("0 7 * * 1"),
  reads: ["searchMcpTools"],
  proposes: [retireTool],
  async propose(_, { governance, history, settings, since }) {
    const { unusedDays } = OwnSettings.parse(settings.automations["unused-tools"] ?? {});
    const kept = await history.rejected({ automation: "unused-tools", since: since - 60 * DAY_MS });
    const found: PlannedAction[] = [];
    for (const [name, { appId, appName, connectorId }] of Object.entries(settings.connectors)) {
      const input = {
        path: { app_id: appId, connector_id: connectorId },
        body: { includeLastCalledAt: true },
      };
      for await (const tool of governance.items(searchMcpTools, input)) {
        // For a tool that was never called, the time counts from its discovery.
        const usedAt = Date.parse(tool.lastCalledAt ?? tool.createdAt ?? "");
        const isUnused = since - usedAt > unusedDays * DAY_MS;
        if (!tool.id || isGone(tool) || !isUnused) continue;
        const action = retireTool({
          app: { id: appId, name: appName },
          connector: { id: connectorId, name },
          tool: withStanding({ id: tool.id, name: toolCalled(tool) ?? tool.id }, tool),
          traits: toolTraits(tool),
        });
        if (!kept.has(action.target)) found.push(action);
      }
    }
    const [first, ...others] = found.slice(0, MAX_TOOLS);
    if (!first) return { ignore: "every tool was called lately" };
    return {
      actions: [first, ...others],
      approvalReasons: ["only a person can say whether an unused tool is still needed"],
    };
  },
});
