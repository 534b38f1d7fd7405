// Exports everything that src/own/operations may import from the rest of src. Those files can't import
// src/kit/index.ts, because it is built on the contract.

export { createCampaign } from "./campaigns.ts";
export { McpTool } from "./mcp.ts";
export { defineOperation } from "./operation.ts";
export { Empty, NextPageToken, PageSize, PageToken, pageRows } from "./primitives.ts";
