// Reads an MCP tool, which may be gone.
import { needed, type ReadOnlyGovernance } from "./client/index.ts";
import { getMcpTool, type McpTool } from "./contract/mcp-tools.ts";
import { ifThere } from "./people.ts";

/** A tool, and the id it was asked for by. */
export type KnownTool = McpTool & { readonly id: string };

/** A tool of a connector, deleted or not; `null` where there is none with this id. */
export async function readTool(
  governance: ReadOnlyGovernance,
  { appId, connectorId, id }: { readonly appId: string; readonly connectorId: string; readonly id: string },
): Promise<KnownTool | null> {
  const path = { app_id: appId, connector_id: connectorId, id };
  const answer = await ifThere(governance.call(getMcpTool, { path }));
  const tool = answer && needed(answer.tool, getMcpTool, "tool");
  return tool && { ...tool, id: needed(tool.id, getMcpTool, "tool.id") };
}
