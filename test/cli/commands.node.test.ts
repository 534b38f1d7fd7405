import { type ChildProcess, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { program, shellWords } from "../../src/cli/commands.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { lockFolder } from "../../src/cli/start/data-folder.ts";
import { senders, slack } from "../../src/sandbox/vendors/senders.ts";
import { isFullSweep } from "../support/sweep.ts";
import { until } from "../support/until.ts";
import { makeFolder } from "./fork.ts";
import { type OneProcess, startOneProcess } from "./one-process.ts";
import { areFree, freePort, startProcess } from "./process.ts";

/** A fork of the repository, in which commands run as npm runs them. */
const fork = makeFolder(
  afterAll,
  {
    copied: ["src", "package.json", "tsconfig.json", "wrangler.toml"],
    linked: ["node_modules", "test"],
  },
  "reeve ü in C#-",
);
/** Runs the commands that end by themselves. */
let commands: OneProcess;
const started: ChildProcess[] = [];
beforeAll(() => {
  commands = startOneProcess(fork);
});
afterAll(async () => {
  await commands.end();
  for (const child of started) child.kill("SIGKILL");
});

const SCRIPTS: Record<string, string> = JSON.parse(readFileSync(root("package.json"), "utf8")).scripts;
const COMMANDS = program.commands.map((one) => one.name());

const ENTRY = "src/cli/reeve.ts";

/** Runs a command until it ends. */
const run = (name: string, args: readonly string[], env: Record<string, string> = {}) =>
  commands.run(ENTRY, [name, ...args], { ...process.env, ...env });

/** Starts a command in its own process. */
function startHere(name: string, args: readonly string[]) {
  const { child, text: said } = startProcess([process.execPath, ENTRY, name, ...args], { cwd: fork });
  started.push(child);
  return { child, said };
}

/** Stops a process, and waits for its own end only: its child processes might keep its streams open for longer. */
async function stopped(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  expect(child.kill("SIGTERM")).toBe(true);
  await gone;
}

/** Changes `src/config.ts` while a function runs. */
async function withConfig<Value>(from: string, to: string, work: () => Promise<Value>): Promise<Value> {
  const file = join(fork, "src/config.ts");
  const before = readFileSync(file, "utf8");
  expect(before).toContain(from);
  writeFileSync(file, before.replace(from, to));
  try {
    return await work();
  } finally {
    writeFileSync(file, before);
  }
}

describe("every command", () => {
  it.for(COMMANDS)("only prints its usage with --help: %s", async (name) => {
    const { status, text } = await run(name, ["--help"]);
    expect(text).toMatch(new RegExp(`^Usage: ${shellWords(name)} .*\\n[^]*--help[^]*\\nExit code: 0 `));
    expect(status).toBe(0);
  });

  it.for(COMMANDS)("rejects an unknown option: %s", async (name) => {
    const { status, text } = await run(name, ["--colour", "red"]);
    expect(text).toContain("--colour");
    expect(text).toMatch(
      new RegExp(`^Usage: ${shellWords(name)} .*\nMore: npm run reeve -- ${name} --help\n$`, "m"),
    );
    expect(status).toBe(2);
  });
});

describe("an error in src/config.ts", () => {
  it.for([
    ["start", []],
    ["demo", []],
    ["backtest", ["leaver"]],
    ["deploy", []],
  ] as const)("is reported by %s before anything starts", async ([name, args]) => {
    const { status, text } = await withConfig('timeZone: "UTC"', 'timeZone: "Europe/Berlim"', () =>
      run(name, args, { PORT: "19731" }),
    );
    expect(text).toContain('settings.timeZone (found: "Europe/Berlim"): must be an IANA time zone');
    expect(text).not.toMatch(/workerd|ZodError|at .*:\d+:\d+|Starting/);
    expect(status).toBe(1);
  });

  it("is reported if the file names an unknown automation", async () => {
    const { status, text } = await withConfig('"requested-action": {}', "leavr: { review: {} }", () =>
      run("start", [], { PORT: "19731" }),
    );
    expect(text).toContain('there is no automation "leavr"');
    expect(status).toBe(1);
  });

  it("is reported together with all other errors, each with its setting", async () => {
    const { status, text } = await withConfig(
      "dryRun: [",
      'aprovers: ["nora.field@example.com"], dryRun: [',
      () =>
        withConfig("connectors: {", 'tools: { "Create issue": { id: "tool_1" } }, connectors: {', () =>
          run("start", [], { PORT: "19731" }),
        ),
    );
    expect(text).toContain("policy.aprovers: there is no aprovers");
    expect(text).toContain('settings.tools["Create issue"].connector: is missing');
    expect(status).toBe(1);
  });
});

describe("ports", () => {
  it.for([["start"], ["tenant"]] as const)(
    "in use are reported in one line by npm run %s",
    async ([name]) => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      const { status, text } = await run(name, ["--port", String(port)]);
      server.close();
      expect(text).toMatch(new RegExp(`^Port ${port}, for .* is in use.*--port \\d+\\n$`));
      expect(status).toBe(1);
    },
  );

  it("are rejected if they are not port numbers", async () => {
    for (const port of ["0", "http", "70000"]) expect((await run("start", ["--port", port])).status).toBe(2);
  });

  it.for([
    ["lock", "a folder"],
    ["lock", "not a database"],
    ["process", "a folder"],
    ["", "not a folder"],
  ])("are not bound if the data folder can't be read: entry %j is %s", async ([name = "", what]) => {
    const port = String(await freePort());
    const folder = join(fork, ".reeve", `at-${port}`);
    mkdirSync(join(fork, ".reeve"), { recursive: true });
    if (what === "a folder") mkdirSync(join(folder, name), { recursive: true });
    else if (name === "") writeFileSync(folder, "");
    else {
      mkdirSync(folder);
      writeFileSync(join(folder, name), "x".repeat(9_000));
    }
    const { status, text } = await run("start", ["--port", port]);
    expect(text).toMatch(/^The data in .* can't be read \(.+\)\. Move the folder .*\n$/);
    expect(status).toBe(1);
  });

  it.for(["", "a folder", "missing"])("are in use while locked, even if the id file is %j", (what) => {
    const folder = mkdtempSync(join(fork, "data-"));
    const lock = lockFolder(folder, 9);
    rmSync(join(folder, "process"));
    if (what === "a folder") mkdirSync(join(folder, "process"));
    if (what === "") writeFileSync(join(folder, "process"), what);
    expect(() => lockFolder(folder, 9)).toThrow("Port 9 is in use by another npm start. Stop it");
    lock.close();
  });

  it("are bound by the first of two starts, and the other commands use its stack", async () => {
    const port = await freePort();
    // A start that has not bound its ports yet holds the lock.
    const lock = lockFolder(join(fork, `.reeve/at-${port}`), port);
    const refused = `Port ${port} is in use by another npm start (process ${process.pid}). Stop it`;
    await expect.poll(startHere("start", ["--port", String(port)]).said).toContain(refused);
    lock.close();
    const both = ["first", "second"].map(() => startHere("start", ["--port", String(port)]));
    const all = () => both.map(({ said }) => said()).join("\n");
    await expect.poll(all).toMatch(/^Port \d+.* is in use by another npm start \(process \d+\)\. /m);
    const stack = await until("the first", () => both.find(({ said }) => said().includes("Ctrl-C stops")));
    expect(all()).not.toMatch(/Address already|can't be read/);
    expect(stack.said()).toContain(`http://127.0.0.1:${port}`);
    expect(stack.said()).toContain(`npm run send -- workday terminated --port ${port}`);
    const fixture = ["jira", "issue_updated.transitioned"];
    const send = async (...args: readonly string[]) =>
      (await run("send", [...args, "--port", String(port)])).text;
    expect((await run("send", fixture, { PORT: String(port) })).text).toMatch(/^202 /);
    const another = ["jira", "issue_updated.service_desk", "--again"];
    const again = await run("send", [...another, "--port", String(port)], {
      REEVE_URL: "http://127.0.0.1:9",
    });
    expect(again.text).toMatch(
      /^202 .*\nSent again, as if that response had been lost:\n200 .*\nAlready received: nothing was repeated\.\n/,
    );
    const { text } = await run("send", ["workday", "terminated", "--on", "2126-12-20"], {
      REEVE_URL: `http://127.0.0.1:${port}`,
    });
    expect(text).toMatch(/^202 .*\n"Ada Marsh leaves on 20 December 2126", taken {2}http:.*\/events\/evt_/);
    expect(text).toMatch(/^ {2}→ leaver scheduled {2}http:.*\/runs\/run_/m);
    expect(await send("linear", "issue.remove")).toContain("No automation listens to ticket.deleted.");
    const page = `http://127.0.0.1:${port}`;
    const line = `run jira ticket\\.transitioned connector-owner-from-ticket live done ${page}/runs/run_.*`;
    await expect.poll(stack.said).toMatch(new RegExp(`^[0-9:]{8} ${line}$`, "m"));

    // The rest reloads the stack four times and restarts it five times, so it runs only in npm run test:long.
    if (!isFullSweep) {
      await stopped(stack.child);
      return expect(stack.said()).toContain("Runs in progress continue at the next start.");
    }

    // A change under src/ runs immediately, unless it has an error.
    const file = "src/automations/joiner.ts";
    const before = readFileSync(join(fork, file), "utf8");
    writeFileSync(join(fork, file), `${before}\nconst = 1;\n`);
    await expect.poll(stack.said).toContain(`${file}:${before.split("\n").length + 1}:7: `);
    writeFileSync(join(fork, file), before);
    await withConfig('timeZone: "UTC"', 'timeZone: "Europe/Berlim"', () =>
      expect.poll(stack.said).toMatch(/src\/own has errors:\n.*"Europe\/Berlim".* must be an IANA/),
    );
    expect(stack.said()).not.toContain("reloaded\n");
    await withConfig("dryRun: [", 'dryRun: ["leaver", ', async () => {
      await expect.poll(stack.said).toMatch(/^[0-9:]{8} reloaded$/m);
      expect(await send("entra", "leaver")).toContain("→ leaver dry run");
    });

    // A change of a start file restarts the stack, unless it has an error.
    writeFileSync(join(fork, ".dev.vars"), "DESKS=many\n");
    await expect
      .poll(stack.said)
      .toMatch(/not restarted, although \.dev\.vars has changed: .*\n +DESKS must be/);
    expect(stack.said()).toContain("The previous version keeps running.");
    rmSync(join(fork, ".dev.vars"));
    await expect.poll(stack.said).toMatch(/^[0-9:]{8} restarted on the embedded tenant: \.dev\.vars has/m);
    const toml = readFileSync(join(fork, "wrangler.toml"), "utf8");
    writeFileSync(join(fork, "wrangler.toml"), `${toml}\n[broken\n`);
    await expect.poll(stack.said).toMatch(/not restarted, although wrangler\.toml has changed: /);
    writeFileSync(join(fork, "wrangler.toml"), `${toml}\n# ours\n`);
    await expect.poll(stack.said).toMatch(/restarted on the embedded tenant: wrangler\.toml has changed$/m);
    expect(await send(...fixture)).toMatch(/^202 /);

    // Even a SIGKILL leaves no workerd running. If data can't be read, a start ends with the remedy.
    stack.child.kill("SIGKILL");
    await expect.poll(() => areFree(port)).toBe(true);
    const data = `.reeve/at-${port}`;
    const desk = join(fork, data, "reeve/do/reeve-Desk");
    const [database = ""] = readdirSync(desk).filter((name) => /^\w{64}\.sqlite$/.test(name));
    writeFileSync(join(desk, database), "damaged ".repeat(1_000));
    // The last writes are in a separate log, which might contain every page.
    rmSync(join(desk, `${database}-wal`), { force: true });
    const damaged = await run("start", ["--port", String(port)]);
    expect(damaged.text).toMatch(
      new RegExp(
        `^The data in .*/${data} can't be read \\(reeve/do/reeve-Desk/.*\\)\\. Move the folder to another place to start over\\.\\n$`,
      ),
    );
    expect(damaged.status).toBe(1);
    rmSync(join(fork, data), { recursive: true });

    writeFileSync(join(fork, ".dev.vars"), "GOVERNANCE_BASE_URL=http://127.0.0.1:9\n");
    const own = startProcess(["npm", "start", "--", "--port", String(port)], { cwd: fork });
    started.push(own.child);
    await expect.poll(own.text).toMatch(/Ctrl-C stops/);
    expect(own.text()).toContain("secrets.json");
    const { JIRA_WEBHOOK_SECRET: secret } = JSON.parse(
      readFileSync(join(fork, `.reeve/at-${port}/secrets.json`), "utf8"),
    );
    expect(own.text()).not.toContain(secret);
    expect(await send(...fixture, "--secret", "local-jira-webhook-secret")).toMatch(/^401 /);
    expect(await send(...fixture)).toMatch(/^200 .*"ignored":/);
    // The command names what src/config.ts does not enable, with the line that enables it.
    expect(await send("workday", "terminated")).toMatch(
      /Disabled automations for worker\.terminated: .*src\/config\.ts\n.*"joiner": \{ rules: … \},\n.*"leaver": \{/,
    );
    expect(await send("standard-webhooks")).toContain("Which recording?");
    expect(await send("workdya", "terminated")).toContain('Unknown sender "workdya". Did you mean workday?');
    expect(await send("workday", "terminate")).toContain(
      'Unknown recording "terminate" of workday. Did you mean terminated?',
    );
    // A killed npm passes no signal on: the processes that it started end by themselves.
    own.child.kill("SIGKILL");
    await expect.poll(() => areFree(port)).toBe(true);
  });
});

it("npm run send -- --list shows every sender, and the buttons in Teams", async () => {
  const { text } = await run("send", ["--list"]);
  for (const { source } of [...senders, slack]) expect(text).toMatch(new RegExp(`^${source}$`, "m"));
  expect(text).toMatch(/^teams\n {2}approve +clicks “Approve” on the newest card/m);
});

it("--all-commands --help lists every command in groups, one line each, and --help omits maintainers' commands", async () => {
  expect((await commands.run(ENTRY, ["--help"])).text).not.toContain("Work on Reeve itself");
  const { status, text } = await commands.run(ENTRY, ["--all-commands", "--help"]);
  expect(status).toBe(0);
  const listed = Array.from(text.matchAll(/^ {2}([a-z:]+) {2,}\S.*$/gm), ([, name]) => name);
  expect(listed.toSorted()).toEqual(COMMANDS.toSorted());
  const scripts = Object.entries(SCRIPTS).filter(([, script]) => script.startsWith(`node ${ENTRY} `));
  for (const [name, script] of scripts)
    expect([COMMANDS, script]).toEqual([expect.arrayContaining([name]), `node ${ENTRY} ${name}`]);
  expect(Object.keys(SCRIPTS).length).toBeLessThanOrEqual(14);
  expect(text.split("\n").filter((line) => /^ {3,}/.test(line))).toEqual([]);
  const unknown = await commands.run(ENTRY, ["docter"]);
  expect(unknown).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("Did you mean doctor?"),
  });
});

it("in a copy without test/, doctor runs, and commands that need the folder report its absence", async () => {
  const copy = makeFolder(onTestFinished, { copied: ["src", "package.json"], linked: ["node_modules"] });
  const call = (...args: string[]) =>
    spawnSync(process.execPath, [ENTRY, ...args], { cwd: copy, encoding: "utf8" });
  const help = call("--help");
  expect(help.stdout).toMatch(/^ {2}doctor .*\n/m);
  expect(help.stdout).not.toMatch(/^ {2}(?:demo|send|check|generate) /m);
  expect(help).toMatchObject({ status: 0, stdout: expect.stringContaining("need the folder test/") });
  for (const name of ["send", "check"])
    expect(call(name)).toMatchObject({ status: 2, stderr: expect.stringContaining("need the folder test/") });
  expect(JSON.parse(call("doctor", "--json").stdout)).toEqual(expect.any(Object));
});

describe("doctor", () => {
  it("prints only its findings as JSON on stdout with --json", async () => {
    const { status, stdout, stderr } = await run("doctor", ["--json"]);
    expect([status, stderr]).toEqual([1, ""]);
    const { ok, findings } = JSON.parse(stdout);
    expect(ok).toBe(false);
    expect(findings).toContainEqual(expect.objectContaining({ is: "problem", what: "roles" }));
  });

  it("reports misspelt variables, lines that set no variable and values cut off at a #, in colour only with FORCE_COLOR", async () => {
    const ask = async (env: Record<string, string>) => (await run("doctor", [], env)).stdout;
    const lines = ["JIRA_WEBHOK_SECRET=x", 'GITLAB_WEBHOOK_SECRET="a', 'b#c"#', "SLACK_SIGNING_SECRET: y"];
    lines.push("GITHUB_WEBHOOK_SECRET=0123#4567", "# a#b", "SITE_URL= # none");
    writeFileSync(join(fork, ".dev.vars"), lines.join("\r\n"));
    const plain = await ask({});
    expect(plain).toContain("unknown variable JIRA_WEBHOK_SECRET. Did you mean JIRA_WEBHOOK_SECRET");
    expect(plain).toMatch(
      /PROBLEM variables: \.dev\.vars: line 4 does not set a variable: write NAME=value\n/,
    );
    expect(plain).toContain("line 5: the value ends before the #: put the value in quotes");
    expect(plain).not.toMatch(/line [^45]/);
    const coloured = await ask({ FORCE_COLOR: "1" });
    expect(coloured).toContain("\u001b[31mPROBLEM \u001b[39mvariables: ");
    expect(stripVTControlCharacters(coloured)).toBe(plain);
    expect(await ask({ NO_COLOR: "1" })).toBe(plain);
    rmSync(join(fork, ".dev.vars"));
  });
});
