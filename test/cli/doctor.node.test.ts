import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actions } from "../../src/actions/index.ts";
import { automations } from "../../src/automations/index.ts";
import { examine as examineWith } from "../../src/cli/doctor/doctor.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { checked } from "../../src/cli/shared/working-tree.ts";
import { overSample, sample } from "../../src/cli/start/sample.ts";
import { control, LOCAL_SECRETS, newCredential, tenantOrigin } from "../../src/cli/start/stack.ts";
import { defineConfig } from "../../src/define-config.ts";
import type { Variables } from "../../src/env.ts";
import { automation } from "../../src/kit/automation.ts";
import { configChecks, type Finding } from "../../src/operate/checks.ts";
import { INBOUND_WEBHOOK } from "../../src/sandbox/tenant/seed/samples.ts";
import { startTenant } from "../e2e/stack.ts";
import { slackVariables, startSlack } from "../vendors/slack.ts";
import { startVendor, type VendorStub } from "../vendors/stub.ts";
import { CLOUD_ID, jira } from "../vendors/tickets.ts";
import { startProcess } from "./process.ts";

const TEAM = "example.cloudflareaccess.com";
const SECRET = "a-jira-secret-of-the-doctor-s-tests";

let tenant: RunningWorker;
let access: VendorStub;
/** Variables in which the doctor finds no problem. */
let healthy: Variables;

/** The differences of a test from the sample. */
interface Otherwise {
  readonly env?: Variables;
  /** Parts of the configuration. */
  readonly config?: {
    readonly settings?: object;
    readonly policy?: object;
    readonly replies?: object;
    readonly people?: typeof sample.people;
    readonly agents?: Parameters<typeof defineConfig>[0]["agents"];
  };
  /** The origins to use instead, by the requested origin. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** How far this machine's clock is ahead of the tenant's, in milliseconds. */
  readonly skewMs?: number;
}

function examine({ env = {}, config = {}, elsewhere = {}, skewMs }: Otherwise = {}): Promise<Finding[]> {
  const stubs: Readonly<Record<string, string>> = { [`https://${TEAM}`]: access.url, ...elsewhere };
  const load = async () => {
    const { settings, policy, replies, people } = sample;
    const otherwise = defineConfig({
      ...sample,
      settings: { ...settings, ...config.settings },
      policy: { ...policy, ...config.policy },
      replies: { ...replies, ...config.replies },
      people: config.people ?? people,
      ...(config.agents && { agents: config.agents }),
    });
    return checked({ config: otherwise, automations, actions });
  };
  // On a busy machine a request can exceed the command's timeout, so requests have no timeout here. The response's date
  // is set to the middle of the request.
  return examineWith({ ...healthy, ...env }, load, fetchFrom(stubs, skewMs));
}

/** Returns a `fetch` that requests other origins. @param skewMs How far this machine's clock is ahead of theirs */
const fetchFrom =
  (stubs: Readonly<Record<string, string>>, skewMs?: number) =>
  async (asked: string, { signal: _, ...init }: RequestInit) => {
    const url = new URL(asked);
    const before = Date.now();
    const response = await fetch((stubs[url.origin] ?? url.origin) + url.pathname + url.search, init);
    const headers = new Headers(response.headers);
    if (skewMs !== undefined) headers.set("date", new Date((before + Date.now()) / 2 - skewMs).toUTCString());
    return new Response(response.body, { status: response.status, headers });
  };

/** Lists only the problems, as `what: detail`. */
const listProblems = (findings: readonly Finding[]) =>
  findings.flatMap((finding) => (finding.is === "problem" ? [`${finding.what}: ${finding.detail}`] : []));

beforeAll(async () => {
  [tenant, access] = await Promise.all([
    startTenant(),
    startVendor(({ path }) =>
      path === "/cdn-cgi/access/certs" ? { status: 200, body: { keys: [{ kid: "1" }, { kid: "2" }] } } : null,
    ),
  ]);
  healthy = {
    ...(await newCredential(tenant, "doctor")),
    JIRA_WEBHOOK_SECRET: SECRET,
    CONDUCTORONE_WEBHOOK_SECRET: `${SECRET}-of-the-service`,
    CONDUCTORONE_LISTENER_SECRETS: `${INBOUND_WEBHOOK.id}=${INBOUND_WEBHOOK.secret}`,
    ACCESS_TEAM_DOMAIN: TEAM,
    ACCESS_AUD: "an-audience-tag",
  };
});
afterAll(() => Promise.all([tenant.stop(), access.stop()]));

describe("the doctor", () => {
  it("finds no problem in the sample settings on the embedded tenant, and counts the names that it can't look up", async () => {
    const findings = await examine();
    expect(listProblems(findings)).toEqual([]);
    expect(findings).toContainEqual({
      is: "ok",
      what: "roles",
      detail: "viewer 1, requester 2, operator 2, approver 2, admin 1",
    });
    expect(findings).toContainEqual({
      is: "needs",
      what: "permission",
      detail: expect.stringMatching(
        /^searchUsers \(POST \S+\) for Reeve itself, connector-owner-from-ticket/,
      ),
    });
    expect(findings).toContainEqual({ is: "ok", what: "tools", detail: '"Create issue" is Create issue' });
    expect(findings).toContainEqual({
      is: "unused",
      what: "names",
      detail: expect.stringContaining("can't look up 2 of apps, 1 of appUsers, 3 of entitlements"),
    });
  });

  it("reports owners of access reviews who lack the role that the service requires", async () => {
    const settings = { reviewOwners: [sample.people[4]?.email ?? "", "gita.lund@example.com"] };
    const findings = await examine({ config: { settings } });
    const detail = "gita.lund@example.com is Member, Super Administrator";
    expect(findings).toContainEqual({ is: "ok", what: "campaign owners", detail });
    expect(listProblems(findings)).toEqual([
      "campaign owners: ada.marsh@example.com has Member, Reviewer; the service lets only a Campaign Administrator or Super Administrator own a campaign",
    ]);
  });

  it("shows a default approval rule only if the configuration switches the rule off", async () => {
    const listApprovals = async (policy: object) =>
      (await examine({ config: { policy } })).filter(({ what }) => what === "approvals");
    expect(await listApprovals({ approvals: [{ when: "agent" }] })).toEqual([]);
    expect(await listApprovals({ defaultApprovals: { sharedSecretDeletes: false } })).toEqual([
      {
        is: "unused",
        what: "approvals",
        detail:
          "policy.defaultApprovals.sharedSecretDeletes is false, so no default rule applies to plans that delete something on an unsigned request, or on one person's request alone",
      },
    ]);
  });

  it("lists the permissions that the credential needs, and the values for the form that creates the credential", async () => {
    const own = (name: string) => [name, sample.settings.automations[name] ?? {}] as const;
    const said = async (enabled: readonly string[], env: Variables = {}) => {
      const findings = await examine({
        config: { settings: { automations: Object.fromEntries(enabled.map(own)) } },
        env,
      });
      const details = (what: string) =>
        findings.flatMap((finding) => (finding.what === what ? finding.detail : []));
      return {
        operations: details("permission").map((detail) => detail.split(" ")[0]),
        form: [...details("allowed source IPs (CIDRs)"), ...details("scope")].join(),
      };
    };
    const none = await said([]);
    expect(none.operations).toEqual(["searchUsers"]);
    expect(none.form).toMatch(
      /^none, because a Worker has no fixed.*selected roles: Read-Only Super Administrator\. /,
    );
    const stale = await said(["stale-tools"], { SLACK_SIGNING_SECRET: "a-signing-secret-of-slack" });
    expect(stale.operations).toEqual([
      "getUser",
      "searchUsers",
      "getMcpTool",
      "deleteMcpTool",
      "listMcpCatalog",
      "searchAuditEvents",
    ]);
    expect(stale.form).toContain(
      "selected roles: Read-Only Super Administrator, AI Governance Administrator.",
    );
  });

  it("reports a role that hides email addresses, and a tenant without AI access management", async () => {
    const list = [{ user: { id: "usr_1", email: "", emails: [] } }];
    const fault = { operation: "searchUsers", count: 1, status: 200, body: JSON.stringify({ list }) };
    await control(tenant, "POST", "faults", fault);
    expect(listProblems(await examine())).toContainEqual(
      expect.stringMatching(/^read: searchUsers returned no email/),
    );
    await control(tenant, "DELETE", "faults");
    await control(tenant, "POST", "faults", { operation: "listMcpCatalog", count: 1, status: 403 });
    expect(await examine()).toContainEqual({
      is: "problem",
      what: "AI access management",
      detail: expect.stringContaining("403"),
      fix: expect.stringMatching(/^activate AI access management in the service/),
    });
    await control(tenant, "DELETE", "faults");
  });

  it("reports the owner roles whose ids might be Reeve's guesses", async () => {
    const told = async (ownerRoles: object) =>
      (await examine({ config: { settings: { ownerRoles } } })).filter(({ what }) => what === "owner roles");
    expect(await told({ Owner: "owner", Reviewer: "role_7" })).toMatchObject([
      { is: "unused", detail: expect.stringMatching(/^the slugs of the owner roles.* \(owner\)/) },
    ]);
    expect(await told({ Owner: "role_6", Reviewer: "role_7" })).toEqual([]);
  });

  it.for<[what: string, env: Variables, problem: RegExp]>([
    ["an unset secret", { GOVERNANCE_CLIENT_SECRET: "" }, /^credential: GOVERNANCE_CLIENT_SECRET is not set/],
    [
      "a credential of another tenant",
      { GOVERNANCE_CLIENT_ID: "quiet-owl-1@localhost/reeve" },
      /^token: createToken: the credential was not accepted/,
    ],
    [
      "an expired credential",
      { GOVERNANCE_CREDENTIAL_EXPIRES: "2020-01-31" },
      /^credential's end: The governance credential expired on 2020-01-31$/,
    ],
    [
      "an incomplete second credential",
      { GOVERNANCE_NEW_CLIENT_ID: "quiet-owl-1@localhost/reeve" },
      /^new credential: GOVERNANCE_NEW_CLIENT_SECRET is not set, so the credential is not used$/,
    ],
    ["a tenant that does not exist", { GOVERNANCE_BASE_URL: "http://localhost:1" }, /^token: createToken: /],
    [
      "an automation without the webhook secret that it needs",
      { CONDUCTORONE_WEBHOOK_SECRET: "" },
      /^webhook of the governance service: CONDUCTORONE_WEBHOOK_SECRET is not set, but is required by policy-step-by-ticket/,
    ],
    [
      "a short secret",
      { JIRA_WEBHOOK_SECRET: "short" },
      /^secrets: JIRA_WEBHOOK_SECRET contains a secret shorter/,
    ],
    [
      "the local stack's secret",
      { OKTA_WEBHOOK_SECRET: LOCAL_SECRETS["OKTA_WEBHOOK_SECRET"] },
      /^secrets: OKTA_WEBHOOK_SECRET is the local stack's/,
    ],
    [
      "a secret shared by two senders",
      { OKTA_WEBHOOK_SECRET: SECRET },
      /^secrets: OKTA_WEBHOOK_SECRET is the same as JIRA_WEBHOOK_SECRET/,
    ],
    [
      "a bot token without a signing secret",
      { SLACK_BOT_TOKEN: "xoxb-1" },
      /^slack: SLACK_BOT_TOKEN is set, but SLACK_SIGNING_SECRET is not/,
    ],
    [
      "cards in Teams without links",
      { TEAMS_WEBHOOK_URL: "https://example.com/workflow?sig=s", REEVE_URL: "" },
      /^teams: REEVE_URL is not set, so the cards in Teams have no links/,
    ],
    [
      "an incomplete setup of a sender's API",
      { JIRA_URL: "https://example.atlassian.net", JIRA_EMAIL: "reeve@example.com" },
      /^api of jira: Reeve lacks JIRA_API_TOKEN/,
    ],
    [
      "an address that is not the sender's",
      { ZENDESK_URL: "https://example.com", ZENDESK_EMAIL: "a@example.com", ZENDESK_API_TOKEN: "t" },
      /^api of zendesk: ZENDESK_URL must be a host of zendesk.com/,
    ],
    ["a missing Access application", { ACCESS_AUD: "" }, /^access: without ACCESS_AUD, a deploy/],
    ["an API open to everybody", { LOCAL_STACK: "yes" }, /^access: LOCAL_STACK opens the console/],
    ["an invalid number of desks", { DESKS: "many" }, /^variables: DESKS must be a whole number/],
  ])("reports %s, with a fix", ([, env, problem]) => findsProblem({ env }, problem));

  it("reports that no sender has a secret, with a fix", () =>
    findsProblem(
      {
        env: { JIRA_WEBHOOK_SECRET: "", CONDUCTORONE_WEBHOOK_SECRET: "" },
        config: { settings: { automations: {} } },
      },
      /^secrets: no sender has a secret/,
    ));

  it.for<[what: string, otherwise: Otherwise, problem: RegExp]>([
    [
      "an invalid second credential",
      {
        env: {
          GOVERNANCE_NEW_CLIENT_ID: "quiet-owl-1@localhost/reeve",
          GOVERNANCE_NEW_CLIENT_SECRET: "secret-token:x:none",
        },
      },
      /^new credential: GOVERNANCE_NEW_CLIENT_SECRET /,
    ],
    [
      "a clock that is ahead",
      { skewMs: 240_000 },
      /^clock: this machine is (239|240|241) s ahead of the tenant$/,
    ],
    [
      "an automation that does not exist",
      { config: { settings: { automations: { "no-such": {} } } } },
      /^src\/config.ts: .*there is no automation "no-such"/,
    ],
    [
      "settings with an invalid shape",
      { config: { policy: { retentionDays: 0 } } },
      /^src\/config.ts: .*retentionDays/,
    ],
    [
      "a tool that does not exist",
      { config: { settings: { tools: { Gone: { connector: "GitHub MCP", id: "tool_gone" } } } } },
      /^tools: "Gone" \(tool_gone of con_github_mcp\) does not exist$/,
    ],
    [
      "an approver who does not exist",
      { config: { people: [{ email: "nobody@example.com", roles: ["approver"] }] } },
      /^people: no enabled governance user has the email nobody@example.com/,
    ],
    [
      "a group member who does not exist",
      { config: { policy: { groups: { Security: ["nobody@example.com"] } } } },
      /^policy.groups: no enabled governance user has the email nobody@example.com/,
    ],
    [
      "settings in which nobody has a role",
      { config: { people: [] } },
      /^roles: nobody has a role, so nobody can use the console or \/api$/,
    ],
    [
      "a reply setting without an API",
      { config: { replies: { github: {} } } },
      /^api of github: Reeve lacks GITHUB_TOKEN/,
    ],
    [
      "agents without a sign-in",
      { config: { agents: { enabled: true } } },
      /^agents: ACCESS_MCP_AUD is not set: \/mcp is closed$/,
    ],
    [
      "agents that use the sign-in of people",
      { config: { agents: { enabled: true } }, env: { ACCESS_MCP_AUD: "an-audience-tag" } },
      /^agents: ACCESS_MCP_AUD is the same as ACCESS_AUD: \/mcp is closed$/,
    ],
    [
      "a name that two apps share",
      { config: { settings: { apps: { GitHub: "app_jira" }, appUsers: {}, tools: {} } } },
      /^names: settings.connectors, "GitHub MCP": the app app_github is called "GitHub"; settings.apps, "GitHub": app_jira is called "GitHub"$/,
    ],
    [
      "an Access team that does not exist",
      { elsewhere: { [`https://${TEAM}`]: "http://127.0.0.1:1" } },
      /^access: example.cloudflareaccess.com has no keys/,
    ],
  ])("reports %s, with a fix", ([, otherwise, problem]) => findsProblem(otherwise, problem));

  async function findsProblem(otherwise: Otherwise, problem: RegExp): Promise<void> {
    const findings = await examine(otherwise);
    expect(listProblems(findings)).toEqual([expect.stringMatching(problem)]);
    expect(findings.find(({ is }) => is === "problem")).toMatchObject({ fix: expect.stringMatching(/\w/) });
    const printed = JSON.stringify(findings);
    for (const secret of [
      SECRET,
      healthy["GOVERNANCE_CLIENT_SECRET"],
      otherwise.env?.["OKTA_WEBHOOK_SECRET"],
    ])
      if (secret) expect(printed).not.toContain(secret);
  }

  it("finds the cloud id of a Jira site, and the address that a scoped token needs", async () => {
    const site = "https://acme.atlassian.net";
    const stub = await startVendor(jira);
    const api = `https://api.atlassian.com/ex/jira/${CLOUD_ID}`;
    const elsewhere = { [site]: stub.url, "https://api.atlassian.com": stub.url };
    const said = async (more: Variables) => {
      const env = {
        JIRA_URL: site,
        JIRA_EMAIL: "reeve@example.com",
        JIRA_API_TOKEN: "token-of-the-tests",
        ...more,
      };
      const findings = await examine({ env, elsewhere });
      return findings
        .flatMap((finding) => (finding.what === "jira's api" ? JSON.stringify(finding) : []))
        .join();
    };
    const account = { JIRA_EMAIL: "reeve@serviceaccount.atlassian.com" };
    expect(await said({ JIRA_API_TOKEN: "jira-api-token-of-the-tests" })).toBe("");
    for (const scoped of [account, { JIRA_API_TOKEN: "jira-scoped-token-of-the-tests" }])
      expect(await said(scoped)).toMatch(/"problem".*JIRA_API_URL is not set.*set JIRA_API_URL to https:/);
    expect(await said({ ...account, JIRA_API_URL: api })).toBe("");
    expect(await said({ JIRA_API_URL: api.replace("8c5f", "9c5f") })).toMatch(
      /"problem".*to a site other than/,
    );
    await stub.stop();
    expect(await said({})).toBe("");
    expect(await said(account)).toContain("ex/jira/<cloud id>");
  });

  it("reports a configured tool that was deleted", async () => {
    const { tools } = await control<{ tools: { id: string }[] }>(tenant, "GET", "tools");
    const id = tools
      .map((tool) => tool.id)
      .find((one) => /^tool_github_(?!create_issue|delete_branch)/.test(one));
    const origin = tenantOrigin(tenant);
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: healthy["GOVERNANCE_CLIENT_ID"] ?? "",
      client_secret: healthy["GOVERNANCE_CLIENT_SECRET"] ?? "",
    });
    const answer = await fetch(`${origin}/auth/v1/token`, { method: "POST", body: form });
    const { access_token } = (await answer.json()) as { access_token: string };
    const tool = `${origin}/api/v1/apps/app_github/connectors/con_github_mcp/mcp_tools/${id}`;
    const deleted = await fetch(tool, {
      method: "DELETE",
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(deleted.status).toBe(200);
    const findings = await examine({
      config: { settings: { tools: { Old: { connector: "GitHub MCP", id } } } },
    });
    expect(listProblems(findings)).toEqual([
      expect.stringMatching(/^tools: "Old" \(\w+\) was deleted \d{4}-/),
    ]);
  });

  it("reports names of the sample tenant in the configuration of another tenant", async () => {
    const { origin, pathname } = new URL(healthy.GOVERNANCE_BASE_URL ?? "");
    const another = "https://tenant.example.com";
    const found = await examine({
      env: { GOVERNANCE_BASE_URL: another + pathname },
      elsewhere: { [another]: origin },
    });
    const [problem] = listProblems(found);
    expect(problem).toMatch(/^sample ids: the settings contain ids .* sample tenant: .*\bcon_github_mcp\b/);
    const rule = { when: "always" as const, connectors: ["GitHub MCP"], stages: [{ from: ["owner"] }] };
    const load = (onSample: boolean) => {
      const config = defineConfig({ settings: { timeZone: "UTC" }, policy: { approvals: [rule] } });
      return checked({ config: onSample ? overSample(config) : config, automations, actions });
    };
    const [first] = await examineWith({}, async (_, onSample = false) => load(onSample), fetch);
    expect(first).toMatchObject({
      detail: 'policy.approvals: there is no connector "GitHub MCP"; none is defined',
      fix: expect.stringMatching(/^npm start adds the names of its sample tenant: add those of your tenant/),
    });
  });

  it("reports the people on call of each rota, or the reason why the rota can't be read", async () => {
    const pagerDuty = await startVendor(({ query }) =>
      query["schedule_ids[]"] === "P1"
        ? { status: 200, body: { oncalls: [{ user: { email: "nora.field@example.com" } }] } }
        : { status: 404, body: { error: { message: "Not Found" } } },
    );
    const found = await examine({
      env: {
        PAGERDUTY_API_KEY: "a-key",
        OPSGENIE_API_KEY: "a-key",
        OPSGENIE_URL: "http://127.0.0.1:9",
        ON_CALL_CALENDARS: "local=http://127.0.0.1:9/rota.ics",
      },
      config: {
        policy: {
          onCall: {
            security: { pagerduty: "P1" },
            gone: { pagerduty: "P2" },
            office: { calendar: "office" },
            played: { opsgenie: "O1" },
            local: { calendar: "local" },
          },
        },
      },
      elsewhere: { "https://api.pagerduty.com": pagerDuty.url },
    });
    const onCall = found.filter(({ what }) => what === "on call").map(({ is, detail }) => `${is}: ${detail}`);
    expect(onCall).toEqual([
      "ok: security: nora.field@example.com",
      expect.stringMatching(/^problem: gone: pagerduty, GET \/oncalls: 404 /),
      'problem: office: ON_CALL_CALENDARS has no calendar "office"',
      "problem: played: OPSGENIE_URL has an address of this machine, which only npm start accepts: on a deployment, it must begin with https:// and have no port",
      "problem: local: ON_CALL_CALENDARS has an address of this machine, which only npm start accepts: on a deployment, it must begin with https:// and have no port",
    ]);
    await pagerDuty.stop();
  });

  it("reports the missing scopes of a Slack bot token, or that Slack rejects the token", async () => {
    const signing = "e".repeat(32);
    for (const [scopes, token, problems] of [
      [undefined, undefined, []],
      [
        ["commands", "chat:write", "users:read"],
        undefined,
        ["slack: the bot token lacks the scopes users:read.email, usergroups:read"],
      ],
      [undefined, "xoxb-another", ["slack: auth.test failed: invalid_auth"]],
    ] as const) {
      const slack = await startSlack(scopes ? { scopes } : {});
      const { SLACK_BOT_TOKEN } = slackVariables(slack.url);
      const env = { SLACK_BOT_TOKEN: token ?? SLACK_BOT_TOKEN, SLACK_SIGNING_SECRET: signing };
      expect(listProblems(await examine({ env, elsewhere: { "https://slack.com": slack.url } }))).toEqual(
        problems,
      );
      expect(slack.broken).toEqual([]);
      await slack.stop();
    }
  });
});

it("the doctor names enabled automations that accept the tickets of every project", () => {
  const any = automation({
    name: "any",
    on: "ticket.created",
    projects: "any",
    propose: () => ({ ignore: "" }),
  });
  const own = automation({ name: "own", on: "ticket.created", propose: () => ({ ignore: "" }) });
  const { settings } = sample;
  const known = new Map([any, own].map((one) => [one.name, one]));
  const check = (enabled: typeof settings.automations) =>
    configChecks.ticketProjects({
      env: {},
      now: 0,
      config: { ...sample, settings: { ...settings, automations: enabled } },
      automations: known,
    });
  expect(check({ any: {}, own: {} })).toMatchObject({
    detail: "tickets from every project are accepted by any",
  });
  expect(check({ own: {} })).toEqual([]);
});

describe("npm run doctor", () => {
  it("prints its findings but no secrets, and exits 1 if there is a problem", async () => {
    const doctor = startProcess([process.execPath, root("src/cli/reeve.ts"), "doctor"], {
      env: { ...process.env, ...healthy, ACCESS_AUD: "" },
    });
    expect(await doctor.ended).toBe(1);
    const stdout = doctor.text();
    expect(stdout).toMatch(/^ok {6}token: issued, valid for \d+ s$/m);
    expect(stdout).toMatch(
      /^PROBLEM access: without ACCESS_AUD, .*\n {8}fix: .*set ACCESS_AUD in .dev.vars, and on a deployment with npx wrangler secret put$/m,
    );
    expect(stdout).toMatch(/^PROBLEM roles: nobody has a role.*\n {8}fix: .*add people to the setting/m);
    expect(stdout).toMatch(
      /\nProblems to fix: 2\.\nnpm start on this machine needs neither Cloudflare Access nor.*\n$/,
    );
    for (const secret of [SECRET, healthy["GOVERNANCE_CLIENT_SECRET"] ?? ""])
      expect(stdout).not.toContain(secret);
  });
});
