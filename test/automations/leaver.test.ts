import { describe, expect, it } from "vitest";
import { type Ownership, putEntry } from "../../src/actions/inventory.ts";
import { leaver } from "../../src/automations/platform/leaver.ts";
import { describeSender } from "../../src/desk/engine/propose.ts";
import { createCampaign } from "../../src/governance/contract/campaigns.ts";
import type { Context } from "../../src/kit/automation.ts";
import { readSettings } from "../../src/kit/settings.ts";
import { tenantAt } from "../governance/tenant.ts";
import { accountOwner, appOwner, connectorOwner } from "./owned.ts";
import { makeContext } from "./support/context.ts";
import { makeHistory } from "./support/proposed.ts";
import { listActions, workerNews } from "./support/workers.ts";

/** Wraps the API so that all users have these managers. */
const withManagers = (
  governance: Context["governance"],
  managerIds: readonly string[],
): Context["governance"] => ({
  ...governance,
  async call(operation, input, options) {
    const answer = await governance.call(operation, input, options);
    const views = Reflect.get(answer as object, "list");
    for (const view of Array.isArray(views) ? views : []) if (view.user) view.user.managerIds = managerIds;
    return answer;
  },
});

const tenant = await tenantAt("leaver.example.com");
const context = makeContext(tenant.client());

const FARID = { name: "Farid Stone", email: "farid.stone@example.com" };

describe("a leaver", () => {
  it("gets a review owned by the configured people, not by the manager, before an account owner is removed", async () => {
    const actions = listActions(await leaver.propose(workerNews("worker.terminated"), context));
    expect(actions.map(({ summary }) => summary)).toEqual([
      "Create the access review campaign “Access of a leaver: Ada Marsh”, for the access of Ada Marsh, with the policy Manager reviews, owned by Gita Lund, due 7 days after it is created, as a draft, which its owner must start.",
      "Remove the entitlement GitHub maintainer as owner of the account ada.marsh@example.com in GitHub. Everyone who holds it loses that ownership.",
    ]);
    expect(actions.map(({ apart }) => apart)).toEqual([true, true]);
    const effect = actions[0]?.effects[0];
    if (effect?.operation !== "createCampaign") throw new Error("not a campaign");
    const { accessReview } = await tenant.client().call(createCampaign, effect.input);
    expect(accessReview?.accessReview).toMatchObject({
      policyId: "pol_manager_review",
      scopeV2: { selectedUsers: { userIds: ["usr_ada_marsh"] } },
    });
  });

  it.for([
    ["is disabled", ["farid.stone@example.com"]],
    ["is the leaver", ["ada.marsh@example.com"]],
  ] as const)("needs a manual review if the only configured review owner %s", async ([, reviewOwners]) => {
    const settings = { ...context.settings, reviewOwners: [...reviewOwners] };
    const news = workerNews("worker.terminated");
    const [review, removal] = listActions(await leaver.propose(news, { ...context, settings }));
    expect(review).toMatchObject({
      effects: [],
      summary: expect.stringContaining("create and start a review of what Ada Marsh can access"),
    });
    expect(removal?.action).toBe("user-entitlement-owner.remove");
  });

  it("without a configured account gets only a review", async () => {
    const proposal = await leaver.propose(workerNews("worker.terminated", { worker: FARID }), context);
    expect(listActions(proposal).map(({ action }) => action)).toEqual(["campaign.create"]);
  });

  it.for([
    ["who is not a governance user", { email: "nobody@example.com" }, "user_not_found"],
    ["without a known email", { email: "" }, "request_unclear"],
  ] as const)("%s fails the run", async ([, worker, code]) => {
    await expect(async () =>
      leaver.propose(workerNews("worker.terminated", { worker }), context),
    ).rejects.toMatchObject({ code });
  });
});

/** Returns the proposal for a leaver with these known ownerships. */
const leaves = async (owned: readonly Ownership[], worker: object = {}, change: Partial<Context> = {}) =>
  leaver.propose(workerNews("worker.terminated", { worker }), {
    ...context,
    history: await makeHistory(owned.map((one) => putEntry("ownership", one))),
    ...change,
  });

describe("the known ownerships of a leaver", () => {
  it("are all ended, and not twice if the settings also name them", async () => {
    const owned = [accountOwner(), appOwner(), connectorOwner({ until: "2099-12-31" })];
    const hugo = connectorOwner({ user: { id: "usr_hugo_pike", name: "Hugo Pike" } });
    const proposal = await leaves([...owned, hugo]);
    const summaries = listActions(proposal).map(({ summary }) => summary);
    expect(summaries).toEqual([
      expect.stringContaining("Create the access review campaign"),
      "Remove the entitlement GitHub maintainer as owner of the account ada.marsh@example.com in GitHub. Everyone who holds it loses that ownership.",
      "Remove the entitlement GitHub admin as owner of Jira. Everyone who holds it loses that ownership.",
      "Add Nora Field as owner of the connector GitHub MCP (app GitHub).",
      "Manual task without an API call: remove Ada Marsh as owner of the connector GitHub MCP (app GitHub). The last day was 31 Mar 2099.",
    ]);
    const effects = listActions(proposal).flatMap((action) => action.effects);
    expect(effects).toMatchObject([
      { operation: "createCampaign" },
      { operation: "deleteAppUserEntitlementOwner" },
      { operation: "deleteAppEntitlementOwner" },
      { operation: "createConnectorOwner" },
    ]);
    expect(proposal).toMatchObject({
      notice: {
        summary:
          "Ada Marsh: 2 ownerships to remove, 1 connector to hand over, 1 manual removal, 1 access review to draft.",
        lines: summaries.map((name) => ({ name })),
        people: ["nora.field@example.com"],
      },
    });
  });

  it("keep a last day that has already passed", async () => {
    const until = "2099-03-20";
    expect(listActions(await leaves([connectorOwner({ until })])).at(-1)).toMatchObject({
      input: { until },
      followUp: { assignees: [] },
      leaves: [{ kind: "ownership", data: null }],
    });
  });

  it("are all ended, even if there are 300", async () => {
    const owned = Array.from({ length: 300 }, (_, n) => ({
      ...connectorOwner(),
      connector: { id: `con_${String(n).padStart(3, "0")}`, name: "Connector" },
    }));
    expect(listActions(await leaves(owned as Ownership[]))).toHaveLength(602);
  });
});

describe("a leaver's governance user", () => {
  const EMAIL = "leaver@example.com";
  const user = (id: string, status: string, ...emails: readonly string[]) => ({
    status,
    user: { id, displayName: id, email: emails[0] ?? EMAIL, emails },
  });
  const OLD = user("old", "DISABLED");
  const ASKED = "old, who is disabled, also has the email leaver@example.com: check who is leaving";
  const ALIAS = "leaver@example.com is only an additional address of new: check who is leaving";
  it.for([
    [
      "is the enabled user, and a disabled user with the same email requires an approval",
      [OLD, user("new", "ENABLED")],
      [ASKED],
    ],
    [
      "can have the email as a second address, which requires an approval",
      [OLD, user("new", "ENABLED", "a@example.com", EMAIL)],
      [ALIAS, ASKED],
    ],
    [
      "can be disabled and have the email as a second address, which requires an approval",
      [user("new", "DISABLED", "a@example.com", EMAIL)],
      [ALIAS],
    ],
    [
      "is not a user with a similar address",
      [user("a", "ENABLED", "leaver@example.org"), user("new", "DISABLED")],
      [],
    ],
    ["is not a deleted user if another user exists", [user("a", "DELETED"), user("new", "DISABLED")], []],
  ] as const)("%s", async ([, users, approvalReasons], { task }) => {
    for (const shownStatuses of [true, false]) {
      const tenant = await tenantAt(`leaver${shownStatuses}${task.id.replaceAll(/\W|_/g, "")}.example.com`);
      await tenant.control("POST", "switches", { shownStatuses });
      for (const one of users) await tenant.control("POST", "users", one);
      const news = workerNews("worker.terminated", { confirmed: true, worker: { email: EMAIL } });
      const proposal = await leaver.propose(news, makeContext(tenant.client()));
      expect(listActions(proposal)[0]?.summary).toContain("for the access of new");
      expect(proposal).toMatchObject({ approvalReasons });
    }
  });

  it("that is already deleted requires an approval if a colleague now has the address", async () => {
    const tenant = await tenantAt("leaver-address-given.example.com");
    await tenant.control("POST", "users", user("gone", "DELETED"));
    await tenant.control("POST", "users", user("boss", "ENABLED", "boss@example.com", EMAIL));
    const owned = [
      putEntry("ownership", appOwner({ user: { id: "gone", name: "gone" } })),
      putEntry("ownership", connectorOwner({ user: { id: "boss", name: "boss" } })),
    ];
    const proposal = await leaver.propose(
      workerNews("worker.terminated", { confirmed: true, worker: { email: EMAIL } }),
      { ...makeContext(tenant.client()), history: await makeHistory(owned) },
    );
    expect(listActions(proposal)).toMatchObject([{ action: "entitlement-owner.remove" }]);
    expect(proposal).toMatchObject({
      approvalReasons: [expect.stringContaining("boss, who is enabled, also has the email")],
    });
  });

  it("that is already deleted still loses its known ownerships", async () => {
    const worker = { email: "dana.reed@example.com" };
    const owned = appOwner({ user: { id: "usr_dana_reed", name: "Dana Reed" } });
    const actions = listActions(await leaves([owned], worker));
    expect(actions.map(({ action }) => action)).toEqual(["entitlement-owner.remove"]);
    expect(await leaves([], worker)).toEqual({
      ignore: "Dana Reed is deleted, and the inventory has no ownerships for this person",
    });
  });
});

describe("the connectors of a leaver", () => {
  const DANA = { name: "Dana Reed", email: "dana.reed@example.com" };
  const inherits = async (
    successors: Record<string, string>,
    worker: object,
    managers?: readonly string[],
  ) => {
    const known = readSettings(context.settings, "leaver");
    const automations = { ...context.settings.automations, leaver: { ...known, successors } };
    const governance = managers ? withManagers(context.governance, managers) : context.governance;
    const settings = { ...context.settings, automations };
    const proposal = await leaves([connectorOwner()], worker, { governance, settings });
    return listActions(proposal).flatMap(({ action, summary }) =>
      action === "campaign.create" || action.startsWith("user-") ? [] : [`${action}: ${summary}`],
    );
  };
  const END =
    "connector-owner.end-by-hand: Manual task without an API call: remove Ada Marsh as owner of the connector GitHub MCP (app GitHub). The last day was 31 Mar 2099.";
  const added = (name: string) =>
    `connector-owner.add: Add ${name} as owner of the connector GitHub MCP (app GitHub).`;

  it("are given to the leaver's first enabled manager", async () => {
    expect(await inherits({}, {})).toEqual([added("Nora Field"), END]);
    expect(await inherits({}, {}, ["usr_dana_reed", "usr_ada_marsh", "usr_hugo_pike"])).toEqual([
      added("Hugo Pike"),
      END,
    ]);
  });

  it("are given to the configured successor for the connector or its app if no manager is enabled", async () => {
    const successors = { "github mcp": "hugo.pike@example.com", GitHub: "gita.lund@example.com" };
    expect(await inherits(successors, {}, ["usr_dana_reed"])).toEqual([added("Hugo Pike"), END]);
    const next = { ...successors, "github mcp": DANA.email };
    expect(await inherits(next, {}, [])).toEqual([added("Gita Lund"), END]);
  });

  it("become a task if no enabled person can succeed the leaver", async () => {
    for (const successors of [{}, { GitHub: "ada.marsh@example.com" }, { GitHub: DANA.email }])
      expect(await inherits(successors, {}, ["usr_ada_marsh"])).toEqual([
        "promise.mend-by-hand: Manual task without an API call, open since 31 Mar 2099: find an owner for the connector GitHub MCP (app GitHub), and request connector-owner.add.",
        END,
      ]);
  });

  it("make the successor a beneficiary of the plan", async () => {
    const proposal = await leaves([connectorOwner()]);
    const added = listActions(proposal).find(({ action }) => action === "connector-owner.add");
    expect(added?.beneficiaries).toEqual(["usr_nora_field"]);
    expect(proposal).toMatchObject({ notice: { people: ["nora.field@example.com"] } });
  });

  it("that the successor already owns are not given again", async () => {
    const nora = connectorOwner({ user: { id: "usr_nora_field", name: "Nora Field" } });
    const proposal = await leaves([connectorOwner(), nora]);
    expect(listActions(proposal).map(({ action }) => action)).not.toContain("connector-owner.add");
  });
});

describe("a termination that a single event reports", () => {
  it("needs an approval if the user is still enabled", async () => {
    expect(await leaver.propose(workerNews("worker.terminated"), context)).toMatchObject({
      approvalReasons: ["Ada Marsh is still enabled, and Workday has not confirmed the termination"],
    });
  });

  it("needs no approval if the system confirms it or the user is disabled", async () => {
    const confirmed = workerNews("worker.terminated", { confirmed: true });
    const disabled = workerNews("worker.terminated", { worker: FARID });
    for (const event of [confirmed, disabled])
      expect(await leaver.propose(event, context)).toMatchObject({ approvalReasons: [] });
  });

  it.for([
    ["entra", "Microsoft Entra"],
    ["okta", "Okta"],
  ] as const)(
    "needs an approval if %s has disabled an account, even if the user is disabled",
    async ([system, title]) => {
      const event = workerNews("worker.terminated", { worker: { ...FARID, system } });
      const sender = describeSender(event, system);
      expect(sender.title).toBe(title);
      expect(await leaver.propose(event, { ...context, sender })).toMatchObject({
        approvalReasons: [`Farid Stone is disabled, and ${title} has not confirmed the termination`],
      });
    },
  );
});

it("leaver withdraws a worker's waiting plans if the worker returns", async () => {
  expect(await leaver.propose(workerNews("worker.returned"), context)).toEqual({
    ignore: "Workday reports that Ada Marsh works here",
    cancelsEarlier: true,
  });
});
