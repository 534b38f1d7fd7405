import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../../src/cli/bundle.ts";
import { configText, devVarsText } from "../../../src/cli/init/files.ts";
import type { RunningWorker } from "../../../src/cli/runtime.ts";
import { control, startTenant, tenantOrigin } from "../../../src/cli/start/stack.ts";

const GITA = "gita.lund@example.com";

let fork: string;
let tenant: RunningWorker;
let credential: { readonly clientId: string; readonly clientSecret: string };
beforeAll(async () => {
  fork = mkdtempSync(join(tmpdir(), "reeve-init-"));
  for (const part of ["src", "package.json", "wrangler.toml"])
    cpSync(root(part), join(fork, part), { recursive: true });
  for (const part of ["node_modules", "test"]) symlinkSync(root(part), join(fork, part));
  tenant = await startTenant();
  credential = await control(tenant, "POST", "credentials", { displayName: "init" });
});
afterAll(async () => {
  await tenant.stop();
  rmSync(fork, { recursive: true, force: true });
});

const file = (path: string) => readFileSync(join(fork, path), "utf8");

/** Runs it without a terminal. */
async function init(args: readonly string[], secret = credential.clientSecret) {
  const { GOVERNANCE_CLIENT_ID: _, ...env } = process.env;
  const child = spawn(process.execPath, ["src/cli/init/init.ts", ...args], {
    cwd: fork,
    env: { ...env, ...(secret && { GOVERNANCE_CLIENT_SECRET: secret }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  const status = await new Promise<number | null>((resolve) => void child.once("close", resolve));
  return { status, text };
}
const flags = () => [
  ...["--client-id", credential.clientId, "--base-url", tenantOrigin(tenant), "--admin", GITA],
  ...["--project", "IAM", "--field", "user=customfield_1", "--field", "connector=customfield_2"],
  ...["--connector", "GitHub MCP=app_github/con_github_mcp", "--time-zone", "Europe/Lisbon"],
];

describe("npm run init, without a terminal", () => {
  it.for<[string, () => Promise<{ status: number | null; text: string }>, RegExp, number]>([
    ["nothing", () => init([], ""), /^--client-id is missing/, 2],
    ["half a credential", () => init(["--client-id", credential.clientId], ""), /SECRET .* is missing/, 2],
    ["what is no client id", () => init(["--client-id", "me"]), /GOVERNANCE_CLIENT_ID is not a client id/, 2],
    ["a file that is there", () => init(flags()), /config\.ts is there\. Run it with --force/, 1],
    [
      "somebody whom the tenant does not know",
      () => init([...flags(), "--force", "--admin", "nobody@example.com"]),
      /no enabled governance user has the email nobody@example.com/,
      1,
    ],
    [
      "a secret that is not the credential's",
      () => init([...flags(), "--force"], credential.clientSecret.replace(/.{5}$/, "AAAAA")),
      /Nothing was written/,
      1,
    ],
  ])("with %s writes nothing, and says what is wrong", async ([, run, said, code]) => {
    const before = file("src/config.ts");
    const { status, text } = await run();
    expect(text).toMatch(new RegExp(said.source, "m"));
    expect(text).not.toContain(credential.clientSecret);
    expect(status).toBe(code);
    expect(file("src/config.ts")).toBe(before);
    expect(() => file(".dev.vars")).toThrow("ENOENT");
  });

  it("writes both files, which start, and again changes nothing", async () => {
    const first = await init([...flags(), "--force"]);
    expect(first.text).toContain(`people: ${GITA} is Gita Lund`);
    expect(first.text).not.toContain(credential.clientSecret);
    expect(first.status).toBe(0);
    expect(parseEnv(file(".dev.vars"))).toEqual({
      GOVERNANCE_CLIENT_ID: credential.clientId,
      GOVERNANCE_CLIENT_SECRET: credential.clientSecret,
      GOVERNANCE_BASE_URL: tenantOrigin(tenant),
    });
    expect(statSync(join(fork, ".dev.vars")).mode & 0o777).toBe(0o600);
    const config = file("src/config.ts");
    for (const part of [
      'timeZone: "Europe/Lisbon"',
      '"GitHub MCP"',
      'jira: ["IAM"]',
      "customfield_2",
      "dryRun",
    ])
      expect(config).toContain(part);
    const again = await init(flags(), "");
    expect(again.text).toContain("Everything was there already.");
    expect(again.status).toBe(0);
    expect(file("src/config.ts")).toBe(config);
  });
});

const python = spawnSync("python3", ["-c", "import pty"]).status === 0;

describe("npm run init, in a terminal", () => {
  it.skipIf(!python)("asks for what is missing, and before it replaces anything", async () => {
    writeFileSync(join(fork, ".dev.vars"), "# mine\nREEVE_URL=https://reeve.example.com\n");
    const answers = [
      ["Client ID", credential.clientId],
      ["Client Secret", credential.clientSecret],
      ["Address of the tenant", tenantOrigin(tenant)],
      ["Your email", GITA],
      ["Time zone", ""],
      ["Where your tickets are", "github"],
      ["The project", "acme/access"],
      ["The form", ""],
      ["The status", "completed"],
      ["Fields", ""],
      ["A connector", ""],
      [".dev.vars is there", "y"],
      ["config.ts is there", "y"],
    ];
    const child = spawn(
      "python3",
      [root("test/support/terminal.py"), JSON.stringify(answers), process.execPath, "src/cli/init/init.ts"],
      {
        cwd: fork,
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
    const status = await new Promise<number | null>((resolve) => void child.once("close", resolve));
    expect(text).not.toContain(credential.clientSecret);
    expect(status, text).toBe(0);
    expect(file(".dev.vars")).toMatch(
      /^# mine\nREEVE_URL=https:\/\/reeve\.example\.com\nGOVERNANCE_CLIENT_ID=/,
    );
    expect(file("src/config.ts")).toContain('github: ["acme/access"]');
    expect(file("src/config.ts")).toContain('status: "completed"');
  });
});

describe("the files", () => {
  it("keep what is theirs of .dev.vars, and replace what is answered", () => {
    expect(devVarsText("A=1\nB=2", { B: "x#y", C: "$&" })).toBe('A=1\nB="x#y"\nC=$&\n');
  });

  it("hold what is answered as text, whatever it is", () => {
    const hostile = '"], x: process.env, y: ["';
    const text = configText(
      {
        credential: { GOVERNANCE_CLIENT_ID: "", GOVERNANCE_CLIENT_SECRET: "" },
        admin: GITA,
        timeZone: "UTC",
        ticket: { system: "jira", project: hostile, requestType: hostile, status: hostile },
        fields: { [hostile]: hostile },
        connector: { name: hostile, appId: hostile, connectorId: hostile },
      },
      "Gita\n  evil: true,",
    );
    expect(text).not.toMatch(/^ *evil/m);
    const body = /export default defineConfig\(([\s\S]*)\);/.exec(text)?.[1];
    const stated: unknown = new Function(`return (${body});`)();
    expect(stated).toMatchObject({
      settings: { ticketProjects: { jira: [hostile] }, fields: { jira: { [hostile]: hostile } } },
    });
  });
});
