import { retireTool } from "../../actions/tool-retire.ts";
import { NamedTool, namedTool } from "./named-tool.ts";
import { defineRequest } from "./request.ts";

/** `tool.retire`: an MCP tool, by its name in the settings, or by its connector and id. */
export const toolRetire = defineRequest({
  action: "tool.retire",
  description: "Retires an MCP tool: a soft delete, until its connector discovers the tool again.",
  input: NamedTool,
  plan: async (input, lookups) => retireTool((await namedTool(input, lookups)).place),
});
