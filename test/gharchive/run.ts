import type { ExitCode } from "../../src/cli/shared/command-line.ts";
import { replay } from "./replay.ts";

interface Options {
  readonly events: number;
  readonly seed: number;
}

export default async function ({ events, seed }: Options): Promise<ExitCode> {
  const started = performance.now();
  const { deliveries, taken, plans, differences } = await replay(events, seed);
  for (const difference of differences.slice(0, 20)) console.error(difference);
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(
    `gharchive: ${deliveries} events twice in ${seconds} s, ${taken} taken in, ${plans} plans, ${differences.length} differences`,
  );
  return differences.length > 0 ? 1 : 0;
}
