// Follows docs/extend/write-an-automation.md, and README's example, in forks: from `npm run new`
// to an approved plan.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFork } from "../../cli/fork.ts";
import { until } from "../../support/until.ts";
import { findOutput, listBlocks, readSection, startFork, typeCommands } from "./docs-page.ts";

const GUIDE = readSection("docs/extend/write-an-automation.md", "Ten minutes");
const [file = ""] = listBlocks(GUIDE, "ts");
const test = readSection("docs/extend/review/automations/owner-access-review.test.ts");
const blocks = listBlocks(GUIDE, "sh");
const [send = "", begin = "", check = "", backtest = "", dryRun = "", live = "", approve = ""] = blocks;
const NAMES = {
  file: "src/own/automations/owner-access-review.ts",
  test: "src/own/automations/owner-access-review.test.ts",
};

const planOwner = (user: string) => `{
    const app = { id: "app_github", name: "GitHub" };
    const connector = { id: "con_github_mcp", name: "GitHub MCP" };
    const user = await personByEmail(governance, ${user});
    return { actions: [addConnectorOwner({ app, connector, roleSlug: "owner", user })] };
  }`;
const IMPORT = `import { addConnectorOwner, automation, personByEmail, schedule } from "../../kit/index.ts";`;
/** Automations that no configuration enables. */
const DISABLED = {
  "welcome-engineers": `${IMPORT}
export const welcomeEngineers = automation({
  name: "welcome-engineers",
  on: "worker.hired",
  reads: ["searchUsers"],
  proposes: [addConnectorOwner],
  when: ({ worker: { department } }) => department === "Engineering" || \`It is about \${department}.\`,
  async propose({ worker }, { governance }) ${planOwner('worker.email ?? ""')},
});
`,
  "weekly-owners": `${IMPORT}
export const weeklyOwners = automation({
  name: "weekly-owners",
  on: schedule("0 7 * * 1"),
  reads: ["searchUsers"],
  proposes: [addConnectorOwner],
  async propose(_, { governance }) ${planOwner('"ada.marsh@example.com"')},
});
`,
};

it("the guide of docs/extend/write-an-automation.md leads from `npm run new` to an approved plan, and each test in it passes", async () => {
  expect(GUIDE).toContain(NAMES.file);
  const { folder, run, git } = makeFork();
  const { port, text } = await startFork(folder);
  const reeve = new URL(`http://127.0.0.1:${port}`);
  const type = (commands: string) =>
    typeCommands(
      commands.replaceAll("http://localhost:8788", `http://localhost:${Number(port) + 1}`),
      reeve,
      {
        folder,
      },
    );
  const countReloads = () => text().split("reloaded").length;
  /** Changes the configuration, and waits until the running stack has it. */
  const edit = async (...changes: readonly (readonly [before: string, after: string])[]) => {
    const config = join(folder, "src/config.ts");
    const before = countReloads();
    writeFileSync(
      config,
      changes.reduce((all, change) => all.replace(...change), readFileSync(config, "utf8")),
    );
    await expect.poll(countReloads).toBeGreaterThan(before);
  };
  /** Repeats commands that change nothing until their output has the pattern. */
  const typeUntil = (commands: string, pattern: RegExp) =>
    until(`${pattern} in the output of ${commands}`, async () =>
      pattern.exec(await type(commands).catch(String)),
    );

  const [event = ""] = /evt_[\w-]+/.exec(await type(send)) ?? [];

  await type(begin);
  writeFileSync(join(folder, NAMES.file), file);
  // The test that `npm run new` wrote holds for the guide's automation, too.
  expect(await type(check)).toContain("2 passed");
  writeFileSync(join(folder, NAMES.test), test);
  expect(git("status", "--porcelain", "--untracked-files=all").match(/\S+$/gm)?.sort()).toEqual(
    [...Object.values(NAMES), "src/own/automations/index.ts"].sort(),
  );
  const biome = ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "src/own"] as const;
  expect(run(...biome)).toMatchObject({ status: 0 });
  expect(await type(check)).toContain("3 passed");
  expect(await type(backtest)).toMatch(findOutput(GUIDE, backtest));

  const [setting = "", given = "", replay = "", list = ""] = dryRun.replace("evt_…", event).split("\n");
  await edit(["automations: {", '$& "owner-access-review": {},'], ["dryRun: [", '$&"owner-access-review", ']);
  await type([setting, given, replay].join("\n"));
  await typeUntil([setting, list].join("\n"), /"state": "dry_run"/);

  const [act = "", listWaiting = ""] = live.split("\n");
  await edit(['dryRun: ["owner-access-review", ', "dryRun: ["]);
  await type([setting, given, act].join("\n"));
  const [id = ""] = await typeUntil([setting, listWaiting].join("\n"), /run_[\w-]+/);

  const [read = "", ...deciding] = approve.replaceAll("run_…", id).split("\n");
  const [, hash = ""] = await typeUntil([setting, read].join("\n"), /"hash": "(\w+)"/);
  const [decide = "", listCampaigns = ""] = deciding
    .join("\n")
    .replace('"…"', `"${hash}"`)
    .split(/\n(?=curl)/);
  await type([setting, decide].join("\n"));
  await typeUntil(listCampaigns, /Access of Ada Marsh/);

  // Automations that are not enabled can be previewed and back-tested, too.
  await type("npm run send -- workday hired");
  for (const [name, code] of Object.entries(DISABLED)) {
    await type(`npm run new -- automation ${name}`);
    writeFileSync(join(folder, `src/own/automations/${name}.ts`), code);
  }
  const plan = /Add Ada Marsh as owner of the connector GitHub MCP/;
  await typeUntil("npm run reeve -- backtest welcome-engineers --now", plan);
  expect(await type("npm run reeve -- backtest welcome-engineers")).toContain("1  It is about Platform.");
  await typeUntil("npm run reeve -- backtest weekly-owners --now", plan);
  expect(await type("npm run reeve -- backtest weekly-owners")).toContain(
    "npm run reeve -- backtest weekly-owners --now",
  );
});

it("README's automation passes the test that `npm run new` writes for it", () => {
  const { folder, run } = makeFork();
  const [, readme = ""] = /```ts\n(.*?)```/s.exec(readFileSync(join(folder, "README.md"), "utf8")) ?? [];
  const [, name = ""] = /automation\(\{\s+name: "([\w-]+)"/.exec(readme) ?? [];
  expect(run("src/cli/reeve.ts", "new", "automation", name)).toMatchObject({ status: 0 });
  writeFileSync(join(folder, `src/own/automations/${name}.ts`), readme);
  const { status, output } = run(
    "node_modules/vitest/vitest.mjs",
    "run",
    `src/own/automations/${name}.test.ts`,
  );
  expect([status, output]).toEqual([0, expect.stringContaining("2 passed")]);
});
