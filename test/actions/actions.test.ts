import { describe, expect, it } from "vitest";
import * as z from "zod";
import { approversSentence, ifStillThere, type PlannedAction } from "../../src/actions/action.ts";
import { startCampaign } from "../../src/actions/campaign.ts";
import { addConnectorOwner } from "../../src/actions/connector-owner.ts";
import { removeEntitlementOwner, removeUserEntitlementOwner } from "../../src/actions/entitlement-owner.ts";
import { endSessionPolicyOn, removeSessionPolicy } from "../../src/actions/session-policy.ts";
import { acceptTool, retireTool, trackTool } from "../../src/actions/tool.ts";
import { operations } from "../../src/governance/contract/index.ts";
import { HOSTILE_TEXTS } from "../support/hostile-texts.ts";

const app = { id: "app_1", name: "GitHub" };
const connector = { id: "con_1", name: "GitHub MCP" };
const ada = { id: "usr_1", name: "Ada Marsh" };

const fingerprint = { name: "n1", description: "d1", inputSchema: "s1" };

const plans: Readonly<Record<string, PlannedAction>> = {
  "connector-owner.add": addConnectorOwner({ app, connector, roleSlug: "owner", user: ada }),
  "tool.retire": retireTool({ app, connector, tool: { id: "tool_1", name: "delete_repo" } }),
  "entitlement-owner.remove": removeEntitlementOwner({
    app,
    roleSlug: "owner",
    entitlement: { appId: "app_2", id: "ent_1", name: "Platform team" },
  }),
  "user-entitlement-owner.remove": removeUserEntitlementOwner({
    app,
    appUser: { id: "acc_1", name: "ada@example.com" },
    roleSlug: "owner",
    entitlement: { appId: "app_2", id: "ent_1", name: "Platform team" },
  }),
  "session-policy.remove": removeSessionPolicy({ policy: { id: "pol_1", name: "Contractors" } }),
  "campaign.start": startCampaign({
    name: "Q3",
    scope: { allGrants: {} },
    policy: { id: "pol_2", name: "Managers" },
    owners: [ada],
    completionDate: "2027-07-15T00:00:00Z",
  }),
  "tool.track": trackTool({ app, connector, tool: { id: "tool_1", name: "delete_repo" }, fingerprint }),
  "tool.accept": acceptTool({
    app,
    connector,
    tool: { id: "tool_1", name: "delete_repo" },
    changed: ["description", "input schema"],
    fingerprint,
  }),
  "session-policy.end-on": endSessionPolicyOn({
    policy: { id: "pol_1", name: "Contractors" },
    until: "2027-06-30",
  }),
};

const trackedTool = {
  kind: "tool",
  key: "app_1/con_1/tool_1",
  data: { app, connector, tool: { id: "tool_1", name: "delete_repo" }, fingerprint },
} as const;

const expected: typeof plans = {
  "tool.track": {
    action: "tool.track",
    input: trackedTool.data,
    summary: "Track the MCP tool delete_repo of the connector GitHub MCP (app GitHub), as it is now.",
    unverified: [connector, app],
    target: "tracking of tool app_1/con_1/tool_1",
    effects: [],
    beneficiaries: [],
    leaves: [trackedTool],
  },
  "tool.accept": {
    action: "tool.accept",
    input: { ...trackedTool.data, changed: ["description", "input schema"] },
    summary: "Accept that the MCP tool delete_repo of GitHub MCP changed: description, input schema.",
    unverified: [connector],
    target: "tool app_1/con_1/tool_1 as n1.d1.s1",
    effects: [],
    beneficiaries: [],
    leaves: [trackedTool],
  },
  "session-policy.end-on": {
    action: "session-policy.end-on",
    input: { policy: { id: "pol_1", name: "Contractors" }, until: "2027-06-30" },
    summary: "Delete the session policy Contractors after 30 Jun 2027, its last day. That can't be undone.",
    unverified: [{ id: "pol_1", name: "Contractors" }],
    target: "end of session policy pol_1",
    effects: [],
    beneficiaries: [],
    leaves: [
      {
        kind: "session_policy",
        key: "pol_1",
        data: { policy: { id: "pol_1", name: "Contractors" }, until: "2027-06-30" },
      },
    ],
    leadsTo: ["deleteSessionPolicy"],
  },
  "connector-owner.add": {
    action: "connector-owner.add",
    input: { app, connector, roleSlug: "owner", user: ada },
    summary: "Add Ada Marsh as owner of the connector GitHub MCP (app GitHub).",
    unverified: [connector, app],
    target: "connector app_1/con_1 owner owner usr_1",
    effects: [
      {
        operation: "createConnectorOwner",
        input: {
          path: { app_id: "app_1", connector_id: "con_1", role_slug: "owner", user_ref_id: "usr_1" },
          body: { userRef: { id: "usr_1" } },
        },
      },
    ],
    beneficiaries: ["usr_1"],
    leaves: [
      {
        kind: "ownership",
        key: "connector/app_1/con_1/usr_1/owner",
        data: { of: "connector", app, connector, roleSlug: "owner", user: ada },
      },
    ],
  },
  "tool.retire": {
    action: "tool.retire",
    input: { app, connector, tool: { id: "tool_1", name: "delete_repo" } },
    summary: "Retire the MCP tool delete_repo of the connector GitHub MCP (app GitHub).",
    unverified: [connector, app],
    target: "tool app_1/con_1/tool_1",
    effects: [
      {
        operation: "deleteMcpTool",
        input: { path: { app_id: "app_1", connector_id: "con_1", id: "tool_1" }, body: {} },
      },
    ],
    beneficiaries: [],
    leaves: [
      {
        kind: "retired_tool",
        key: "app_1/con_1/tool_1",
        data: { app, connector, tool: { id: "tool_1", name: "delete_repo" } },
      },
      { kind: "tool", key: "app_1/con_1/tool_1", data: null },
    ],
  },
  "entitlement-owner.remove": {
    action: "entitlement-owner.remove",
    input: {
      app,
      roleSlug: "owner",
      entitlement: { appId: "app_2", id: "ent_1", name: "Platform team" },
    },
    summary:
      "Remove the entitlement Platform team as owner of GitHub. Everyone who holds it loses that ownership.",
    unverified: [{ id: "app_2/ent_1", name: "Platform team" }, app],
    target: "app app_1 owner owner entitlement app_2/ent_1",
    effects: [
      {
        operation: "deleteAppEntitlementOwner",
        input: {
          path: {
            app_id: "app_1",
            role_slug: "owner",
            app_entitlement_ref_app_id: "app_2",
            app_entitlement_ref_id: "ent_1",
          },
          body: { appEntitlementRef: { appId: "app_2", id: "ent_1" } },
        },
      },
    ],
    beneficiaries: [],
    leaves: [{ kind: "ownership", key: "app/app_1/app_2/ent_1/owner", data: null }],
  },
  "user-entitlement-owner.remove": {
    action: "user-entitlement-owner.remove",
    input: {
      app,
      appUser: { id: "acc_1", name: "ada@example.com" },
      roleSlug: "owner",
      entitlement: { appId: "app_2", id: "ent_1", name: "Platform team" },
    },
    summary:
      "Remove the entitlement Platform team as owner of the account ada@example.com in GitHub. Everyone who holds it loses that ownership.",
    unverified: [{ id: "app_2/ent_1", name: "Platform team" }, { id: "acc_1", name: "ada@example.com" }, app],
    target: "app user app_1/acc_1 owner owner entitlement app_2/ent_1",
    effects: [
      {
        operation: "deleteAppUserEntitlementOwner",
        input: {
          path: {
            app_id: "app_1",
            user_id: "acc_1",
            role_slug: "owner",
            app_entitlement_ref_app_id: "app_2",
            app_entitlement_ref_id: "ent_1",
          },
          body: { appEntitlementRef: { appId: "app_2", id: "ent_1" } },
        },
      },
    ],
    beneficiaries: [],
    leaves: [{ kind: "ownership", key: "account/app_1/acc_1/app_2/ent_1/owner", data: null }],
  },
  "session-policy.remove": {
    action: "session-policy.remove",
    input: { policy: { id: "pol_1", name: "Contractors" } },
    summary: "Delete the session policy Contractors.",
    unverified: [{ id: "pol_1", name: "Contractors" }],
    target: "session policy pol_1",
    effects: [{ operation: "deleteSessionPolicy", input: { path: { id: "pol_1" }, body: {} } }],
    beneficiaries: [],
    leaves: [{ kind: "session_policy", key: "pol_1", data: null }],
  },
  "campaign.start": {
    action: "campaign.start",
    input: {
      name: "Q3",
      scope: { allGrants: {} },
      policy: { id: "pol_2", name: "Managers" },
      owners: [ada],
      completionDate: "2027-07-15T00:00:00Z",
    },
    summary:
      "Start the access review campaign “Q3”, of all grants, with the policy Managers, owned by Ada Marsh, due 15 Jul 2027, 00:00 UTC.",
    unverified: [{ id: "pol_2", name: "Managers" }],
    target: "campaign Q3",
    effects: [
      {
        operation: "createCampaign",
        input: {
          body: {
            displayName: "Q3",
            scopeV2: { allGrants: {} },
            policyId: "pol_2",
            ownerIds: ["usr_1"],
            completionDate: "2027-07-15T00:00:00Z",
          },
        },
      },
    ],
    beneficiaries: ["usr_1"],
    leaves: [{ kind: "campaign", key: "Q3", data: { name: "Q3" } }],
  },
};

describe("an action's plan", () => {
  it.for(Object.keys(expected))("%s says what it will do, to what, by which calls", (name) => {
    expect(plans[name]).toEqual(expected[name]);
  });

  it.for(Object.keys(expected))("%s makes calls whose bodies the contract accepts", (name) => {
    for (const { operation, input } of plans[name]?.effects ?? [])
      expect(operations[operation].body.safeParse(input.body).success).toBe(true);
  });

  it("copies a campaign, and replaces what is given", () => {
    const planned = startCampaign({ name: "Q4", like: { id: "cmp_1", name: "Q3" }, owners: [ada] });
    expect(planned.summary).toBe("Start the access review campaign “Q4”, like Q3, owned by Ada Marsh.");
    const scope = { allGrants: {} };
    expect(startCampaign({ name: "Q4", like: { id: "cmp_1", name: "Q3" }, scope, policy: ada }).summary).toBe(
      "Start the access review campaign “Q4”, like Q3, of all grants, with the policy Ada Marsh, with the same owners.",
    );
    expect(planned.effects).toEqual([
      {
        operation: "createCampaign",
        input: { body: { displayName: "Q4", duplicateFrom: "cmp_1", ownerIds: ["usr_1"] } },
      },
    ]);
  });

  it("says whose access is reviewed, or which scope of the API's", () => {
    const users = Array.from({ length: 22 }, (_, n) => ({ id: `usr_${n}`, name: `Person ${n}` }));
    const to = { name: "Q4", policy: { id: "pol_2", name: "Managers" }, owners: [ada] };
    const planned = startCampaign({ ...to, users });
    expect(planned.summary).toMatch(
      /, of what Person 0, Person 1, .*, Person 19 and 2 others can access, with /,
    );
    expect(planned.effects).toMatchObject([
      { input: { body: { scopeV2: { selectedUsers: { userIds: users.map(({ id }) => id) } } } } },
    ]);
    const of = (scope: Record<string, unknown>) => startCampaign({ ...to, scope }).summary;
    expect(of({ allUsers: {} })).toContain("of all users, ");
    expect(of({ selectedUsers: { userIds: ["usr_1", "usr_2"] } })).toContain("of the users (usr_1, usr_2), ");
    const grants = { daysSinceLastUsed: "7776000s", typeFilter: "GRANT_FILTER_TYPE_PERMANENT" };
    const accounts = { accountTypes: ["APP_USER_TYPE_SERVICE_ACCOUNT"], noAccountOwner: true };
    expect(of({ grantsByCriteria: grants, accountCriteria: accounts })).toContain(
      "of accounts (account types: service account; no account owner) and grants (days since last used: 90 days; type filter: permanent), ",
    );
    // What somebody wrote stays in quotes: it can't be read as more of the sentence.
    expect(of({ celExpression: { expression: 'true), with the policy "None"' } })).toContain(
      String.raw`of users by the expression ("true), with the policy \"None\""), `,
    );
    expect(of({ celExpression: { expression: "2026-99-99T99:99:99Z" } })).toContain(
      "(2026-99-99T99:99:99Z), ",
    );
    for (const expression of Object.values(HOSTILE_TEXTS).filter(({ length }) => length <= 2_048))
      expect(of({ celExpression: { expression } })).toMatch(
        /of users by the expression.*, with the policy Managers, /s,
      );
    expect(() => startCampaign({ ...to, users, scope: { allUsers: {} } })).toThrow(z.ZodError);
  });

  it("says until when, and that nothing ends it by itself", () => {
    const { summary } = addConnectorOwner({
      app,
      connector,
      roleSlug: "owner",
      user: ada,
      until: "2027-01-31",
    });
    expect(summary).toBe(
      "Add Ada Marsh as owner of the connector GitHub MCP (app GitHub) until 31 Jan 2027. Then Reeve asks a person to remove them, as the API can't.",
    );
  });

  it("is read by approvers with the ids behind names that nobody looked up", () => {
    const planned = addConnectorOwner({ app, connector, roleSlug: "owner", user: ada });
    expect(approversSentence(planned)).toBe(
      `${planned.summary} Names not verified: GitHub MCP is con_1, GitHub is app_1.`,
    );
    const byId = removeSessionPolicy({ policy: { id: "pol_1", name: "the one with the id pol_1" } });
    expect(approversSentence(byId)).toBe(byId.summary);
  });

  it("of an access review concerns whose access it is, as well as its owners", () => {
    const review = { name: "Q3", policy: { id: "pol_1", name: "Managers" }, owners: [ada] };
    const hugo = { id: "usr_hugo", name: "Hugo Pike" };
    for (const what of [{ users: [hugo] }, { scope: { selectedUsers: { userIds: [hugo.id] } } }])
      expect(startCampaign({ ...review, ...what }).beneficiaries).toEqual([ada.id, hugo.id]);
  });

  it("is not made from what the action does not take", () => {
    expect(() => retireTool({ app, connector, tool: { id: "", name: "x" } })).toThrow(z.ZodError);
    expect(() => startCampaign({ name: "Q3", scope: {}, policy: ada, owners: [] })).toThrow(z.ZodError);
    expect(() => startCampaign({ name: "Q3", scope: {}, policy: ada })).toThrow(z.ZodError);
  });
});

it("what is enough when it is gone are deletes, and nothing else of the plan changes", () => {
  for (const action of Object.values(plans)) {
    const { effects, ...rest } = ifStillThere(action);
    expect({ ...rest, effects: effects.map(({ goneIsDone: _, ...call }) => call) }).toEqual(action);
    for (const { operation, goneIsDone } of effects)
      expect(goneIsDone).toBe(operations[operation].method === "DELETE" ? true : undefined);
  }
});
