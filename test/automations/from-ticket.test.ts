import { describe, expect, it } from "vitest";
import { addConnectorOwner } from "../../src/actions/connector-owner.ts";
import { automations } from "../../src/automations/index.ts";
import { recurringServiceAutomations } from "../../src/automations/recurring-service-automations.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { deleteMcpTool } from "../../src/governance/contract/mcp.ts";
import { planFromTicket } from "../../src/kit/planned-ticket.ts";
import type { Settings } from "../../src/kit/settings.ts";
import type { Fields, Ticket } from "../../src/systems/event.ts";
import { tenantAt } from "../governance/tenant.ts";
import { findForm, makeContext } from "./support/context.ts";
import { tick } from "./support/proposed.ts";
import { ticketNews } from "./support/workers.ts";

const settings = {
  ...sample.settings,
  serviceAutomations: {
    "Close account": { webhook: "lst_close", needsUser: true, values: ["ticket", "days"] },
    "Nightly report": { webhook: "lst_report", needsUser: false, values: [] },
  },
};

const tenant = await tenantAt("tickets.example.com");

/** Returns an automation's proposal for an approved ticket that requests an action. */
async function propose(
  name: string,
  action: string,
  fields: Fields,
  { ticket = {}, forms = {} }: { ticket?: Partial<Ticket>; forms?: Settings["automations"] } = {},
) {
  const automation = automations.get(name);
  const changed = { ...settings, automations: { ...settings.automations, ...forms } };
  const asked = findForm(changed, action);
  if (!automation || !asked) throw new Error(`there is no ${name} for ${action}`);
  const event = ticketNews({ requestType: asked.requestType, fields, ...ticket });
  return automation.propose(event, makeContext(tenant.client(), { settings: changed }));
}
type Case = readonly [automation: string, action: string];
const OWNER: Case = ["connector-owner-from-ticket", "connector-owner.add"];
const APP: Case = ["entitlement-owner-removal-from-ticket", "entitlement-owner.remove"];
const ACCOUNT: Case = ["user-entitlement-owner-removal-from-ticket", "user-entitlement-owner.remove"];
const TOOL: Case = ["tool-retirement-from-ticket", "tool.retire"];
const SESSION: Case = ["session-policy-removal-from-ticket", "session-policy.remove"];
const CAMPAIGN: Case = ["campaign-from-ticket", "campaign.create"];

const ADA = "ada.marsh@example.com";
const owner = { user: ADA, connector: "GitHub MCP" };
const START: Case = ["service-automation-from-ticket", "service-automation.start"];
const close = { automation: "close account", user: ADA, values: "ticket=IAM-42;\n days = 30 " };
const review = { name: "Spring", policy: "Manager reviews", owners: [ADA], users: "all" };

describe("an approved ticket", () => {
  it.for<[Case, Fields, string]>([
    [
      OWNER,
      { ...owner, role: "Reviewer" },
      "Add Ada Marsh as reviewer of the connector GitHub MCP (app GitHub).",
    ],
    [
      OWNER,
      { ...owner, role: " ", until: "2099-12-31" },
      "Add Ada Marsh as owner of the connector GitHub MCP (app GitHub) until 31 Dec 2099.",
    ],
    [
      OWNER,
      { ...owner, days: "30" },
      "Add Ada Marsh as owner of the connector GitHub MCP (app GitHub) until 1 May 2099.",
    ],
    [
      OWNER,
      { ...owner, from: "2099-06-01", until: "2099-12-31" },
      "Add Ada Marsh as owner of the connector GitHub MCP (app GitHub) from 1 Jun 2099 until 31 Dec 2099.",
    ],
    [
      APP,
      { entitlement: "github admin", app: ["GitHub"] },
      "Remove the entitlement GitHub admin as owner of GitHub. Everyone who holds it loses that ownership.",
    ],
    [
      ACCOUNT,
      { entitlement: "GitHub maintainer", app: "GitHub", user: ADA },
      `Remove the entitlement GitHub maintainer as owner of the account ${ADA} in GitHub. Everyone who holds it loses that ownership.`,
    ],
    [
      TOOL,
      { tool: "Create issue" },
      "Retire the MCP tool Create issue (approved, classified as write, available) of the connector GitHub MCP (app GitHub), and remove it from its toolsets.",
    ],
    [SESSION, { policy: "Shared kiosks" }, "Delete the session policy Shared kiosks."],
    [
      CAMPAIGN,
      { ...review, due: "2099-06-30" },
      "Create the access review campaign “Spring”, of all grants, with the policy Manager reviews, owned by Ada Marsh, due 30 Jun 2099, as a draft, which its owner must start.",
    ],
    [
      CAMPAIGN,
      { ...review, users: "", scope: "unused grants", notify: "Kickoff, close", purpose: "Less of it." },
      "Create the access review campaign “Spring”, of grants (days since last used: 90 days), with the policy Manager reviews, owned by Ada Marsh, notifying reviewers of kickoff, close, as a draft, which its owner must start.",
    ],
    [
      CAMPAIGN,
      { name: "Spring", like: "Contractors 2026", owners: ADA },
      "Create the access review campaign “Spring”, like Contractors 2026, owned by Ada Marsh, as a draft, which its owner must start.",
    ],
  ])("for %j with the fields %j leads to the requested action", async ([of, fields, summary]) => {
    expect(await propose(...of, fields)).toMatchObject({ actions: [{ action: of[1], summary }] });
  });

  it.for<Fields>([{ days: "30" }, { until: "2099-12-31" }, { days: "30", until: "2099-12-31" }])(
    "with the end %j gets the automation's fixed end instead",
    async (end) => {
      const { ticket } = ticketNews({ fields: { ...owner, ...end } });
      const planned = planFromTicket(addConnectorOwner, ticket, makeContext(tenant.client()), { days: 60 });
      await expect(planned).resolves.toMatchObject({ input: { until: "2099-05-31" } });
    },
  );

  it("sets a campaign's purpose, notifications and criteria", async () => {
    const scope = '{"accountCriteria":{"accountTypes":["APP_USER_TYPE_SERVICE_ACCOUNT"]}}';
    const fields = { ...review, users: [], scope, notify: ["reminders"], purpose: "Machines." };
    expect(await propose(...CAMPAIGN, fields)).toMatchObject({
      actions: [
        {
          effects: [
            {
              input: {
                body: {
                  description: "Machines.",
                  notificationConfig: { sendKickoff: false, sendReminders: true, sendClose: false },
                  scopeV2: JSON.parse(scope),
                },
              },
            },
          ],
        },
      ],
    });
  });

  it.for<[string, Fields[string], Fields[string], readonly string[], object]>([
    ["items of a list", [ADA, "nora.field@example.com"], [ADA], ["usr_ada_marsh", "usr_nora_field"], {}],
    [
      "a text with commas and lines",
      ` ${ADA},\r\n nora.field@example.com\n`,
      [ADA],
      ["usr_ada_marsh", "usr_nora_field"],
      {},
    ],
    ["the word all", ADA, "All", ["usr_ada_marsh"], { scopeV2: { allGrants: {} } }],
  ])("can list people as %s", async ([, owners, users, ownerIds, body]) => {
    const proposal = await propose(...CAMPAIGN, { ...review, owners, users });
    const scopeV2 = { selectedUsers: { userIds: ["usr_ada_marsh"] } };
    expect(proposal).toMatchObject({
      actions: [{ effects: [{ input: { body: { ownerIds, scopeV2, ...body } } }] }],
    });
  });
});

describe("an automation in the service", () => {
  const start = (fields: Fields) => propose(...START, fields);

  it("starts for an approved ticket, and receives the person and the values listed in the settings", async () => {
    expect(await start(close)).toMatchObject({
      actions: [
        {
          summary: `Start the service's automation with the inbound webhook Close account and the values {"days":"30","ticket":"IAM-42","userEmail":"${ADA}","userId":"usr_ada_marsh"}. The service defines what the automation does.`,
          beneficiaries: ["usr_ada_marsh"],
          effects: [{ operation: "startAutomation", input: { path: { listener: "lst_close" } } }],
        },
      ],
    });
    expect(await start({ automation: "Nightly report" })).toMatchObject({ actions: [{ beneficiaries: [] }] });
  });

  it.for<[Fields, string]>([
    [
      { ...close, automation: "Close acount" },
      'No service automation is called "Close acount"; similar names: ',
    ],
    [{ ...close, user: "" }, '"Close account" needs a person: give their email (user).'],
    [{ ...close, user: "nobody@example.com" }, "no enabled governance user has the email nobody@example.com"],
    ...["", "ticket=IAM-42", "ticket=IAM-42; days=", "IAM-42; days=30"].map((values): [Fields, string] => [
      { ...close, values },
      '"Close account" takes exactly these values: ticket=…; days=….',
    ]),
    [{ ...close, values: `${close.values}; userId=usr_hugo_pike` }, "takes exactly these values"],
    [{ ...close, values: "ticket=1; ticket=2; days=3" }, "takes exactly these values"],
    [{ automation: "Nightly report", values: "days=1" }, '"Nightly report" takes no values.'],
  ])("is not started with %j: %s", async ([fields, message]) => {
    await expect(start(fields)).rejects.toThrow(message);
  });

  it("is started on a schedule, with the values in the settings", async () => {
    const own = { start: [{ automation: "Nightly report" }, { ...close, values: "ticket=1;days=2" }] };
    const name = "recurring-service-automations";
    const changed = { ...settings, automations: { [name]: own } };
    const due = tick(recurringServiceAutomations, "2099-04-01T07:00:00.000Z");
    const context = makeContext(tenant.client(), { settings: changed });
    expect(await recurringServiceAutomations.propose(due, context)).toMatchObject({
      actions: [{ beneficiaries: [] }, { effects: [{ input: { body: { ticket: "1", days: "2" } } }] }],
    });
  });
});

describe("an error is reported", () => {
  it.for<[Case, Fields, string]>([
    [
      CAMPAIGN,
      { ...review, users: "", scope: '{"allUsers":{},"userCriteria":{"managerUserIds":["u"]}}' },
      "scope: allUsers and userCriteria are mutually exclusive; set only one of them.",
    ],
    [
      CAMPAIGN,
      {
        ...review,
        users: "",
        scope: '{"grantsByCriteria":{"daysSinceAdded":"86400s","daysSinceReviewed":"86400s"}}',
      },
      "scope: grantsByCriteria.daysSinceAdded and grantsByCriteria.daysSinceReviewed are mutually exclusive; set only one of them.",
    ],
    [CAMPAIGN, { ...review, scope: "Unused grants" }, "Give users or a scope, not both."],
    [CAMPAIGN, { ...review, users: "", scope: '{"allGrants":null}' }, "scope: allGrants:"],
    [CAMPAIGN, { ...review, users: "", scope: "{}" }, "scope: it selects nothing to review."],
    [CAMPAIGN, { ...review, users: "", scope: "{all" }, "scope: it begins with { but is not valid JSON."],
    [CAMPAIGN, { ...review, users: "", scope: '{"alUsers":{}}' }, "scope: "],
    [CAMPAIGN, { ...review, users: "", scope: "Everything" }, 'No review scope is called "Everything"'],
    [
      OWNER,
      { ...owner, days: "30 days" },
      'IAM-1: the field "days" says “30 days”: must be a number of days from 1 to 3650, such as 30',
    ],
    [OWNER, { connector: "GitHub MCP" }, 'IAM-1: the field "user" (customfield_10061) is not filled in.'],
    [
      OWNER,
      { ...owner, user: [ADA, "nora.field@example.com"] },
      'IAM-1: the field "user" has several values; exactly one is needed.',
    ],
    [
      OWNER,
      { ...owner, user: "farid.stone@example.com" },
      "no enabled governance user has the email farid.stone@example.com",
    ],
    [
      OWNER,
      { ...owner, until: "soon" },
      'IAM-1: the field "until" (customfield_10064) says “soon”: write the day as YYYY-MM-DD',
    ],
    [
      OWNER,
      { ...owner, from: "2099-06-02", until: "2099-06-01" },
      'IAM-1: the field "from" says “2099-06-02”: must not be after the last day (until)',
    ],
    [OWNER, { ...owner, from: "2099-03-31" }, "from: 2099-03-31 has passed; today is 2099-04-01."],
    [
      APP,
      { entitlement: "GitHub admn", app: "GitHub" },
      'No entitlement is called "GitHub admn"; similar names: ',
    ],
    [ACCOUNT, { entitlement: "GitHub admin", app: "GitHub", user: "nora.field@example.com" }, "is known as"],
    [TOOL, { connector: "GitHub MCP", tool: "tool_none" }, 'has no tool with the id "tool_none".'],
    [SESSION, { policy: "Everyone" }, 'No session policy is called "Everyone"'],
    [
      CAMPAIGN,
      { ...review, owners: `${ADA}, nobody@example.com` },
      "no enabled governance user has the email nobody@example.com",
    ],
    [CAMPAIGN, { name: "Spring", policy: "Manager reviews", owners: ADA }, "also needs: users or scope."],
  ])("for %j with the fields %j: %s", async ([of, fields, message]) => {
    await expect(propose(...of, fields)).rejects.toThrow(message);
  });

  it("for a tool that is already retired", async () => {
    const path = { app_id: "app_github", connector_id: "con_github_mcp", id: "tool_github_delete_branch" };
    await tenant.client().call(deleteMcpTool, { path, body: {} });
    await expect(propose(...TOOL, { tool: "Delete branch" })).rejects.toThrow(
      "The tool Delete branch is already retired.",
    );
  });
});

describe("a ticket", () => {
  const forms = {
    "tool-retirement-from-ticket": {
      requestType: "Retire",
      status: ["OK", "completed"],
      projects: { github: ["acme/access"] },
    },
  };
  const github = { system: "github", project: "acme/access", requestType: "Retire" };
  it.for<[string, Partial<Ticket>, string]>([
    ["of another form", { ...github, requestType: "New laptop" }, 'The form is "New laptop", not "Retire".'],
    [
      "in another status",
      { ...github, status: { to: "open" } },
      'The status is "open", not "OK" or "completed".',
    ],
    ["of another system", { ...github, system: "jira" }, "settings.ticketProjects lists no project of jira."],
    [
      "of another repository",
      { ...github, project: "eve/access" },
      'settings.ticketProjects does not list the project "eve/access" of github.',
    ],
    [
      "without a repository",
      { system: "github", requestType: "Retire", project: undefined as never },
      "The ticket has no project, and settings.ticketProjects lists only some projects of github.",
    ],
    [
      "of a system named like a property of Object",
      { ...github, system: "constructor" },
      "settings.ticketProjects lists no project of constructor.",
    ],
  ])("%s is ignored", async ([, ticket, ignore]) => {
    expect(await propose(...TOOL, { tool: "Create issue" }, { ticket, forms })).toEqual({ ignore });
  });

  it("leads to a plan in the second configured status", async () => {
    const ticket = { ...github, status: { to: "completed" } };
    expect(await propose(...TOOL, { tool: "Create issue" }, { ticket, forms })).toHaveProperty("actions");
  });

  it("with any project or without a project leads to a plan if the settings accept all projects of the system", async () => {
    const anywhere = { [TOOL[0]]: { ...forms["tool-retirement-from-ticket"], projects: { github: ["*"] } } };
    for (const project of ["eve/access", undefined as never])
      expect(
        await propose(
          ...TOOL,
          { tool: "Create issue" },
          { ticket: { ...github, status: { to: "OK" }, project }, forms: anywhere },
        ),
      ).toHaveProperty("actions");
  });

  it("is ignored if the settings have no form for it", async () => {
    const automation = automations.get(TOOL[0]);
    const context = makeContext(tenant.client(), { settings: { ...settings, automations: {} } });
    expect(await automation?.propose(ticketNews(), context)).toEqual({
      ignore: "src/config.ts defines no form for this automation.",
    });
  });
});
