import { watchTool } from "../../actions/tool-watch.ts";
import { Problem } from "../../base/problem.ts";
import { toolKey } from "../../watches/watch.ts";
import { fingerprintOf } from "../tool-now.ts";
import { requireEnabled } from "./carried-out-by.ts";
import { NamedTool, namedTool } from "./named-tool.ts";
import { defineRequest } from "./request.ts";

/** `tool.watch`: an MCP tool, by its name in the settings, or by its connector and id. */
export const toolWatch = defineRequest({
  action: "tool.watch",
  description: "Has an MCP tool watched: whether it is in use, and whether it stays what it is now.",
  input: NamedTool,
  async plan(input, lookups) {
    requireEnabled(lookups.settings, "tool-changed", "stale-tools");
    const { place, tool } = await namedTool(input, lookups);
    // Watching it anew would agree to whatever it has become, and nobody would have accepted that.
    if (await lookups.record.watch("tool", toolKey(place)))
      throw new Problem("request_unclear", `The tool ${place.tool.name} is watched already.`);
    return watchTool({ ...place, fingerprint: await fingerprintOf(tool) });
  },
});
