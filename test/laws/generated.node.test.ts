import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { GENERATED } from "../generate/generate.ts";
import { rows } from "../generate/settings.ts";

it.for(GENERATED)("%s has the content that `npm run generate` writes", ([path, make]) => {
  expect(readFileSync(root(path), "utf8")).toBe(make());
});

it("every setting is documented in the JSDoc of its schema", () => {
  const silent = rows.filter(({ about, path }) => about === "" && path.at(-1) !== "<name>");
  expect(silent.map(({ path }) => path.join("."))).toEqual([]);
});
