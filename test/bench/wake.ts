import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./figures/statistics.ts";
import type { Figure } from "./figures/table.ts";
import { startReeve } from "./reeve.ts";

const RUNS = 100_000;
const ROUNDS = 5;

/**
 * Measures a desk with a hundred thousand runs that wait for approval, which is evicted from memory and woken by a
 * request: the time until the response, measured from outside.
 */
export async function wake(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  const { url, stop } = await startReeve(folder, { entry: "test/support/waking-reeve.ts" });
  try {
    const ask = async (path: string, method = "POST") => {
      const response = await fetch(new URL(path, url), { method });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return response.text();
    };
    const wakeUp = async () => {
      await ask("/_fall");
      const started = performance.now();
      const waiting = Number(await ask("/_wake", "GET"));
      return { waiting, ms: performance.now() - started };
    };
    for (let n = 0; n < ROUNDS; n++) await wakeUp();
    const alone = (await wakeUp()).ms;
    await ask(`/_crowd?runs=${RUNS}`);
    const rounds: number[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      const { waiting, ms } = await wakeUp();
      if (waiting !== RUNS) throw new Error(`${waiting} runs wait`);
      rounds.push(ms);
    }
    return [
      {
        name: `waking with ${RUNS.toLocaleString("en-US")} runs that wait`,
        reeve: median(rounds),
        control: alone,
        unit: "ms",
        target: { of: "figure", at: "most", bound: 1_000 },
        note: "control: a desk with none",
      },
    ];
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}
