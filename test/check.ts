import { spawnSync } from "node:child_process";
import { command, UsageError } from "../src/cli/shared/command-line.ts";

const CHECKS = ["lint", "types", "dead", "docs"];
const USAGE = `usage: npm run check [-- <part> …]

Checks the working tree without running it, until a part fails: ${CHECKS.join(", ")}, or those named.`;

await command(USAGE, async (named) => {
  const unknown = named.find((part) => !CHECKS.includes(part));
  if (unknown !== undefined) throw new UsageError(`there is no part "${unknown}"`);
  for (const part of named.length > 0 ? named : CHECKS) {
    const { status } = spawnSync("npm", ["run", `check:${part}`], { stdio: "inherit" });
    if (status !== 0) return 1;
  }
  return 0;
});
