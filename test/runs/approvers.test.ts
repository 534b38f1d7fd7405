import { beforeEach, describe, expect, it } from "vitest";
import type { PlannedAction } from "../../src/actions/action.ts";
import { addConnectorOwner } from "../../src/actions/connector-owner.ts";
import { readOnly } from "../../src/governance/client/index.ts";
import { personByEmail } from "../../src/governance/people.ts";
import { findStages, listStillHolding } from "../../src/policy/approvers.ts";
import { concernedBy, partyFinder } from "../../src/policy/parties.ts";
import { listAddresses } from "../../src/policy/separation.ts";
import { StageRule } from "../../src/policy/stages.ts";
import type { Person, RequestEvent } from "../../src/systems/event.ts";
import { type TestTenant, tenantAt } from "../governance/tenant.ts";
import { approvalBy } from "../support/stages.ts";

const [CLEO, IRIS] = ["cleo.hart@example.com", "iris.vale@example.com"] as const;
const [ADA, NORA, HUGO] = [
  "ada.marsh@example.com",
  "nora.field@example.com",
  "hugo.pike@example.com",
] as const;

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await tenantAt("approvers.example.com");
});

/** The action that makes Nora Field an owner. */
const own = addConnectorOwner({
  app: { id: "app_github", name: "GitHub" },
  connector: { id: "con_github_mcp", name: "GitHub MCP" },
  roleSlug: "owner",
  user: { id: "usr_nora_field", name: "Nora Field" },
});
const asked = (requester?: Person): RequestEvent => ({
  type: "request.made",
  subject: "request:1",
  request: { action: "connector-owner.add", input: {}, ...(requester && { requester }) },
});
const approvable = async (
  approvers: readonly string[] | null,
  requester: Person | undefined = { email: ADA },
  unknownRequestersFrom: readonly string[] = [],
  stages: readonly StageRule[] | null = null,
  owners: readonly string[] = [],
  action: PlannedAction = own,
) => {
  const find = partyFinder(readOnly(tenant.client()));
  const concerned = await concernedBy(asked(requester), [action], find);
  const policy = { unknownRequestersFrom: [...unknownRequestersFrom], groups: {}, owners: {} };
  const approvalReasons = [{ reason: "it is a test", actions: [action], stages }];
  const asking = { source: "actions", concerned, approvers, policy, find, listOwners: async () => owners };
  return findStages(approvalReasons, [], asking);
};

it("an approval is no longer valid once its approver benefits from the plan", async () => {
  const find = partyFinder(readOnly(tenant.client()));
  const policy = { unknownRequestersFrom: [], groups: {}, owners: {} };
  const given = await Promise.all(
    [NORA, HUGO].map(async (by) => {
      const { user } = await find.decider(by);
      return approvalBy(by, user ? { person: user } : {});
    }),
  );
  const concerned = await concernedBy(asked({ email: ADA }), [own], find);
  const holding = await listStillHolding(given, {
    source: "actions",
    concerned,
    policy,
    find,
    approvers: null,
  });
  expect(holding.map(({ by }) => by)).toEqual([HUGO]);
});

describe("a plan that needs an approval", () => {
  it("causes no more searches once an approver who can approve it is found", async () => {
    await approvable([ADA.toUpperCase(), NORA, HUGO, "gita.lund@example.com"]);
    // The searches are for the requester, the affected user and two approvers, the first of whom is the requester.
    expect(await tenant.calls("searchUsers")).toBe(4);
  });

  it.for<[whose: string, owners: readonly string[], name: string]>([
    ["has an enabled owner", ["usr_hugo_pike"], "an owner of GitHub MCP"],
    ["has no known owner", [], "somebody with the role approver"],
    ["has only a disabled owner", ["usr_farid_stone"], "somebody with the role approver"],
  ])("asks its rule's fallback only if no owner can approve: the connector %s", async ([, owners, name]) => {
    const rule = StageRule.parse({ from: ["owner"], otherwise: ["approver"] });
    const approver = StageRule.parse({ from: ["approver"] });
    const [first] = await approvable([HUGO], { email: ADA }, [], [rule], owners);
    expect(first?.name).toBe(name);
    // A stage that asks the same people as the fallback is the same stage.
    const merged = await approvable(
      [HUGO, "gita.lund@example.com"],
      { email: ADA },
      [],
      [rule, approver],
      owners,
    );
    expect(merged).toHaveLength(owners[0] === "usr_hugo_pike" ? 2 : 1);
  });

  it.for(["constructor", "toString", "__proto__"])(
    "asks the owners of a connector that is named %s",
    async (name) => {
      const action = { ...own, input: { ...Object(own.input), connector: { id: "con_x", name } } };
      const rule = StageRule.parse({ from: ["owner"] });
      const [stage] = await approvable([], { email: ADA }, [], [rule], ["usr_hugo_pike"], action);
      expect(stage?.people).toMatchObject([{ id: "usr_hugo_pike" }]);
    },
  );

  it("does not fail if no approver is named and the requester is known or may be unknown", async () => {
    await approvable([]);
    await approvable(null);
    await approvable([], {}, ["actions"]);
  });

  it.for<[string, Person]>([
    ["nobody", {}],
    ["a requester without an address", { id: "712020:x", name: "Ada Marsh" }],
    ["a requester who is not a governance user", { email: "ada.marsh+jira@example.com" }],
    ["a requester who has left", { email: "dana.reed@example.com" }],
    ["a requester whose address is invalid", { email: "x" }],
  ])("fails if the event names %s, unless policy allows unknown requesters", async ([, requester]) => {
    await expect(approvable([], requester)).rejects.toMatchObject({
      code: "nobody_can_approve",
      message: expect.stringContaining("unknownRequestersFrom"),
    });
    await expect(approvable([HUGO], requester, ["jira"])).rejects.toMatchObject({
      code: "nobody_can_approve",
    });
    await approvable([HUGO], requester, ["jira", "actions"]);
  });

  it.for<[string, readonly string[], Person, string]>([
    ["is the requester", [ADA], { email: ADA }, `${ADA} can't approve: they asked for this.`],
    ["is affected by the plan", [NORA], { email: ADA }, `${NORA} can't approve: this is about them.`],
    [
      "is not a governance user",
      ["nobody@example.com"],
      { email: ADA },
      "they are not a user of the governance service",
    ],
    [
      "is disabled",
      ["farid.stone@example.com"],
      { email: ADA },
      "they are not a user of the governance service",
    ],
    [
      "is a delegate of the requester",
      [IRIS],
      { email: CLEO, name: "Cleo Hart" },
      `${IRIS} can't approve: they are a delegate of Cleo Hart, who asked for this.`,
    ],
    ["might be the unknown requester", [HUGO], {}, "does not name the requester"],
  ])("fails if the only approver %s", async ([, approvers, requester, why]) => {
    await expect(approvable(approvers, requester)).rejects.toMatchObject({
      code: "nobody_can_approve",
      retry: "never",
      message: expect.stringContaining(why),
    });
  });
});

it("a plan's list of people contains the delegate of the requester, if there is one", async () => {
  const find = partyFinder(readOnly(tenant.client()));
  const list = async (email: string) =>
    listAddresses(await concernedBy(asked({ email }), [own], find), find.nameOf);
  expect((await list(CLEO)).delegates).toEqual([{ email: IRIS, for: CLEO, of: "requester" }]);
  expect(await list(ADA)).not.toHaveProperty("delegates");
});

describe("a person", () => {
  const finder = () => partyFinder(readOnly(tenant.client()));

  it.for<[string, string, string]>([
    ["their email", "ada.marsh@example.com", "usr_ada_marsh"],
    ["their email in another form", " Ada.Marsh\u200b@Example.com\u00a0", "usr_ada_marsh"],
    ["another email of theirs", "cleo@partners.example.com", "usr_cleo_hart"],
    ["the email of an account that is disabled", "farid.stone@example.com", "usr_farid_stone"],
  ])("is recognized as the requester by %s", async ([, email, id]) => {
    expect(await finder().requester({ email })).toMatchObject({ user: { id } });
  });

  it("is not recognized if two governance users have the email", async () => {
    for (const id of ["usr_one", "usr_two"])
      await tenant.control("POST", "users", { user: { id, displayName: id, email: "twice@example.com" } });
    expect(await finder().requester({ email: "twice@example.com" })).toMatchObject({ user: null });
    expect(await finder().decider("twice@example.com")).toMatchObject({ user: null });
  });

  it("can decide only while their account is enabled", async () => {
    expect(await finder().decider("cleo@partners.example.com")).toMatchObject({
      user: { id: "usr_cleo_hart" },
    });
    expect(await finder().decider("farid.stone@example.com")).toMatchObject({ user: null });
  });

  it.for([
    ["the same name", "Ada Marsh"],
    ["the same name in another order", "Marsh, Ada"],
    ["look-alike letters", "\u0410d\u0430 M\u00e1rsh"],
  ])("is distinguished from an enabled user with %s", async ([, displayName]) => {
    const twin = { id: "usr_twin", displayName, email: "ada.contractor@example.com" };
    await tenant.control("POST", "users", { user: twin });
    const find = finder();
    const [user] = await find.users(["usr_twin"]);
    const found = user ? await find.namesakes(user) : [];
    expect(found.map(({ id }) => id)).toEqual(["usr_ada_marsh"]);
    expect(listAddresses({ requesters: [], beneficiaries: user ? [user] : [] }, find.nameOf).named).toEqual({
      usr_twin: `${displayName} (ada.contractor@example.com)`,
    });
    const [nora] = await find.users(["usr_nora_field"]);
    expect(nora && (await find.namesakes(nora))).toEqual([]);
  });

  it("with a blank name is named by their address", async () => {
    await tenant.control("POST", "users", {
      user: { id: "usr_blank", displayName: " \u200b ", email: "blank@example.com" },
    });
    const governance = readOnly(tenant.client());
    expect(await personByEmail(governance, "blank@example.com")).toMatchObject({ name: "blank@example.com" });
  });
});
