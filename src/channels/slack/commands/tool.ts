import { requireName } from "../../../actions/names.ts";
import { readTool } from "../../../governance/read-tool.ts";
import { inWords, toolCalled, toolClass } from "../../../governance/tools.ts";
import type { Answer } from "../answer.ts";
import { defineCommand } from "../grammar/command.ts";

/** What is known of an MCP tool. */
export const tool = defineCommand("tool <tool>", {
  help: "What is known of an MCP tool, by its name in the settings.",
  example: "tool Delete branch",
  says: ({ tool }) => `Show the tool ${tool}.`,
  reads: ["getMcpTool"],
  async answer({ tool: written }, { governance, settings }): Promise<Answer> {
    const { name, value } = requireName(settings.tools, "tool", written);
    const connector = requireName(settings.connectors, "connector", value.connector);
    const { appId, connectorId, appName } = connector.value;
    const found = await readTool(governance, { appId, connectorId, id: value.id });
    if (!found)
      return { title: name, lines: [], note: `The connector ${connector.name} has no such tool any more.` };
    const facts: readonly (readonly [string, string | undefined])[] = [
      ["Connector", `${connector.name} of ${appName}`],
      ["What it does", found.description],
      ["Its own name", found.toolName],
      ["Retired", found.deletedAt],
      ["State", inWords(found.state, "MCP_TOOL_STATE_")],
      ["Classification", toolClass(found)],
      ["Visibility", inWords(found.visibility || found.defaultVisibility, "TOOL_VISIBILITY_")],
      ["Last called", found.lastCalledAt],
      ["Id", found.id],
    ];
    return {
      title: toolCalled(found) ?? name,
      lines: facts.flatMap(([name, detail]) => (detail ? [{ name, detail }] : [])),
    };
  },
});

/** Retires an MCP tool. */
export const toolRetire = defineCommand("tool retire <tool> [because <reason>]", {
  help: "Retire an MCP tool: a soft delete, until its connector discovers it again.",
  example: "tool retire Delete branch because nobody reviews what it does",
  says: ({ tool, reason }) => `Retire the tool ${tool}${reason ? `, because ${reason}` : ""}.`,
  request: ({ tool, reason }) => ({
    action: "tool.retire",
    input: { tool },
    ...(reason && { reason }),
  }),
});

/** Has an MCP tool tracked. */
export const toolTrack = defineCommand("tool track <tool> [because <reason>]", {
  help: "Track an MCP tool: whether it is used, and whether it stays as it is now.",
  example: "tool track Create issue",
  says: ({ tool, reason }) => `Track the tool ${tool}${reason ? `, because ${reason}` : ""}.`,
  request: ({ tool, reason }) => ({
    action: "tool.track",
    input: { tool },
    ...(reason && { reason }),
  }),
});
