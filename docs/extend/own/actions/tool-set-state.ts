// tool.set-state: blocks an MCP tool, or allows it again.
//
// The vendor blocks a tool by its state DISABLED (documentation of MCP tools, checked November 2026). The undo restores
// the former state, also after a last day (`until`). The action does not state `toolTraits`, so it matches every
// approval rule on tools.
import * as z from "zod";
import {
  defineAction,
  endFields,
  Named,
  nameIn,
  type PlannedAction,
  Problem,
  requireName,
  toolNow,
} from "../../kit/index.ts";

const State = z.enum(["APPROVED", "DISABLED", "PENDING_REVIEW"]);
const Input = z.object({ app: Named, connector: Named, tool: Named, from: State, to: State });

export const toolSetState = defineAction({
  name: "tool.set-state",
  input: Input.extend({ until: z.iso.date().optional() }),
  summary: ({ tool, connector, from, to }) =>
    `Set the state of the MCP tool ${tool.name} of ${connector.name} from ${from} to ${to}. ${to === "APPROVED" ? "It can be called then." : "Nobody can call it then, until it is APPROVED again."}`,
  unverified: ({ app, connector }) => [connector, app],
  target: ({ app, connector, tool }) => `state of tool ${app.id}/${connector.id}/${tool.id}`,
  calls: ["updateMcpTool"],
  effects: ({ app, connector, tool, to }) => [
    {
      operation: "updateMcpTool",
      input: {
        path: { app_id: app.id, connector_id: connector.id, id: tool.id },
        body: {
          tool: { id: tool.id, appId: app.id, connectorId: connector.id, state: `MCP_TOOL_STATE_${to}` },
          updateMask: "state",
        },
      },
    },
  ],
  beneficiaries: () => [],
  until: ({ until }) => until,
  ends: {
    tool: ({ app, connector, tool }) => ({
      ...{ app, connector, tool },
      from: State.enum.APPROVED,
      to: State.enum.DISABLED,
    }),
  },
  undo: {
    by: (input): PlannedAction => {
      const { from, to, ...place } = Input.parse(input);
      return toolSetState({ ...place, from: to, to: from });
    },
  },
  request: {
    description: "Block an MCP tool, or allow it again.",
    input: z.strictObject({
      tool: nameIn("tools", "The tool."),
      state: State,
      ...endFields,
    }),
    reads: ["getMcpTool"],
    async lookUp({ tool, state: to, until }, { governance, settings }) {
      const { name, value } = requireName(settings.tools, "tool", tool);
      const at = requireName(settings.connectors, "connector", value.connector);
      const place = {
        app: { id: at.value.appId, name: at.value.appName },
        connector: { id: at.value.connectorId, name: at.name },
        tool: { id: value.id, name },
      };
      const now = await toolNow(place, governance);
      const from = State.safeParse(now?.state?.replace("MCP_TOOL_STATE_", "")).data;
      if (!from || from === to) throw new Problem("request_unclear", `${tool} can't become ${to}.`);
      return { ...place, from, to, ...(until && { until }) };
    },
  },
});
