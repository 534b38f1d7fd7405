import { command, readOptions, UsageError } from "../../src/cli/shared/command-line.ts";
import { replay } from "./replay.ts";

const USAGE = `usage: npm run test:gharchive [-- --events 100000] [--seed 1]

Replays that many events in GH Archive's format through the GitHub source of a local Reeve, twice. Exits 1 if anything is not
the same the second time.`;

await command(USAGE, async (args) => {
  const { values } = readOptions(args, {
    events: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
  });
  const [events, seed] = [Number(values.events), Number(values.seed)];
  if (!Number.isInteger(events) || !Number.isInteger(seed) || events < 1)
    throw new UsageError("--events and --seed are whole numbers");
  const started = performance.now();
  const { deliveries, taken, plans, differences } = await replay(events, seed);
  for (const difference of differences.slice(0, 20)) console.error(difference);
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(
    `gharchive: ${deliveries} events twice in ${seconds} s, ${taken} taken in, ${plans} plans, ${differences.length} differences`,
  );
  return differences.length > 0 ? 1 : 0;
});
