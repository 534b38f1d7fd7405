// The catalogue of the 12 operations; client, tenant and OpenAPI document are made from it.
import { searchAuditEvents } from "./audit-events.ts";
import { createCampaign } from "./campaigns.ts";
import { listMcpCatalog } from "./mcp-catalog.ts";
import { deleteMcpTool, getMcpTool } from "./mcp-tools.ts";
import { createConnectorOwner, deleteAppEntitlementOwner, deleteAppUserEntitlementOwner } from "./owners.ts";
import { deleteSessionPolicy } from "./session-policies.ts";
import { createToken } from "./token.ts";
import { getUser, searchUsers } from "./users.ts";

/** The 12 operations of the identity governance API, by id, in the order of its summary table. */
export const operations = {
  getUser,
  searchUsers,
  createConnectorOwner,
  deleteAppEntitlementOwner,
  deleteAppUserEntitlementOwner,
  getMcpTool,
  deleteMcpTool,
  listMcpCatalog,
  deleteSessionPolicy,
  createCampaign,
  searchAuditEvents,
  createToken,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;

/** The operations that change nothing. */
export type ReadOperationId = {
  [Id in OperationId]: Operations[Id]["effect"] extends "read" ? Id : never;
}[OperationId];
