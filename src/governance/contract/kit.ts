// Everything that src/own/operations may import, as the kit, which is built on the contract, can't be imported there.

export { createCampaign } from "./campaigns.ts";
export { McpTool } from "./mcp-tools.ts";
export { defineOperation } from "./operation.ts";
export { NextPageToken, PageSize, PageToken, pageRows } from "./paging.ts";
export { Empty, texts } from "./primitives.ts";
