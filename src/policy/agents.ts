// Agents: programs that ask at /mcp for a person, what the settings let them do, and the name that they give themselves.
import * as z from "zod";
import { cut, oneLine } from "../base/text.ts";

/** The source of events that agents ask for. */
export const AGENT_SOURCE = "mcp";

/** Groups of tools, each behind a scope of its own: `reeve:read`, `reeve:ask`. */
export const AGENT_TOOLS = ["read", "ask"] as const;
export type AgentTools = (typeof AGENT_TOOLS)[number];

/** What `src/config.ts` says of agents. */
export const AgentSettings = z.strictObject({
  /** True: agents may use `/mcp` for the people whose sign-in they have. */
  enabled: z.boolean().default(false),
  /** The tools that they get: `read` looks up, `ask` asks for changes. A token with scopes may allow fewer. */
  tools: z
    .array(z.enum(AGENT_TOOLS))
    .min(1)
    .default([...AGENT_TOOLS]),
});

const MAX_NAME_CHARS = 80;

/** The name of an agent, as it gives it itself: on one line, without marks that end a quotation. Untrusted text. */
export const agentName = (given: string): string =>
  cut(oneLine(given).replace(/["“”„‟«»]/gu, ""), MAX_NAME_CHARS) || "unnamed";
