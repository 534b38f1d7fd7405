// Agents: programs that send requests to /mcp on behalf of a person. Their settings, and the names that they report.
import * as z from "zod";
import { cut, oneLine } from "../base/text.ts";

/** The source of events that agents request. */
export const AGENT_SOURCE = "mcp";

/** Groups of tools, each with its own scope: `reeve:read`, `reeve:ask`. */
export const AGENT_TOOLS = ["read", "ask"] as const;
export type AgentTools = (typeof AGENT_TOOLS)[number];

/** The settings of agents in `src/config.ts`. */
export const AgentSettings = z.strictObject({
  /** If true, agents may use `/mcp` for the people who signed in. */
  enabled: z.boolean().default(false),
  /** The tools that agents may use: `read` looks things up, `ask` requests changes. */
  tools: z
    .array(z.enum(AGENT_TOOLS))
    .min(1)
    .default([...AGENT_TOOLS]),
});

const MAX_NAME_CHARS = 80;

/**
 * Cleans the name that an agent gives itself: puts it on one line, shortens it, and removes quotation marks, so that
 * the name can't end a quotation. Returns `unnamed` if nothing is left. The name stays untrusted.
 */
export const agentName = (given: string): string =>
  cut(oneLine(given).replace(/["“”„‟«»]/gu, ""), MAX_NAME_CHARS) || "unnamed";
