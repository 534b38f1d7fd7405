import { canonicalJson } from "../base/canonical-json.ts";
import { sha256Hex } from "../base/sha256.ts";
import { GovernanceProblem, type ReadOnlyGovernance } from "../governance/client/index.ts";
import { getMcpTool, type McpTool } from "../governance/contract/mcp-tools.ts";
import type { ToolPlace } from "../watches/watch.ts";

/** A tool as it is now; `null` where it is retired, or gone with its connector. */
export async function toolNow(
  { app, connector, tool: { id } }: ToolPlace,
  governance: ReadOnlyGovernance,
): Promise<McpTool | null> {
  try {
    const { tool } = await governance.call(getMcpTool, {
      path: { app_id: app.id, connector_id: connector.id, id },
    });
    return tool.deletedAt ? null : tool;
  } catch (error) {
    if (error instanceof GovernanceProblem && error.httpStatus === 404) return null;
    throw error;
  }
}

/** What somebody agreed to when they agreed to a tool: name, description and input schema, as one hash (SHA-256, hex). */
export const fingerprintOf = ({ toolName, displayName, description, inputSchemaJson }: McpTool) =>
  sha256Hex(canonicalJson([toolName, displayName, description, inputSchemaJson]));
