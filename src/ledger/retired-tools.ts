interface Named {
  readonly id: string;
  readonly name: string;
}

/** An MCP tool that Reeve has retired, by the names it had then, and how often. */
export interface RetiredTool {
  readonly app: Named;
  readonly connector: Named;
  readonly tool: Named;
  readonly times: number;
}

/** More than a look each day can ask the governance API about. */
const MAX_TOOLS = 5_000;

/** The tools that Reeve has retired, as far as the ledger goes back; the last ones first. */
export async function retiredTools(db: D1Database): Promise<RetiredTool[]> {
  const { results } = await db
    .prepare(
      `SELECT action.value->>'input' AS input, count(DISTINCT runs.id) AS times, max(created_at) AS last
       FROM runs, json_each(run, '$.plan.actions') AS action
       WHERE runs.id IN (SELECT run_id FROM effects WHERE operation = 'deleteMcpTool' AND state = 'applied')
         AND state = 'done' AND action.value->>'action' = 'tool.retire'
       GROUP BY action.value->>'target' ORDER BY last DESC LIMIT ?`,
    )
    .bind(MAX_TOOLS)
    .all<{ input: string; times: number }>();
  return results.map(({ input, times }) => ({ ...(JSON.parse(input) as Omit<RetiredTool, "times">), times }));
}
