// updateMcpTool: changes the state of an MCP tool.
import * as z from "zod";
import { defineOperation, McpTool } from "../../governance/contract/kit.ts";

export const updateMcpTool = defineOperation({
  id: "updateMcpTool",
  method: "POST",
  path: "/api/v1/apps/{app_id}/connectors/{connector_id}/mcp_tools/{id}",
  effect: "repeatable",
  summary: "Change the properties of an MCP tool that the mask names.",
  source: "the vendor's API reference, MCP Tools, Update, checked November 2026",
  body: z.object({
    tool: z.object({ id: z.string(), appId: z.string(), connectorId: z.string(), state: z.string() }),
    updateMask: z.literal("state"),
  }),
  response: z.looseObject({ tool: McpTool.optional() }),
  echoes: { id: ["tool.id"] },
});
