import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { deploy } from "../../src/cli/deploy/steps.ts";
import { idAt, withId } from "../../src/cli/deploy/toml.ts";
import { WRANGLER, type Wrangler, type WranglerCommand, wranglerIn } from "../../src/cli/deploy/wrangler.ts";
import { mistakesNow } from "../../src/cli/doctor/preflight.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { type CloudflareStub, cloudflareVariables, startCloudflare } from "../vendors/cloudflare.ts";
import { type OneProcess, startOneProcess } from "./one-process.ts";

const NEEDED = ["GOVERNANCE_CLIENT_ID", "GOVERNANCE_CLIENT_SECRET", "ACCESS_TEAM_DOMAIN", "ACCESS_AUD"];
const KV = { table: "kv_namespaces", binding: "TOKENS", member: "id" };
const D1 = { table: "d1_databases", binding: "LEDGER", member: "database_id" };

/** Runs wrangler where not every command has a process of its own, which loads it for longer than it works. */
let commands: OneProcess;
async function inOneProcess({ args, folder, env, print }: WranglerCommand) {
  const { status, stdout, stderr } = await commands.run(WRANGLER, args, env, folder);
  print(stdout);
  return { code: status, errors: stderr };
}

let cloudflare: CloudflareStub;
/** A fork of the repository, of which only `wrangler.toml` is its own. */
let folder: string;

const toml = () => readFileSync(join(folder, "wrangler.toml"), "utf8");

const LISTS = ["kv namespace list", "d1 list --json", "secret list --format json"];
/** What wrangler lists, by what is there: asked again about the same, it would say the same, and takes its time. */
const listed = new Map<string, string>();
function listingOnce({ account }: CloudflareStub, wrangler: Wrangler, environment?: string): Wrangler {
  return async (args, more) => {
    const command = args.join(" ");
    if (!LISTS.includes(command)) return wrangler(args, more);
    const { namespaces, databases, secrets, script } = account;
    const there = [namespaces, databases.map(({ uuid }) => uuid), [...secrets], script !== null];
    const question = JSON.stringify([command, environment, there]);
    const known = listed.get(question) ?? (await wrangler(args, more));
    listed.set(question, known);
    return known;
  };
}

/** `npm run deploy`, and what it printed. */
async function deployed({
  evenSo = false,
  stranger = {},
  spawned = false,
}: {
  readonly evenSo?: boolean;
  readonly stranger?: Readonly<Record<string, string>>;
  /** Whether wrangler runs as it does for users. */
  readonly spawned?: boolean;
} = {}) {
  const lines: string[] = [];
  const env = {
    ...process.env,
    ...cloudflareVariables(cloudflare.url),
    WRANGLER_LOG_PATH: join(folder, "logs"),
    ...stranger,
  };
  const wrangler = listingOnce(cloudflare, wranglerIn(folder, env, spawned ? undefined : inOneProcess));
  const ok = await deploy({ folder, evenSo, env, wrangler, print: (line) => lines.push(line) });
  return { ok, text: lines.join("\n") };
}

/** The Worker that `wrangler secret put` makes where there is none. */
function putSecrets(...names: readonly string[]): void {
  cloudflare.account.script ??= {};
  for (const name of names) cloudflare.account.secrets.add(name);
}

const ledger = () => {
  const [database] = cloudflare.account.databases;
  if (!database) throw new Error("there is no database");
  return database.sqlite;
};

beforeAll(async () => {
  commands = startOneProcess(root());
  cloudflare = await startCloudflare();
  folder = mkdtempSync(join(tmpdir(), "reeve-fork-"));
  cpSync(root("wrangler.toml"), join(folder, "wrangler.toml"));
  for (const name of ["src", "node_modules", "package.json"]) symlinkSync(root(name), join(folder, name));
});
afterAll(async () => {
  await commands.end();
  await cloudflare.stop();
  rmSync(folder, { recursive: true });
});

describe("npm run deploy", () => {
  it("says how to sign in where nobody is", async () => {
    const { ok, text } = await deployed({ stranger: { CLOUDFLARE_API_TOKEN: "another" }, spawned: true });
    expect(ok).toBe(false);
    expect(text).toContain("Sign in with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN");
    expect(text).toContain("Done so far: nothing.");
  });

  it("says what is done where it can't go on, and how to go on", async () => {
    cloudflare.account.broken.add("POST d1/database");
    const { ok, text } = await deployed();
    expect(ok).toBe(false);
    expect(text).toMatch(/^ok {6}KV namespace reeve-TOKENS created.*\nSTOPPED D1 database\n/);
    expect(text).toContain("An unknown error has occurred");
    expect(text).toMatch(
      /Done so far: KV namespace\. Fix this and run `npm run deploy` again: it continues from there\.$/,
    );
    cloudflare.account.broken.clear();
  });

  it("goes on from there, and names each secret that is missing with the command that sets it", async () => {
    const { ok, text } = await deployed();
    expect(ok).toBe(false);
    expect(text).toMatch(
      /^ok {6}KV namespace [0-9a-f]{32} is there\nok {6}D1 database reeve created.*\nSTOPPED secrets\n/,
    );
    for (const name of NEEDED)
      expect(text).toMatch(new RegExp(`^  npx wrangler secret put ${name}\n    \\w`, "m"));
    expect(text).toMatch(
      /^ {2}npx wrangler secret put JIRA_WEBHOOK_SECRET\n.*\n {4}or another sender's, of .*SLACK_SIGNING_SECRET$/m,
    );
    // Nothing is live, nothing is migrated.
    expect(new Set(cloudflare.changes())).toEqual(
      new Set(["POST /storage/kv/namespaces", "POST /d1/database"]),
    );
    expect(idAt(toml(), KV)).toBe(cloudflare.account.namespaces[0]?.id);
    expect(idAt(toml(), D1)).toBe(cloudflare.account.databases[0]?.uuid);
  });

  it("migrates, uploads and prints the addresses of the senders that have secrets", async () => {
    putSecrets(...NEEDED, "OKTA_WEBHOOK_SECRET", "ACTIONS_WEBHOOK_SECRET", "SLACK_SIGNING_SECRET");
    const { ok, text } = await deployed({ spawned: true });
    expect(text).toContain("ok      deployed: https://reeve.example.workers.dev");
    expect(ok).toBe(true);
    const site = "https://reeve.example.workers.dev/hooks";
    expect(text.match(/https:\S+\/hooks\/\S+/g)).toEqual([
      `${site}/okta`,
      `${site}/actions/{action}`,
      `${site}/slack`,
    ]);
    expect(cloudflare.account.script).toMatchObject({
      observability: { enabled: true, redact_query_string: true, traces: { enabled: true } },
      bindings: expect.arrayContaining([
        { name: "LEDGER", type: "d1", id: cloudflare.account.databases[0]?.uuid },
        { name: "TOKENS", type: "kv_namespace", namespace_id: cloudflare.account.namespaces[0]?.id },
      ]),
    });
    // What deliveries don't need is in modules of its own, and each has its source map.
    expect(cloudflare.account.script).toMatchObject({ main_module: "worker.js" });
    const modules = cloudflare.account.modules.filter((name) => name.endsWith(".js"));
    expect(modules).toEqual(
      expect.arrayContaining([
        "worker.js",
        ...["site", "slack"].map((part) => expect.stringMatching(`^parts/${part}-`)),
      ]),
    );
    expect(cloudflare.account.modules.filter((name) => name.endsWith(".map")).sort()).toEqual(
      modules.map((name) => `${name}.map`).sort(),
    );
    expect(cloudflare.account.schedules).toEqual([{ cron: "* * * * *" }]);
    expect(ledger().prepare("SELECT count(*) AS runs FROM runs").get()).toEqual({ runs: 0 });
  });

  it("names the runs that the code can't go on with, and deploys them only even so", async () => {
    const planned = { plan: { actions: [{ action: "tool.vanish", input: {}, effects: [] }] } };
    const insert = ledger().prepare(
      "INSERT INTO runs VALUES (?, 'evt_1', ?, 'jira:1', ?, 1, 1, 1, NULL, '[]', ?)",
    );
    insert.run("run_broken", "joiner", "awaiting_approval", JSON.stringify(planned));
    insert.run("run_gone", "no-such", "planning", JSON.stringify({ plan: null }));
    insert.run("run_over", "no-such", "done", JSON.stringify(planned));
    const [before, already] = [toml(), cloudflare.changes().length];
    const migrated = ledger().prepare("SELECT * FROM d1_migrations").all();
    expect(migrated).not.toEqual([]);
    const stopped = await deployed();
    expect(stopped.ok).toBe(false);
    expect(stopped.text).toContain(
      [
        "2 of 2 unfinished runs were planned by other code and would break:",
        "  run_broken (joiner, jira:1, awaiting_approval)",
        '    - its action "tool.vanish" is gone',
        "  run_gone (no-such, jira:1, planning)",
        '    - its automation "no-such" is gone',
      ].join("\n"),
    );
    expect(cloudflare.changes().slice(already)).toEqual([]);
    const forced = await deployed({ evenSo: true });
    expect(forced.ok).toBe(true);
    expect(forced.text).toContain("run_broken");
    // Run again, it creates nothing, edits nothing and migrates nothing.
    expect(toml()).toBe(before);
    expect(ledger().prepare("SELECT * FROM d1_migrations").all()).toEqual(migrated);
    expect(cloudflare.changes().slice(already)).toEqual([
      "PUT /workers/scripts/reeve",
      "POST /workers/scripts/reeve/subdomain",
      "PUT /workers/scripts/reeve/schedules",
    ]);
  });

  it("stops where wrangler.toml names what the account does not have", async () => {
    const before = toml();
    writeFileSync(join(folder, "wrangler.toml"), withId(before, KV, "f".repeat(32)));
    const { ok, text } = await deployed();
    expect(ok).toBe(false);
    expect(text).toMatch(/names the KV namespace f{32} \(TOKENS\), which this account does not have\./);
    writeFileSync(join(folder, "wrangler.toml"), before);
  });

  it("asked Cloudflare for nothing that the stub does not know", () => {
    expect(cloudflare.unknown).toEqual([]);
  });
});

describe("npm run deploy -- --env test", () => {
  it("makes a Worker of its own beside production, and writes its bindings into wrangler.toml once", async () => {
    const own = await startCloudflare();
    const fork = mkdtempSync(join(tmpdir(), "reeve-fork-"));
    try {
      const path = join(fork, "wrangler.toml");
      const production = readFileSync(root("wrangler.toml"), "utf8");
      writeFileSync(path, production);
      for (const name of ["src", "node_modules", "package.json"]) symlinkSync(root(name), join(fork, name));
      const env = {
        ...process.env,
        ...cloudflareVariables(own.url),
        WRANGLER_LOG_PATH: join(fork, "logs"),
        REEVE_ENV: "test",
      };
      const run = async () => {
        const lines: string[] = [];
        const wrangler = listingOnce(own, wranglerIn(fork, env, inOneProcess), "test");
        const ok = await deploy({
          folder: fork,
          evenSo: false,
          env,
          wrangler,
          print: (line) => lines.push(line),
        });
        return { ok, text: lines.join("\n") };
      };
      const first = await run();
      expect(first.ok).toBe(false);
      expect(first.text).toMatch(
        /^ok {6}wrangler\.toml has the environment test now: commit it\nok {6}KV namespace reeve-test-TOKENS created.*\nok {6}D1 database reeve-test created/,
      );
      expect(first.text).toContain("npx wrangler secret put GOVERNANCE_CLIENT_ID --env test\n");
      expect(first.text).toContain("run `npm run deploy -- --env test` again");
      const written = readFileSync(path, "utf8");
      expect(written.startsWith(production)).toBe(true);

      own.account.script ??= {};
      for (const name of [...NEEDED, "OKTA_WEBHOOK_SECRET"]) own.account.secrets.add(name);
      const second = await run();
      expect(second.text).toContain("deployed: https://reeve-test.example.workers.dev");
      expect(second.ok).toBe(true);
      expect(readFileSync(path, "utf8")).toBe(written);
      expect(own.changes()).toContain("PUT /workers/scripts/reeve-test");
      const { databases, namespaces, script, schedules } = own.account;
      expect([databases.length, namespaces.length]).toEqual([1, 1]);
      expect(schedules).toEqual([{ cron: "* * * * *" }]);
      expect(script).toMatchObject({
        observability: { enabled: true, redact_query_string: true },
        bindings: expect.arrayContaining([
          { name: "REEVE_ENV", type: "plain_text", text: "test" },
          { name: "LEDGER", type: "d1", id: databases[0]?.uuid },
          { name: "TOKENS", type: "kv_namespace", namespace_id: namespaces[0]?.id },
          ...["Desk", "TokenKeeper", "Control", "Messenger"].map((class_name) =>
            expect.objectContaining({ type: "durable_object_namespace", class_name }),
          ),
        ]),
      });
      expect(own.unknown).toEqual([]);
    } finally {
      await own.stop();
      rmSync(fork, { recursive: true });
    }
  });
});

describe("an environment", () => {
  it("has settings of its own where src/config.ts asks which it is", async () => {
    const text = readFileSync(root("src/config.ts"), "utf8")
      .replace("import ", 'import { environment } from "./environment.ts";\nimport ')
      .replace('timeZone: "UTC"', 'timeZone: environment === "test" ? "Nowhere" : "UTC"');
    expect(text).toContain('"Nowhere"');
    expect(await mistakesNow({ "src/config.ts": text })).toEqual([]);
    vi.stubEnv("REEVE_ENV", "test");
    try {
      expect(await mistakesNow({ "src/config.ts": text })).toEqual([expect.stringContaining("timeZone")]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("is named to any command, and has a name that a Worker may have", () => {
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, [root("src/cli/inventory-import/import.ts"), ...args], {
        encoding: "utf8",
      });
    expect(run("--env", "Test one")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--env Test one: name an environment"),
    });
    expect(run("--env=test", "none.csv")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("none.csv can't be read"),
    });
    expect(run("--help").stdout).toContain("--env");
  });
});

describe("an id in wrangler.toml", () => {
  const text = [
    "# ids",
    "[[kv_namespaces]]",
    'id = "other"   # of another binding',
    'binding = "OTHER"',
    "",
    "[[kv_namespaces]]",
    'id = "000"   # ours',
    'binding = "TOKENS"',
    "[vars]",
    'id = "a variable"',
  ].join("\n");

  it("is changed where it is, and nothing around it", () => {
    expect(idAt(text, KV)).toBe("000");
    expect(withId(text, KV, "abc")).toBe(text.replace('"000"', '"abc"'));
  });

  it("is missed by name where there is no place for it", () => {
    expect(() => idAt(text, D1)).toThrow("no [[d1_databases]] with the binding LEDGER");
  });
});
