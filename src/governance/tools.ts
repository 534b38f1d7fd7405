// Reads MCP tools, which might have been deleted, and interprets their properties.
import * as z from "zod";
import { needed, type ReadOnlyGovernance } from "./client/index.ts";
import {
  CLIENT_TYPES,
  getMcpTool,
  type McpTool,
  TOOL_CLASSIFICATIONS,
  TOOL_VISIBILITIES,
} from "./contract/mcp.ts";
import { ifThere } from "./people.ts";

/**
 * Returns the name that people know a tool by, or `undefined` if it has none.
 *
 * @example
 * export const toLines = (tools: readonly McpTool[]) =>
 *   tools.map((tool) => ({ name: toolCalled(tool) ?? "a tool without a name" }));
 */
export const toolCalled = ({ displayName, defaultDisplayName, toolName }: McpTool): string | undefined =>
  displayName || defaultDisplayName || toolName || undefined;

const lowered = <const Name extends string>(names: readonly Name[]) =>
  z.enum(names.map((name) => name.toLowerCase() as Lowercase<Name>));

const ClientType = lowered(CLIENT_TYPES);

export const ToolTraits = z.object({
  classification: lowered(TOOL_CLASSIFICATIONS),
  visibility: lowered(TOOL_VISIBILITIES),
  /** The types of clients that may use the tool: all types if the tool names no type, or an unknown one. */
  clientTypes: z.array(ClientType),
});
export type ToolTraits = z.output<typeof ToolTraits>;

/**
 * Returns a tool's traits: the values that were set, or else those from discovery.
 *
 * @example
 * export const isDestructive = (tool: McpTool): boolean => toolTraits(tool).classification === "destructive";
 */
export function toolTraits(tool: McpTool): ToolTraits {
  const { allowedClientTypes: allowed = [] } = tool;
  const classes = [tool.classification, tool.defaultClassification];
  const classified = knownIn("TOOL_CLASSIFICATION_", TOOL_CLASSIFICATIONS, classes);
  const shown = knownIn("TOOL_VISIBILITY_", TOOL_VISIBILITIES, [tool.visibility, tool.defaultVisibility]);
  const clientTypes = knownIn("MCP_CLIENT_TYPE_", CLIENT_TYPES, allowed);
  // An unknown type might mean any client.
  const isForAll = allowed.length === 0 || clientTypes.length < allowed.length;
  return {
    classification: classified.find((name) => name !== "unspecified") ?? "unspecified",
    visibility: shown.find((name) => name !== "unspecified") ?? "unspecified",
    clientTypes: isForAll ? [...ClientType.options] : clientTypes,
  };
}

const knownIn = <Name extends string>(
  prefix: string,
  names: readonly Name[],
  values: readonly unknown[],
): Lowercase<Name>[] =>
  values.flatMap((value) =>
    names.filter((name) => value === `${prefix}${name}`).map((name) => name.toLowerCase() as Lowercase<Name>),
  );

/**
 * Formats an enumeration value without its prefix: `MCP_TOOL_STATE_PENDING_REVIEW` becomes "pending review". A value
 * that does not start with the prefix is returned unchanged.
 */
export const formatEnumValue = (value: string | undefined, prefix: string): string | undefined =>
  value?.startsWith(prefix) ? value.slice(prefix.length).toLowerCase().replaceAll("_", " ") : value;

const MAX_WORD_CHARS = 40;

/**
 * Describes a tool's status at the service: `approved, classified as destructive, available`. Returns an empty string
 * if the tool shows no status.
 */
export function toolStanding(tool: McpTool): string {
  const { classification, clientTypes } = toolTraits(tool);
  const [stands, shown] = [
    formatEnumValue(tool.state, "MCP_TOOL_STATE_"),
    formatEnumValue(
      [tool.visibility, tool.defaultVisibility].find((name) => name && !name.endsWith("_UNSPECIFIED")),
      "TOOL_VISIBILITY_",
    ),
  ].map((words) => (words === "unspecified" ? undefined : words?.slice(0, MAX_WORD_CHARS)));
  return [
    stands,
    classification !== "unspecified" && `classified as ${classification}`,
    shown,
    clientTypes.length < CLIENT_TYPES.length && `for ${clientTypes.join(" and ")} clients`,
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * Returns true for a tool that was deleted, or removed by its server.
 *
 * @example
 * export const listPresent = (tools: readonly McpTool[]): McpTool[] => tools.filter((tool) => !isGone(tool));
 */
export const isGone = ({ deletedAt, state }: McpTool): boolean =>
  Boolean(deletedAt) || state === "MCP_TOOL_STATE_REMOVED";

export type KnownTool = McpTool & { readonly id: string };

export async function readTool(
  governance: ReadOnlyGovernance,
  { appId, connectorId, id }: { readonly appId: string; readonly connectorId: string; readonly id: string },
): Promise<KnownTool | null> {
  const path = { app_id: appId, connector_id: connectorId, id };
  const answer = await ifThere(governance.call(getMcpTool, { path }));
  const tool = answer && needed(answer.tool, getMcpTool, "tool");
  return tool && { ...tool, id: needed(tool.id, getMcpTool, "tool.id") };
}
