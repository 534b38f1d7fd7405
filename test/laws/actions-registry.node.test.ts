// Verifies that every action that a file declares is in the registry.
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { actions } from "../../src/actions/index.ts";
import { root } from "../../src/cli/shared/bundle.ts";

it("every action that a file of src/actions declares is in the registry", async () => {
  const files = readdirSync(root("src/actions"));
  const modules = await Promise.all(files.map((file) => import(root(`src/actions/${file}`))));
  const declared = modules.flatMap((module) =>
    Object.values(module).filter((one) => "actionName" in Object(one)),
  );
  expect(declared.length).toBeGreaterThan(5);
  const registered: readonly unknown[] = [...actions.values()];
  expect(declared.filter((one) => !registered.includes(one))).toEqual([]);
});
