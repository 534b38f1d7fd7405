import { expect, it } from "vitest";
import { startCampaign } from "../../src/actions/campaign.ts";
import { addConnectorOwner } from "../../src/actions/connector-owner.ts";
import { removeEntitlementOwner, removeUserEntitlementOwner } from "../../src/actions/entitlement-owner.ts";
import { noHistory } from "../../src/automations/kit/no-history.ts";
import { Settings } from "../../src/automations/settings.ts";
import config from "../../src/config.ts";
import type { ReadOnlyGovernance } from "../../src/governance/client/index.ts";
import { tenantAt } from "../governance/tenant.ts";

const { settings } = config;

const governance = {} as ReadOnlyGovernance;
const history = noHistory;
const now = Date.parse("2099-04-01T08:00:00Z");

it.for<[string, object, string]>([
  ["a role", { defaultOwnerRole: "Boss" }, "defaultOwnerRole"],
  ["a connector", { tools: { Lost: { connector: "Nowhere", id: "t" } } }, "tools.Lost.connector"],
  [
    "a joiner's connector",
    { joiner: { ...settings.joiner, rules: [{ department: "IT", connector: "Nowhere" }] } },
    "joiner.rules.0.connector",
  ],
  [
    "a leaver's entitlement",
    { leaver: { ...settings.leaver, accountOwners: [{ app: "GitHub", entitlement: "None" }] } },
    "leaver.accountOwners.0.entitlement",
  ],
  [
    "a mover's review policy",
    { mover: { ...settings.mover, review: { ...settings.mover.review, policy: "None" } } },
    "mover.review.policy",
  ],
  [
    "a recurring campaign's review policy",
    { recurringCampaigns: settings.recurringCampaigns.map((one) => ({ ...one, policy: "None" })) },
    "recurringCampaigns.0.policy",
  ],
  ["an app", { appUsers: { Nowhere: { ada: "acc_1" } } }, "appUsers.Nowhere"],
])("names that stand for %s have to be there", ([, change, path]) => {
  const read = Settings.safeParse({ ...settings, ...change });
  expect(read.error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
});

it("a rule for joiners is for a department or a job title, and says a role where none is the default", () => {
  const issuesOf = (change: object) =>
    Settings.safeParse({ ...settings, ...change }).error?.issues.map(({ path }) => path.join("."));
  const rules = [{ connector: "GitHub MCP" }];
  expect(issuesOf({ joiner: { ...settings.joiner, rules } })).toEqual(["joiner.rules.0"]);
  const unsaid = [{ department: "IT", connector: "GitHub MCP" }];
  expect(issuesOf({ defaultOwnerRole: undefined, joiner: { ...settings.joiner, rules: unsaid } })).toEqual([
    "joiner.rules.0.role",
  ]);
});

it("an owner has the default role, or the one that is said, or one has to be said", async () => {
  const input = { entitlement: "GitHub admin", app: "GitHub" };
  const roleOf = async (asked: object, its = settings) =>
    (await removeEntitlementOwner.request.plan(asked, { governance, history, settings: its, now })).input;
  expect(await roleOf(input)).toMatchObject({ roleSlug: "owner" });
  expect(await roleOf({ ...input, role: "reviewer" })).toMatchObject({ roleSlug: "reviewer" });
  const { defaultOwnerRole: _, ...without } = settings;
  await expect(roleOf(input, without)).rejects.toThrow('Say in which role: "Owner", "Reviewer".');
});

it.for(["..", "ada marsh", "ada/marsh", "nora@example.com"])("%s is no id of an account", async (user) => {
  const asked = { entitlement: "GitHub admin", app: "GitHub", user };
  await expect(
    removeUserEntitlementOwner.request.plan(asked, { governance, history, settings, now }),
  ).rejects.toMatchObject({
    code: "request_unclear",
  });
});

it("an account may be said by its id", async () => {
  const asked = { entitlement: "GitHub admin", app: "Jira", user: "acc_1" };
  const { summary, effects } = await removeUserEntitlementOwner.request.plan(asked, {
    governance,
    history,
    settings,
    now,
  });
  expect(summary).toContain("of the account with the id acc_1 in Jira");
  expect(effects).toMatchObject([{ input: { path: { app_id: "app_jira", user_id: "acc_1" } } }]);
});

it("an owner is there until a day of the calendar, which is not past where the settings are", async () => {
  const owner = { user: "ada.marsh@example.com", connector: "GitHub MCP" };
  // In Berlin, it is the second already.
  const tenant = await tenantAt("until.example.com");
  const context = { governance: tenant.client(), history, settings, now: Date.parse("2099-04-01T23:30:00Z") };
  const until = (day: string) => addConnectorOwner.request.plan({ ...owner, until: day }, context);
  await expect(until("2099-02-30")).rejects.toThrow(/^until: /);
  await expect(until("2099-04-01")).rejects.toMatchObject({
    code: "request_unclear",
    message: "until: 2099-04-01 is past; today is 2099-04-02.",
  });
  expect((await until("2099-04-02")).input).toMatchObject({ until: "2099-04-02" });
  const campaign = { name: "Q1", like: "Contractors 2026", due: "2099-04-01" };
  await expect(startCampaign.request.plan(campaign, context)).rejects.toThrow(
    "due: 2099-04-01 is past; today is",
  );
});

it("recurring campaigns have names of their own", () => {
  const [one] = settings.recurringCampaigns;
  const read = Settings.safeParse({ ...settings, recurringCampaigns: [one, { ...one, every: "month" }] });
  expect(read.error?.issues.map(({ path }) => path.join("."))).toEqual(["recurringCampaigns.1.name"]);
});
