/** `npm run check`: checks the working tree without running it, until a part fails. */
import { spawnSync } from "node:child_process";
import type { ExitCode } from "../src/cli/shared/command-line.ts";

/** The commands that check each part. */
const PARTS = {
  lint: "biome check --error-on-warnings .",
  types: "tsc -p tsconfig.json && tsc -p src/cli/tsconfig.json",
  dead: "knip",
  docs: "vitest run --project node test/laws/docs.node.test.ts test/laws/env.node.test.ts test/laws/generated.node.test.ts",
};
type Part = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as Part[];

export default async function (named: readonly Part[]): Promise<ExitCode> {
  for (const part of named.length > 0 ? named : PART_NAMES) {
    const { status } = spawnSync(PARTS[part], { shell: true, stdio: "inherit" });
    if (status !== 0) return 1;
  }
  return 0;
}
