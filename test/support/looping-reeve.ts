import type { Env } from "../../src/env.ts";
import { createGovernance } from "../../src/governance/client/index.ts";
import { getMcpTool } from "../../src/governance/contract/mcp-tools.ts";
import reeve from "./reeve-with-rules.ts";

export * from "./reeve-with-rules.ts";

const AT_ONCE = 6;
const path = { app_id: "app_github", connector_id: "con_github_mcp", id: "tool_github_create_issue" };

/**
 * Reeve with what `npm run bench -- inventory` compares it with: `/loop?calls=10000` reads a tool that often, six calls at
 * a time, and keeps nothing. Answers with how many of them were retired.
 */
export default {
  ...reeve,
  async fetch(request: Request, env: Env, ctx: ExecutionContext) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/loop") return reeve.fetch(request, env, ctx);
    const governance = createGovernance(env as never);
    let [left, retired] = [Number(searchParams.get("calls")), 0];
    const loop = async () => {
      while (left-- > 0) if ((await governance.call(getMcpTool, { path })).tool?.deletedAt) retired++;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, loop));
    return new Response(String(retired));
  },
};
