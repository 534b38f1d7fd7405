import { retireTool } from "../actions/tool-retire.ts";
import { GovernanceProblem, type ReadOnlyGovernance } from "../governance/client/index.ts";
import { getMcpTool } from "../governance/contract/mcp-tools.ts";
import { automation, type RetiredTool } from "./automation.ts";
import { schedule } from "./schedule.ts";

/** Tools that are looked at side by side. */
const AT_ONCE = 6;

/**
 * Each morning: a tool that Reeve has retired and that its connector has discovered again is retired again. One that
 * keeps coming back has somebody behind it, who is to be asked.
 */
export const retiredToolsStayRetired = automation({
  name: "retired-tools-stay-retired",
  on: schedule("30 6 * * *", { timeZone: "Europe/Berlin" }),
  async decide(_, { governance, settings, record }) {
    const retired = await record.retiredTools();
    const back: RetiredTool[] = [];
    for (let n = 0; n < retired.length; n += AT_ONCE) {
      const looked = await Promise.all(
        retired.slice(n, n + AT_ONCE).map(async (one) => ((await isBack(one, governance)) ? [one] : [])),
      );
      back.push(...looked.flat());
    }
    const [first, ...others] = back.map(({ times: _times, ...tool }) => retireTool(tool));
    if (!first) return { ignore: `none of the ${retired.length} tools that Reeve has retired is back` };
    const { askAfter } = settings.retiredTools;
    return {
      actions: [first, ...others],
      asks: back
        .filter(({ times }) => times >= askAfter)
        .map(({ tool, connector, times }) => `${tool.name} of ${connector.name} came back ${times} times`),
    };
  },
});

async function isBack(
  { app, connector, tool }: RetiredTool,
  governance: ReadOnlyGovernance,
): Promise<boolean> {
  const path = { app_id: app.id, connector_id: connector.id, id: tool.id };
  try {
    return !(await governance.call(getMcpTool, { path })).tool.deletedAt;
  } catch (error) {
    // A tool that is gone altogether, with its connector perhaps, has not come back.
    if (error instanceof GovernanceProblem && error.httpStatus === 404) return false;
    throw error;
  }
}
