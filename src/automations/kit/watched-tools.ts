/** Looks at every watched MCP tool as it is now. */

import { forget, type Watch } from "../../actions/inventory.ts";
import { toolNow } from "../../actions/tool.ts";
import type { McpTool } from "../../governance/contract/mcp-tools.ts";
import type { Context } from "./automation.ts";
import { counted } from "./notice.ts";
import type { Notice, Proposal } from "./proposal.ts";
import { type Look, type Swept, sweep } from "./sweep.ts";

type Verdict = Extract<Proposal, { actions: unknown } | { ignore: string }>;

/**
 * Looks at every watched tool as it is now. One that is retired, or gone with its connector, is watched no longer, and
 * people are told: it may come back as something else.
 */
export function sweepTools<Finding>(
  context: Pick<Context, "governance" | "history" | "progress">,
  look: (watch: Watch<"tool">, tool: McpTool) => Promise<Look<Finding>> | Look<Finding>,
  conclude: (swept: Swept<Finding>) => Verdict,
): Promise<Proposal> {
  return sweep(
    context,
    "tool",
    "watched tools",
    async (watch): Promise<Look<{ readonly gone: Watch<"tool"> } | { readonly of: Finding }>> => {
      const tool = await toolNow(watch.data, context.governance);
      if (!tool) return { finding: { gone: watch } };
      const { finding, memory } = await look(watch, tool);
      return { ...(finding !== undefined && { finding: { of: finding } }), ...(memory && { memory }) };
    },
    ({ found, ...counts }) => {
      const proposal = conclude({ ...counts, found: found.flatMap((one) => ("of" in one ? [one.of] : [])) });
      const gone = found.flatMap((one) => ("gone" in one ? [one.gone] : []));
      return gone.length > 0 ? withGone(proposal, gone) : proposal;
    },
  );
}

function withGone(proposal: Verdict, gone: readonly Watch<"tool">[]): Verdict {
  const { notice = { title: "Watched tools", summary: "", lines: [] } } = proposal;
  const told: Notice = {
    ...notice,
    summary:
      `${notice.summary} ${counted(gone.length, "tool")} retired or gone, and no longer watched.`.trim(),
    lines: [
      ...notice.lines,
      ...gone.map(({ data }) => ({ name: toolName(data), detail: "retired or gone; no longer watched" })),
    ],
  };
  return { ...proposal, notice: told, memories: gone.map(({ key }) => forget("tool", key)) };
}

/** What people call a tool: with its connector, since names of tools repeat. */
export const toolName = ({ tool, connector }: Watch<"tool">["data"]): string =>
  `${tool.name} of ${connector.name}`;
