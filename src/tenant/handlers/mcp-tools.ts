// Handles the reading and deleting of MCP tools, and their rediscovery by a connector sync.
import { z } from "zod";
import type { McpTool } from "../../governance/contract/mcp-tools.ts";
import { Id, Timestamp } from "../../governance/contract/primitives.ts";
import { notFound } from "../errors.ts";
import { first, type OnRecord, readJsonRow, requireConnector } from "../lookups.ts";
import { discoveryHash } from "../seed/tools.ts";
import type { Handler } from "../world.ts";

/** A discovered tool, deleted or not. Source: Endpoints, 6. */
export const getMcpTool: Handler<"getMcpTool"> = ({ path }, { sql }) => ({
  tool: requireTool(sql, path.app_id, path.connector_id, path.id),
});

/** Deletes softly: the tool keeps, with `deletedAt`. Again: nothing changes. Source: Endpoints, 7. */
export const deleteMcpTool: Handler<"deleteMcpTool"> = ({ path }, { sql, now }) => {
  const tool = requireTool(sql, path.app_id, path.connector_id, path.id);
  if (tool.deletedAt) return {};
  const at = now().toISOString();
  writeTool(sql, path.app_id, path.connector_id, { ...tool, updatedAt: at, deletedAt: at });
  return {};
};

/**
 * What a connector sync does to tools: those that were deleted are discovered again, and wait for review.
 * Everything else about them stays, the discovery hash too.
 * Source: States and transitions, MCP tool.
 * @returns the ids of the tools that reappeared
 * @throws TenantError 404 for an unknown app or connector
 */
export function syncConnector(
  sql: SqlStorage,
  now: Date,
  { appId, connectorId }: { readonly appId: string; readonly connectorId: string },
): { readonly rediscovered: string[] } {
  requireConnector(sql, appId, connectorId);
  const gone = sql
    .exec<{ json: string }>(
      "SELECT json FROM mcp_tools WHERE app_id = ? AND connector_id = ? AND json->>'$.deletedAt' IS NOT NULL ORDER BY id",
      appId,
      connectorId,
    )
    .toArray()
    .map((row) => readJsonRow<OnRecord<McpTool>>(row));
  for (const { deletedAt: _, ...tool } of gone)
    writeTool(sql, appId, connectorId, {
      ...tool,
      id: tool.id,
      state: "MCP_TOOL_STATE_PENDING_REVIEW",
      updatedAt: now.toISOString(),
    });
  return { rediscovered: gone.map(({ id }) => id) };
}

/** A tool, and members of it that its server or its use changes. */
export const ToolChange = z.object({
  appId: Id,
  connectorId: Id,
  id: Id,
  toolName: z.string().optional(),
  displayName: z.string().optional(),
  description: z.string().optional(),
  inputSchemaJson: z.string().optional(),
  /** `null`: it was never called. */
  lastCalledAt: Timestamp.nullable().optional(),
  createdAt: Timestamp.optional(),
  state: z.string().optional(),
  classification: z.string().optional(),
  visibility: z.string().optional(),
});

/** What a tool becomes when its server says something else of it. @throws TenantError 404 */
export function changeTool(
  sql: SqlStorage,
  now: Date,
  { appId, connectorId, id, lastCalledAt, ...change }: z.output<typeof ToolChange>,
): McpTool {
  const { lastCalledAt: before, ...tool } = requireTool(sql, appId, connectorId, id);
  const last = lastCalledAt === undefined ? before : (lastCalledAt ?? undefined);
  const defined = { ...tool, ...change };
  const changed = {
    ...defined,
    id,
    discoveryHash: discoveryHash(defined),
    ...(last && { lastCalledAt: last }),
    updatedAt: now.toISOString(),
  };
  writeTool(sql, appId, connectorId, changed);
  return changed;
}

function requireTool(sql: SqlStorage, appId: string, connectorId: string, id: string): OnRecord<McpTool> {
  requireConnector(sql, appId, connectorId);
  const row = first(
    sql.exec<{ json: string }>(
      "SELECT json FROM mcp_tools WHERE app_id = ? AND connector_id = ? AND id = ?",
      appId,
      connectorId,
      id,
    ),
  );
  if (!row) throw notFound("MCP tool", id);
  return readJsonRow(row);
}

function writeTool(sql: SqlStorage, appId: string, connectorId: string, tool: OnRecord<McpTool>): void {
  sql.exec(
    "UPDATE mcp_tools SET json = ? WHERE app_id = ? AND connector_id = ? AND id = ?",
    JSON.stringify(tool),
    appId,
    connectorId,
    tool.id,
  );
}
