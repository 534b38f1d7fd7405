import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { actions } from "../../src/actions/index.ts";
import { root } from "../../src/local/bundle.ts";

it("every action that a file of src/actions declares is in the registry, by its name", () => {
  const declared = readdirSync(root("src/actions")).flatMap((file) =>
    Array.from(
      readFileSync(root(`src/actions/${file}`), "utf8").matchAll(/defineAction\(\{\s*name: "([^"]+)"/g),
      ([, name = ""]) => name,
    ),
  );
  expect(declared.length).toBeGreaterThan(5);
  expect(Array.from(actions.keys()).sort()).toEqual(declared.sort());
});
