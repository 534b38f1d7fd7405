import { command, readOptions, UsageError } from "../../src/cli/shared/command-line.ts";
import { startStack } from "../../src/cli/start/stack.ts";
import { fuzz } from "./fuzz.ts";

const USAGE = `usage: npm run test:fuzz [-- --bodies 10000] [--seed 1]

Sends that many malformed bodies to the front door of the local stack. One that goes wrong is sent again alone by
--bodies 1 --seed <its seed>.`;

await command(USAGE, async (args) => {
  const { values } = readOptions(args, {
    bodies: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
  });
  const [bodies, seed] = [Number(values.bodies), Number(values.seed)];
  if (!Number.isInteger(bodies) || !Number.isInteger(seed) || bodies < 1)
    throw new UsageError("--bodies and --seed are whole numbers");
  const stack = await startStack();
  const { answers, faults } = await fuzz(stack, bodies, seed);
  await stack.stop();
  for (const fault of faults) console.error(fault);
  const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  console.log(`fuzz: ${bodies} bodies from seed ${seed}: ${counts.join(", ")}; ${faults.length} faults`);
  return faults.length > 0 ? 1 : 0;
});
