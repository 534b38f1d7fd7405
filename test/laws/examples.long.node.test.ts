// The examples that users begin with compile as they are printed.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";

const read = (path: string) => readFileSync(root(path), "utf8");

/** Imports and values that examples in docstrings go without. */
const AROUND = `
  import * as z from "zod";
  import { addConnectorOwner } from "../actions/connector-owner.ts";
  import { defineAction } from "../actions/define.ts";
  import { removeSessionPolicy } from "../actions/session-policy.ts";
  import { Named } from "../base/named.ts";
  import { defineConfig } from "../define-config.ts";
  import { personByEmail } from "../governance/people.ts";
  import type { Api } from "../systems/api/api.ts";
  import { path } from "../systems/api/client.ts";
  import type { WorkerEvent } from "../systems/event.ts";
  import { textAt } from "../systems/reading/json.ts";
  import type { Source, System } from "../systems/system.ts";
  import { automation, type Context } from "./kit/automation.ts";
  import type { Proposal } from "./kit/proposal.ts";
  declare const [app, connector, policy]: { id: string; name: string }[] & [Named, Named, Named];
  declare const acmeWebhook: Source, acmeApi: Api;
`;

/** The examples in docstrings of what users write against, each as a module. */
const documented = (): Record<string, string> =>
  Object.fromEntries(
    [
      "automations/kit/automation",
      "automations/kit/proposal",
      "actions/define",
      "systems/system",
      "define-config",
    ]
      .flatMap((file) =>
        Array.from(
          read(`src/${file}.ts`).matchAll(/ \* @example\n(.*?)^ \*\/$/gms),
          ([, lines = ""]) => lines,
        ),
      )
      .map((lines, n) => [`example-${n}`, `${AROUND}\n${lines.replace(/^ \* ?/gm, "")}`]),
  );

it("the examples of README and of the types that users write against compile", () => {
  const [, example = ""] = /```ts\n(.*?)```/s.exec(read("README.md")) ?? [];
  expect(example).toContain("automation({");
  // A folder that TypeScript takes for another src/: the examples stand in it as if they were in src/automations/.
  const fork = mkdtempSync(join(tmpdir(), "reeve-examples-"));
  onTestFinished(() => rmSync(fork, { recursive: true }));
  mkdirSync(join(fork, "automations"));
  symlinkSync(root("node_modules"), join(fork, "node_modules"));
  const files = Object.entries({ readme: example, ...documented() }).map(([name, text]) => {
    writeFileSync(join(fork, `automations/${name}.ts`), text);
    return `automations/${name}.ts`;
  });
  expect(files).toHaveLength(7);
  writeFileSync(
    join(fork, "tsconfig.json"),
    JSON.stringify({
      extends: root("tsconfig.json"),
      compilerOptions: { rootDirs: [fork, root("src")], noUnusedLocals: false },
      files,
      include: [],
    }),
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [root("node_modules/typescript/bin/tsc"), "-p", fork],
    { encoding: "utf8" },
  );
  expect(stdout).toBe("");
  expect(status).toBe(0);
});
