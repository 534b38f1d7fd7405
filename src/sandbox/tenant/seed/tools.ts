// The sample MCP tools, with their entitlements.
import type { McpTool } from "../../../governance/contract/mcp-tools.ts";
import { APPS } from "./apps.ts";
import tools from "./data/tools.json" with { type: "json" };
import { before, dice } from "./means.ts";

export const formatTitle = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** A hash of a tool's definition, in hex, which changes with any part of it. */
export const discoveryHash = ({
  toolName,
  description,
  inputSchemaJson,
}: Pick<McpTool, "toolName" | "description" | "inputSchemaJson">): string =>
  dice(JSON.stringify([toolName, description, inputSchemaJson])).hex(64);

/** Tools with every field. Some are in special states: never called, deleted, removed by their server, not reviewed. */
export const MCP_TOOLS: readonly McpTool[] = tools;

export const TOOL_ENTITLEMENTS = MCP_TOOLS.map(({ appEntitlementId, appId, displayName }) => ({
  id: appEntitlementId,
  appId,
  displayName: `${APPS.find(({ id }) => id === appId)?.displayName}: ${displayName}`,
  description: "Calls the tool of this name.",
  createdAt: before(200),
}));
