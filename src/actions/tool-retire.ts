import * as z from "zod";
import { Named } from "../base/named.ts";
import { forget, remember, toolKey } from "../watches/watch.ts";
import { defineAction } from "./action.ts";

/** Soft-deletes an MCP tool. It comes back, to be reviewed, when its connector discovers it again. */
export const retireTool = defineAction({
  name: "tool.retire",
  input: z.object({ app: Named, connector: Named, tool: Named }),
  summary: ({ tool, connector, app }) =>
    `Retire the MCP tool ${tool.name} of the connector ${connector.name} of ${app.name}.`,
  unverified: ({ app, connector }) => [connector, app],
  target: ({ app, connector, tool }) => `tool ${app.id}/${connector.id}/${tool.id}`,
  effects: ({ app, connector, tool }) => [
    {
      operation: "deleteMcpTool",
      input: { path: { app_id: app.id, connector_id: connector.id, id: tool.id }, body: {} },
    },
  ],
  // A tool is nobody's own: those who used it lose it alike.
  beneficiaries: () => [],
  memories: (input) => [remember("retired_tool", input), forget("tool", toolKey(input))],
});
