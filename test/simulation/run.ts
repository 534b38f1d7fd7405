import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { ExitCode } from "../../src/cli/shared/command-line.ts";

interface Lived {
  readonly kills: number;
  readonly failure: string | null;
}

interface Options {
  readonly seeds: number;
  readonly first: number;
}

export default async function ({ seeds, first }: Options): Promise<ExitCode> {
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
  return failures.length > 0 ? 1 : 0;
}
