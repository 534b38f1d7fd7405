// The demo ends well, on a tenant that is as the contract says and in chaos.
import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";

it.for([
  ["as it should be", []],
  ["in chaos", ["--chaos"]],
] as const)("the demo, %s", { timeout: 300_000 }, async ([, args]) => {
  const child = spawn(process.execPath, [root("src/cli/demo/demo.ts"), ...args], { cwd: root() });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  const status = await new Promise((resolve) => child.once("close", resolve));
  expect(said).toMatch(/All as it should be\.\n$/);
  expect(status).toBe(0);
});
