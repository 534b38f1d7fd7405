// Standing checks, at a tenant with people who have left.
import { describe, expect, it } from "vitest";
import { type InventoryChange, type Ownership, putEntry } from "../../src/actions/inventory.ts";
import {
  connectorsHaveOwners,
  identitiesHaveManagers,
  managersAreActive,
  reviewsHaveOwners,
} from "../../src/automations/standing-checks.ts";
import { searchUsers } from "../../src/governance/contract/users.ts";
import { promise } from "../../src/kit/promise.ts";
import { tenantAt } from "../governance/tenant.ts";
import { connectorOwner } from "./owned.ts";
import { makeContext } from "./support/context.ts";
import { look, makeHistory } from "./support/proposed.ts";

const NOW = Date.parse("2099-04-01T04:00:00Z");
const DAY = 24 * 60 * 60_000;
/** A user of the tenant. @param links The user's manager or delegate */
const person = (id: string, links: object = {}, kind: object = {}) => ({
  user: { id, displayName: id, email: `${id}@example.com`, ...links },
  ...kind,
});
const disabled = (id: string, links: object = {}) => person(id, links, { status: "DISABLED" });
const deleted = (id: string, links: object = {}) => person(id, links, { status: "DELETED" });

/** Creates a tenant with these people. */
async function makeTenant(name: string, ...people: readonly object[]) {
  const tenant = await tenantAt(`promise-${name}.example.com`, { users: 0 });
  const put = async (...more: readonly object[]) => {
    for (const one of more) await tenant.control("POST", "users", one);
  };
  await put(...people);
  return { governance: tenant.client(), put };
}

/** Lists the tasks of a proposal. */
function tasks(proposal: Awaited<ReturnType<typeof look>>): string[] {
  return "actions" in proposal ? proposal.actions.map(({ summary }) => summary) : [];
}
const task = (what: string, since = "1 Apr 2099") =>
  `Manual task without an API call, open since ${since}: ${what}.`;

describe("the check for disabled or deleted managers", async () => {
  const { governance, put } = await makeTenant("managers");
  const history = await makeHistory([]);
  const looked = (at: number) => look(managersAreActive, governance, at, { history });

  it("plans the same tasks every night until the violations are fixed", async () => {
    expect(await looked(NOW)).toMatchObject({ ignore: "no violation found", cancelsEarlier: true });
    await put(
      disabled("boss"),
      deleted("deputy"),
      person("ann", { managerIds: ["boss"] }),
      person("ben", { managerIds: ["boss"], delegatedUserId: "deputy" }),
      // This user is not a person: another check covers service identities.
      person("bot", { managerIds: ["boss"] }, { type: "USER_TYPE_SERVICE" }),
      // This user is deleted too, so they need no manager.
      deleted("gone", { managerIds: ["boss"] }),
    );
    const first = await looked(NOW + DAY);
    expect(tasks(first)).toEqual([
      task("name another manager for 2 people: boss is inactive", "2 Apr 2099"),
      task("name another delegate for ben: deputy is inactive", "2 Apr 2099"),
    ]);
    expect(tasks(await looked(NOW + 2 * DAY))).toEqual(tasks(first));
    await put(disabled("chief"), person("cat", { managerIds: ["chief"] }));
    expect(tasks(await looked(NOW + 3 * DAY)).toSorted()).toEqual([
      task("name another delegate for ben: deputy is inactive", "2 Apr 2099"),
      task("name another manager for 2 people: boss is inactive", "2 Apr 2099"),
      task("name another manager for cat: chief is inactive", "4 Apr 2099"),
    ]);
    const rejected = ["managers-are-active manager boss", "managers-are-active manager chief"];
    const rest = await look(managersAreActive, governance, NOW + 4 * DAY, { rejected });
    expect(tasks(rest)).toHaveLength(1);
    await put(person("ann", { managerIds: ["ben"] }), person("ben"), person("cat", { managerIds: ["ben"] }));
    expect(await looked(NOW + 11 * DAY)).toMatchObject({
      ignore: "no violation found",
      cancelsEarlier: true,
    });
    // A violation that was fixed and occurs again is new.
    await put(person("ann", { managerIds: ["boss"] }));
    expect(tasks(await looked(NOW + 12 * DAY))).toEqual([
      task("name another manager for ann: boss is inactive", "13 Apr 2099"),
    ]);
  });

  it("checks one page of inactive people per step, and stores nothing if nothing has changed", async () => {
    await put(
      ...Array.from({ length: 230 }, (_, n) => deleted(`old${n}`)),
      person("dot", { managerIds: ["old229"] }),
    );
    const found = await looked(NOW + 13 * DAY);
    expect(found.steps).toBe(3);
    expect(tasks(found)).toContain(task("name another manager for dot: old229 is inactive", "14 Apr 2099"));
    expect(await looked(NOW + 14 * DAY)).not.toHaveProperty("leaves");
  });
});

describe("an enabled service or agent identity without an enabled manager", async () => {
  const identity = (id: string, links: object, kind: object = {}) =>
    person(id, links, { type: "USER_TYPE_SERVICE", origin: "USER_ORIGIN_LOCAL", ...kind });
  const { governance } = await makeTenant(
    "identities",
    person("ann"),
    disabled("boss"),
    identity("kept", { managerIds: ["boss", "ann"] }),
    identity("orphan", {}, { type: "USER_TYPE_AGENT" }),
    identity("left", { managerIds: ["boss"] }),
    identity("switched-off", {}, { status: "DISABLED" }),
    identity("of-the-service", {}, { origin: "USER_ORIGIN_SYSTEM" }),
  );

  it("becomes a task to assign a manager unless it belongs to the governance service", async () => {
    const found = await look(identitiesHaveManagers, governance, NOW);
    expect(tasks(found).toSorted()).toEqual([
      task("give left an enabled manager"),
      task("give orphan an enabled manager"),
    ]);
  });
});

describe("a custom standing check", async () => {
  const { governance } = await makeTenant("own");
  const { settings } = makeContext(governance);
  const kiosks = promise({
    name: "kiosks-have-owners",
    description: "Checks that the kiosks have an owner.",
    on: "0 4 * * *",
    reads: [],
    check: async () => ({ broken: [{ id: "kiosks", name: "Kiosks", task: "find an owner for the kiosks" }] }),
  });
  const assigned = async (own: Readonly<Record<string, unknown>>) => {
    const automations = { ...settings.automations, "kiosks-have-owners": own };
    return look(kiosks, governance, NOW, { settings: { ...settings, automations } });
  };

  it("assigns its tasks to the people in its settings, or else to any operator", async () => {
    const assignees = ["gita.lund@example.com"];
    expect(await assigned({ assignees, kiosks: 3 })).toMatchObject({
      actions: [{ followUp: { assignees } }],
    });
    expect(await assigned({})).toMatchObject({ actions: [{ followUp: { assignees: [] } }] });
  });
});

describe("the nightly check", async () => {
  const { governance } = await makeTenant("known", person("ann"), disabled("boss"), deleted("old"));
  const { settings } = makeContext(governance);
  const named = (id: string) => ({ id, name: id });
  const lookAt = (promise: typeof connectorsHaveOwners, inventory: InventoryChange[], connectors = {}) =>
    look(promise, governance, NOW, { inventory, settings: { ...settings, connectors } }).then(tasks);

  it("of known connectors reports connectors without an enabled owner, not counting reviewers and ended ownerships", async () => {
    const owner = (connector: string, user: string, more: Parameters<typeof connectorOwner>[0] = {}) =>
      putEntry("ownership", {
        ...connectorOwner({ user: named(user), ...more }),
        connector: named(connector),
      } as Ownership);
    const find = (connector: string) =>
      task(`find an owner for the connector ${connector}, and request connector-owner.add`);
    const found = await lookAt(
      connectorsHaveOwners,
      [
        owner("kept", "boss"),
        owner("kept", "ann", { until: "2099-04-01" }),
        owner("left", "boss"),
        owner("over", "ann", { until: "2099-03-31" }),
        owner("reviewed", "ann", { roleSlug: "reviewer" }),
      ],
      { Named: { appId: "app_1", appName: "One", connectorId: "con_1" } },
    );
    expect(found.toSorted()).toEqual([
      find("Named (app One)"),
      find("left (app GitHub)"),
      find("over (app GitHub)"),
      find("reviewed (app GitHub)"),
    ]);
  });

  it("of known reviews reports open reviews with an owner who has left", async () => {
    const review = (name: string, owners: string[], more: object = {}) =>
      putEntry("campaign", { name, owners: owners.map(named), ...more });
    const found = await lookAt(reviewsHaveOwners, [
      review("Q1", ["ann", "boss"], { completionDate: "2099-04-01T12:00:00Z" }),
      review("Q2", ["old"], { completionDate: "2099-03-31T12:00:00Z" }),
      review("Q3", ["old"]),
      review("Q4", ["ann"]),
      putEntry("campaign", { name: "Q5" }),
    ]);
    expect(found).toEqual([
      task("give the access review “Q1” another owner, because boss has left"),
      task("give the access review “Q3” another owner, because old has left"),
    ]);
  });
});

it("a list with endless pages fails the run", async () => {
  const { governance } = await makeTenant("endless");
  const endless: typeof governance = {
    ...governance,
    call: async (operation, input, options) =>
      operation.id === searchUsers.id
        ? ({ list: [], nextPageToken: "more" } as never)
        : governance.call(operation, input, options),
  };
  await expect(look(identitiesHaveManagers, endless, NOW)).rejects.toThrow("continues after 1000 pages");
});
