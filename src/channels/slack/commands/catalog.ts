import { listMcpCatalog } from "../../../governance/contract/mcp-catalog.ts";
import type { Answer } from "../answer.ts";
import { defineCommand } from "../grammar/command.ts";

const PAGE_SIZE = 10;

/** The MCP servers that can be connected. */
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
