// Verifies that no tracked file contains the markers of a merge conflict.
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";

const MARKER = "^(<{7}|[|]{7}|>{7})( |$)";
const found = (...where: readonly string[]) => {
  const { status, stdout } = spawnSync("git", ["grep", "-nE", ...where], { cwd: root(), encoding: "utf8" });
  // git exits with 1 if nothing matches, and with a higher status on errors.
  expect(status).toBeLessThan(2);
  return stdout.split("\n").filter(Boolean);
};

it("no tracked file contains a conflict marker", () => {
  expect(found(MARKER)).toEqual([]);
});

it("the search covers the tracked files", () => {
  expect(found("^//", "--", "src/cli").length).toBeGreaterThan(0);
});

it.for(["<<<<<<< HEAD", "||||||| 1234567", ">>>>>>> main"])("%s is recognized as a marker", (line) => {
  expect(line).toMatch(new RegExp(MARKER));
});
