// Compiles and runs a fork that uses everything that the kits export: the examples of README and of each export.
import { globSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { makeFork } from "../cli/fork.ts";
import { documentedKits } from "../generate/kit.ts";

/** Values that examples use. */
const AROUND = `
import * as z from "zod";
const [app, connector, policy, user]: readonly [Named, Named, Named, Named] = [
  { id: "app_github", name: "GitHub" },
  { id: "con_github", name: "GitHub MCP" },
  { id: "sp_kiosk", name: "Shared kiosks" },
  { id: "usr_ada", name: "Ada Marsh" },
];
const entitlement = { ...app, appId: app.id };
`;

/** Values that only the examples of tests use. */
const IN_TESTS = `
import { expect } from "vitest";
declare const acmeAction: AnyAction, acmeAutomation: Automation, acmeSystem: System, ticket: TicketEvent;
declare const acmeOperation: ReturnType<typeof defineOperation>;
`;

const all = documentedKits();
/** The kits of automations and of tests. */
const [KIT, TESTS] = ["src/kit/index.ts", "test/kit.ts"];

it("every export of the kits has documentation and an example that uses it", () => {
  // The page on own operations has whole files as examples, which have their own test.
  const page = globSync("docs/extend/own/**/*.ts", { cwd: root() })
    .map((path) => readFileSync(root(path), "utf8"))
    .join("");
  const isShown = ({ file, name, example }: (typeof all)[number]) =>
    new RegExp(`\\b${name}\\b`).test(file === KIT ? example : example + page);
  const without = all.filter((one) => one.about === "" || !isShown(one));
  expect(without.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

it("a fork that uses every export of the kits compiles and runs, even after a folder of Reeve has moved", () => {
  const { folder, run } = makeFork();
  const move = (path: string, pattern: RegExp, by: string) =>
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(pattern, by));
  renameSync(join(folder, "src/actions"), join(folder, "src/verbs"));
  for (const path of globSync("{src,test}/**/*.ts", { cwd: folder, exclude: ["src/own/**"] }))
    move(join(folder, path), /(?<=["./])(?<!own\/)actions\/(?=[\w-]+\.ts")/g, "verbs/");
  const write = (name: string, text: string) => {
    const path = `src/own/automations/${name}.ts`;
    writeFileSync(join(folder, path), text);
    return path;
  };
  const [, readme = ""] = /```ts\n(.*?)```/s.exec(readFileSync(root("README.md"), "utf8")) ?? [];
  const [, config = ""] =
    / \* @example\n(.*?)^ \*\/$/ms.exec(readFileSync(root("src/define-config.ts"), "utf8")) ?? [];
  /** Returns the imports of an example. If several kits export a name, it is imported from the example's own kit. */
  const importKits = (kit: string): string => {
    // Vitest runs only in its own processes, so tests are only compiled.
    const others = all.filter(({ file }) => file !== kit && file !== TESTS);
    const chosen = new Map(
      [...others, ...all.filter(({ file }) => file === kit)].map((one) => [one.name, one]),
    );
    return Array.from(
      chosen.values(),
      ({ file, isType, name }) => `import { ${isType ? "type " : ""}${name} } from "../../../${file}";\n`,
    ).join("");
  };
  const files = [
    write("readme", readme),
    write(
      "config",
      `import { defineConfig } from "../../define-config.ts";\n${config.replace(/^ \* ?/gm, "")}`,
    ),
    ...all.map(({ file, name, example }, n) => {
      const isTest = file === TESTS;
      return write(
        `${n}-${name}${isTest ? ".test" : ""}`,
        [importKits(file), isTest ? IN_TESTS : "", AROUND, example].join(""),
      );
    }),
  ];
  const main = write(
    "main",
    files.map((file) => (file.endsWith(".test.ts") ? "" : `import "../../../${file}";\n`)).join(""),
  );
  const base = { extends: "./tsconfig.json", compilerOptions: { noUnusedLocals: false } };
  const compiled = JSON.stringify({ ...base, files, include: ["test/support/*.d.ts"] });
  writeFileSync(join(folder, "tsconfig.fork.json"), compiled);
  expect(run("node_modules/typescript/bin/tsc", "-p", "tsconfig.fork.json")).toEqual({
    status: 0,
    output: "",
  });
  expect(run(main)).toEqual({ status: 0, output: "" });
});
