import { setTimeout as sleep } from "node:timers/promises";
import type { Arena } from "./arena.ts";
import { CONNECTIONS, quantile } from "./load.ts";
import { amount, type Figure } from "./table.ts";

const POLL_MS = 50;
/** All are on record when no more show up for this long. What is asked for later keeps Reeve from coming to rest. */
const SILENCE_MS = 3_000;

/**
 * How long after its end a run is on record, under load. The list of recorded runs, newest first, is asked for again and
 * again while the desk works; a run's lag is from its end (`updatedAt`, by the same machine's clock) to the answer that
 * shows it as done for the first time. So the time between two looks and the answer's own are in it.
 */
export async function ledgerLag(arena: Arena, deliveries: number): Promise<Figure> {
  const list = new URL("/api/runs?state=done&limit=100", arena.reeve.url);
  const seen = new Set<string>();
  const lags: number[] = [];
  const look = async (note: (lag: number) => void) => {
    const { items } = (await (await fetch(list)).json()) as { items: { id: string; updatedAt: number }[] };
    const at = Date.now();
    for (const { id, updatedAt } of items) {
      if (!seen.has(id)) note(at - updatedAt);
      seen.add(id);
    }
  };
  await look(() => {}); // Those that were there before.

  const work = arena.work("reeve", deliveries, CONNECTIONS);
  for (let news = Date.now(); Date.now() < news + SILENCE_MS; await sleep(POLL_MS)) {
    await look((lag) => {
      lags.push(lag);
      news = Date.now();
    });
  }
  await work;
  lags.sort((a, b) => a - b);
  return {
    name: "runs, end to on record, p50",
    reeve: quantile(lags, 0.5),
    unit: "ms",
    note: `p99 ${amount(quantile(lags, 0.99), "ms")}, of ${lags.length} runs`,
  };
}
