import { expect, it } from "vitest";
import { draftCampaign } from "../../src/actions/campaign.ts";
import { addConnectorOwner } from "../../src/actions/connector-owner.ts";
import { removeEntitlementOwner, removeUserEntitlementOwner } from "../../src/actions/entitlement-owner.ts";
import { joiner } from "../../src/automations/joiner.ts";
import { staleTools } from "../../src/automations/platform/stale-tools.ts";
import { toolChanged } from "../../src/automations/tool-changed.ts";
import { sample } from "../../src/cli/start/sample.ts";
import type { ReadOnlyGovernance } from "../../src/governance/client/index.ts";
import { findSchedule, noHistory } from "../../src/kit/automation.ts";
import { readSettings, Settings } from "../../src/kit/settings.ts";
import { tenantAt } from "../governance/tenant.ts";
import { QUARTERLY } from "./support/context.ts";

const { settings } = sample;
const leaver = readSettings(settings, "leaver");

const governance = {} as ReadOnlyGovernance;
const history = noHistory;
const now = Date.parse("2099-04-01T08:00:00Z");
const context = { governance, history, settings, now, since: now };

it.for<[string, object, string]>([
  ["a role", { defaultOwnerRole: "Boss" }, "defaultOwnerRole"],
  ["a connector", { tools: { Lost: { connector: "Nowhere", id: "t" } } }, "tools.Lost.connector"],
  [
    "a joiner's connector",
    { automations: { joiner: { rules: [{ department: "IT", connector: "Nowhere" }] } } },
    "automations.joiner.rules.0.connector",
  ],
  [
    "a leaver's entitlement",
    { automations: { leaver: { ...leaver, accountOwners: [{ app: "GitHub", entitlement: "None" }] } } },
    "automations.leaver.accountOwners.0.entitlement",
  ],
  [
    "a mover's review policy",
    { automations: { mover: { review: { ...leaver.review, policy: "None" } } } },
    "automations.mover.review.policy",
  ],
  [
    "a recurring campaign's review policy",
    { automations: { "recurring-campaigns": { campaigns: [{ ...QUARTERLY, policy: "None" }] } } },
    "automations.recurring-campaigns.campaigns.0.policy",
  ],
  [
    "a service automation",
    { automations: { "recurring-service-automations": { start: [{ automation: "None" }] } } },
    "automations.recurring-service-automations.start.0.automation",
  ],
  ["an app", { appUsers: { Nowhere: { ada: "acc_1" } } }, "appUsers.Nowhere"],
])("the name of %s must exist", ([, change, path]) => {
  const read = Settings.safeParse({ ...settings, ...change });
  expect(read.error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
});

it("a rule for joiners needs a department or a job title, and a role if there is no default", () => {
  const listIssues = (change: object) =>
    Settings.safeParse({ ...settings, ...change }).error?.issues.map(({ path }) => path.join("."));
  const rules = [{ connector: "GitHub MCP" }];
  expect(listIssues({ automations: { joiner: { rules } } })).toEqual(["automations.joiner.rules.0"]);
  const unsaid = [{ department: "IT", connector: "GitHub MCP" }];
  expect(listIssues({ defaultOwnerRole: undefined, automations: { joiner: { rules: unsaid } } })).toEqual([
    "automations.joiner.rules.0.role",
  ]);
});

it("a request about an owner uses the given or the default role, and is rejected without either", async () => {
  const input = { entitlement: "GitHub admin", app: "GitHub" };
  const findRole = async (asked: object, its = settings) =>
    (await removeEntitlementOwner.request.plan(asked, { ...context, settings: its })).input;
  expect(await findRole(input)).toMatchObject({ roleSlug: "owner" });
  expect(await findRole({ ...input, role: "reviewer" })).toMatchObject({ roleSlug: "reviewer" });
  const { defaultOwnerRole: _, ...without } = settings;
  await expect(findRole(input, without)).rejects.toThrow('Name a role: "Owner", "Reviewer".');
});

it.for(["..", "ada marsh", "ada/marsh", "nora@example.com"])("%j is not a valid account id", async (user) => {
  const asked = { entitlement: "GitHub admin", app: "GitHub", user };
  await expect(removeUserEntitlementOwner.request.plan(asked, context)).rejects.toMatchObject({
    code: "request_unclear",
  });
});

it("an account can be given by its id", async () => {
  const asked = { entitlement: "GitHub admin", app: "Jira", user: "acc_10" };
  const { summary, effects } = await removeUserEntitlementOwner.request.plan(asked, context);
  expect(summary).toContain("of the account with the id acc_10 in Jira");
  expect(effects).toMatchObject([{ input: { path: { app_id: "app_jira", user_id: "acc_10" } } }]);
});

it("a first, last or due day must be valid, and not past in the settings' time zone when it is requested", async () => {
  const owner = { user: "ada.marsh@example.com", connector: "GitHub MCP" };
  // In Berlin, it is already 2 April.
  const tenant = await tenantAt("until.example.com");
  const now = Date.parse("2099-04-01T23:30:00Z");
  const there = { ...context, governance: tenant.client(), now, since: now };
  const until = (day: string) => addConnectorOwner.request.plan({ ...owner, until: day }, there);
  await expect(until("2099-02-30")).rejects.toThrow(/^until: /);
  await expect(until("2099-04-01")).rejects.toMatchObject({
    code: "request_unclear",
    message: "until: 2099-04-01 has passed; today is 2099-04-02.",
  });
  expect((await until("2099-04-02")).input).toMatchObject({ until: "2099-04-02" });
  const from = (day: string, asked = now) =>
    addConnectorOwner.request.plan({ ...owner, from: day }, { ...there, since: asked });
  await expect(from("2099-04-01")).rejects.toThrow("from: 2099-04-01 has passed; today is 2099-04-02.");
  expect((await from("2099-04-02")).startsOn).toBe("2099-04-02");
  // The plan is made again after the first day.
  expect((await from("2099-03-30", Date.parse("2099-03-29T12:00:00Z"))).startsOn).toBe("2099-03-30");
  const campaign = {
    name: "Q1",
    like: "Contractors 2026",
    owners: ["ada.marsh@example.com"],
    due: "2099-04-01",
  };
  await expect(draftCampaign.request.plan(campaign, there)).rejects.toThrow(
    "due: 2099-04-01 has passed; today is",
  );
});

it("recurring campaigns must have unique names", () => {
  const campaigns = [QUARTERLY, { ...QUARTERLY, every: "month" }];
  const read = Settings.safeParse({ ...settings, automations: { "recurring-campaigns": { campaigns } } });
  expect(read.error?.issues.map(({ path }) => path.join("."))).toEqual([
    "automations.recurring-campaigns.campaigns.1.name",
  ]);
});

it("an automation reads its given or default settings, and fails if required settings are missing", () => {
  const { automations } = Settings.parse({
    automations: { "stale-tools": { unusedDays: 5 }, "of-my-own": { a: 1 } },
  });
  expect(automations["of-my-own"]).toEqual({ a: 1 });
  expect(readSettings({ automations }, "stale-tools")).toMatchObject({ unusedDays: 5, askAgainDays: 60 });
  expect(readSettings({ automations: {} }, "stale-tools")).toMatchObject({ unusedDays: 90 });
  expect(() => readSettings({ automations: {} }, "leaver")).toThrow(
    "src/config.ts, settings.automations: leaver is missing",
  );
});

it("an automation uses its own schedule and the settings' time zone unless its settings override them", () => {
  const stated = {
    timeZone: "Europe/Berlin",
    automations: { "stale-tools": { schedule: "0 9 * * *", timeZone: "UTC" } },
  };
  expect(findSchedule(staleTools, Settings.parse(stated))).toEqual({
    expression: "0 9 * * *",
    timeZone: "UTC",
  });
  expect(findSchedule(toolChanged, Settings.parse(stated))).toEqual({
    expression: "0 6 * * *",
    timeZone: "Europe/Berlin",
  });
  expect(findSchedule(joiner, Settings.parse(stated))).toBeNull();
  const wrong = Settings.safeParse({ automations: { "stale-tools": { schedule: "at seven" } } });
  expect(wrong.error?.issues[0]?.message).toContain("must have five fields");
});
