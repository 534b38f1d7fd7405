// Runs `npm run new` to check the rule of src/own: users who extend Reeve edit nothing else, and every other rule still
// holds.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Fork, makeFork } from "./fork.ts";

const NEW = ["src/cli/reeve.ts", "new"] as const;
const BIOME = "node_modules/@biomejs/biome/bin/biome";
const TSC = "node_modules/typescript/bin/tsc";
const VITEST = "node_modules/vitest/vitest.mjs";

/** The rules that a change of the tree might break, except those that don't check src/own. */
const LAWS = ["imports", "env", "systems", "actions-registry", "docs", "generated", "own"];

const KINDS = [
  ["automation", "tell-owners"],
  ["action", "kiosk.close"],
  ["operation", "get-session-policy"],
  ["system", "acme"],
] as const;

/** Lists the paths that differ from the commit. */
const listChanged = ({ git }: Fork): string[] =>
  git("status", "--porcelain", "--untracked-files=all")
    .split("\n")
    .filter(Boolean)
    .map((line) => line.slice(3));

it("a custom automation, action, operation and system need no change outside src/own and src/config.ts", () => {
  const fork = makeFork();
  for (const [kind, name] of KINDS) {
    const { status, output } = fork.run(...NEW, kind, name);
    expect([status, output]).toEqual([0, expect.stringContaining("Next:\n  npx vitest run src/own/")]);
  }
  const config = join(fork.folder, "src/config.ts");
  const text = readFileSync(config, "utf8");
  writeFileSync(
    config,
    text
      .replace("automations: {\n", '$&      "tell-owners": {},\n')
      .replace("ticketProjects: {\n", '$&      acme: ["*"],\n'),
  );
  expect(fork.run("src/cli/reeve.ts", "generate")).toMatchObject({ status: 0 });
  const changed = listChanged(fork);
  expect(changed).toHaveLength(18);
  expect(changed.filter((path) => path !== "src/config.ts" && !path.startsWith("src/own/"))).toEqual([]);

  const checks: readonly [string, ...string[]][] = [
    [BIOME, "check", "--error-on-warnings", "src/own", "src/config.ts"],
    [TSC, "-p", "tsconfig.json"],
    [TSC, "-p", "src/cli/tsconfig.json"],
    ["node_modules/knip/bin/knip.js"],
    ["src/cli/reeve.ts", "send", "--list"],
    // One run, because each bundles the Workers first.
    [
      VITEST,
      ...["run", "--project", "own", "--project", "workerd", "--project", "node"],
      ...["src/own", "test/automations/when.test.ts"],
      ...LAWS.map((law) => `test/laws/${law}.node.test.ts`),
    ],
  ];
  for (const check of checks) {
    const { status, output } = fork.run(...check);
    expect([check, status], output).toEqual([check, 0]);
  }

  // The generated tests fail if the code breaks a rule.
  for (const [path, before, after] of [
    ["automations/tell-owners.ts", "proposes: [addConnectorOwner],", ""],
    ["actions/kiosk-close.ts", "policy.name", "policy.title"],
    ["sandbox/get-session-policy.ts", /sessionPolicy: .*$/m, "sessionPolicy: { id: 7 },"],
    ["fixtures/acme/request.approved.json", '"state": "Approved",', ""],
  ] as const) {
    const file = join(fork.folder, "src/own", path);
    writeFileSync(file, readFileSync(file, "utf8").replace(before, after));
  }
  const { output } = fork.run(VITEST, "run", "src/own");
  expect(output).toMatch(/Test Files .*4 failed/);

  for (const [kind, name] of KINDS)
    expect(fork.run(...NEW, kind, name)).toMatchObject({
      status: 2,
      output: expect.stringContaining(`the name "${name}" is already used`),
    });
});

it("npm run new rejects an invalid name or kind, and writes nothing", () => {
  const fork = makeFork();
  const refusals: readonly [why: string, status: number, ...args: string[]][] = [
    ["Allowed choices are automation, action, system, operation", 2, "sender", "acme"],
    ["Missing required argument 'name'", 2, "system"],
    ["the name must be", 2, "system", "../acme"],
    ['the name "get-user" is already used', 2, "operation", "get-user"],
    ["is a name that the generated code uses", 2, "automation", "add-connector-owner"],
    ['the name "jira" is already used', 2, "system", "jira"],
    ["already exists", 1, "automation", "left-over"],
  ];
  writeFileSync(join(fork.folder, "src/own/automations/left-over.ts"), "");
  for (const [why, status, ...args] of refusals)
    expect(fork.run(...NEW, ...args)).toEqual({ status, output: expect.stringContaining(why) });
  expect(listChanged(fork)).toEqual(["src/own/automations/left-over.ts"]);
});
