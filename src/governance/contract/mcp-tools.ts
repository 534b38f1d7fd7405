// The operations that read and delete an MCP tool.
import * as z from "zod";
import { defineOperation } from "./operation.ts";
import { Empty, Timestamp, texts, times } from "./primitives.ts";

/*
 * The specification describes a state, a classification and a visibility, but shows neither properties nor values.
 * These are the values of the vendor's SDK, without their prefixes.
 */
const TOOL_STATES = ["UNSPECIFIED", "PENDING_REVIEW", "APPROVED", "DISABLED", "REMOVED"] as const;
export const TOOL_CLASSIFICATIONS = [
  "UNSPECIFIED",
  "READ",
  "WRITE",
  "DESTRUCTIVE",
  "SENSITIVE",
  "DANGEROUS",
] as const;
export const CLIENT_TYPES = ["PERSONAL", "SHARED", "SERVICE", "EPHEMERAL"] as const;
export const TOOL_VISIBILITIES = ["UNSPECIFIED", "FEATURED", "AVAILABLE", "BYPASSED"] as const;

/** A property that the specification does not name; any value is accepted. */
const extension = (prefix: string, values: readonly string[]) =>
  z
    .string()
    .optional()
    .meta({ examples: values.map((value) => `${prefix}${value}`), "x-extension": true });

/** An MCP tool, as the service returns it. */
export const McpTool = z.looseObject({
  ...texts("id", "appId", "connectorId", "appEntitlementId"),
  ...texts("toolName", "defaultDisplayName", "displayName", "description"),
  inputSchemaJson: z.string().optional().describe("a schema serialized as text"),
  discoveryHash: z.string().optional().describe("a hash that changes with the tool's definition"),
  allowedClientTypes: z
    .array(z.unknown().meta({ examples: CLIENT_TYPES.map((name) => `MCP_CLIENT_TYPE_${name}`) }))
    .optional()
    .describe("if empty, all types that the tenant allows"),
  ...times("lastCalledAt", "createdAt", "updatedAt"),
  deletedAt: Timestamp.optional().describe("set by a soft delete"),
  state: extension("MCP_TOOL_STATE_", TOOL_STATES),
  classification: extension("TOOL_CLASSIFICATION_", TOOL_CLASSIFICATIONS),
  /**
   * The discovered classification. If `classification` is set, it overrides this value. The same applies to visibility.
   */
  defaultClassification: extension("TOOL_CLASSIFICATION_", TOOL_CLASSIFICATIONS),
  visibility: extension("TOOL_VISIBILITY_", TOOL_VISIBILITIES),
  defaultVisibility: extension("TOOL_VISIBILITY_", TOOL_VISIBILITIES),
});
/**
 * An MCP tool, as the service returns it.
 *
 * @example
 * export const isDisabled = ({ state }: McpTool): boolean => state === "MCP_TOOL_STATE_DISABLED";
 */
export type McpTool = z.infer<typeof McpTool>;

export const getMcpTool = defineOperation({
  id: "getMcpTool",
  method: "GET",
  path: "/api/v1/apps/{app_id}/connectors/{connector_id}/mcp_tools/{id}",
  effect: "read",
  summary: "Retrieve a discovered MCP tool. A deleted tool is returned too, with `deletedAt`.",
  source: "identity-governance-api.md, Endpoints, 6. Get MCP tool",
  response: z.looseObject({ tool: McpTool.optional() }),
  echoes: { app_id: ["tool.appId"], connector_id: ["tool.connectorId"], id: ["tool.id"] },
});

/**
 * A delete is soft: the tool is kept, and returns when its connector rediscovers it. It returns approved if the tenant
 * does not require tool approval, or if its server enables tools automatically; otherwise as PENDING_REVIEW. Source: the
 * vendor's documentation of MCP tools, checked November 2026
 */
export const deleteMcpTool = defineOperation({
  id: "deleteMcpTool",
  method: "DELETE",
  path: "/api/v1/apps/{app_id}/connectors/{connector_id}/mcp_tools/{id}",
  effect: "repeatable",
  summary: "Soft-delete an MCP tool.",
  source: "identity-governance-api.md, Endpoints, 7. Delete MCP tool",
  body: z.object({}),
  response: Empty,
});
