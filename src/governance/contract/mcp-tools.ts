// The operations that read and delete an MCP tool.
import * as z from "zod";
import { defineOperation } from "./operation.ts";
import { Empty, Timestamp } from "./primitives.ts";

/** A tool discovered from an MCP server through a connector. */
export const McpTool = z.looseObject({
  id: z.string().optional(),
  appId: z.string().optional(),
  connectorId: z.string().optional(),
  appEntitlementId: z.string().optional(),
  toolName: z.string().optional(),
  defaultDisplayName: z.string().optional(),
  displayName: z.string().optional(),
  description: z.string().optional(),
  inputSchemaJson: z.string().optional().describe("a schema serialized as text"),
  discoveryHash: z.string().optional(),
  allowedClientTypes: z.array(z.unknown()).optional(),
  lastCalledAt: Timestamp.optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
  deletedAt: Timestamp.optional().describe("set by soft delete"),
  approvalState: z
    .string()
    .optional()
    .meta({
      description:
        "PENDING_REVIEW after rediscovery; the API text shows no member for it, so this one is an extension",
      examples: ["PENDING_REVIEW", "APPROVED"],
      "x-extension": true,
    }),
});
export type McpTool = z.infer<typeof McpTool>;

export const getMcpTool = defineOperation({
  id: "getMcpTool",
  method: "GET",
  path: "/api/v1/apps/{app_id}/connectors/{connector_id}/mcp_tools/{id}",
  effect: "read",
  summary: "Retrieve one discovered MCP tool; one that was deleted answers too, with `deletedAt`.",
  section: "Endpoints, 6. Get MCP tool",
  response: z.looseObject({ tool: McpTool.optional() }),
  echoes: { app_id: "tool.appId", connector_id: "tool.connectorId", id: "tool.id" },
});

/** Deleting is soft: the tool is kept, and comes back as PENDING_REVIEW when its connector rediscovers it. */
export const deleteMcpTool = defineOperation({
  id: "deleteMcpTool",
  method: "DELETE",
  path: "/api/v1/apps/{app_id}/connectors/{connector_id}/mcp_tools/{id}",
  effect: "repeatable",
  summary: "Soft-delete an MCP tool.",
  section: "Endpoints, 7. Delete MCP tool",
  body: z.object({}),
  response: Empty,
});
