// The handler of each operation.
import { removeResource } from "../resources.ts";
import type { Handlers } from "../world.ts";
import { searchAuditEvents } from "./audit-events.ts";
import { createCampaign } from "./campaigns.ts";
import { listMcpCatalog } from "./mcp-catalog.ts";
import { deleteMcpTool, getMcpTool } from "./mcp-tools.ts";
import { createConnectorOwner, deleteAppEntitlementOwner, deleteAppUserEntitlementOwner } from "./owners.ts";
import { getUser, searchUsers } from "./users.ts";

/** An operation without a handler does not compile. */
export const handlers: Handlers = {
  getUser,
  searchUsers,
  createConnectorOwner,
  deleteAppEntitlementOwner,
  deleteAppUserEntitlementOwner,
  getMcpTool,
  deleteMcpTool,
  listMcpCatalog,
  // Permanent: the second call is a 404. Source: Endpoints, 9.
  deleteSessionPolicy: ({ path }, { sql }) => {
    removeResource(sql, "session policy", path.id);
    return {};
  },
  createCampaign,
  searchAuditEvents,
};
