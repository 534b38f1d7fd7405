// Verifies that no tracked file contains the markers of a merge conflict.
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";

const search = (...args: readonly string[]): string =>
  spawnSync("git", ["grep", "-nE", ...args], { cwd: root(), encoding: "utf8" }).stdout;

it("no tracked file contains a conflict marker", () => {
  // The search finds what the files do contain.
  expect(search("^(/{2}|[|]{7})( |$)", "--", "src/cli")).not.toBe("");
  expect(search("^(<{7}|[|]{7}|>{7})( |$)")).toBe("");
});
