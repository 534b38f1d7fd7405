// The embedded tenant's handler for searchMcpTools.
import type { McpTool } from "../../governance/contract/kit.ts";
import { type Handler, listResources, paginate, requireOfApp } from "../../sandbox/tenant/kit.ts";

/** Lists the tools of a connector, by id, with their last call if the search requests it. */
export const searchMcpTools: Handler<"searchMcpTools"> = ({ path, body }, { sql, switches }) => {
  requireOfApp(sql, "connector", path.app_id, path.connector_id);
  const tools = listResources<McpTool>(sql, "MCP tool", path.connector_id);
  const { rows, nextPageToken } = paginate(
    "searchMcpTools",
    body,
    (after, limit) => tools.filter(({ id }) => !after || id > String(after[0])).slice(0, limit),
    ({ id }) => [id],
    switches,
  );
  const list = body.includeLastCalledAt ? rows : rows.map(({ lastCalledAt: _, ...tool }) => tool);
  return { list, nextPageToken };
};
