// Reads MCP tools, which may be gone, and interprets their members.
import { needed, type ReadOnlyGovernance } from "./client/index.ts";
import { getMcpTool, type McpTool, TOOL_CLASSIFICATIONS } from "./contract/mcp-tools.ts";
import { ifThere } from "./people.ts";

/** A tool's name for people: the one it was given, else the one from discovery; `undefined` for none. */
export const toolCalled = ({ displayName, defaultDisplayName, toolName }: McpTool): string | undefined =>
  displayName || defaultDisplayName || toolName || undefined;

/** The service's classifications of tools, as policy names them; `unspecified` also stands for unknown ones. */
export const TOOL_CLASSES = TOOL_CLASSIFICATIONS.map((name) => name.toLowerCase() as Lowercase<typeof name>);
export type ToolClass = (typeof TOOL_CLASSES)[number];

/** A tool's classification: the one that was set, else the one from discovery. */
export function toolClass({ classification, defaultClassification }: McpTool): ToolClass {
  const known = [classification, defaultClassification].map((value) =>
    TOOL_CLASSES.find((name) => `TOOL_CLASSIFICATION_${name.toUpperCase()}` === value),
  );
  return known.find((name) => name !== undefined && name !== "unspecified") ?? "unspecified";
}

/**
 * An enumeration value in words: `MCP_TOOL_STATE_PENDING_REVIEW` is "pending review". Other values come back unchanged.
 */
export const inWords = (value: string | undefined, prefix: string): string | undefined =>
  value?.startsWith(prefix) ? value.slice(prefix.length).toLowerCase().replaceAll("_", " ") : value;

/** Most characters of an unknown value. */
const MAX_WORD_CHARS = 40;

/** A tool's standing at the service, in words: `approved, classified as destructive, available`; empty if it says nothing. */
export function toolStanding(tool: McpTool): string {
  const { state, visibility, defaultVisibility } = tool;
  const [stands, shown] = [
    inWords(state, "MCP_TOOL_STATE_"),
    inWords(visibility || defaultVisibility, "TOOL_VISIBILITY_"),
  ].map((words) => (words === "unspecified" ? undefined : words?.slice(0, MAX_WORD_CHARS)));
  const held = toolClass(tool);
  return [stands, held === "unspecified" ? undefined : `classified as ${held}`, shown]
    .filter(Boolean)
    .join(", ");
}

/** True for a tool that was deleted, or removed by its server. */
export const isGone = ({ deletedAt, state }: McpTool): boolean =>
  Boolean(deletedAt) || state === "MCP_TOOL_STATE_REMOVED";

/** A tool with the id that it was read by. */
export type KnownTool = McpTool & { readonly id: string };

/** A tool of a connector, deleted or not; `null` for none with this id. */
export async function readTool(
  governance: ReadOnlyGovernance,
  { appId, connectorId, id }: { readonly appId: string; readonly connectorId: string; readonly id: string },
): Promise<KnownTool | null> {
  const path = { app_id: appId, connector_id: connectorId, id };
  const answer = await ifThere(governance.call(getMcpTool, { path }));
  const tool = answer && needed(answer.tool, getMcpTool, "tool");
  return tool && { ...tool, id: needed(tool.id, getMcpTool, "tool.id") };
}
