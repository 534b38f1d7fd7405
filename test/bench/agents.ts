import { startStack } from "../../src/cli/start/stack.ts";
import { median, quantile } from "./figures/statistics.ts";
import type { Figure } from "./figures/table.ts";

const ROUNDS = 5;
/** Requests per round. */
const REQUESTS = 40;

/** A search by name, in the form of a client of revision 2026-07-28. */
const SEARCH: RequestInit = {
  method: "POST",
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "look_up_users",
  },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: "look_up_users",
      arguments: { words: "Ada" },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  }),
};

/**
 * Compares an agent's search for people with the same search on the console's page: the difference is the cost of the
 * protocol.
 */
export async function agents(): Promise<Figure[]> {
  const rules = { enabled: ["requested-action"], agents: { enabled: true } };
  await using running = new AsyncDisposableStack();
  const stack = running.adopt(
    await startStack({
      entry: "test/support/reeve-with-rules.ts",
      bindings: { RULES: JSON.stringify(rules) },
    }),
    (one) => one.stop(),
  );
  const { url } = stack.reeve;
  const search = () => timed(new URL("/mcp", url), SEARCH, '"untrusted":"Ada Marsh"');
  const page = () => timed(new URL("/look-up/users?words=Ada", url), {}, "Ada Marsh");
  await Promise.all([search(), page()]); // Loads the code of both.
  const rounds: { readonly reeve: number; readonly control: number }[] = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push({ reeve: await search(), control: await page() });
  return [
    {
      name: "search by /mcp, p95",
      reeve: median(rounds.map(({ reeve }) => reeve)),
      control: median(rounds.map(({ control }) => control)),
      unit: "ms",
      target: { of: "ratio", at: "most", bound: 2 },
    },
  ];
}

/** Returns the 95th percentile of some requests, in milliseconds. @param finds Text that each response must contain */
async function timed(url: URL, init: RequestInit, finds: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    const sent = performance.now();
    const response = await fetch(url, init);
    const text = await response.text();
    times.push(performance.now() - sent);
    if (!response.ok || !text.replaceAll("\\", "").includes(finds))
      throw new Error(`${url.pathname}: ${response.status} ${text.slice(0, 300)}`);
  }
  return quantile(times, 0.95);
}
