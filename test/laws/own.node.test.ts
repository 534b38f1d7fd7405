// Verifies the rules for the user's own systems, actions, automations and operations.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { expect, it, onTestFinished } from "vitest";
import { actions } from "../../src/actions/index.ts";
import { automations } from "../../src/automations/index.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { VARIABLES } from "../../src/env.ts";
import { operations } from "../../src/governance/contract/index.ts";
import type { Operation } from "../../src/governance/contract/operation.ts";
import { ownActions } from "../../src/own/actions/index.ts";
import { ownAutomations } from "../../src/own/automations/index.ts";
import { ownVariables } from "../../src/own/env.ts";
import { ownOperations } from "../../src/own/operations/index.ts";
import { ownSenders } from "../../src/own/sandbox/index.ts";
import { ownSystems } from "../../src/own/systems/index.ts";
import { senders } from "../../src/sandbox/vendors/senders.ts";
import { entrances, systems } from "../../src/systems/index.ts";
import { makeFolder } from "../cli/fork.ts";
import { listBlocks } from "../e2e/docs/docs-page.ts";
import { KITS } from "../generate/kit.ts";

const own: Readonly<Record<string, Operation>> = ownOperations;
const route = ({ method, path }: Operation) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`;
const ownSources = ownSystems.flatMap(({ sources }) => sources);

it.for<[string, readonly string[], readonly string[]]>([
  ["system", [...systems.keys()], ownSystems.map(({ name }) => name)],
  ["entry point", entrances.map(({ name }) => name), ownSources.map(({ name }) => name)],
  ["sender", senders.map(({ source }) => source), ownSenders.map(({ source }) => source)],
  ["action", [...actions.keys()], ownActions.map(({ actionName }) => actionName)],
  ["automation", [...automations.keys()], ownAutomations.map(({ name }) => name)],
  ["operation", Object.keys(operations), Object.keys(own)],
  ["route", Object.values(operations).map(route), Object.values(own).map(route)],
  ["variable", Object.keys(VARIABLES), Object.keys(ownVariables)],
])("no %s is defined twice", ([, delivered, own]) => {
  const all = [...delivered, ...own];
  expect(all.filter((name, n) => all.indexOf(name) < n)).toEqual([]);
});

it("every source in src/own has a sender, and a secret that src/own/env.ts declares for the same system", () => {
  const secrets = ownSystems.flatMap(({ name, sources }) =>
    sources.map(({ secretVariable }) => ({ name, secretVariable })),
  );
  const declared: Readonly<Record<string, { readonly owner: string; readonly secret?: true }>> = ownVariables;
  expect(secrets.map(({ secretVariable }) => declared[secretVariable])).toMatchObject(
    secrets.map(({ name }) => ({ owner: name, secret: true })),
  );
  expect(ownSenders.map(({ source }) => source).sort()).toEqual(ownSources.map(({ name }) => name).sort());
});

it("files in src/own, files written by npm run new, and examples in the docs import only the kits from Reeve", () => {
  const read = (path: string) => readFileSync(root(path), "utf8");
  const paths = ["src/own/**/*.ts", "docs/extend/*/**/*.ts", "src/cli/new/templates/**/*.ts.txt"].flatMap(
    (pattern) => globSync(pattern, { cwd: root() }),
  );
  const prefix = /^(src\/own|docs\/extend\/\w+|src\/cli\/new\/templates\/\w+)\/|\.txt$/g;
  const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: root() })];
  const examples = pages.flatMap((page) =>
    listBlocks(read(page), "ts").map((text) => [`automations/${page.replaceAll("/", " ")}`, text] as const),
  );
  const files = [...paths.map((path) => [path.replace(prefix, ""), read(path)] as const), ...examples];
  const strays = files.flatMap(([file, text]) =>
    Array.from(text.matchAll(/(?:from|import)\s*\(?\s*"(\.\.?\/[^"]+)"/g), ([, specifier = ""]) =>
      join("src/own", file, "..", specifier),
    )
      .filter((imported) => !imported.startsWith("src/own/") && !KITS[imported]?.[0].test(file))
      .map((imported) => `${file} imports ${imported}`),
  );
  expect(files.length).toBeGreaterThan(15);
  expect(strays).toEqual([]);
});

it("npm run check rejects fetch in src/own, and names the kit's function", () => {
  const folder = makeFolder(onTestFinished, { copied: ["biome.json"] });
  const lint = (path: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), 'export const x = () => fetch("https://oncall.example.com");\n');
    const biome = root("node_modules/@biomejs/biome/bin/biome");
    const args = [biome, "lint", "--vcs-enabled=false", path];
    return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  };
  const own = lint("src/own/automations/x.ts");
  expect(own.status).toBe(1);
  expect(own.stdout + own.stderr).toContain("Use the kit's fetchJson");
  expect(lint("src/automations/x.ts").status).toBe(0);
});
