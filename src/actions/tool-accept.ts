import * as z from "zod";
import { Named } from "../base/named.ts";
import { remember, watchKinds } from "../watches/watch.ts";
import { defineAction } from "./action.ts";

/** Agrees to what a watched MCP tool looks like now, as it is no longer what was agreed to. */
export const acceptTool = defineAction({
  name: "tool.accept",
  input: z.object({
    app: Named,
    connector: Named,
    tool: Named,
    /** What of it changed, in words: "input schema". */
    changed: z.array(z.string()).min(1),
    fingerprint: watchKinds.tool.shape.fingerprint.unwrap(),
  }),
  summary: ({ tool, connector, changed }) =>
    `Accept that the MCP tool ${tool.name} of ${connector.name} changed: ${changed.join(", ")}.`,
  // With what it looks like now: who turns one change down has said nothing of the next.
  unverified: ({ connector }) => [connector],
  target: ({ app, connector, tool, fingerprint: { name, description, inputSchema } }) =>
    `tool ${app.id}/${connector.id}/${tool.id} as ${name}.${description}.${inputSchema}`,
  effects: () => [],
  beneficiaries: () => [],
  memories: ({ changed: _, ...watched }) => [remember("tool", watched)],
});
