// Retires MCP tools again if a connector rediscovers them after they were retired.
import {
  automation,
  counted,
  findTool,
  type InventoryEntry,
  type McpTool,
  noneText,
  readSettings,
  retireTool,
  schedule,
  sweep,
  toolName,
  toolNow,
  toolTraits,
  VERIFY_WITHIN_MS,
} from "../kit/index.ts";

/**
 * Every morning, retires tools again that have reappeared, and opens a follow-up for each that Reeve had retired.
 * Retiring a tool that has reappeared `askAfter` times or more needs an approval.
 */
export const retiredToolsStayRetired = automation({
  name: "retired-tools-stay-retired",
  description:
    "Retires tools again if a connector sync restores them, requires an approval if this happens repeatedly, and checks whether they stay retired.",
  on: schedule("30 6 * * *"),
  reads: ["getMcpTool"],
  proposes: [retireTool],
  propose: (_, context) =>
    sweep(
      context,
      "retired_tool",
      "retired tools",
      async (entry) => {
        const now = await toolNow(entry.data, context.governance);
        if (!now || !isBack(entry, now, context.since)) return {};
        const place = findTool(entry, now, context.settings);
        const times = Object.keys(entry.runs).length;
        const again = { ...place, traits: toolTraits(now), ...(times > 0 && { timesBack: times }) };
        return { finding: { action: retireTool(again), name: toolName(place), times } };
      },
      ({ found, more, of }) => {
        const [first, ...others] = found.map(({ action }) => action);
        if (!first) return { ignore: noneText(of, "retired tool", "has reappeared") };
        const { askAfter } = readSettings(context.settings, "retired-tools-stay-retired");
        const back = found.map(({ name, times }) => ({
          times,
          name,
          detail: `reappeared ${counted(times, "time")}`,
        }));
        return {
          actions: [first, ...others],
          approvalReasons: back.flatMap(({ name, detail, times }) =>
            times >= askAfter ? `${name} ${detail}` : [],
          ),
          notice: {
            title: "Retired tools",
            summary: `${found.length + more} of ${counted(of, "retired tool")} reappeared after a connector sync.`,
            lines: back,
          },
        };
      },
    ),
});

/**
 * Returns true if a tool has reappeared. For {@link VERIFY_WITHIN_MS} after a retirement, the service might still
 * return the old state, so a tool that has not changed since the retirement is ignored.
 */
function isBack({ runs }: InventoryEntry<"retired_tool">, { updatedAt = "" }: McpTool, now: number): boolean {
  const retiredAt = Math.max(0, ...Object.values(runs));
  return now - retiredAt > VERIFY_WITHIN_MS || Date.parse(updatedAt) > retiredAt;
}
