// Verifies that every action that a file declares is in the registry.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";

it("every action that a file of src/actions declares is in the registry", () => {
  const read = (file: string) => readFileSync(root(`src/actions/${file}`), "utf8");
  const declared = readdirSync(root("src/actions")).flatMap((file) =>
    Array.from(
      read(file).matchAll(/^export const (\w+)(?:: [^=]+)? = (?:defineAction\(\{|(?:answer|verdict)\()/gm),
      ([, name = ""]) => name,
    ),
  );
  expect(declared.length).toBeGreaterThan(5);
  const [, registry = ""] = /const all[^[]*\[\] = \[([^\]]*)\]/.exec(read("index.ts")) ?? [];
  expect(
    registry
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && name !== "...ownActions")
      .sort(),
  ).toEqual(declared.sort());
});
