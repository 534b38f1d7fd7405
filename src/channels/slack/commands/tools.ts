// The commands about MCP tools and servers.
import { requireName } from "../../../actions/names.ts";
import { listMcpCatalog } from "../../../governance/contract/mcp-catalog.ts";
import { inWords, readTool, toolCalled, toolTraits } from "../../../governance/tools.ts";
import { type Answer, factLines } from "../answer.ts";
import { defineCommand } from "../grammar/command.ts";

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
    return {
      title: toolCalled(found) ?? name,
      lines: factLines({
        Connector: `${connector.name} of ${appName}`,
        "What it does": found.description,
        "Its own name": found.toolName,
        Retired: found.deletedAt,
        State: inWords(found.state, "MCP_TOOL_STATE_"),
        Classification: toolTraits(found).classification,
        Visibility: inWords(found.visibility || found.defaultVisibility, "TOOL_VISIBILITY_"),
        "Last called": found.lastCalledAt,
        Id: found.id,
      }),
    };
  },
});

const PAGE_SIZE = 10;

export const catalog = defineCommand("catalog [<words>]", {
  help: "MCP servers that can be connected.",
  example: "catalog git",
  says: ({ words }) =>
    `Show the MCP servers that can be connected${words ? ` whose name has "${words}"` : ""}.`,
  reads: ["listMcpCatalog"],
  async answer(args, { governance }): Promise<Answer> {
    const { words, page } = args;
    const query = { page_size: PAGE_SIZE, ...(words && { query: words }), ...(page && { page_token: page }) };
    const { list, nextPageToken } = await governance.call(listMcpCatalog, { query });
    return {
      title: list.length > 0 ? "MCP servers" : "No MCP server found",
      lines: list.map(({ id, displayName, serviceName, description, stable }) => ({
        name: displayName || serviceName || id || "a server without a name",
        detail: [description, stable === false && "not stable yet"].filter(Boolean).join(" · "),
      })),
      ...(nextPageToken && { next: { ...args, page: nextPageToken } }),
    };
  },
});
