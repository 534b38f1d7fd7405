import * as z from "zod";
import { Problem } from "../../base/problem.ts";
import { getMcpTool, type McpTool } from "../../governance/contract/mcp-tools.ts";
import { ifThere } from "../../governance/if-there.ts";
import type { ToolPlace } from "../../watches/watch.ts";
import type { Lookups } from "../automation.ts";
import { requireName } from "../names.ts";

/**
 * An MCP tool in a request's input: one that the settings name, or one of a connector by the tool's id. The API has no
 * list of tools to look names up in.
 */
export const NamedTool = z.strictObject({
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
});

/**
 * The tool that is meant, as it is now, and where it belongs.
 * @throws Problem `request_unclear` where there is none, and for one that is retired
 */
export async function namedTool(
  { connector: owner, tool: written }: z.output<typeof NamedTool>,
  { governance, settings }: Pick<Lookups, "governance" | "settings">,
): Promise<{ readonly place: ToolPlace; readonly tool: McpTool }> {
  const { connector, id } =
    owner === undefined
      ? requireName(settings.tools, "tool", written).value
      : { connector: owner, id: written };
  const { name, value } = requireName(settings.connectors, "connector", connector);
  const path = { app_id: value.appId, connector_id: value.connectorId, id };
  const answer = await ifThere(governance.call(getMcpTool, { path }));
  if (!answer) throw new Problem("request_unclear", `The connector ${name} has no tool with the id "${id}".`);
  const { tool } = answer;
  const called = tool.displayName ?? tool.toolName ?? tool.id;
  if (tool.deletedAt) throw new Problem("request_unclear", `The tool ${called} is retired already.`);
  return {
    place: {
      app: { id: value.appId, name: value.appName },
      connector: { id: value.connectorId, name },
      tool: { id: tool.id, name: called },
    },
    tool,
  };
}
