import type { ExitCode } from "../../src/cli/shared/command-line.ts";
import { startStack } from "../../src/cli/start/stack.ts";
import { fuzz } from "./fuzz.ts";

interface Options {
  readonly bodies: number;
  readonly seed: number;
}

export default async function ({ bodies, seed }: Options): Promise<ExitCode> {
  const stack = await startStack();
  const { answers, faults } = await fuzz(stack, bodies, seed);
  await stack.stop();
  for (const fault of faults) console.error(fault);
  const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  console.log(`fuzz: ${bodies} bodies from seed ${seed}: ${counts.join(", ")}; ${faults.length} faults`);
  return faults.length > 0 ? 1 : 0;
}
