/**
 * The local stack for tests. A tenant takes long to start, and one that is seeded anew knows nothing of what it was: those
 * of a process serve one test file after the other.
 */
import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import {
  control,
  type Stack,
  type StackOptions,
  startTenant as startAnother,
  startStack as startWhole,
} from "../../src/cli/start/stack.ts";

/** Those that nobody has now. They end with the process. */
const idle: RunningWorker[] = [];

/** A tenant with the sample data. Its stop hands it on. */
export async function startTenant(): Promise<RunningWorker> {
  // Its switches may have it answer late, when another has it.
  if (process.env["CHAOS"] === "on") return startAnother();
  const known = idle.pop();
  if (known) await control(known, "POST", "seed", {});
  const tenant = known ?? (await startAnother());
  return { ...tenant, stop: async () => void idle.push(tenant) };
}

/** Reeve and a tenant: one of those, unless the test keeps it, hears of it, or has it strange. */
export const startStack = async (options: StackOptions = {}): Promise<Stack> =>
  startWhole(
    options.tenant || options.persist || options.log || options.chaos
      ? options
      : { ...options, tenant: await startTenant() },
  );
