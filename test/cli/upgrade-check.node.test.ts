// A stranger's upgrade: a fork with things of its own takes the next release by a merge, after it has asked what that changes.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import { settled } from "../../src/cli/shared/reeve-api.ts";
import type { Stack } from "../../src/cli/start/stack.ts";
import { actionsToken } from "../../src/sandbox/vendors/senders.ts";
import { listBlocks, readSection } from "../e2e/docs-page.ts";
import { startStack } from "../e2e/stack.ts";
import { type Fork, makeFork } from "./fork.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  const response = await deliver(stack.reeve.url, actionsToken, fixture("actions-token", "connector-owner"));
  await settled(stack.reeve.url, ((await response.json()) as { event: string }).event);
});
afterAll(() => stack.stop());

const UPGRADE = ["src/cli/reeve.ts", "upgrade"] as const;
const CHANGES = `## 1.1.0

- \`told-by-mail\` is new.

### What to do

- Choose another automation for \`reviews-have-owners\`, which is gone.

`;

function edit({ folder }: Fork, file: string, change: (text: string) => string): void {
  const text = readFileSync(join(folder, file), "utf8");
  const changed = change(text);
  expect(changed, file).not.toBe(text);
  writeFileSync(join(folder, file), changed);
}

/** A fork at 1.0.0, with an automation, a system and settings of its user on the branch \`main\`. */
function makeUsersFork(): Fork {
  const fork = makeFork();
  for (const args of [
    ["automation", "tell-owners"],
    ["system", "acme"],
  ])
    expect(fork.run("src/cli/reeve.ts", "new", ...args)).toMatchObject({ status: 0 });
  edit(fork, "src/config.ts", (text) =>
    text
      .replace("automations: {\n", '$&      "tell-owners": {},\n')
      .replace('timeZone: "UTC"', 'timeZone: "Europe/Berlin"')
      .replace("ticketProjects: {\n", '$&      acme: ["*"],\n'),
  );
  fork.git("branch", "release");
  fork.git("add", "--all");
  fork.git("commit", "--quiet", "--message", "Our own");
  return fork;
}

/** The next release, on the branch `release`. */
function release(fork: Fork): void {
  const { git, folder } = fork;
  git("checkout", "--quiet", "release");
  edit(fork, "package.json", (text) => text.replace(/"version": "[^"]+"/, '"version": "1.1.0"'));
  edit(fork, "CHANGELOG.md", (text) => text.replace(/^## /m, `${CHANGES}$&`));
  edit(fork, "docs/automations.md", (text) => text.replace("# Automations\n", "$&\nThere is one more.\n"));
  edit(fork, "src/automations/silent-source.ts", (text) =>
    text.replace("Tells operators", "Says to operators"),
  );
  edit(fork, "src/automations/requested-action.ts", (text) =>
    text.replace(/^ {2}when: .*$/m, '  when: () => "Nobody asks any more.",'),
  );
  const added = readFileSync(join(folder, "src/automations/session-policies-end.ts"), "utf8");
  writeFileSync(
    join(folder, "src/automations/told-by-mail.ts"),
    added.replaceAll("session-policies-end", "told-by-mail").replaceAll("sessionPoliciesEnd", "toldByMail"),
  );
  edit(fork, "src/automations/index.ts", (text) =>
    text
      .replace(/^import/m, 'import { toldByMail } from "./told-by-mail.ts";\n$&')
      .replace(/^ {2}reviewsHaveOwners,$/m, "  toldByMail,"),
  );
  edit(fork, "src/desk/control/claims.ts", (text) =>
    text.replace(/^\];$/m, '  "CREATE TABLE more (n)",\n$&'),
  );
  writeFileSync(
    join(folder, "src/ledger/migrations/0002_more.sql"),
    "CREATE TABLE more (n INTEGER) STRICT;\n",
  );
  git("add", "--all");
  git("commit", "--quiet", "--message", "1.1.0");
  git("tag", "--annotate", "--message", "1.1.0", "v1.1.0");
  git("checkout", "--quiet", "main");
}

it("a fork that edits src/config.ts and src/own alone is told what a release changes, and merges it", () => {
  const fork = makeUsersFork();
  release(fork);
  // As its upstream has it: the fork itself knows no tag.
  const upstream = join(fork.folder, ".git/upstream");
  fork.git("clone", "--quiet", "--bare", ".", upstream);
  fork.git("tag", "--delete", "v1.1.0");
  const [page = ""] = listBlocks(readSection("docs/upgrade.md"), "sh");
  const [[, ...add] = [], ...others] = Array.from(page.matchAll(/^git ([^#\n]+)/gm), ([line]) =>
    line.trim().split(" "),
  );
  fork.git(...add.map((word) => word.replace("<address>", upstream)));
  const vars = Object.entries(stack.variables).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(fork.folder, ".dev.vars"), vars.join("\n"));

  const check = (...args: readonly string[]) => fork.run(...UPGRADE, "--check", ...args);
  const record = ["--reeve", stack.reeve.url.origin];
  const said = (...parts: readonly string[]) => `${["1.0.0 here, 1.1.0 there", ...parts].join("\n\n")}\n`;
  const tables =
    "Tables that the deployment changes by itself\n  the ledger, 0002_more.sql\n  claims, version 2";
  const todo =
    "What to do\n  1.1.0:\n  - Choose another automation for `reviews-have-owners`, which is gone.";
  const refused = check(...record);
  expect(refused.status).toBe(1);
  expect(refused.output).toContain(said(todo, "src/config.ts or src/own has what 1.1.0 refuses\n").trimEnd());
  expect(refused.output).toContain('there is no automation "reviews-have-owners"');

  edit(fork, "src/config.ts", (text) => text.replaceAll(/^ +"reviews-have-owners".*\n/gm, ""));
  const differs =
    "Back-tests find something else there\n  requested-action:\n  1 event, 1 automation: 0 the same, 1 differs";
  const told = check(...record);
  expect(told.output).toContain(said(todo, differs).trimEnd());
  expect(told.output).toContain("ignored: Nobody asks any more.");
  expect(told).toEqual({ status: 1, output: expect.stringMatching(new RegExp(`\n\n${tables}\n$`)) });
  expect(check("release", ...record)).toEqual(told);
  expect(check(".", "--port", "1")).toEqual({
    status: 0,
    output: expect.stringContaining("Nothing was back-tested\n  there is no Reeve at http://127.0.0.1:1"),
  });
  fork.git("commit", "--quiet", "--all", "--message", "Without what goes");
  expect(
    fork.git("status", "--porcelain") + fork.git("tag") + fork.git("worktree", "list").match(/\n(.+)/),
  ).toBe("null");

  // The rest of what docs/upgrade.md has git do.
  for (const [, ...args] of others) fork.git(...args);
  expect(fork.git("diff", "--name-only", "release", "HEAD").trim().split("\n")).toEqual([
    "src/config.ts",
    ...[
      "automations/index.ts",
      "automations/tell-owners.test.ts",
      "automations/tell-owners.ts",
      "env.ts",
    ].map((file) => `src/own/${file}`),
    ...["fixtures/acme/request.approved.json", "sandbox/index.ts"].map((file) => `src/own/${file}`),
    ...["systems/acme.test.ts", "systems/acme.ts", "systems/index.ts"].map((file) => `src/own/${file}`),
  ]);
  const tests = fork.run("node_modules/vitest/vitest.mjs", "run", "--project", "workerd", "src/own");
  expect(tests, tests.output).toMatchObject({ status: 0 });
});

it.each([
  ["nothing", [], "Say --check"],
  ["what is none", ["--check", "v9.9.9"], "v9.9.9 is no tag, commit or folder here"],
  ["no remote that has one", ["--check"], "no remote upstream or origin has a tag"],
])("asked for %s, it says how it is used", (_, args, why) => {
  expect(makeFork().run(...UPGRADE, ...args)).toEqual({ status: 2, output: expect.stringContaining(why) });
});
