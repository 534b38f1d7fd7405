import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { listBlocks, readSection } from "./docs-page.ts";

/** What the guide at the beginning of docs/automations.md has one write, in its order. */
const GUIDE = readSection("docs/automations.md", "Write one in ten minutes");
const [file = "", line = "", test = ""] = listBlocks(GUIDE, "ts");
const NAMES = {
  file: "src/automations/owner-access-review.ts",
  test: "test/automations/owner-access-review.test.ts",
};

it("the automation and the test that the guide has one write are right as they stand there", () => {
  expect(GUIDE).toContain(NAMES.file);
  expect(GUIDE).toContain(NAMES.test);
  const fork = mkdtempSync(join(tmpdir(), "reeve-fork-"));
  onTestFinished(() => rmSync(fork, { recursive: true }));
  for (const part of [
    "src",
    "test",
    "biome.json",
    "package.json",
    "tsconfig.json",
    "vitest.config.ts",
    "wrangler.toml",
  ])
    cpSync(root(part), join(fork, part), { recursive: true });
  symlinkSync(root("node_modules"), join(fork, "node_modules"));
  writeFileSync(join(fork, NAMES.file), file);
  writeFileSync(join(fork, NAMES.test), test);
  const index = join(fork, "src/automations/index.ts");
  writeFileSync(
    index,
    `${line}${readFileSync(index, "utf8").replace("const all: readonly Automation[] = [", "$&\n  ownerAccessReview,")}`,
  );
  const run = (program: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [join(fork, "node_modules", program), ...args], {
      cwd: fork,
      encoding: "utf8",
    });
  expect(
    run(
      "@biomejs/biome/bin/biome",
      "check",
      "--error-on-warnings",
      "--vcs-enabled=false",
      NAMES.file,
      NAMES.test,
    ),
  ).toMatchObject({ status: 0 });
  const { status, stdout } = run("vitest/vitest.mjs", "run", NAMES.test);
  expect(stdout).toContain("1 passed");
  expect(status).toBe(0);
});
