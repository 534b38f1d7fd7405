// Proposes to retire tracked MCP tools that are no longer called.
import * as z from "zod";
import { endingActions, planEnd } from "../../actions/index.ts";
import {
  automation,
  counted,
  DAY_MS,
  findTool,
  findZone,
  type InventoryEntry,
  lastSnapshot,
  type McpTool,
  noneText,
  type PlannedAction,
  putSnapshot,
  readSettings,
  retireTool,
  type Settings,
  schedule,
  sweepTools,
  toIsoDay,
  toolName,
  toolTraits,
} from "../../kit/index.ts";

/** Maximum tools in one plan: few enough to review one by one, and within the default budget of deletes. */
const MAX_TOOLS_PER_PLAN = 20;

/** The key of the snapshot that records whether the service has ever reported a tracked tool's last call. */
const CALLS = "tool-calls";
const CallsSeen = z.object({ shown: z.boolean() });
/**
 * A finding that shows that the service reports last calls. It is returned for the first tool that has a last call and
 * needs no action, unless an earlier run has already recorded this.
 */
const SHOWN = "shown";
const DISABLED = "MCP_TOOL_STATE_DISABLED";
type Stale = { readonly action: PlannedAction; readonly why: string; readonly name: string };

/**
 * Proposes to retire tracked tools that are no longer called. Runs every Monday, and an approver decides. It skips
 * tools without a reported last call, because the service might not report last calls, and tools that people decided to
 * keep in the last `askAgainDays`. One of your own actions can disable the tools instead of deleting them.
 */
export const staleTools = automation({
  name: "stale-tools",
  description:
    "Proposes to retire tracked tools that have not been called for a while, if the service reports their last call.",
  on: schedule("0 7 * * 1"),
  reads: ["getMcpTool"],
  proposes: [retireTool, ...endingActions.filter(({ ends }) => ends.includes("tool"))],
  async propose(_, context) {
    const { settings, history, since } = context;
    const { askAgainDays } = readSettings(settings, "stale-tools");
    const kept = await history.rejected({ automation: "stale-tools", since: since - askAgainDays * DAY_MS });
    const before = await lastSnapshot(history, CALLS, CallsSeen);
    let isShown = before?.shown ?? false;
    return sweepTools<Stale | typeof SHOWN>(
      context,
      (entry, tool) => {
        const why = staleness(tool, settings, since);
        const action = why ? planRetirement(entry, tool, settings, since) : null;
        if (why && action && !kept.has(action.target))
          return { finding: { action, why, name: toolName(findTool(entry, tool, settings)) } };
        // One tool is enough to show that the service reports last calls.
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
          const summary = `The service shows no last call for any of ${counted(of, "tracked tool")}, so Reeve can't tell which ones are unused.`;
          const notice = { title: "Stale tools", summary, lines: [] };
          return { ignore: summary, leaves, ...(!before && { notice }) };
        }
        if (!first)
          return { ignore: noneText(of, "tracked tool", "is due for retirement"), ...(of > 0 && { leaves }) };
        const proposed = [first, ...others];
        const all = stale.length + more;
        const later = all - proposed.length;
        return {
          leaves,
          actions: [first.action, ...others.map(({ action }) => action)],
          approvalReasons: ["only a person can say whether an unused tool is still needed"],
          notice: {
            title: "Stale tools",
            summary: `${counted(all, "tool")} of ${of} tracked not in use; ${proposed.length} in this plan${
              later > 0 ? `, ${later} left for the next run` : ""
            }.`,
            lines: proposed.map(({ name, why, action }) => {
              const end = action.action === retireTool.actionName ? "retired" : "disabled";
              return { name, detail: `${why}; to be ${end}` };
            }),
          },
        };
      },
    );
  },
});

/**
 * Plans to delete an unused tool. With `retire: "disable"`, plans to disable an approved tool, and to delete a tool
 * that has been disabled for `deleteAfterDays`. People must approve each plan. Returns `null` if a tool must be
 * disabled for longer first, or can't be disabled.
 */
function planRetirement(
  entry: InventoryEntry<"tool">,
  tool: McpTool,
  settings: Settings,
  now: number,
): PlannedAction | null {
  const { retire, deleteAfterDays } = readSettings(settings, "stale-tools");
  const place = findTool(entry, tool, settings);
  if (retire === "disable" && tool.state === "MCP_TOOL_STATE_APPROVED")
    return planEnd({ ...entry, data: { ...entry.data, ...place } });
  const disabledAt = tool.state === DISABLED ? Date.parse(tool.updatedAt ?? "") : now;
  if (retire === "disable" && !(now - disabledAt > deleteAfterDays * DAY_MS)) return null;
  return retireTool({ ...place, traits: toolTraits(tool) });
}

/**
 * Returns the reason why a tool is treated as unused, or `null` if it was called recently or its last call is not
 * reported.
 */
function staleness(tool: McpTool, settings: Settings, now: number): string | null {
  const at = Date.parse(tool.lastCalledAt ?? "");
  const day = (time: number) => toIsoDay(time, findZone(settings, "stale-tools"));
  if (!(now - at > readSettings(settings, "stale-tools").unusedDays * DAY_MS)) return null;
  const changedAt = tool.state === DISABLED ? Date.parse(tool.updatedAt ?? "") : Number.NaN;
  return `last called on ${day(at)}${changedAt > 0 ? `; disabled, and unchanged since ${day(changedAt)}` : ""}`;
}
