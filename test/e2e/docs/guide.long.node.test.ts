import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFork } from "../../cli/fork.ts";
import { listBlocks, readSection } from "./docs-page.ts";

/** The files that the guide at the beginning of docs/automations.md creates, in its order. */
const GUIDE = readSection("docs/automations.md", "Write one in ten minutes");
const [file = "", test = ""] = listBlocks(GUIDE, "ts");
const NAMES = {
  file: "src/own/automations/owner-access-review.ts",
  test: "src/own/automations/owner-access-review.test.ts",
};

it("the automation and the test in the guide of docs/automations.md pass all checks as printed", () => {
  expect(GUIDE).toContain(NAMES.file);
  expect(GUIDE).toContain(`npx vitest run ${NAMES.test}`);
  const { folder, run, git } = makeFork();
  const [, kind = "", name = ""] = /npm run new -- (\S+) (\S+)/.exec(GUIDE) ?? [];
  expect(run("src/cli/reeve.ts", "new", kind, name)).toMatchObject({ status: 0 });
  writeFileSync(join(folder, NAMES.file), file);
  writeFileSync(join(folder, NAMES.test), test);
  expect(git("status", "--porcelain", "--untracked-files=all").match(/\S+$/gm)?.sort()).toEqual(
    [...Object.values(NAMES), "src/own/automations/index.ts"].sort(),
  );
  const biome = ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "src/own"] as const;
  expect(run(...biome)).toMatchObject({ status: 0 });
  const { status, output } = run("node_modules/vitest/vitest.mjs", "run", NAMES.test);
  expect(output).toContain("1 passed");
  expect(status).toBe(0);
});
