// The embedded tenant's handler for updateMcpTool.
import { changeTool, type Handler } from "../../sandbox/tenant/kit.ts";

/** Sets the tool's state. @throws TenantError 404 if there is no such tool */
export const updateMcpTool: Handler<"updateMcpTool"> = ({ path, body }, { sql, now }) => ({
  tool: changeTool(sql, now(), {
    appId: path.app_id,
    connectorId: path.connector_id,
    id: path.id,
    state: body.tool.state,
  }),
});
