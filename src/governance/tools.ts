// What a tool's members say: what it is called, how it is classified, whether it is gone.
import { type McpTool, TOOL_CLASSIFICATIONS } from "./contract/mcp-tools.ts";

/** What people call a tool: the name it was given, else the one it was discovered with; `undefined` where it has none. */
export const toolCalled = ({ displayName, defaultDisplayName, toolName }: McpTool): string | undefined =>
  displayName || defaultDisplayName || toolName || undefined;

/** What the service holds a tool for, as policy names it; `unspecified` also where it says nothing that is known here. */
export const TOOL_CLASSES = TOOL_CLASSIFICATIONS.map((name) => name.toLowerCase() as Lowercase<typeof name>);
export type ToolClass = (typeof TOOL_CLASSES)[number];

/** What a tool is held for: by those who set it, else by its discovery. */
export function toolClass({ classification, defaultClassification }: McpTool): ToolClass {
  const known = [classification, defaultClassification].map((value) =>
    TOOL_CLASSES.find((name) => `TOOL_CLASSIFICATION_${name.toUpperCase()}` === value),
  );
  return known.find((name) => name !== undefined && name !== "unspecified") ?? "unspecified";
}

/** A value of an enumeration in words: `MCP_TOOL_STATE_PENDING_REVIEW` is "pending review". Others are as they came. */
export const inWords = (value: string | undefined, prefix: string): string | undefined =>
  value?.startsWith(prefix) ? value.slice(prefix.length).toLowerCase().replaceAll("_", " ") : value;

/** Longest words of a value that is not known here. */
const MAX_WORD_CHARS = 40;

/** How the service holds a tool, in words: `approved, classified as destructive, available`; empty where it says nothing. */
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

/** Whether a tool is no more: deleted, or taken away by its server. */
export const isGone = ({ deletedAt, state }: McpTool): boolean =>
  Boolean(deletedAt) || state === "MCP_TOOL_STATE_REMOVED";
