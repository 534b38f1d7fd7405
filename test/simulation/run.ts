import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";

interface Lived {
  readonly kills: number;
  readonly failure: string | null;
}

/**
 * `npm run test:simulate -- --seeds 10000 --first 1`: that many lives of a desk, on every core. A life that goes wrong
 * is printed as a story, and lived again alone by `--seeds 1 --first <seed>`.
 */
const { values } = parseArgs({
  options: { seeds: { type: "string", default: "10000" }, first: { type: "string", default: "1" } },
});
const [seeds, first] = [Number(values.seeds), Number(values.first)];
if (!Number.isInteger(seeds) || !Number.isInteger(first) || seeds < 1) {
  console.error("--seeds and --first are whole numbers");
  process.exit(2);
}

const share = Math.ceil(seeds / availableParallelism());
const shares = Array.from({ length: Math.ceil(seeds / share) }, (_, n) => ({
  first: first + n * share,
  count: Math.min(share, seeds - n * share),
}));
const lived = await Promise.all(
  shares.map(
    (workerData) =>
      new Promise<Lived>((resolve, reject) => {
        const thread = new Worker(new URL("./thread.ts", import.meta.url), { workerData });
        thread.on("message", resolve).on("error", reject);
      }),
  ),
);
const failures = lived.flatMap(({ failure }) => failure ?? []);
for (const failure of failures) console.error(failure);
const kills = lived.reduce((sum, one) => sum + one.kills, 0);
console.log(
  `simulation: seeds ${first} to ${first + seeds - 1}, ${kills} kills: ${failures.length > 0 ? "NOT all as it should be" : "all as it should be"}`,
);
process.exitCode = failures.length > 0 ? 1 : 0;
