// Tests the rules that apply to a plan, their merged stages, and the people whom the stages skip.
import { describe, expect, it } from "vitest";
import type { EffectCall, PlannedAction } from "../../src/actions/action.ts";
import type { ReadOnlyGovernance } from "../../src/governance/client/index.ts";
import {
  type ApprovalRule,
  type Ask,
  approvalAsks,
  findApps,
  formatRuleTrigger,
  hasRule,
  mayBeFor,
  type PlanToBe,
} from "../../src/policy/approval.ts";
import { type Asking, findStages } from "../../src/policy/approvers.ts";
import { partyFinder } from "../../src/policy/parties.ts";
import { NO_PART } from "../../src/policy/separation.ts";
import { formatStage, type StageRule } from "../../src/policy/stages.ts";
import { inEffect } from "./own-rules.ts";

const NAMES = {
  apps: { Jira: "app_jira" },
  connectors: {
    "GitHub MCP": { appId: "app_github", appName: "GitHub", connectorId: "con_1" },
    "Jira MCP": { appId: "app_jira", appName: "Jira", connectorId: "con_2" },
    // Ids of connectors are unique in an app.
    Elsewhere: { appId: "app_other", appName: "Other", connectorId: "con_1" },
  },
};
const deletion: EffectCall = { operation: "deleteSessionPolicy", input: { path: { id: "sp_1" }, body: {} } };
const action = (
  name: string,
  place: readonly [app: string, connector?: string] | null,
  beneficiaries: readonly string[] = [],
): PlannedAction => ({
  action: name,
  input: place
    ? {
        app: { id: place[0], name: place[0] },
        ...(place[1] && { connector: { id: place[1], name: "a connector" } }),
      }
    : { policy: "sp_1" },
  summary: "…",
  target: "…",
  effects: [deletion],
  beneficiaries,
  leaves: [],
});
const [onGitHub, onJira, nowhere] = [
  action("tool.retire", ["app_github", "con_1"]),
  action("entitlement-owner.remove", ["app_jira"]),
  action("session-policy.remove", null),
];
const approvalReasons = (
  rule: Partial<ApprovalRule>,
  actions: readonly PlannedAction[],
  source = "jira",
): Ask[] =>
  approvalAsks(inEffect({ when: "always", ...rule } as ApprovalRule), {
    automation: "requested-action",
    source,
    names: NAMES,
    actions,
    authentication: "signed",
    isWish: false,
    ownGain: NO_PART,
    ownApproval: NO_PART,
    ageMs: 0,
  });

describe("a rule", () => {
  const all = [onGitHub, onJira, nowhere];
  it.for<[Partial<ApprovalRule>, readonly PlannedAction[]]>([
    [{}, all],
    [{ automations: ["requested-action"] }, all],
    [{ automations: ["joiner"] }, []],
    [{ actions: ["tool.retire", "tool.track"] }, [onGitHub]],
    [{ actions: ["tool.track"] }, []],
    [{ apps: ["GitHub"] }, [onGitHub]],
    [{ apps: ["Jira"] }, [onJira]],
    [{ apps: ["Jira", "GitHub"] }, [onGitHub, onJira]],
    [{ connectors: ["GitHub MCP"] }, [onGitHub]],
    [{ connectors: ["Jira MCP"] }, []],
    [{ connectors: ["Jira MCP", "GitHub MCP"] }, [onGitHub]],
    [{ connectors: ["Elsewhere"] }, []],
    [{ sources: ["jira", "slack"] }, all],
    [{ sources: ["slack"] }, []],
    [{ when: "agent" }, []],
    [{ apps: ["GitHub"], actions: ["entitlement-owner.remove"] }, []],
  ])("with %j applies to the actions that match all its properties", ([rule, fitting]) => {
    const [ask] = approvalReasons(rule, all);
    expect(ask?.actions ?? []).toEqual(fitting);
  });

  it("counts only the changes that it applies to", () => {
    const rule: Partial<ApprovalRule> = { when: "more_effects_than", effects: 1, apps: ["Jira"] };
    expect(approvalReasons(rule, [onJira, onGitHub])).toEqual([]);
    expect(approvalReasons(rule, [onJira, onJira])).toHaveLength(1);
  });

  it("is not needed for the approval of a delete that a person's inventory entry causes", () => {
    const mixed = {
      ...onGitHub,
      effects: [deletion, { operation: "createCampaign", input: { body: {} } }],
      requestedBy: ["ida.holt@example.com"],
    };
    const told = approvalReasons({ sources: ["slack"] }, [mixed as PlannedAction]);
    expect(told.map(({ reason, stages }) => [reason, stages])).toEqual([
      ["it deletes something because of inventory entries by ida.holt@example.com", null],
    ]);
  });

  it("is described in words for approvers and on the settings page", () => {
    expect(approvalReasons({ apps: ["Jira"] }, [onJira])[0]?.reason).toBe(
      "every change to Jira needs an approval",
    );
    expect(
      approvalReasons({ connectors: ["GitHub MCP"], actions: ["tool.retire"] }, [onGitHub])[0]?.reason,
    ).toBe("every change of this kind to GitHub MCP needs an approval");
    const words = (rule: ApprovalRule) => formatRuleTrigger(rule);
    expect(words({ when: "always", automations: ["joiner"], sources: ["workday"] })).toBe(
      "plans of joiner from workday that change something",
    );
    expect(words({ when: "operation", operations: ["createCampaign"], apps: ["Jira"] })).toBe(
      "plans about Jira in which Reeve creates an access review campaign",
    );
    expect(words({ when: "more_effects_than", effects: 5 })).toBe("plans whose number of changes exceeds 5");
    expect(words({ when: "tool", classifications: ["dangerous"], clientTypes: ["shared"] })).toBe(
      "plans that change an MCP tool that is dangerous, shared",
    );
  });

  it("for agents applies to their requests, and can be limited to apps or actions", () => {
    const rule = { when: "agent", apps: ["Jira"] } as const;
    expect(approvalReasons({ ...rule, apps: ["Jira"] }, [onGitHub, onJira], "mcp")).toMatchObject([
      { reason: "an agent requested it on a person's behalf", actions: [onJira] },
    ]);
    expect(formatRuleTrigger({ when: "agent", actions: ["tool.retire"] })).toBe(
      "plans with tool.retire that an agent requested",
    );
    const shown = (source?: string) => inEffect({ when: "agent" }).some((one) => mayBeFor(one, { source }));
    expect([shown(), shown("mcp"), shown("console")]).toEqual([true, true, false]);
  });

  it("is shown with the plans that it might apply to", () => {
    const rules = inEffect({ when: "always", actions: ["tool.retire"], connectors: ["GitHub MCP"] });
    const shown = (plan: PlanToBe) => rules.some((rule) => mayBeFor(rule, plan));
    expect([{}, { action: "tool.retire" }, { connector: "GitHub MCP", app: "Jira" }].map(shown)).toEqual([
      true,
      true,
      true,
    ]);
    expect([{ action: "tool.track" }, { action: "tool.retire", connector: "Jira MCP" }].map(shown)).toEqual([
      false,
      false,
    ]);
  });

  it("is detected by its `when` and an automation to which it applies", () => {
    const rules = inEffect({ when: "asked_by_beneficiary", automations: ["joiner"] }, { when: "always" });
    expect(hasRule(rules, "asked_by_beneficiary", "joiner")).toBe(true);
    expect(hasRule(rules, "asked_by_beneficiary", "mover")).toBe(false);
    expect(hasRule(rules, "asked_by_who_approved_it", "joiner")).toBe(false);
  });

  it("can name an app by the app's own name or by the app name of a connector", () => {
    expect(findApps("GitHub", NAMES)).toEqual(["app_github"]);
    expect(findApps("Jira", NAMES)).toEqual(["app_jira", "app_jira"]);
    expect(findApps("Salesforce", NAMES)).toEqual([]);
  });
});

const PEOPLE = [
  { id: "usr_ada", managerIds: ["usr_nora", "usr_gone"] },
  { id: "usr_ben", managerIds: ["usr_iris"] },
  { id: "usr_kim" },
  { id: "usr_nora", employeeIds: ["E-1"] },
  { id: "usr_nora_2", email: "nora.f@example.com", employeeIds: ["E-1"] },
  { id: "usr_iris" },
  { id: "usr_hugo", delegatedUserId: "usr_iris" },
].map((user) => ({ email: `${user.id.slice(4)}@example.com`, ...user }));
const governance = {
  call: async (_: unknown, { body }: { body: { refs?: { id: string }[]; email?: string } }) => ({
    list: PEOPLE.filter(({ id, email }) =>
      body.refs ? body.refs.some((ref) => ref.id === id) : email === body.email,
    ).map((user) => ({ user })),
  }),
} as unknown as ReadOnlyGovernance;

/** Finds the stages for these reasons. */
async function find(asksFor: readonly Ask[], change: Partial<Asking> = {}) {
  const finder = partyFinder(governance);
  const about = asksFor.flatMap(({ actions }) => actions.flatMap(({ beneficiaries }) => beneficiaries));
  return findStages(asksFor, [], {
    source: "jira",
    concerned: {
      requesters: [await finder.requester({ email: "kim@example.com" })],
      beneficiaries: await finder.users(about),
    },
    approvers: ["kim@example.com", "iris@example.com", "hugo@example.com"],
    policy: {
      unknownRequestersFrom: [],
      groups: { Security: ["hugo@example.com", "nobody@example.com"] },
      owners: { Jira: ["nora@example.com"], app_github: ["hugo@example.com"] },
    },
    find: finder,
    listOwners: async ({ app, connector }) => [`usr_${connector ? "iris" : "ben"}`, app.id],
    ...change,
  });
}
const stage = (...from: string[]): StageRule => ({ from, count: 1, useDelegates: false });
const ask = (stages: readonly StageRule[] | null, ...actions: readonly PlannedAction[]): Ask => ({
  reason: "it is a test",
  actions,
  stages,
});

describe("the stages of a plan", () => {
  it("from several rules are merged in order, with the highest count", async () => {
    const [two, one] = [
      { ...stage("Security", "iris@example.com"), count: 2 },
      stage("Security", "iris@example.com"),
    ];
    for (const both of [
      [one, two],
      [two, one],
    ])
      expect(
        (await find([ask([stage("nora@example.com")], nowhere), ask(both, nowhere)])).map(formatStage),
      ).toEqual([
        "nora@example.com",
        "2 people, each a member of Security or iris@example.com (hugo@example.com)",
      ]);
  });

  it("ask the managers of each affected user, and report managers who are disabled or deleted", async () => {
    const plan = ["usr_ada", "usr_ben"].map((who) => action("test", null, [who]));
    const stages = await find([ask([stage("manager")], ...plan)]);
    expect(stages.map(formatStage)).toEqual([
      "a manager of ada@example.com (nora@example.com)",
      "a manager of ben@example.com (iris@example.com)",
    ]);
    expect(stages[0]?.skipped).toEqual(["usr_gone, a manager of ada@example.com, is disabled or deleted."]);
    await expect(find([ask([stage("manager")], action("test", null, ["usr_nora"]))])).rejects.toThrow(
      "the plan needs an approval by a manager of nora@example.com, and none of them can give it. nora@example.com has no manager.",
    );
    await expect(find([ask([stage("manager")], nowhere)])).rejects.toThrow("a manager of the affected user");
  });

  it("ask the owners in the settings, or otherwise those in the inventory", async () => {
    expect((await find([ask([stage("owner")], action("test", ["Jira"]))])).map(formatStage)).toEqual([
      "an owner of Jira (nora@example.com)",
    ]);
    expect((await find([ask([stage("owner")], onGitHub)])).map(formatStage)).toEqual([
      "an owner of a connector (hugo@example.com)",
    ]);
    const owners = { "a connector": ["iris@example.com"], app_github: ["hugo@example.com"] };
    const policy = { unknownRequestersFrom: [], groups: {}, owners };
    expect((await find([ask([stage("owner")], onGitHub)], { policy })).map(formatStage)).toEqual([
      "an owner of a connector (iris@example.com)",
    ]);
    const [known] = await find([ask([stage("owner")], action("test", ["app_x", "con_9"]))]);
    expect(known).toMatchObject({
      people: [{ id: "usr_iris" }],
      skipped: ["app_x, an owner of a connector, is disabled or deleted."],
    });
    await expect(find([ask([stage("owner")], nowhere)])).rejects.toThrow("an owner of the connector or app");
  });

  it("are separate for two different connectors with the same name", async () => {
    const stages = await find([
      ask([stage("owner")], action("test", ["app_x", "con_8"]), action("test", ["app_y", "con_9"])),
    ]).catch((error: Error) => error.message);
    // One owner can't fill both stages.
    expect(stages).toContain("the plan needs an approval by an owner of a connector [");
    const both = await find(
      [ask([stage("owner")], action("test", ["app_x", "con_8"]), action("test", ["app_y", "con_9"]))],
      { listOwners: async ({ connector }) => [connector?.id === "con_8" ? "usr_iris" : "usr_nora"] },
    );
    expect(both.map(({ people }) => people.map(({ id }) => id))).toEqual([["usr_iris"], ["usr_nora"]]);
    expect(new Set(both.map(({ name }) => name)).size).toBe(2);
  });

  it("list as many people with the role as the plan needs, or no people if no holder of the role is known", async () => {
    const [role] = await find([ask(null, nowhere)]);
    expect(role).toMatchObject({ role: "yes", people: [{ id: "usr_iris", byRole: true }] });
    expect(role?.skipped).toEqual(["kim@example.com can't approve: they asked for this."]);
    const [two] = await find([ask([{ ...stage("approver"), count: 2 }], nowhere)]);
    expect(two?.people.map(({ id }) => id)).toEqual(["usr_iris", "usr_hugo"]);
    for (const approvers of [null, []])
      expect(await find([ask(null, nowhere)], { approvers })).toMatchObject([
        { role: "unlisted", people: [] },
      ]);
    await expect(find([ask([{ ...stage("approver"), count: 3 }], nowhere)])).rejects.toThrow(
      "the plan needs an approval by 3 people, each somebody with the role approver, and too few of them can give it.",
    );
  });

  it("count two accounts of a person as one approver", async () => {
    const policy = {
      unknownRequestersFrom: [],
      groups: { Twice: ["nora@example.com", "nora.f@example.com"] },
      owners: {},
    };
    const [twice] = await find([ask([stage("Twice")], nowhere)], { policy });
    expect(twice?.people.map(({ id }) => id)).toEqual(["usr_nora"]);
    await expect(find([ask([{ ...stage("Twice"), count: 2 }], nowhere)], { policy })).rejects.toThrow(
      "too few",
    );
  });

  it("can ask people by name and by role in the same plan", async () => {
    const stages = await find([ask([stage("nora@example.com"), stage("approver")], nowhere)]);
    expect(stages.map(({ role, people }) => [role, people.map(({ id }) => id)])).toEqual([
      ["no", ["usr_nora"]],
      ["yes", ["usr_iris", "usr_hugo"]],
    ]);
  });

  it("with the same people are merged, even if their actions differ otherwise", async () => {
    const both = [action("test", ["app_x", "con_8"], ["usr_ada"]), action("test", ["app_y"], ["usr_ben"])];
    for (const word of ["nora@example.com", "approver", "Security"])
      expect(await find([ask([stage(word)], ...both)])).toHaveLength(1);
    // Owners depend only on the app or connector, and managers only on the affected user.
    const [here, there] = [action("test", ["Jira"], ["usr_ada"]), action("test", ["Jira"], ["usr_ben"])];
    expect(await find([ask([stage("owner")], here, there)])).toHaveLength(1);
    const [one, other] = [action("test", ["app_x"], ["usr_ben"]), action("test", ["app_y"], ["usr_ben"])];
    expect(await find([ask([stage("manager")], one, other)])).toHaveLength(1);
  });

  it("are taken from the reasons, or consist of one stage for one approver if no reason has stages", async () => {
    const named = ask([stage("nora@example.com")], nowhere);
    expect((await find([ask(null, nowhere), named])).map(({ name }) => name)).toEqual(["nora@example.com"]);
    expect((await find([ask(null), ask(null, nowhere)])).map(({ name }) => name)).toEqual([
      "somebody with the role approver",
    ]);
  });
});
