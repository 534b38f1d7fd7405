// Checks the present state of every tracked MCP tool.
import { type InventoryEntry, removeEntry } from "../actions/inventory.ts";
import { toolNow } from "../actions/tool.ts";
import type { McpTool } from "../governance/contract/mcp.ts";
import type { Context } from "./automation.ts";
import { counted } from "./notice.ts";
import type { Notice, Proposal } from "./proposal.ts";
import { type Seen, type Swept, sweep } from "./sweep.ts";

type Verdict = Extract<Proposal, { actions: unknown } | { ignore: string }>;

/**
 * Checks the present state of every tracked tool. A retired or removed tool is no longer tracked, and people are
 * notified.
 *
 * @param check Checks one tool, up to six at the same time
 * @param conclude Builds the proposal from the findings, of which there are at most 200; `more` counts the others
 * @example
 * export const retireDangerous = (context: Context): Promise<Proposal> =>
 *   sweepTools(
 *     context,
 *     (entry, tool) => {
 *       const found = { ...findTool(entry, tool, context.settings), traits: toolTraits(tool) };
 *       return found.traits.classification === "dangerous" ? { finding: retireTool(found) } : {};
 *     },
 *     ({ found: [first, ...others], of }) =>
 *       first ? { actions: [first, ...others] } : { ignore: noneText(of, "tracked tool", "is dangerous") },
 *   );
 */
export function sweepTools<Finding>(
  context: Pick<Context, "governance" | "history" | "progress">,
  check: (entry: InventoryEntry<"tool">, tool: McpTool) => Promise<Seen<Finding>> | Seen<Finding>,
  conclude: (swept: Swept<Finding>) => Verdict,
): Promise<Proposal> {
  return sweep(
    context,
    "tool",
    "tracked tools",
    async (entry): Promise<Seen<{ readonly gone: InventoryEntry<"tool"> } | { readonly of: Finding }>> => {
      const tool = await toolNow(entry.data, context.governance);
      if (!tool) return { finding: { gone: entry } };
      const { finding, change } = await check(entry, tool);
      return { ...(finding !== undefined && { finding: { of: finding } }), ...(change && { change }) };
    },
    ({ found, ...counts }) => {
      const proposal = conclude({ ...counts, found: found.flatMap((one) => ("of" in one ? [one.of] : [])) });
      const gone = found.flatMap((one) => ("gone" in one ? [one.gone] : []));
      return gone.length > 0 ? withUntracked(proposal, gone) : proposal;
    },
  );
}

function withUntracked(proposal: Verdict, gone: readonly InventoryEntry<"tool">[]): Verdict {
  const { notice = { title: "Tracked tools", summary: "", lines: [] } } = proposal;
  const extended: Notice = {
    ...notice,
    summary:
      `${notice.summary} Retired or removed, and no longer tracked: ${counted(gone.length, "tool")}.`.trim(),
    lines: [
      ...notice.lines,
      ...gone.map(({ data }) => ({ name: toolName(data), detail: "retired or removed; no longer tracked" })),
    ],
  };
  return {
    ...proposal,
    notice: extended,
    leaves: [...(proposal.leaves ?? []), ...gone.map(({ key }) => removeEntry("tool", key))],
  };
}

/**
 * Formats a tool's name with its connector, since tools of several connectors can have the same name.
 *
 * @example
 * export const toLines = (entries: readonly InventoryEntry<"tool">[]) =>
 *   entries.map(({ data }) => ({ name: toolName(data) }));
 */
export const toolName = ({ tool, connector }: InventoryEntry<"tool">["data"]): string =>
  `${tool.name} of ${connector.name}`;
