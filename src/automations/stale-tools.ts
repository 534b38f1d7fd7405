// Proposes to retire tracked MCP tools that nobody calls.
import * as z from "zod";
import { allowMissing, type PlannedAction } from "../actions/action.ts";
import { retireTool } from "../actions/tool.ts";
import { DAY_MS, toIsoDay } from "../base/days.ts";
import type { McpTool } from "../governance/contract/mcp-tools.ts";
import { toolTraits } from "../governance/tools.ts";
import { automation } from "./kit/automation.ts";
import { findTool, markWriter } from "./kit/hand-written.ts";
import { counted, saysNone } from "./kit/notice.ts";
import { schedule } from "./kit/schedule.ts";
import { lastSnapshot, putSnapshot } from "./kit/snapshot.ts";
import { sweepTools, toolName } from "./kit/tracked-tools.ts";
import { findZone, readSettings, type Settings } from "./settings.ts";

/** Proposed at once: few enough to be looked at one by one, and within the default budget of deletes. */
const MAX_TOOLS_PER_PLAN = 20;

/** The snapshot of whether a tracked tool has ever shown when it was last called. */
const CALLS = "tool-calls";
const CallsSeen = z.object({ shown: z.boolean() });
/** The finding of a tool that is in use, and shows it. */
const SHOWN = "shown";
type Stale = { readonly action: PlannedAction; readonly why: string; readonly name: string };

/**
 * Each Monday: tracked tools that nobody calls are proposed for retirement, and an approver decides. A tool that does not
 * show its last call is not judged: the service may leave that out.
 */
export const staleTools = automation({
  name: "stale-tools",
  does: "Proposes tracked tools for retirement that were not called for a while, if the service shows their last call.",
  on: schedule("0 7 * * 1"),
  reads: ["getMcpTool"],
  proposes: [retireTool],
  async propose(_, context) {
    const { settings, history, since } = context;
    const { askAgainDays } = readSettings(settings, "stale-tools");
    const kept = await history.rejected({ automation: "stale-tools", since: since - askAgainDays * DAY_MS });
    const before = await lastSnapshot(history, CALLS, CallsSeen);
    let isShown = before?.shown ?? false;
    return sweepTools<Stale | typeof SHOWN>(
      context,
      (entry, tool) => {
        const place = findTool(entry, tool, settings);
        const action = markWriter(entry, allowMissing(retireTool({ ...place, traits: toolTraits(tool) })));
        const why = staleness(tool, settings, since);
        if (why && !kept.has(action.target)) return { finding: { action, why, name: toolName(place) } };
        // One such tool is enough.
        if (isShown || !tool.lastCalledAt) return {};
        isShown = true;
        return { finding: SHOWN };
      },
      ({ found, more, of }) => {
        const stale = found.filter((one) => one !== SHOWN);
        const [first, ...others] = stale.slice(0, MAX_TOOLS_PER_PLAN);
        const shown = before?.shown || found.length > 0;
        const leaves = shown === before?.shown ? [] : [putSnapshot(CALLS, { shown })];
        if (of > 0 && !shown) {
          const summary = `The service shows for none of ${counted(of, "tracked tool")} when it was last called, so no tool is judged.`;
          const notice = { title: "Stale tools", summary, lines: [] };
          return { ignore: summary, leaves, ...(!before && { notice }) };
        }
        if (!first)
          return { ignore: saysNone(of, "tracked tool", "is due for retirement"), ...(of > 0 && { leaves }) };
        const proposed = [first, ...others];
        const all = stale.length + more;
        const later = all - proposed.length;
        return {
          leaves,
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

/** Returns the reason why a tool counts as not in use, or `null` if it was called lately or does not show its last call. */
function staleness({ lastCalledAt }: McpTool, settings: Settings, now: number): string | null {
  const at = Date.parse(lastCalledAt ?? "");
  const isStale = now - at > readSettings(settings, "stale-tools").unusedDays * DAY_MS;
  return isStale ? `last called on ${toIsoDay(at, findZone(settings, "stale-tools"))}` : null;
}
