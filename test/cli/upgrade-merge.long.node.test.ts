// Upgrades a fork with its own code and settings to the next release, by the commands of docs/operate/upgrade.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import { settled } from "../../src/cli/shared/reeve-api.ts";
import type { Stack } from "../../src/cli/start/stack.ts";
import { actionsToken } from "../../src/sandbox/vendors/senders.ts";
import { listBlocks, readSection } from "../e2e/docs/docs-page.ts";
import { startStack } from "../e2e/stack.ts";
import { type Fork, makeFork } from "./fork.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  const response = await deliver(stack.reeve.url, actionsToken, fixture("actions-token", "connector-owner"));
  await settled(stack.reeve.url, ((await response.json()) as { event: string }).event);
});
afterAll(() => stack.stop());

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

/** Creates a fork at 1.0.0, with an automation, a system and settings of its user on the branch `main`. */
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

/** Creates the next release, on the branch `release`. */
function release(fork: Fork): void {
  const { git, folder } = fork;
  git("checkout", "--quiet", "release");
  edit(fork, "package.json", (text) => text.replace(/"version": "[^"]+"/, '"version": "1.1.0"'));
  edit(fork, "CHANGELOG.md", (text) => text.replace(/^## /m, `${CHANGES}$&`));
  edit(fork, "docs/set-up/automations.md", (text) =>
    text.replace("# Automations\n", "$&\nThere is one more.\n"),
  );
  edit(fork, "src/automations/secrets-audit.ts", (text) =>
    text.replace('description: "', 'description: "Again: '),
  );
  edit(fork, "src/automations/platform/requested-action.ts", (text) =>
    text.replace(/^ {2}on: .*$/m, '$&\n  when: () => "Nobody asks any more.",'),
  );
  const added = readFileSync(join(folder, "src/automations/catalog-changes.ts"), "utf8");
  writeFileSync(
    join(folder, "src/automations/told-by-mail.ts"),
    added.replaceAll("catalog-changes", "told-by-mail").replaceAll("catalogChanges", "toldByMail"),
  );
  edit(fork, "src/automations/index.ts", (text) =>
    text
      .replace(/^import/m, 'import { toldByMail } from "./told-by-mail.ts";\n$&')
      // The first occurrence is in an import.
      .replace(/(^ {2}reviewsHaveOwners,$[\s\S]*^) {2}reviewsHaveOwners,$/m, "$1  toldByMail,"),
  );
  git("add", "--all");
  git("commit", "--quiet", "--message", "1.1.0");
  git("checkout", "--quiet", "main");
}

it("a fork that edits only src/config.ts and src/own upgrades as docs/operate/upgrade.md describes", () => {
  const fork = makeUsersFork();
  release(fork);
  const upstream = join(fork.folder, ".git/upstream");
  fork.git("clone", "--quiet", "--bare", ".", upstream);
  fork.git("--git-dir", upstream, "update-ref", "refs/heads/main", "refs/heads/release");
  const [page = ""] = listBlocks(readSection("docs/operate/upgrade.md"), "sh");
  const commands = Array.from(page.matchAll(/^git ([^#\n]+)/gm), ([, args = ""]) =>
    args
      .trim()
      .split(" ")
      .map((word) => word.replace("<address>", upstream)),
  );
  const output = commands.map((args) => fork.git(...args)).join("");
  expect(output).toContain("### What to do\n\n- Choose another automation");
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

  const vars = Object.entries(stack.variables).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(fork.folder, ".dev.vars"), vars.join("\n"));
  const backtest = /^npm run reeve -- backtest (.*?) *#/m.exec(page)?.[1]?.split(" ") ?? [];
  const plan = () => fork.run("src/cli/reeve.ts", "backtest", ...backtest, "--reeve", stack.reeve.url.origin);
  expect(plan()).toEqual({
    status: 1,
    output: expect.stringContaining('there is no automation "reviews-have-owners"'),
  });
  edit(fork, "src/config.ts", (text) => text.replaceAll(/^ +"reviews-have-owners".*\n/gm, ""));
  const { status, output: differences } = plan();
  expect(differences).toContain("requested-action\n  now ignored: 1\n");
  expect(status).toBe(0);
});
