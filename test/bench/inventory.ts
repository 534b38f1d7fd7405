import { setTimeout as sleep } from "node:timers/promises";
import { startStack } from "../../src/cli/start/stack.ts";
import { median } from "./statistics.ts";
import type { Figure } from "./table.ts";

const TOOLS = 10_000;
const ROUNDS = 3;
const AUTOMATION = "retired-tools-stay-retired";
const PLACE = {
  app: { id: "app_github", name: "GitHub" },
  connector: { id: "con_github_mcp", name: "GitHub MCP" },
  tool: { id: "tool_github_create_issue", name: "Create issue" },
};
const POLL_MS = 100;
const DEADLINE_MS = 300_000;

/**
 * Ten thousand tracked tools, each looked at: a run of an automation, its progress on disk and on record, beside a plain
 * loop in the same Worker that makes the same calls, six at a time too, and keeps nothing.
 */
export async function inventory(): Promise<Figure[]> {
  const stack = await startStack({
    entry: "test/support/looping-reeve.ts",
    bindings: { RULES: JSON.stringify({ enabled: [AUTOMATION] }) },
  });
  try {
    const { url, miniflare } = stack.reeve;
    const ledger = await miniflare.getD1Database("LEDGER", "reeve");
    // One tool under ten thousand keys: the tenant's samples have no more.
    await ledger
      .prepare(
        `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
         INSERT INTO inventory (kind, key, data, runs, by_run, changed_at)
         SELECT 'retired_tool', printf('%06d', n), ?2, '{}', 'run_bench', 0 FROM n`,
      )
      .bind(TOOLS, JSON.stringify(PLACE))
      .run();
    const headers = { "content-type": "application/json" };
    const post = async (path: string, body: object) => {
      const response = await fetch(new URL(path, url), {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as { event: string };
    };

    /** Seconds until the run is done, on record. */
    async function sweep(): Promise<number> {
      const started = performance.now();
      const { event } = await post(`/api/automations/${AUTOMATION}/due`, { reason: "bench" });
      for (const until = Date.now() + DEADLINE_MS; ; await sleep(POLL_MS)) {
        const answer = await fetch(new URL(`/api/runs?event=${event}`, url));
        const { items } = (await answer.json()) as { items: { state: string; ignored: string | null }[] };
        const [{ state } = { state: "planning" }] = items;
        if (state === "done" || state === "ignored") return (performance.now() - started) / 1000;
        if (state === "failed" || Date.now() > until) throw new Error(`not done: ${JSON.stringify(items)}`);
      }
    }
    async function loop(): Promise<number> {
      const started = performance.now();
      const answer = await (await fetch(new URL(`/loop?calls=${TOOLS}`, url))).text();
      if (answer !== String(TOOLS)) throw new Error(`the loop saw ${answer} retired tools`);
      return (performance.now() - started) / 1000;
    }

    // Retired once, by Reeve itself: from then on a look finds it so.
    await sweep();
    const rounds: { reeve: number; control: number }[] = [];
    for (let n = 0; n < ROUNDS; n++) rounds.push({ control: await loop(), reeve: await sweep() });
    const middle = (who: "reeve" | "control") => TOOLS / median(rounds.map((round) => round[who]));
    return [
      {
        name: `${TOOLS.toLocaleString("en-US")} tracked tools looked at`,
        reeve: middle("reeve"),
        control: middle("control"),
        unit: "tools/s",
        target: { of: "ratio", at: "least", bound: 0.7 },
        note: "against a plain loop of governance.call, six at a time both",
      },
    ];
  } finally {
    await stack.stop();
  }
}
