import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { actions } from "../../../src/actions/index.ts";
import { automations } from "../../../src/automations/index.ts";
import { deploy } from "../../../src/cli/deploy/deploy.ts";
import { root } from "../../../src/cli/shared/bundle.ts";
import config from "../../../src/config.ts";
import { valueAt } from "../../../src/systems/reading/json.ts";
import { startStack } from "../../e2e/stack.ts";
import { cloudflareVariables, startCloudflare } from "../../vendors/cloudflare.ts";
import { makeFolder } from "../fork.ts";

const NEEDED = ["GOVERNANCE_CLIENT_ID", "GOVERNANCE_CLIENT_SECRET", "ACCESS_TEAM_DOMAIN", "ACCESS_AUD"];
const DRY = config.policy.dryRun[0] ?? "";
const tree = { config, automations, actions };
/** A fork of the repository with its own `wrangler.toml`. */
const folder = makeFolder(
  afterAll,
  { copied: ["wrangler.toml"], linked: ["src", "node_modules", "package.json"] },
  "reeve ü in C#-",
);

/** Runs `npm run deploy`, and returns its output. */
async function deployed({
  evenSo = false,
  dryRun = false,
  stranger = {},
  ...options
}: {
  readonly evenSo?: boolean;
  readonly dryRun?: boolean;
  readonly stranger?: Readonly<Record<string, string>>;
  readonly secretsFile?: string;
} = {}) {
  const lines: string[] = [];
  const env = {
    ...process.env,
    ...cloudflareVariables(cloudflare.url),
    WRANGLER_LOG_PATH: join(folder, "logs"),
    ...stranger,
  };
  const print = (line: string) => void lines.push(line);
  const error = await deploy({ tree, folder, evenSo, dryRun, env, print, ...options }).then(
    () => null,
    (why: Error) => why.message,
  );
  return { ok: error === null, text: [...lines, error ?? ""].join("\n") };
}

const secretsFile = () => {
  const path = join(folder, "secrets.env");
  writeFileSync(path, NEEDED.map((name) => `${name}=value-of-${name}\n`).join(""));
  return path;
};

const ledger = () => {
  const [database] = cloudflare.account.databases;
  if (!database) throw new Error("there is no database");
  return database.sqlite;
};

/** Returns the bindings of the deployed Worker. */
const bindingsNow = () => structuredClone(valueAt(cloudflare.account.script, "bindings"));
const file = (path: string) => readFileSync(root(path), "utf8");

const cloudflare = await startCloudflare();
afterAll(() => cloudflare.stop());

describe("npm run deploy", () => {
  it.for([
    [{}, /Fix this and run the command again: it continues where it stopped\.$/],
    [{ dryRun: true }, /Fix this and run the command again\.$/],
  ] as const)("with %j explains how to sign in if the user is not signed in", async ([options, advice]) => {
    const { ok, text } = await deployed({ ...options, stranger: { CLOUDFLARE_API_TOKEN: "another" } });
    expect(ok).toBe(false);
    expect(text).toContain("Sign in with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN");
    expect(text).toMatch(advice);
  });

  it("lists with --dry-run the resources to create and the settings that would change, and changes nothing", async () => {
    const { ok, text } = await deployed({ dryRun: true });
    expect(ok).toBe(true);
    expect(text).toMatch(
      /would {3}create a KV namespace.*would {3}create the ledger's.*would {3}apply 0001_ledger\.sql .*would {3}upload the Worker\nwould {3}perhaps change settings: .*REEVE_URL.*\nNothing was changed\./s,
    );
    const stack = await startStack();
    const compared = await deployed({ dryRun: true, stranger: { REEVE_URL: stack.reeve.url.href } });
    await stack.stop();
    expect(compared.text).toContain('would   change settings.timeZone: "Europe/Berlin" → "UTC"');
    expect(compared.text).not.toContain("policy.retentionDays");
    expect(cloudflare.changes()).toEqual([]);
  });

  it("creates the ledger, and names the missing secrets", async () => {
    const { ok, text } = await deployed();
    expect(ok).toBe(false);
    expect(text).toMatch(
      /^ok {6}desks: 4\nok {6}unfinished runs: 0;.*\nok {6}ledger reeve created, and its migrations are applied\n/,
    );
    expect(text).toContain(`The following required secrets have not been set: ${NEEDED.join(", ")}`);
    expect(text).toContain("docs/reference/variables.md describes the source of each secret");
    expect(text).toContain("`npm run deploy -- --secrets-file FILE`");
    // Nothing is live yet.
    expect(cloudflare.changes()).toEqual(["POST /d1/database"]);
  });

  it("uploads the Worker and its secrets, and prints the URL for senders", async () => {
    const { ok, text } = await deployed({ secretsFile: secretsFile() });
    expect(text).toContain("ok      deployed: https://reeve.example.workers.dev");
    expect(ok).toBe(true);
    expect(text).toContain("sender is https://reeve.example.workers.dev/hooks/<sender>");
    expect(text).not.toContain("value-of-");
    expect(Array.from(cloudflare.account.secrets)).toEqual(NEEDED);
    expect(cloudflare.account.namespaces).toMatchObject([{ title: "reeve-tokens" }]);
    expect(cloudflare.account.script).toMatchObject({
      observability: { enabled: true, redact_query_string: true, traces: { enabled: true } },
      bindings: expect.arrayContaining([
        { name: "LEDGER", type: "d1", id: cloudflare.account.databases[0]?.uuid },
        { name: "TOKENS", type: "kv_namespace", namespace_id: cloudflare.account.namespaces[0]?.id },
      ]),
    });
    // Code that deliveries don't need is in separate modules, each with its source map.
    expect(cloudflare.account.script).toMatchObject({ main_module: "worker.js" });
    const modules = cloudflare.account.modules.filter((name) => name.endsWith(".js"));
    expect(modules).toEqual(
      expect.arrayContaining([
        "worker.js",
        ...["site", "receive"].map((part) => expect.stringMatching(`^parts/${part}-`)),
      ]),
    );
    expect(cloudflare.account.modules.filter((name) => name.endsWith(".map")).sort()).toEqual(
      modules.map((name) => `${name}.map`).sort(),
    );
    expect(cloudflare.account.schedules).toEqual([{ cron: "* * * * *" }]);
    expect(ledger().prepare("SELECT count(*) AS runs FROM runs").get()).toEqual({ runs: 0 });
  });

  it("lists the unfinished runs that the new code would break, and deploys only with --even-so", async () => {
    const planned = { mode: "live", plan: { actions: [{ action: "tool.vanish", input: {}, effects: [] }] } };
    const insert = ledger().prepare(
      "INSERT INTO runs VALUES (?, 'evt_1', ?, 'jira:1', ?, 1, 1, 1, NULL, NULL, NULL, NULL, '[]', ?, NULL)",
    );
    insert.run("run_broken", "joiner", "awaiting_approval", JSON.stringify(planned));
    insert.run("run_gone", "no-such", "planning", JSON.stringify({ ...planned, plan: null }));
    insert.run("run_over", "no-such", "done", JSON.stringify(planned));
    insert.run("run_rehearsed", DRY, "scheduled", JSON.stringify({ mode: "dry_run", plan: null }));
    insert.run("run_scheduled", DRY, "scheduled", JSON.stringify({ mode: "live", plan: null }));
    insert.run("run_task", DRY, "awaiting_follow_up", JSON.stringify({ mode: "live", plan: null }));
    const already = cloudflare.changes().length;
    const bindings = bindingsNow();
    const migrated = ledger().prepare("SELECT * FROM d1_migrations").all();
    expect(migrated).not.toEqual([]);
    const stopped = await deployed();
    expect(stopped.ok).toBe(false);
    expect(stopped.text).toContain(
      [
        "2 of 5 unfinished runs would break, because different code planned them:",
        "  run_broken (joiner, jira:1, awaiting_approval)",
        '    - its action "tool.vanish" no longer exists',
        "  run_gone (no-such, jira:1, planning)",
        '    - its automation "no-such" no longer exists',
        "live runs that will not act: 3; runs that have not begun will only plan, and the others will pause",
        "  run_broken (joiner, jira:1, awaiting_approval): settings.automations no longer enables joiner",
        "  run_gone (no-such, jira:1, planning): the automation no-such no longer exists",
        `  run_scheduled (${DRY}, jira:1, scheduled): policy.dryRun lists ${DRY}`,
      ].join("\n"),
    );
    expect(cloudflare.changes().slice(already)).toEqual([]);
    const forced = await deployed({ evenSo: true });
    expect(forced.ok).toBe(true);
    expect(forced.text).toContain("run_broken");
    // A repeated deployment creates nothing and migrates nothing, and the Worker keeps its bindings.
    expect(bindingsNow()).toEqual(bindings);
    expect(ledger().prepare("SELECT * FROM d1_migrations").all()).toEqual(migrated);
    expect(cloudflare.changes().slice(already)).toEqual([
      "PUT /workers/scripts/reeve",
      "POST /workers/scripts/reeve/subdomain",
      "PUT /workers/scripts/reeve/schedules",
    ]);
  });

  it("names a secret that the Worker lacks", async () => {
    cloudflare.account.secrets.delete("ACCESS_AUD");
    const { ok, text } = await deployed({ evenSo: true });
    expect(ok).toBe(false);
    expect(text).toContain("The following required secrets have not been set: ACCESS_AUD");
    cloudflare.account.secrets.add("ACCESS_AUD");
  });

  it("sends only requests that the Cloudflare stub supports", () => {
    expect(cloudflare.unknown).toEqual([]);
  });
});

describe("npm run deploy -- --env test", () => {
  it("creates a separate Worker from the section in docs/live/environment.toml", async () => {
    const section = file("docs/live/environment.toml");
    writeFileSync(join(folder, "wrangler.toml"), `${file("wrangler.toml")}\n${section}`);
    const production = structuredClone(cloudflare.account.script);
    const { account } = cloudflare;
    account.script = null;
    account.secrets.clear();
    const deployTest = () => deployed({ stranger: { REEVE_ENV: "test" }, secretsFile: secretsFile() });
    // An interrupted upload has left its namespace.
    account.namespaces.push({ id: "0123456789abcdef", title: "reeve-test-tokens" });
    const stopped = await deployTest();
    expect(stopped.text).toContain('write the id into wrangler.toml below binding = "TOKENS": id = ');
    const toml = readFileSync(join(folder, "wrangler.toml"), "utf8");
    const named = toml.replace(
      '[{ binding = "TOKENS" }]',
      '[{ binding = "TOKENS", id = "0123456789abcdef" }]',
    );
    writeFileSync(join(folder, "wrangler.toml"), named);

    const { ok, text } = await deployTest();
    expect(text).toContain("deployed: https://reeve-test.example.workers.dev");
    expect(ok).toBe(true);
    expect(cloudflare.changes()).toContain("PUT /workers/scripts/reeve-test");
    expect(account.databases.map(({ name }) => name)).toEqual(["reeve", "reeve-test"]);
    expect(account.namespaces.map(({ title }) => title)).toEqual(["reeve-tokens", "reeve-test-tokens"]);
    expect(account.schedules).toEqual([{ cron: "* * * * *" }]);
    expect(account.script).toMatchObject({
      observability: { enabled: true, redact_query_string: true },
      bindings: expect.arrayContaining([
        { name: "REEVE_ENV", type: "plain_text", text: "test" },
        { name: "LEDGER", type: "d1", id: account.databases[1]?.uuid },
        { name: "TOKENS", type: "kv_namespace", namespace_id: account.namespaces[1]?.id },
        ...["Desk", "TokenKeeper", "Control", "Outbox"].map((class_name) =>
          expect.objectContaining({ type: "durable_object_namespace", class_name }),
        ),
      ]),
    });
    expect(account.script).not.toEqual(production);
    expect((await deployed({ stranger: { REEVE_ENV: "stage" } })).text).toContain(
      'No environment found in configuration with name "stage"',
    );
    expect(cloudflare.unknown).toEqual([]);
  });
});

describe("an environment", () => {
  it("can be chosen with --env if its name is valid for a Worker", () => {
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, [root("src/cli/reeve.ts"), "inventory:import", ...args], {
        encoding: "utf8",
      });
    expect(run("--env", "Test one")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("'Test one' is invalid. An environment's name must"),
    });
    expect(run("--env=test", "none.csv")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("none.csv can't be read"),
    });
    expect(run("--help").stdout).toContain("--env");
  });
});
