import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { made, madeOnce, root } from "../../src/cli/shared/bundle.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "reeve-bundle-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const bundled = async () => {
  const [entry] = await made(relative(root(), join(folder, "entry.ts")));
  return entry.contents;
};

it("a bundle is of its files as they are now, whatever was bundled before", async () => {
  write("entry.ts", 'import { part } from "./part.ts";\nexport default part;\n');
  write("part.ts", 'export const part = "one";\n');
  const one = await bundled();
  expect(one).toContain('"one"');
  expect(await bundled()).toBe(one);
  write("part.ts", 'export const part = "two";\n');
  expect(await bundled()).toContain('"two"');
  write("part.ts", 'export const part = "one";\n');
  expect(await bundled()).toBe(one);
  write("entry.ts", 'import { other } from "./other.ts";\nexport default other;\n');
  await expect(bundled()).rejects.toThrow("./other.ts");
  write("other.ts", 'export const other = "three";\n');
  expect(await bundled()).toContain('"three"');
  rmSync(join(folder, "other.ts"));
  await expect(bundled()).rejects.toThrow("./other.ts");
});

it("a text is made once of the same parts, and anew of others or where it went wrong", async () => {
  const given: string[] = [];
  const text = (part: string) =>
    madeOnce([folder, part], async () => {
      given.push(part);
      if (given.length === 1) throw new Error("it went wrong");
      return `made of ${part}`;
    });
  await expect(text("one")).rejects.toThrow("it went wrong");
  for (const part of ["one", "one", "two", "one", "two"]) expect(await text(part)).toBe(`made of ${part}`);
  expect(given).toEqual(["one", "one", "two"]);
});
