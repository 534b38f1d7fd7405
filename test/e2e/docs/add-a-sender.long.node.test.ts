// Writes the files of docs/extend/add-a-sender.md to the paths on that page, and types its commands, in a fork of this
// tree.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../../src/cli/shared/bundle.ts";
import { makeFork } from "../../cli/fork.ts";
import { findOutput, listBlocks, readSection, startFork } from "./docs-page.ts";

const PAGE = readSection("docs/extend/add-a-sender.md");
const isTest = (path: string) => Number(path.endsWith(".test.ts"));
const FILES = globSync("**/*.*", { cwd: root("docs/extend/lantern") })
  .sort((one, other) => isTest(one) - isTest(other))
  .map((path) => ({ path: `src/own/${path}`, code: readSection(`docs/extend/lantern/${path}`) }));
const [begin = "", test = "", play = "", deploy = ""] = listBlocks(PAGE, "sh");
const wordsIn = (command: string) => command.trim().split(" ").slice(3);

it("a sender added as in docs/extend/add-a-sender.md works, with changes only in src/own and src/config.ts", async () => {
  const { folder, run, git } = makeFork();
  const { port, text } = await startFork(folder);
  expect(begin).toMatch(/^npm run new -- system /);
  expect(run("src/cli/reeve.ts", "new", ...wordsIn(begin).slice(1))).toMatchObject({ status: 0 });
  for (const { path, code } of FILES) {
    expect(PAGE).toContain(`\`${path}\``);
    // The test that `npm run new` wrote holds for the page's system, too.
    if (isTest(path)) expect(run("node_modules/vitest/vitest.mjs", "run", path)).toMatchObject({ status: 0 });
    writeFileSync(join(folder, path), code);
  }
  const [, project = ""] = /add `(.*)` to `ticketProjects`/.exec(PAGE) ?? [];
  const config = join(folder, "src/config.ts");
  writeFileSync(config, readFileSync(config, "utf8").replace("ticketProjects: {", `$&\n      ${project},`));
  expect(run("src/cli/reeve.ts", "generate")).toMatchObject({ status: 0 });
  const changed = git("status", "--porcelain", "--untracked-files=all").match(/\S+$/gm) ?? [];
  expect(changed.filter((path) => path !== "src/config.ts" && !path.startsWith("src/own/"))).toEqual([]);

  for (const program of [
    ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "src"],
    ["node_modules/typescript/bin/tsc", "-p", "tsconfig.json"],
    ["node_modules/vitest/vitest.mjs", "run", "test/laws/own.node.test.ts", ...wordsIn(test)],
  ] as readonly (readonly [string, ...string[]])[]) {
    const { status, output } = run(...program);
    expect([program[0], status], output).toEqual([program[0], 0]);
  }

  // The stack kept running: a new sender gets its secret at the next restart.
  await expect.poll(text).toMatch(/restarted on the embedded tenant: a sender has changed/);
  const { output } = run("src/cli/reeve.ts", "send", ...wordsIn(play).slice(1), "--port", port);
  expect(output.replaceAll(port, "8787")).toMatch(findOutput(PAGE, play));

  // If an automation throws, the run and the log name the line.
  expect(run("src/cli/reeve.ts", "new", "automation", "tell-owners")).toMatchObject({ status: 0 });
  const change = (path: string, before: string, after: string) =>
    writeFileSync(path, readFileSync(path, "utf8").replace(before, after));
  const throwing = join(folder, "src/own/automations/tell-owners.ts");
  change(throwing, "return { actions", "JSON.parse(String(user));\n$&");
  change(throwing, 'form: "Tell owners"', 'form: "Connector owner"');
  change(config, '"requested-action"', '"tell-owners": {},$&');
  const sendTicket = () =>
    run("src/cli/reeve.ts", "send", "jira", "issue_updated.transitioned", "--port", port);
  await expect
    .poll(() => sendTicket().output)
    .toMatch(/automation_threw: SyntaxError: .* \(src\/own\/automations\/tell-owners\.ts:12\)/);
  await expect
    .poll(text)
    .toMatch(
      / run jira ticket\.transitioned tell-owners live failed automation_threw src\/own\/automations\/tell-owners\.ts:12 /,
    );
});

it("docs/extend/add-a-sender.md sets the secret that its system declares", () => {
  const [, variable = "none"] = /wrangler secret put (\w+)/.exec(deploy) ?? [];
  expect(readSection("docs/extend/lantern/systems/lantern.ts")).toContain(`secretVariable: "${variable}"`);
});
