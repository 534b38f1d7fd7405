// Runs the demo on a tenant that follows the contract, and in the long suite also in chaos mode.
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { isFullSweep } from "../support/sweep.ts";
import { startProcess } from "./process.ts";

it.for([["by default", []], ...(isFullSweep ? [["in chaos mode", ["--chaos"]] as const] : [])] as const)(
  "the demo succeeds on the embedded tenant %s",
  { timeout: 300_000 },
  async ([, args]) => {
    const { ended, text } = startProcess([process.execPath, root("src/cli/reeve.ts"), "demo", ...args], {
      cwd: root(),
    });
    const status = await ended;
    expect(text()).toMatch(/Everything works as expected\.\n$/);
    expect(status).toBe(0);
  },
);
