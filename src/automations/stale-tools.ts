// Proposes to retire tracked MCP tools that nobody calls.
import { ifStillThere } from "../actions/action.ts";
import { retireTool } from "../actions/tool.ts";
import { DAY_MS, formatDay } from "../base/days.ts";
import type { McpTool } from "../governance/contract/mcp-tools.ts";
import { toolTraits } from "../governance/tools.ts";
import { automation } from "./kit/automation.ts";
import { findTool, markWriter } from "./kit/hand-written.ts";
import { counted, saysNone } from "./kit/notice.ts";
import { schedule } from "./kit/schedule.ts";
import { sweepTools, toolName } from "./kit/tracked-tools.ts";
import { findZone, readSettings, type Settings } from "./settings.ts";

/** Proposed at once: few enough to be looked at one by one, and within the default budget of deletes. */
const MAX_TOOLS_PER_PLAN = 20;

/** Each Monday: tracked tools that nobody calls are proposed to be retired. Somebody who may approve has the last word. */
export const staleTools = automation({
  name: "stale-tools",
  does: "Proposes tracked tools for retirement that nobody calls.",
  on: schedule("0 7 * * 1"),
  reads: ["getMcpTool"],
  proposes: [retireTool],
  async propose(_, context) {
    const { settings, history, since } = context;
    const { askAgainDays } = readSettings(settings, "stale-tools");
    const kept = await history.rejected({ automation: "stale-tools", since: since - askAgainDays * DAY_MS });
    return sweepTools(
      context,
      (entry, tool) => {
        const place = findTool(entry, tool, settings);
        const action = markWriter(entry, ifStillThere(retireTool({ ...place, traits: toolTraits(tool) })));
        const why = staleness(tool, settings, since);
        return why && !kept.has(action.target) ? { finding: { action, why, name: toolName(place) } } : {};
      },
      ({ found, more, of }) => {
        const [first, ...others] = found.slice(0, MAX_TOOLS_PER_PLAN);
        if (!first) return { ignore: saysNone(of, "tracked tool", "is due for retirement") };
        const proposed = [first, ...others];
        const all = found.length + more;
        const later = all - proposed.length;
        return {
          actions: [first.action, ...others.map(({ action }) => action)],
          asks: ["only a person can say whether an unused tool is still needed"],
          notice: {
            title: "Stale tools",
            summary: `${counted(all, "tool")} of ${of} tracked not in use; ${proposed.length} proposed for retirement${
              later > 0 ? `, ${later} left for the next time` : ""
            }.`,
            lines: proposed.map(({ name, why }) => ({ name, detail: why })),
          },
        };
      },
    );
  },
});

/** Why a tool counts as not in use; `null` for one that does not, or of which the API does not say since when it is. */
function staleness({ lastCalledAt, createdAt }: McpTool, settings: Settings, now: number): string | null {
  const { unusedDays, neverUsedDays } = readSettings(settings, "stale-tools");
  const [since, days, what] = lastCalledAt
    ? ([lastCalledAt, unusedDays, "last called on"] as const)
    : ([createdAt ?? "", neverUsedDays, "never called, there since"] as const);
  const at = Date.parse(since);
  return now - at > days * DAY_MS ? `${what} ${formatDay(at, findZone(settings, "stale-tools"))}` : null;
}
