// The catalogue of operations: the 12 that come with Reeve, and those in src/own/operations. The client, the embedded
// tenant and the OpenAPI document are based on it.
import { ownOperations } from "../../own/operations/index.ts";
import { searchAuditEvents } from "./audit-events.ts";
import { createCampaign } from "./campaigns.ts";
import { deleteMcpTool, getMcpTool, listMcpCatalog } from "./mcp.ts";
import { createConnectorOwner, deleteAppEntitlementOwner, deleteAppUserEntitlementOwner } from "./owners.ts";
import { deleteSessionPolicy } from "./session-policies.ts";
import { createToken } from "./token.ts";
import { getUser, searchUsers } from "./users.ts";
import { answerWebhook, startAutomation } from "./webhooks.ts";

/**
 * The operations of the identity governance API by id: the 12 in the order of the specification's summary table, then
 * those in `src/own/operations`.
 */
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
  ...ownOperations,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export type OwnOperationId = keyof typeof ownOperations;

/**
 * Every call that Reeve makes to the service: the operations, the answers to the service's webhooks, and the calls to
 * its inbound webhooks.
 */
export const calls = { ...operations, answerWebhook, startAutomation } as const;
export type Calls = typeof calls;

/** The operations that change nothing. */
export type ReadOperationId = {
  [Id in OperationId]: Operations[Id]["effect"] extends "read" ? Id : never;
}[OperationId];
