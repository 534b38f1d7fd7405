// The handler of each operation.
import type { Handlers } from "../world.ts";
import { searchAuditEvents } from "./audit-events.ts";
import { createCampaign } from "./campaigns.ts";
import { listMcpCatalog } from "./mcp-catalog.ts";
import { deleteMcpTool, getMcpTool } from "./mcp-tools.ts";
import { createConnectorOwner, deleteAppEntitlementOwner, deleteAppUserEntitlementOwner } from "./owners.ts";
import { deleteSessionPolicy } from "./session-policies.ts";
import { getUser, searchUsers } from "./users.ts";

/** Every operation has its handler, or this does not compile. */
export const handlers: Handlers = {
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
};
