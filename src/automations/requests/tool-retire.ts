import * as z from "zod";
import { retireTool } from "../../actions/tool-retire.ts";
import { Problem } from "../../base/problem.ts";
import { GovernanceProblem } from "../../governance/client/index.ts";
import { getMcpTool } from "../../governance/contract/mcp-tools.ts";
import { requireName } from "../names.ts";
import { defineRequest } from "./request.ts";

/**
 * `tool.retire`: an MCP tool that the settings name, or one of a connector by the tool's id: the API has no list of
 * tools to look names up in.
 */
export const toolRetire = defineRequest({
  action: "tool.retire",
  description: "Retires an MCP tool: a soft delete, until its connector discovers the tool again.",
  input: z.strictObject({
    connector: z
      .string()
      .min(1)
      .optional()
      .describe("The connector, by its name in src/config.ts; needed where `tool` is an id."),
    tool: z
      .string()
      .trim()
      .min(1)
      .describe("The tool, by its name in src/config.ts; with a connector, the tool's id."),
  }),
  async plan({ connector: owner, tool: written }, { governance, settings }) {
    const { connector, id } =
      owner === undefined
        ? requireName(settings.tools, "tool", written).value
        : { connector: owner, id: written };
    const { name, value } = requireName(settings.connectors, "connector", connector);
    const path = { app_id: value.appId, connector_id: value.connectorId, id };
    const { tool } = await governance.call(getMcpTool, { path }).catch((error: unknown) => {
      if (error instanceof GovernanceProblem && error.httpStatus === 404)
        throw new Problem("request_unclear", `The connector ${name} has no tool with the id "${id}".`);
      throw error;
    });
    const called = tool.displayName ?? tool.toolName ?? tool.id;
    if (tool.deletedAt) throw new Problem("request_unclear", `The tool ${called} is retired already.`);
    return retireTool({
      app: { id: value.appId, name: value.appName },
      connector: { id: value.connectorId, name },
      tool: { id: tool.id, name: called },
    });
  },
});
