import { describe, expect, it } from "vitest";
import * as z from "zod";
import { formatAction, type PlannedAction } from "../../src/actions/action.ts";
import { replaceStepPolicy } from "../../src/actions/answers.ts";
import { draftCampaign } from "../../src/actions/campaign.ts";
import { addConnectorOwner } from "../../src/actions/connector-owner.ts";
import { actions } from "../../src/actions/index.ts";
import { removeSessionPolicy } from "../../src/actions/session-policy.ts";
import { acceptTool, retireTool } from "../../src/actions/tool.ts";
import { calls } from "../../src/governance/contract/index.ts";
import { HOSTILE_TEXTS } from "../support/hostile-texts.ts";
import { inputs, things } from "./inputs.ts";

const { app, connector, user: ada, tool, policy, fingerprint } = things;

const plans = new Map(Object.entries(inputs).map(([name, input]) => [name, planAction(name, input)]));
function planAction(name: string, input: unknown): PlannedAction {
  const action = actions.get(name);
  if (!action) throw new Error(`there is no action ${name}`);
  return action.fromRecord(input);
}

const tracked = {
  kind: "tool",
  key: "app_1/con_1/tool_1",
  data: { app, connector, tool, fingerprint },
} as const;
const none = { beneficiaries: [], leaves: [] } as const;
const until = "2027-06-30";
const owned = { of: "connector", app, connector, roleSlug: "owner", user: ada, until } as const;
const onConnector = { unverified: [connector, app], beneficiaries: ["usr_1"] };
const ownerKey = "connector/app_1/con_1/usr_1/owner";
const entitlementNamed = { id: "app_2/ent_1", name: "Platform team" };

/** Builds the expected plan of an answer with a comment. */
const answered = (said: string, beneficiaries: readonly string[] = []) => ({
  ...none,
  beneficiaries,
  summary: `${said} The answer is due 30 Jun 2027, 08:00 UTC, and is final.`,
  answerBy: "2027-06-30T08:00:00Z",
});
const comment = "IAM-42 is Approved.";
const about = `“GitHub admin in GitHub for Ada Marsh (4711)”, with the comment “${comment}”.`;

/** The expected plans for the fixed inputs, without their inputs, calls and targets, which the hashes of plans cover. */
const expected: Readonly<Record<string, Omit<PlannedAction, "action" | "input" | "effects" | "target">>> = {
  "policy-step.approve": answered(`Approve ${about}`, ["usr_1"]),
  "policy-step.deny": answered(`Deny ${about}`),
  "policy-step.reassign": answered(`Have Ada Marsh decide ${about}`),
  "policy-step.replace-policy": answered(
    `Replace this step and all later steps with 1 other step in ${about}`,
  ),
  "provision.complete": answered(`Report as provisioned ${about}`),
  "provision.error": answered(`Report as not provisioned ${about}`),
  "workflow.return": answered("Return ticket to “GitHub admin in GitHub for Ada Marsh (4711)”."),
  "service-automation.start": {
    ...none,
    summary:
      'Start the service\'s automation with the inbound webhook Offboard and the values {"userId":"usr_1"}. The service defines what the automation does.',
    unverified: [{ id: "lst_1", name: "Offboard" }],
  },
  "tool.track": {
    ...none,
    summary: "Track the MCP tool Delete branch of the connector GitHub MCP (app GitHub), as it is now.",
    unverified: [connector, app],
    leaves: [tracked],
  },
  "tool.accept": {
    ...none,
    summary: "Accept that the MCP tool Delete branch of GitHub MCP changed: description.",
    unverified: [connector],
    leaves: [tracked],
  },
  "tool.retire": {
    ...none,
    summary:
      "Retire the MCP tool Delete branch of the connector GitHub MCP (app GitHub), and remove it from its toolsets.",
    unverified: [connector, app],
    leaves: [
      { kind: "retired_tool", key: "app_1/con_1/tool_1", data: { app, connector, tool } },
      { kind: "tool", key: "app_1/con_1/tool_1", data: null },
    ],
  },
  "session-policy.end-on": {
    ...none,
    summary: "Delete the session policy Shared kiosks after 30 Jun 2027, its last day. That can't be undone.",
    unverified: [policy],
    leaves: [{ kind: "session_policy", key: "sp_1", data: { policy, until } }],
    leadsTo: ["deleteSessionPolicy"],
  },
  "session-policy.remove": {
    ...none,
    summary: "Delete the session policy Shared kiosks.",
    unverified: [policy],
    leaves: [{ kind: "session_policy", key: "sp_1", data: null }],
  },
  "connector-owner.add": {
    ...onConnector,
    summary: "Add Ada Marsh as owner of the connector GitHub MCP (app GitHub) until 30 Jun 2027.",
    leaves: [{ kind: "ownership", key: ownerKey, data: owned }],
  },
  "connector-owner.end-by-hand": {
    ...onConnector,
    summary:
      "Manual task without an API call: remove Ada Marsh as owner of the connector GitHub MCP (app GitHub). The last day was 30 Jun 2027.",
    followUp: { assignees: [] },
    leaves: [{ kind: "ownership", key: ownerKey, data: null }],
  },
  "promise.mend-by-hand": {
    ...none,
    summary:
      "Manual task without an API call, open since 30 Jun 2027: give Build bot a manager who is enabled.",
    followUp: { assignees: [] },
  },
  "undo.by-hand": {
    ...none,
    summary:
      "Manual task without an API call: undo “Create the access review Q3.” It can only be ended in the tenant.",
    followUp: { assignees: [] },
    beneficiaries: ["usr_1"],
    leaves: [{ kind: "campaign", key: "Q3", data: null }],
  },
  "entitlement-owner.remove": {
    ...none,
    summary:
      "Remove the entitlement Platform team as owner of GitHub. Everyone who holds it loses that ownership.",
    unverified: [entitlementNamed, app],
    leaves: [{ kind: "ownership", key: "app/app_1/app_2/ent_1/owner", data: null }],
  },
  "user-entitlement-owner.remove": {
    ...none,
    summary:
      "Remove the entitlement Platform team as owner of the account ada.marsh@example.com in GitHub. Everyone who holds it loses that ownership.",
    unverified: [entitlementNamed, { id: "acc_1", name: "ada.marsh@example.com" }, app],
    leaves: [{ kind: "ownership", key: "account/app_1/acc_1/app_2/ent_1/owner", data: null }],
  },
  "campaign.create": {
    summary:
      "Create the access review campaign “Q3”, of all grants, with the policy Managers, owned by Ada Marsh, due 15 Jul 2027, 00:00 UTC, as a draft, which its owner must start.",
    unverified: [{ id: "pol_2", name: "Managers" }],
    beneficiaries: ["usr_1"],
    followUp: {
      assignees: [],
      orOperators: true,
      task: "Start the review “Q3”, a draft in the tenant.",
      done: "It was started",
      about: [],
      due: "2027-07-15T00:00:00Z",
    },
    leaves: [{ kind: "campaign", key: "Q3", data: { name: "Q3", owners: [ada] } }],
  },
};

describe("the plan of an action", () => {
  it.for([...plans])("equals the expected plan, and its calls match the contract: %s", ([name, plan]) => {
    const { effects, target, ...other } = plan;
    expect(target).not.toBe("");
    expect(other).toEqual({ action: name, input: inputs[name], ...expected[name] });
    for (const { operation, input } of effects)
      expect(calls[operation].body.safeParse(input.body).success).toBe(true);
  });

  it("can copy a campaign, with some properties replaced", () => {
    const planned = draftCampaign({ name: "Q4", like: { id: "cmp_1", name: "Q3" }, owners: [ada] });
    expect(planned.summary).toBe(
      "Create the access review campaign “Q4”, like Q3, owned by Ada Marsh, as a draft, which its owner must start.",
    );
    const scope = { allGrants: {} };
    const like = { id: "cmp_1", name: "Q3" };
    expect(draftCampaign({ name: "Q4", like, scope, policy: ada, owners: [ada] }).summary).toBe(
      "Create the access review campaign “Q4”, like Q3, of all grants, with the policy Ada Marsh, owned by Ada Marsh, as a draft, which its owner must start.",
    );
    expect(planned.effects).toEqual([
      {
        operation: "createCampaign",
        input: { body: { displayName: "Q4", duplicateFrom: "cmp_1", ownerIds: ["usr_1"] } },
      },
    ]);
  });

  it("describes the people or the scope of an access review", () => {
    const users = Array.from({ length: 22 }, (_, n) => ({ id: `usr_${n}`, name: `Person ${n}` }));
    const to = { name: "Q4", policy: { id: "pol_2", name: "Managers" }, owners: [ada] };
    const planned = draftCampaign({ ...to, users });
    expect(planned.summary).toMatch(
      /, for the access of Person 0, Person 1, .*, Person 19 and 2 others, with /,
    );
    expect(planned.effects).toMatchObject([
      { input: { body: { scopeV2: { selectedUsers: { userIds: users.map(({ id }) => id) } } } } },
    ]);
    const of = (scope: Record<string, unknown>) => draftCampaign({ ...to, scope }).summary;
    expect(of({ allUsers: {} })).toContain("of all users, ");
    expect(of({ selectedUsers: { userIds: ["usr_1", "usr_2"] } })).toContain("of the users (usr_1, usr_2), ");
    const grants = { daysSinceLastUsed: "7776000s", typeFilter: "GRANT_FILTER_TYPE_PERMANENT" };
    const accounts = { accountTypes: ["APP_USER_TYPE_SERVICE_ACCOUNT"], noAccountOwner: true };
    expect(of({ grantsByCriteria: grants, accountCriteria: accounts })).toContain(
      "of accounts (account types: service account; no account owner) and grants (days since last used: 90 days; type filter: permanent), ",
    );
    // User-supplied text stays in quotes, so that it can't pose as part of the sentence.
    expect(of({ celExpression: { expression: 'true), with the policy "None"' } })).toContain(
      String.raw`of users that match the expression ("true), with the policy \"None\""), `,
    );
    expect(of({ celExpression: { expression: "2026-99-99T99:99:99Z" } })).toContain(
      "(2026-99-99T99:99:99Z), ",
    );
    for (const expression of Object.values(HOSTILE_TEXTS).filter(({ length }) => length <= 2_048))
      expect(of({ celExpression: { expression } })).toMatch(
        /of users that match the expression.*, with the policy Managers, /s,
      );
    expect(() => draftCampaign({ ...to, users, scope: { allUsers: {} } })).toThrow(z.ZodError);
  });

  it("states how many later steps of a request are replaced, if their number is known", () => {
    const asked = { callback: "sealed", request: "GitHub admin", until: "2027-07-15T00:00:00Z", comment };
    const policySteps = [{ approval: {} }, { provision: {} }];
    expect(replaceStepPolicy({ ...asked, policySteps, laterSteps: 2 }).summary).toContain(
      "Replace this step and 2 later steps with 2 other steps in “GitHub admin”",
    );
  });

  it("lists every changed part of a tool", () => {
    const changed = ["description", "input schema"];
    expect(acceptTool({ app, connector, tool, changed, fingerprint }).summary).toBe(
      "Accept that the MCP tool Delete branch of GitHub MCP changed: description, input schema.",
    );
  });

  it("shows approvers the id for each unverified name that does not contain it", () => {
    const planned = addConnectorOwner({ app, connector, roleSlug: "owner", user: ada });
    expect(planned.summary).toBe("Add Ada Marsh as owner of the connector GitHub MCP (app GitHub).");
    expect(formatAction(planned)).toBe(
      `${planned.summary} Names not verified: GitHub MCP is con_1, GitHub is app_1.`,
    );
    const byId = removeSessionPolicy({ policy: { id: "pol_1", name: "the one with the id pol_1" } });
    expect(formatAction(byId)).toBe(byId.summary);
  });

  it("lists the owners and the reviewed people of an access review as beneficiaries", () => {
    const review = { name: "Q3", policy: { id: "pol_1", name: "Managers" }, owners: [ada] };
    const hugo = { id: "usr_hugo", name: "Hugo Pike" };
    for (const what of [{ users: [hugo] }, { scope: { selectedUsers: { userIds: [hugo.id] } } }])
      expect(draftCampaign({ ...review, ...what }).beneficiaries).toEqual([ada.id, hugo.id]);
  });

  it("is not made from invalid input", () => {
    expect(() => retireTool({ app, connector, tool: { id: "", name: "x" } })).toThrow(z.ZodError);
    expect(() => draftCampaign({ name: "Q3", scope: {}, policy: ada, owners: [] })).toThrow(z.ZodError);
  });
});
