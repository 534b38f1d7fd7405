import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { root } from "../../../src/cli/shared/bundle.ts";
import type { RunningWorker } from "../../../src/cli/shared/runtime.ts";
import { control, tenantOrigin } from "../../../src/cli/start/stack.ts";
import { bamboohr } from "../../../src/sandbox/vendors/hr.ts";
import { startTenant } from "../../e2e/stack.ts";
import { recordedFile } from "../../vendors/recorded-file.ts";
import { startVendor, type VendorStub } from "../../vendors/stub.ts";
import { CLOUD_ID, jira } from "../../vendors/tickets.ts";
import { makeFolder } from "../fork.ts";
import { startProcess } from "../process.ts";

const GITA = "gita.lund@example.com";

/** An approved request of a form that differs from all recorded ones: in German, with other field ids and types. */
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

const fork = makeFolder(afterAll, {
  copied: ["src", "package.json", "tsconfig.json", "wrangler.toml", "biome.json"],
  linked: ["node_modules", "test"],
});
let tenant: RunningWorker;
let atlassian: VendorStub;
let credential: { readonly clientId: string; readonly clientSecret: string };
beforeAll(async () => {
  writeFileSync(join(fork, "ticket.json"), JSON.stringify(TICKET));
  tenant = await startTenant();
  atlassian = await startVendor(jira);
  credential = await control(tenant, "POST", "credentials", { displayName: "init" });
});
beforeEach(() => {
  cpSync(root("src/config.ts"), join(fork, "src/config.ts"));
  writeFileSync(join(fork, ".dev.vars"), variables(access()));
});
afterAll(() => Promise.all([tenant.stop(), atlassian.stop()]));

const file = (path: string) => readFileSync(join(fork, path), "utf8");
const variables = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
const SECRET = "the-webhook-secret-of-the-tests";
const access = () => ({
  GOVERNANCE_CLIENT_ID: credential.clientId,
  GOVERNANCE_CLIENT_SECRET: credential.clientSecret,
  GOVERNANCE_BASE_URL: tenantOrigin(tenant),
  CONDUCTORONE_WEBHOOK_SECRET: SECRET,
});

/** Runs a program until it ends, without a terminal. Its requests to Atlassian go to the stub. */
async function run(command: readonly string[]) {
  const { GOVERNANCE_CLIENT_ID: _, ...env } = process.env;
  const toStub = `const { fetch } = globalThis; globalThis.fetch = (url, init) =>
    fetch(String(url).replace(/^https:..(nordwind|api).atlassian.(net|com)/, "${atlassian.url}"), init)`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(toStub)}`;
  const { ended, text } = startProcess(command, {
    cwd: fork,
    env: { ...env, NODE_OPTIONS, TZ: "Europe/Lisbon" },
  });
  const status = await ended;
  expect(text()).not.toContain(credential.clientSecret);
  return { status, text: text() };
}

type Answers = readonly (readonly [question: string, answer: string])[];
const INIT = [process.execPath, "src/cli/reeve.ts", "init"];

/** Runs `npm run init` in a terminal, and answers each question when it appears. */
const init = (answers: Answers, ...args: readonly string[]) =>
  run(["python3", root("test/support/terminal.py"), JSON.stringify(answers), ...INIT, ...args]);

const DOWN = "\u001b[B";
/**
 * The answers about the ticket's fields, in the order of the questions: form, user, connector, role, last day. There is
 * no first day.
 */
const ABOUT_TICKET: Answers = [
  ["Which one does", ""],
  ["What does a ticket ask for", ""],
  ["Which field has the name", ""],
  ["The status", ""],
  ["Which field is the person", DOWN],
  ["Which field is the person", ""],
  ["Which field is the connector", ""],
  ["The id for the connector", "con_github_mcp"],
  ["The app's id", "app_github"],
  ["The app's name", "Payments"],
  ["Which field is the role", DOWN],
  ["The id for the owner role", "owner"],
  ["Which field is the first day", ""],
  ["Which field is the last day", DOWN],
];
const NO: Answers = [["Keep this Reeve running", "n"]];
const ticket = (answers: Answers) =>
  init([["Your email", GITA], ...answers, ["Write this", "y"], ...NO], "--delivery", "ticket.json");

it("npm run init reports that it needs a terminal if there is no terminal", async () => {
  const { status, text } = await run(INIT);
  expect(text).toMatch(/^npm run init asks questions: run it in a terminal$/m);
  expect(status).toBe(2);
});

const python = spawnSync("python3", ["-c", "import pty"]).status === 0;

describe.skipIf(!python)("npm run init", () => {
  it("sets up an unfamiliar ticket form in dry run, and changes nothing when repeated", async () => {
    const ownersNow = () => control<object>(tenant, "GET", "owners");
    const owners = await ownersNow();
    writeFileSync(join(fork, ".dev.vars"), "# mine\nREEVE_URL=https://reeve.example.com\n");
    const own = file("src/config.ts")
      .replace("policy: {", "// Ours.\n  replies: { jira: {} },\n  policy: { retentionDays: 30,")
      .replace('"requested-action": {},', '"requested-action": {}, // by Slack');
    writeFileSync(join(fork, "src/config.ts"), own);
    const first = await init([
      ["Client ID", credential.clientId],
      ["Client Secret", credential.clientSecret],
      [
        "Address of the tenant, for example https://acme.conductor.one or https://acme.c1eu.ai",
        tenantOrigin(tenant),
      ],
      ["Your email", "nobody@example.com"],
      ["Your email", GITA],
      ["File with the body of a delivery", "ticket.json"],
      ...ABOUT_TICKET,
      ["Will the governance service", "y"],
      ["Write this", "y"],
      ...NO,
    ]);
    expect(first.status, first.text).toBe(0);
    expect(first.text).toContain("no enabled governance user has the email nobody@example.com");
    expect(first.text).toContain(`people: ${GITA} is Gita Lund`);
    expect(first.text).toContain("users: 200");
    expect(first.text).toMatch(/customfield_11803 = Verantwortlich/);
    expect(first.text).toContain("“Zahlungen” can't be the user: must be an email address");
    expect(first.text).toMatch(/^ {2}\+ .*requestType: "Systemverantwortung"/m);
    expect(first.text).toContain('compare their ids in the service: "Zahlungen"');
    expect(first.text).toMatch(
      /would do this\s+Add Hugo Pike as owner of the connector Zahlungen \(app Payments\) until 31 Mar 2099/,
    );
    // A user who stops here has seen the next steps.
    expect(first.text).toMatch(
      /npm run doctor[\s\S]*npm start[\s\S]*http:\/\/127\.0\.0\.1:\d+\/runs\/run_[\s\S]*Keep this Reeve/,
    );
    const vars = file(".dev.vars").replace(/(?<=WEBHOOK_SECRET=)[\w-]{32}$/m, SECRET);
    expect(vars).toBe(`# mine\nREEVE_URL=https://reeve.example.com\n${variables(access())}`);
    expect(statSync(join(fork, ".dev.vars")).mode & 0o777).toBe(0o600);
    const config = file("src/config.ts");
    const { default: written } = await import(`${join(fork, "src/config.ts")}?written`);
    expect(written).toMatchObject({
      settings: {
        timeZone: "Europe/Lisbon",
        automations: {
          "requested-action": {},
          "connector-owner-from-ticket": { requestType: "Systemverantwortung", status: ["Freigegeben"] },
        },
        connectors: {
          Zahlungen: { appId: "app_github", appName: "Payments", connectorId: "con_github_mcp" },
        },
        ownerRoles: { Owner: "owner", Verantwortlich: "owner" },
        ticketProjects: { jira: ["SEC"] },
        fields: {
          jira: {
            user: "customfield_11801",
            connector: "customfield_11802",
            role: "customfield_11803",
            until: "customfield_11804",
          },
        },
      },
      people: [{ email: GITA, roles: ["admin"] }],
      policy: { dryRun: expect.arrayContaining(["connector-owner-from-ticket"]), retentionDays: 30 },
    });
    for (const part of ["// Ours.", "replies: { jira: {} }", "// by Slack", "/** The time zone of days"])
      expect(config).toContain(part);
    const format = [root("node_modules/@biomejs/biome/bin/biome"), "format", "--vcs-enabled=false"];
    expect(spawnSync(process.execPath, [...format, "src/config.ts"], { cwd: fork }).status).toBe(0);
    // The dry run has changed nothing.
    expect(await ownersNow()).toEqual(owners);

    const again = await init(
      [
        ["Your email", ""],
        ["Which one does", ""],
        ["What does a ticket ask for", ""],
        ["Which field has the name", ""],
        ["The status", ""],
        ["Which field is the person", ""],
        ["Which field is the connector", ""],
        ["Which field is the role", ""],
        ["Which field is the first day", ""],
        ["Which field is the last day", ""],
        ...NO,
      ],
      "--delivery",
      "ticket.json",
    );
    expect(again.text).toContain("src/config.ts and .dev.vars are already complete.");
    expect(again.text).toContain("would do this");
    expect(again.status, again.text).toBe(0);
    expect(file("src/config.ts")).toBe(config);
  });

  it("returns to the previous question on Escape, and plays a delivery in dry run even if the automation is live", async () => {
    const live = file("src/config.ts").replace(
      "automations: {",
      'automations: { "connector-owner-from-ticket": { requestType: "Systemverantwortung", status: "Freigegeben" },',
    );
    writeFileSync(join(fork, "src/config.ts"), live);
    const owners = await control<object>(tenant, "GET", "owners");
    const backToStatus: Answers = [
      ["The status", "Erledigt"],
      ["Which field is the person", "\u001b"],
      ["Go back to the previous question", ""],
    ];
    const { status, text } = await ticket([
      ...ABOUT_TICKET.slice(0, 3),
      ...backToStatus,
      ...ABOUT_TICKET.slice(3),
    ]);
    expect(text).toContain("would do this");
    expect(status, text).toBe(0);
    expect(await control<object>(tenant, "GET", "owners")).toEqual(owners);
    expect(file("src/config.ts")).toMatch(/dryRun: \[(?![^\]]*from-ticket)/);
  });

  it.for([
    ["writes the URLs that a scoped Jira token needs", "jira-scoped-token-of-the-tests", true],
    ["prints the URL that a Jira API token needs", "jira-api-token-of-the-tests", false],
  ] as const)("%s", async ([, token, isScoped]) => {
    const site = "https://nordwind.atlassian.net";
    const own = { ...access(), JIRA_EMAIL: "reeve@example.com", JIRA_API_TOKEN: token };
    writeFileSync(join(fork, ".dev.vars"), variables(own));
    const { status, text } = await ticket(ABOUT_TICKET);
    expect(status, text).toBe(0);
    const urls = { JIRA_URL: site, JIRA_API_URL: `https://api.atlassian.com/ex/jira/${CLOUD_ID}` };
    expect(parseEnv(file(".dev.vars"))).toEqual({ ...own, ...(isScoped && urls) });
    expect(text.includes(`to reply in Jira: JIRA_URL=${site}; a scoped token also needs`)).toBe(!isScoped);
    expect(text).not.toContain(token);
  });

  it("reports the reason if the automation would plan nothing", async () => {
    const { status, text } = await ticket(
      ABOUT_TICKET.map(([question, answer]) => [question, question === "The status" ? "Erledigt" : answer]),
    );
    expect(text).toMatch(/plans nothing\s+.*The status is "Freigegeben", not "Erledigt"/);
    expect(text).toContain("run npm run init again");
    expect(status).toBe(1);
  });

  it("sets up the mover automation in dry run from a delivery by an HR system", async () => {
    const moved = JSON.parse(readFileSync(recordedFile("workday/changed.json"), "utf8"));
    writeFileSync(join(fork, "moved.json"), JSON.stringify({ ...moved, effectiveOn: "2099-01-01" }));
    const { status, text } = await init(
      [
        ["Your email", GITA],
        ["Which one does", DOWN],
        ["What should Reeve do about worker.changed", ""],
        ["Review policy for the access review", "Managers"],
        ["The id for the review policy", "pol_manager_review"],
        ["Email of the review's owner", "hugo.pike@example.com"],
        ["Number of days", "21"],
        ["Write this", "y"],
        ...NO,
      ],
      "--delivery",
      "moved.json",
    );
    expect(status, text).toBe(0);
    expect(text).toContain("The delivery is played as if today were its day, 2099-01-01.");
    expect(text).toMatch(/mover: would do this\s+Create the access review/);
    expect(text).toMatch(/would need an approval/);
    expect(file("src/config.ts")).toContain('reviewOwners: ["hugo.pike@example.com"]');
    expect(file("src/config.ts")).toMatch(
      /mover: {\s+review: {\s+name: "Access after a move",\s+policy: "Managers",\s+openDays: 21,/,
    );
  });

  it("reads a delivery's missing data from the HR system's API, and writes the API's credential to .dev.vars", async () => {
    const hr = await startVendor(bamboohr.answers());
    onTestFinished(() => hr.stop());
    const secrets = bamboohr.variables(hr.url);
    const { BAMBOOHR_API_KEY: key = "", ...others } = secrets;
    writeFileSync(join(fork, ".dev.vars"), variables({ ...access(), ...others }));
    const { status, text } = await init(
      [
        ["Your email", GITA],
        ["Which one does", ""],
        ["BambooHR", key],
        ["What should Reeve do about worker.hired", ""],
        ["Joiners of which department", "Security"],
        ["With which job title", ""],
        ["The connector that they will own", "GitHub"],
        ["The id for the connector", "con_github_mcp"],
        ["The app's id", "app_github"],
        ["The app's name", "GitHub"],
        ["The id for the owner role", "owner-2"],
        ["Write this", "y"],
        ...NO,
      ],
      "--delivery",
      recordedFile("bamboohr/employee.created.json"),
    );
    expect(status, text).toBe(0);
    expect(text).toContain("Reeve reads the delivery's missing data from the API of BambooHR.");
    expect(text).not.toContain(key);
    expect(parseEnv(file(".dev.vars"))).toEqual({ ...access(), ...secrets });
    expect(text).toMatch(/joiner: would do this\s+Add Kamala Otter as owner-2 of the connector GitHub/);
  });

  it("writes nothing if the user declines the changes that it shows", async () => {
    const answers: Answers = [["Your email", GITA], ...ABOUT_TICKET, ["Write this", "n"]];
    const { status, text } = await init(answers, "--delivery", "ticket.json");
    expect(status, text).toBe(1);
    expect(text).toContain("Nothing was written.");
    expect(file("src/config.ts")).toBe(readFileSync(root("src/config.ts"), "utf8"));
  });

  it.for<[string, Answers, string, RegExp]>([
    ["a missing file", [], "none.json", /no such file .*none\.json/],
    [
      "a delivery about neither a ticket nor a worker",
      [],
      recordedFile("github/ping.json"),
      /ping\.json does not resemble a delivery that Reeve can read/,
    ],
    [
      "a tool that the tenant does not have",
      [
        ["Which one does", ""],
        ["What does a ticket ask for", DOWN.repeat(3)],
        ["Which field has the name", ""],
        ["The status", ""],
        ["Which field is the connector", DOWN.repeat(2)],
        ["The id for the connector", "con_github_mcp"],
        ["The app's id", "app_github"],
        ["The app's name", "GitHub"],
        ["Which field is the tool", DOWN],
        ["The id for the tool", "tool_x"],
        ["The connector, by its name in", "Zahlungen"],
      ],
      "ticket.json",
      /tools: "Verantwortlich" \(tool_x of con_github_mcp\) does not exist/,
    ],
  ])("leaves src/config.ts unchanged for %s, and reports the error", async ([, answers, delivery, said]) => {
    const { status, text } = await init([["Your email", GITA], ...answers], "--delivery", delivery);
    expect(text).toMatch(said);
    expect(status).toBe(1);
    expect(file("src/config.ts")).toBe(readFileSync(root("src/config.ts"), "utf8"));
  });

  it("stops with exit code 1 if the secret does not match the credential, or if src/config.ts is invalid", async () => {
    const secret = credential.clientSecret.replace(/.{5}$/, "AAAAA");
    writeFileSync(join(fork, ".dev.vars"), variables({ ...access(), GOVERNANCE_CLIENT_SECRET: secret }));
    const refused = await init([]);
    expect(refused.text).toContain("Nothing was written.");
    expect(refused.text).not.toContain(secret);
    expect(refused.status).toBe(1);
    writeFileSync(
      join(fork, "src/config.ts"),
      file("src/config.ts").replace("policy: {", "policy: { retentionDays: 0,"),
    );
    const broken = await init([]);
    expect(broken.text).toMatch(/src\/config\.ts or src\/own has errors.*\s+policy\.retentionDays/);
    expect(broken.status).toBe(1);
  });
});
