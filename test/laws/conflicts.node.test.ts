// The law of merges: no tracked file holds a conflict's markers.
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";

const MARKER = "^(<{7}|[|]{7}|>{7})( |$)";
const found = (...where: readonly string[]) => {
  const { status, stdout } = spawnSync("git", ["grep", "-nE", ...where], { cwd: root(), encoding: "utf8" });
  // Of no hit git says 1, of a fault more.
  expect(status).toBeLessThan(2);
  return stdout.split("\n").filter(Boolean);
};

it("no tracked file holds conflict markers", () => {
  expect(found(MARKER)).toEqual([]);
});

it("the law sees files", () => {
  expect(found("^//", "--", "src/cli").length).toBeGreaterThan(0);
});

it.for(["<<<<<<< HEAD", "||||||| 1234567", ">>>>>>> main"])("%s is a marker", (line) => {
  expect(line).toMatch(new RegExp(MARKER));
});
