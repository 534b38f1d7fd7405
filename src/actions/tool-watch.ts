import * as z from "zod";
import { Named } from "../base/named.ts";
import { remember, watchKinds } from "../watches/watch.ts";
import { defineAction } from "./action.ts";

/** Has an MCP tool looked after. What it looks like now is what it is agreed to be. */
export const watchTool = defineAction({
  name: "tool.watch",
  input: z.object({
    app: Named,
    connector: Named,
    tool: Named,
    fingerprint: watchKinds.tool.shape.fingerprint.unwrap(),
  }),
  summary: ({ tool, connector, app }) =>
    `Watch the MCP tool ${tool.name} of the connector ${connector.name} of ${app.name}, as it is now.`,
  unverified: ({ app, connector }) => [connector, app],
  target: ({ app, connector, tool }) => `watch of tool ${app.id}/${connector.id}/${tool.id}`,
  effects: () => [],
  beneficiaries: () => [],
  memories: (watched) => [remember("tool", watched)],
});
