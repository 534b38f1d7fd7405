import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { control, tenantOrigin } from "../../src/cli/start/stack.ts";
import { bamboohr } from "../../src/sandbox/vendors/hr.ts";
import { startTenant } from "../e2e/stack.ts";
import { recordedFile } from "../vendors/recorded-file.ts";
import { startVendor } from "../vendors/stub.ts";
import { type OneProcess, startOneProcess } from "./one-process.ts";

const GITA = "gita.lund@example.com";

/** An approved request of a form that is like none of the recorded ones: in German, in fields of other ids and kinds. */
const TICKET = {
  timestamp: 1795340000000,
  webhookEvent: "jira:issue_updated",
  user: { accountId: "5b10:gita", displayName: "Gita Lund", emailAddress: GITA },
  issue: {
    id: "88123",
    self: "https://nordwind.atlassian.net/rest/api/2/88123",
    key: "SEC-7",
    fields: {
      summary: "Bitte Hugo eintragen",
      status: { name: "Freigegeben", id: "10077" },
      issuetype: { name: "Servicewunsch" },
      reporter: { accountId: "5b10:nora", emailAddress: "nora.field@example.com" },
      customfield_11777: { requestType: { id: "91", name: "Systemverantwortung" } },
      customfield_11801: { accountId: "5b10:hugo", emailAddress: "hugo.pike@example.com" },
      customfield_11802: { value: "Zahlungen" },
      customfield_11803: { value: "Verantwortlich" },
      customfield_11804: "2099-03-31",
    },
  },
  changelog: {
    items: [{ field: "status", fieldId: "status", fromString: "In Prüfung", toString: "Freigegeben" }],
  },
};

const LEAVER = recordedFile("workday/terminated.json");

let fork: string;
let commands: OneProcess;
let tenant: RunningWorker;
let credential: { readonly clientId: string; readonly clientSecret: string };
beforeAll(async () => {
  fork = mkdtempSync(join(tmpdir(), "reeve-init-"));
  for (const part of ["src", "package.json", "wrangler.toml", "biome.json"])
    cpSync(root(part), join(fork, part), { recursive: true });
  for (const part of ["node_modules", "test"]) symlinkSync(root(part), join(fork, part));
  writeFileSync(join(fork, "ticket.json"), JSON.stringify(TICKET));
  writeFileSync(join(fork, "roles.csv"), "kind,name,id\nowner-role,Verantwortlich,owner\n");
  commands = startOneProcess(fork);
  tenant = await startTenant();
  credential = await control(tenant, "POST", "credentials", { displayName: "init" });
});
beforeEach(() => {
  cpSync(root("src/config.ts"), join(fork, "src/config.ts"));
  rmSync(join(fork, ".dev.vars"), { force: true });
});
afterAll(async () => {
  await commands.end();
  await tenant.stop();
  rmSync(fork, { recursive: true, force: true });
});

const file = (path: string) => readFileSync(join(fork, path), "utf8");

/** Runs a program to its end. */
async function run(command: readonly string[], secret = credential.clientSecret) {
  const { GOVERNANCE_CLIENT_ID: _, ...env } = process.env;
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
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
/** The same without a terminal, in a process that runs the others too. */
function inOne(command: string, args: readonly string[], secret = credential.clientSecret) {
  const { GOVERNANCE_CLIENT_ID: _, ...env } = process.env;
  return commands.run(command, args, { ...env, ...(secret && { GOVERNANCE_CLIENT_SECRET: secret }) });
}
const init = (args: readonly string[], secret?: string) => inOne("src/cli/init/init.ts", args, secret);
const importNames = (...args: string[]) => inOne("src/cli/names-import/import.ts", args);

/** What `npm run init` has written for these flags, which it writes once. */
let written: Promise<readonly [path: string, text: string][]> | undefined;
/** Has the fork set up, as it is after `npm run init`. */
async function setUp(): Promise<void> {
  written ??= init([...flags(), "--yes", "--no-test"]).then(({ status, text }) => {
    expect(status, text).toBe(0);
    return ["src/config.ts", ".dev.vars"].map((path) => [path, file(path)]);
  });
  for (const [path, text] of await written) writeFileSync(join(fork, path), text);
}

const access = () => [
  // A random id may begin with a dash.
  `--client-id=${credential.clientId}`,
  "--base-url",
  tenantOrigin(tenant),
  "--email",
  GITA,
];
const flags = () => [
  ...[...access(), "--delivery", "ticket.json", "--form", "Systemverantwortung", "--names", "roles.csv"],
  ...["--field", "connector=customfield_11802,role=customfield_11803", "--time-zone", "Europe/Lisbon"],
  ...["--connector", "Zahlungen=app_github/con_github_mcp", "--slack", "U0GITA0001"],
];

describe("npm run init, without a terminal", () => {
  it.for<[string, () => Promise<{ status: number | null; text: string }>, RegExp, number]>([
    ["nothing", () => init([], ""), /^--client-id is missing/, 2],
    ["half a credential", () => init([`--client-id=${credential.clientId}`], ""), /SECRET.* is missing/, 2],
    ["what is no client id", () => init(["--client-id", "me"]), /GOVERNANCE_CLIENT_ID is not a client id/, 2],
    [
      "nobody's leave to write",
      () => init(flags()),
      /Change src\/config\.ts like this\? Say so with --yes/,
      2,
    ],
    [
      "somebody whom the tenant does not know",
      () => init([...flags(), "--yes", "--email", "nobody@example.com"]),
      /no enabled governance user has the email nobody@example.com/,
      1,
    ],
    [
      "a secret that is not the credential's",
      () => init([...flags(), "--yes"], credential.clientSecret.replace(/.{5}$/, "AAAAA")),
      /Nothing was written/,
      1,
    ],
    [
      "a file that is none",
      () => init([...flags(), "--delivery", "none.json"]),
      /--delivery: none\.json can't be read/,
      2,
    ],
    [
      "a delivery about neither a ticket nor a worker",
      () => init([...flags(), "--delivery", recordedFile("standard-webhooks/message.json")]),
      /is like no delivery of a ticketing or HR system/,
      2,
    ],
    [
      "a leaver, and no review policy",
      () => init([...access(), "--delivery", LEAVER, "--source", "workday"]),
      /^--review-policy is missing/,
      2,
    ],
    [
      "a message that several systems may have sent",
      () => init([...flags(), "--delivery", recordedFile("freshservice/ticket_message.json")]),
      /^--source is missing.*: one of .*freshservice/,
      2,
    ],
    [
      "no field for what the automation needs",
      () => init([...access(), "--delivery", "ticket.json", "--form", "Systemverantwortung"]),
      /--field connector=<one of the fields above>, which connector-owner-from-ticket needs, is missing/,
      2,
    ],
  ])("with %s writes no settings, and says what is wrong", async ([, attempt, said, code]) => {
    const { status, text } = await attempt();
    expect(text).toMatch(new RegExp(said.source, "m"));
    expect(text).not.toContain(credential.clientSecret);
    expect(status, text).toBe(code);
    expect(file("src/config.ts")).toBe(readFileSync(root("src/config.ts"), "utf8"));
  });

  it("writes both files, plays the delivery, and again changes nothing", async () => {
    const first = await init([...flags(), "--yes"]);
    expect(first.text).toContain(`people: ${GITA} is Gita Lund`);
    expect(first.text).toContain("users: 200");
    expect(first.text).not.toContain(credential.clientSecret);
    expect(first.status, first.text).toBe(0);
    expect(parseEnv(file(".dev.vars"))).toEqual({
      GOVERNANCE_CLIENT_ID: credential.clientId,
      GOVERNANCE_CLIENT_SECRET: credential.clientSecret,
      GOVERNANCE_BASE_URL: tenantOrigin(tenant),
    });
    expect(statSync(join(fork, ".dev.vars")).mode & 0o777).toBe(0o600);
    const config = file("src/config.ts");
    for (const part of [
      'timeZone: "Europe/Lisbon"',
      '"connector-owner-from-ticket": { requestType: "Systemverantwortung", status: "Freigegeben" }',
      "// Not verified, as the API has no read for them. Compare the ids in the service: Integrations,",
      'Zahlungen: { appId: "app_github", appName: "Zahlungen", connectorId: "con_github_mcp" }',
      'jira: ["SEC"]',
      'user: "customfield_11801"',
      'requestType: "customfield_11777"',
      `people: [{ email: "${GITA}", slack: "U0GITA0001", roles: ["admin"] }]`,
      'policy: { dryRun: ["connector-owner-from-ticket"] }',
    ])
      expect(config).toContain(part);
    // Nothing of the examples is left.
    expect(config).not.toMatch(/GitHub|IAM|customfield_100|ada\.marsh/);
    const { status } = spawnSync(
      process.execPath,
      [root("node_modules/@biomejs/biome/bin/biome"), "format", "--vcs-enabled=false", "src/config.ts"],
      { cwd: fork },
    );
    expect(status).toBe(0);
    expect(first.text).toMatch(
      /would do this\n +Add Hugo Pike as owner of the connector Zahlungen \(app Zahlungen\) until 31 Mar 2099/,
    );

    const again = await init(["--delivery", "ticket.json"], "");
    expect(again.text).toContain("src/config.ts has all of it already.");
    expect(again.text).toContain("would do this");
    expect(again.status, again.text).toBe(0);
    expect(file("src/config.ts")).toBe(config);
  });

  it("tries out in dry run what runs live already, which stays live", async () => {
    await setUp();
    const live = file("src/config.ts").replace('dryRun: ["connector-owner-from-ticket"]', "dryRun: []");
    writeFileSync(join(fork, "src/config.ts"), live);
    const owners = await control<object>(tenant, "GET", "owners");
    const { status, text } = await init(["--delivery", "ticket.json"], "");
    expect(text).toContain("would do this");
    expect(status, text).toBe(0);
    expect(await control<object>(tenant, "GET", "owners")).toEqual(owners);
    expect(file("src/config.ts")).toBe(live);
  });

  it("tries out a leaver of an HR system, and again changes nothing", async () => {
    const args = [
      ...access(),
      ...["--delivery", LEAVER, "--source", "workday"],
      "--review-policy",
      "Managers=pol_manager_review",
      "--yes",
    ];
    const { status, text } = await init(args);
    expect(status, text).toBe(0);
    expect(text).toContain(
      "It looks like workday: worker.terminated of Ada Marsh, ada.marsh@example.com, on 2026-06-30",
    );
    expect(text).toMatch(/leaver: would do this\n.*access review/);
    expect(text).toMatch(/would need an approval/);
    const config = file("src/config.ts");
    for (const part of [
      'review: {\n          name: "Access of a leaver",\n          policy: "Managers",\n          openDays: 14,',
      `fallbackOwnerEmails: ["${GITA}"]`,
      'Managers: "pol_manager_review"',
      'policy: { dryRun: ["leaver"] }',
    ])
      expect(config).toContain(part);
    const again = await init(["--delivery", LEAVER, "--source", "workday"], "");
    expect(again.text).toContain("src/config.ts has all of it already.");
    expect(again.status, again.text).toBe(0);
  });

  it("reads from the HR system's API what its delivery leaves out, and writes the credential for that", async () => {
    const hr = await startVendor(bamboohr.answers());
    onTestFinished(() => hr.stop());
    const variables = bamboohr.variables(hr.url);
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(fork, ".dev.vars"), lines.join(""));
    const { status, text } = await init([
      ...[
        ...access(),
        "--delivery",
        recordedFile("bamboohr/employee.created.json"),
        "--source",
        "bamboohr",
        "--yes",
      ],
      ...[
        "--rule",
        "department=Security,connector=GitHub",
        "--connector",
        "GitHub=app_github/con_github_mcp",
      ],
    ]);
    expect(status, text).toBe(0);
    expect(text).toContain("What it leaves out, Reeve reads from the API of BambooHR.");
    expect(text).not.toContain(variables["BAMBOOHR_API_KEY"]);
    expect(text).toMatch(/joiner: would do this\n +Add Kamala Otter as owner of the connector GitHub/);
    expect(file("src/config.ts")).toContain(
      'joiner: { rules: [{ department: "Security", connector: "GitHub" }] }',
    );
  });

  it("says what is in the way where the automation would plan nothing", async () => {
    const { status, text } = await init([...flags(), "--yes", "--status", "Erledigt"]);
    expect(text).toMatch(/plans nothing\n.*The status is "Freigegeben", not "Erledigt"/);
    expect(text).toContain("run npm run init again");
    expect(status).toBe(1);
  });

  it("keeps what somebody wrote into the file, and stops at mistakes in it", async () => {
    const own = file("src/config.ts")
      .replace("policy: {", "// Ours.\n  replies: { jira: {} },\n  policy: { retentionDays: 30,")
      .replace('"requested-action": {},', '"requested-action": {}, // by Slack');
    writeFileSync(join(fork, "src/config.ts"), own);
    const { status, text } = await init([...flags(), "--yes", "--no-test"]);
    expect(status, text).toBe(0);
    for (const part of ["// Ours.", "replies: { jira: {} }", "retentionDays: 30", "// by Slack"])
      expect(file("src/config.ts")).toContain(part);
    writeFileSync(join(fork, "src/config.ts"), own.replace("retentionDays: 30", "retentionDays: 0"));
    const broken = await init([...flags(), "--yes"]);
    expect(broken.text).toMatch(/src\/config\.ts has mistakes; correct them first:\n +policy\.retentionDays/);
    expect(broken.status).toBe(1);
  });
});

describe("npm run names:import", () => {
  const csv = (...lines: string[]) => {
    const header = "kind,name,id,app_id,app,connector,person";
    writeFileSync(join(fork, "names.csv"), `${[header, ...lines].join("\n")}\n`);
  };

  it("looks names up, and says of each whether it was read", async () => {
    await setUp();
    csv(
      "tool,Create issue,tool_github_create_issue,,,zahlungen,",
      "app,HR,app_hr,,,,",
      "account,,acc_hr_1,,hr,,ada.marsh@example.com",
      "session-policy,Kiosk,sp_kiosk,,,,",
    );
    const { status, text } = await importNames("names.csv", "--yes");
    expect(status, text).toBe(0);
    const config = file("src/config.ts");
    expect(config).toContain(
      '{ connector: "Zahlungen", id: "tool_github_create_issue" }, // verified: is Create issue',
    );
    expect(config).toContain('HR: "app_hr", // verified: attributes of 200 users come from it');
    expect(config).toMatch(/connectorId: "con_github_mcp" }, \/\/ verified: one of its tools was read/);
    expect(config).toMatch(
      /sessionPolicies: {\n +\/\/ Not verified.*the page of the session policy\.\n +Kiosk/,
    );
    expect(config).toContain('HR: { "ada.marsh@example.com": "acc_hr_1" }');
    expect((await importNames("names.csv")).text).toContain("has all of it already");
  });

  it.for<[string, string[], RegExp]>([
    [
      "a tool that is not there",
      ["tool,Gone,tool_x,,,Zahlungen,"],
      /"Gone" \(tool_x of con_github_mcp\): no such tool/,
    ],
    ["a kind that is none", ["bird,Tit,1,,,,"], /line 2: kind is one of connector, app,/],
    ["a name without an id", ["app,GitHub,,,,,"], /line 2: id missing of the app/],
    ["a connector of nobody", ["tool,X,1,,,Nope,"], /line 2: no connector is called "Nope"/],
  ])("writes nothing for %s", async ([, lines, said]) => {
    await setUp();
    const before = file("src/config.ts");
    csv(...lines);
    const { status, text } = await importNames("names.csv", "--yes");
    expect(text).toMatch(said);
    expect(status).toBe(1);
    expect(file("src/config.ts")).toBe(before);
  });
});

const python = spawnSync("python3", ["-c", "import pty"]).status === 0;
const DOWN = "\u001b[B";

describe("npm run init, in a terminal", () => {
  it.skipIf(!python)(
    "takes a form like none of the recorded ones to a dry run, with what it asks",
    async () => {
      const ownersNow = () => control<object>(tenant, "GET", "owners");
      const owners = await ownersNow();
      writeFileSync(join(fork, ".dev.vars"), "# mine\nREEVE_URL=https://reeve.example.com\n");
      const answers: [question: string, answer: string][] = [
        ["Client ID", credential.clientId],
        ["Client Secret", credential.clientSecret],
        ["Address of the tenant", tenantOrigin(tenant)],
        ["Your email", "nobody@example.com"],
        ["Your email", GITA],
        ["Slack user id", "U0GITA0001"],
        ["A delivery of your ticketing or HR system", "ticket.json"],
        ["Where does it come in", ""],
        ["What a ticket asks for", ""],
        ["Which field says what form", ""],
        ["The status", ""],
        ["Which field is the user", ""],
        ["Which field is the connector", ""],
        ["Which field is the role", DOWN],
        ["Which field is the until", ""],
        ["The id of the connector", "con_github_mcp"],
        ["The app's id", "app_github"],
        ["What its app is called", "Payments"],
        ["The id of the owner role", "owner"],
        ["Change src/config.ts", "y"],
        ["Keep that Reeve running", "n"],
      ];
      const terminal = [
        "python3",
        root("test/support/terminal.py"),
        JSON.stringify(answers),
        process.execPath,
      ];
      const { status, text } = await run([...terminal, "src/cli/init/init.ts"], "");
      expect(text).not.toContain(credential.clientSecret);
      expect(status, text).toBe(0);
      expect(text).toContain("no enabled governance user has the email nobody@example.com");
      expect(text).toMatch(/Add Hugo Pike as owner of the connector Zahlungen \(app Payments\)/);
      expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/runs\/run_/);
      expect(file(".dev.vars")).toMatch(
        /^# mine\nREEVE_URL=https:\/\/reeve\.example\.com\nGOVERNANCE_CLIENT_ID=/,
      );
      expect(file("src/config.ts")).toContain('role: "customfield_11803"');
      // What it would do it has not done.
      expect(await ownersNow()).toEqual(owners);
    },
  );

  it.skipIf(!python)("takes a mover of an HR system to a dry run, with what it asks", async () => {
    const moved = JSON.parse(readFileSync(recordedFile("workday/changed.json"), "utf8"));
    writeFileSync(join(fork, "moved.json"), JSON.stringify({ ...moved, effectiveOn: "2099-01-01" }));
    const answers = [
      ["Client ID", credential.clientId],
      ["Client Secret", credential.clientSecret],
      ["Address of the tenant", tenantOrigin(tenant)],
      ["Your email", GITA],
      ["Slack user id", ""],
      ["A delivery of your ticketing or HR system", "moved.json"],
      ["Where does it come in", DOWN],
      ["What Reeve does about worker.changed", ""],
      ["by which review policy", "Managers"],
      ["The id of the review policy", "pol_manager_review"],
      ["Who owns the review where", "hugo.pike@example.com"],
      ["How many days", "21"],
      ["Change src/config.ts", "y"],
      ["Keep that Reeve running", "n"],
    ];
    const terminal = ["python3", root("test/support/terminal.py"), JSON.stringify(answers), process.execPath];
    const { status, text } = await run([...terminal, "src/cli/init/init.ts"], "");
    expect(status, text).toBe(0);
    expect(text).toContain("It takes effect on 2099-01-01; it is played as if that day had come.");
    expect(text).toMatch(/mover: would do this/);
    expect(file("src/config.ts")).toMatch(
      /mover: {\s+review: {\s+name: "Access after a move",\s+policy: "Managers",\s+openDays: 21,\s+fallbackOwnerEmails: \["hugo\.pike@example\.com"\]/,
    );
  });

  it.skipIf(!python)("writes nothing where somebody says no", async () => {
    const answers = [
      ["Where does it come in", ""],
      ["What a ticket asks for", ""],
      ["The status", ""],
      ["Which field is the user", ""],
      ["Which field is the until", ""],
      ["Change src/config.ts", "n"],
    ];
    const terminal = ["python3", root("test/support/terminal.py"), JSON.stringify(answers), process.execPath];
    const { status, text } = await run([...terminal, "src/cli/init/init.ts", ...flags()]);
    expect(status, text).toBe(1);
    expect(text).toContain("Nothing more was written.");
    expect(file("src/config.ts")).toBe(readFileSync(root("src/config.ts"), "utf8"));
  });
});
