import { setTimeout as sleep } from "node:timers/promises";
import { openArena } from "./arena.ts";
import { quantile } from "./figures/statistics.ts";
import { amount, type Figure } from "./figures/table.ts";
import { jiraDeliveries } from "./jira-deliveries.ts";
import { loadAll } from "./load.ts";

const WARM_UP = 20;
const DELIVERIES = 100;
const EFFECT = "/owners/users/";
/** Longer than Reeve waits to batch entries for the ledger: each delivery finds a sleeping desk, and sets its alarm. */
const PAUSE_MS = 300;

/**
 * Measures the time from the arrival of a 202 to the arrival of the first effect at the tenant, one delivery at a time,
 * for Reeve and the floor in turns. Both are idle between deliveries for the same time.
 */
export async function firstEffect(): Promise<Figure[]> {
  await using arena = await openArena("witness");
  const { witness } = arena;
  if (!witness) throw new Error("nobody watches the tenant");
  const waits = { reeve: [] as number[], floor: [] as number[] };
  for (let n = -WARM_UP; n < DELIVERIES; n++) {
    for (const who of ["reeve", "floor"] as const) {
      const effect = witness.next(EFFECT);
      await loadAll(arena[who].url, jiraDeliveries(1, "Connector owner"), 202);
      const acknowledged = performance.now();
      const wait = (await effect) - acknowledged;
      if (n >= 0) waits[who].push(wait);
      await sleep(PAUSE_MS / 2);
    }
  }
  const of = (who: "reeve" | "floor", share: number) => quantile(waits[who], share);
  return [
    {
      name: "runs, 202 to first effect, p50",
      reeve: of("reeve", 0.5),
      control: of("floor", 0.5),
      unit: "ms",
      target: { of: "figure", at: "most", bound: 6 },
      note: `p99 ${amount(of("reeve", 0.99), "ms")}, the floor's ${amount(of("floor", 0.99), "ms")}`,
    },
  ];
}
