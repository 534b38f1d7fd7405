/** `npm run check`: checks the working tree without running it, until a part fails. */
import { spawnSync } from "node:child_process";
import type { ExitCode } from "../src/cli/shared/command-line.ts";

const PARTS = ["lint", "types", "dead", "docs"] as const;

export default async function (named: readonly (typeof PARTS)[number][]): Promise<ExitCode> {
  for (const part of named.length > 0 ? named : PARTS) {
    const { status } = spawnSync("npm", ["run", `check:${part}`], { stdio: "inherit" });
    if (status !== 0) return 1;
  }
  return 0;
}
