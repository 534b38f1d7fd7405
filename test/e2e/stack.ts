/**
 * The local stack for tests. A tenant takes long to start, and seeding replaces all its data, so the tenants of a
 * process are reused by one test file after the other.
 */
import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import {
  control,
  type Stack,
  type StackOptions,
  startTenant as startAnother,
  startStack as startWhole,
} from "../../src/cli/start/stack.ts";

/** The tenants that are not in use. They end with the process. */
const idle: RunningWorker[] = [];

/** Returns a tenant with the sample data. Stopping it releases it for the next test. */
export async function startTenant(): Promise<RunningWorker> {
  // Tenants in chaos are not reused, because their switches might delay a response until another test has them.
  if (process.env["CHAOS"] === "on") return startAnother();
  const known = idle.pop();
  if (known) await control(known, "POST", "seed", {});
  const tenant = known ?? (await startAnother());
  return { ...tenant, stop: async () => void idle.push(tenant) };
}

/** Starts Reeve with a tenant: a reused one, unless the test needs persistence, logs or chaos. */
export const startStack = async (options: StackOptions = {}): Promise<Stack> =>
  startWhole(
    options.tenant || options.persist || options.log || options.chaos
      ? options
      : { ...options, tenant: await startTenant() },
  );
