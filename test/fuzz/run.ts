import { parseArgs } from "node:util";
import { startStack } from "../../src/cli/start/stack.ts";
import { fuzz } from "./fuzz.ts";

/**
 * `npm run test:fuzz -- --bodies 10000 --seed 1`: that many malformed bodies at the front door of the local stack. One
 * that goes wrong is sent again alone by `--bodies 1 --seed <its seed>`.
 */
const { values } = parseArgs({
  options: { bodies: { type: "string", default: "10000" }, seed: { type: "string", default: "1" } },
});
const [bodies, seed] = [Number(values.bodies), Number(values.seed)];
if (!Number.isInteger(bodies) || !Number.isInteger(seed) || bodies < 1) {
  console.error("--bodies and --seed are whole numbers");
  process.exit(2);
}
const stack = await startStack();
const { answers, faults } = await fuzz(stack, bodies, seed);
await stack.stop();
for (const fault of faults) console.error(fault);
const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
console.log(`fuzz: ${bodies} bodies from seed ${seed}: ${counts.join(", ")}; ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
