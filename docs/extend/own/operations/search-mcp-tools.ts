// searchMcpTools: lists the MCP tools of a connector, with their last call.
import * as z from "zod";
import {
  defineOperation,
  McpTool,
  NextPageToken,
  PageSize,
  PageToken,
  pageRows,
} from "../../governance/contract/kit.ts";

export const searchMcpTools = defineOperation({
  id: "searchMcpTools",
  method: "POST",
  path: "/api/v1/apps/{app_id}/connectors/{connector_id}/mcp_tools/search",
  effect: "read",
  summary: "Search the MCP tools of a connector.",
  source: "the vendor's API reference, MCP Tools, Search",
  body: z.object({
    includeLastCalledAt: z.boolean().optional(),
    pageSize: PageSize.optional(),
    pageToken: PageToken.optional(),
  }),
  response: z.looseObject({ list: pageRows(McpTool), nextPageToken: NextPageToken }),
});
