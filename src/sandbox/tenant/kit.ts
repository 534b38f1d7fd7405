// Exports everything that src/own/sandbox may import from the embedded tenant, to handle your own operations.

export { notFound } from "./errors.ts";
export { campaignNow, requireCampaign } from "./handlers/campaigns.ts";
export { changeTool } from "./handlers/mcp.ts";
export { removeOwner } from "./handlers/owners.ts";
export { paginate } from "./paging.ts";
export { listResources, requireOfApp, requireResource } from "./resources.ts";
export type { Handler, OwnHandlers } from "./world.ts";
