import { describe, expect, it } from "vitest";
import { control } from "../../src/cli/start/stack.ts";
import { bamboohr } from "../../src/sandbox/vendors/hr.ts";
import { startVendor } from "../vendors/stub.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { GITA, inDays } from "./tickets.ts";

const reeve = RuledReeve.forFile(async (stopped) => {
  const stub = stopped(await startVendor(bamboohr.answers()));
  return {
    enabled: ["joiner", "mover", "leaver", "connector-owners-end"],
    bindings: bamboohr.variables(stub.url),
  };
});

let notices = 0;
/** Workday's notice of a worker. @param id Which worker @returns its event */
function notify(name: string, id: string, change: { worker?: object; effectiveOn?: string | null } = {}) {
  return reeve.report("workday", name, (body) => {
    const recorded = JSON.parse(body);
    const worker = { ...recorded.worker, ...change.worker, id };
    return JSON.stringify({ ...recorded, effectiveOn: null, ...change, id: `NOTICE-${++notices}`, worker });
  });
}

/** The entitlements that own Ada's GitHub account. */
async function ownersOfAdasAccount(): Promise<string[]> {
  const { appUserEntitlementOwners } = await control<{
    appUserEntitlementOwners: { appUserId: string; entitlementId: string }[];
  }>(reeve.tenant, "GET", "owners");
  return appUserEntitlementOwners
    .filter(({ appUserId }) => appUserId === "acc_github_usr_ada_marsh")
    .map(({ entitlementId }) => entitlementId);
}

describe("a leaver", () => {
  it("whom only a notice speaks of waits for an approval, and then loses owners and is reviewed", async () => {
    expect(await ownersOfAdasAccount()).toEqual(["ent_github_maintainer"]);
    const waiting = await reeve.runOf(await notify("terminated", "w-1"), "leaver", "awaiting_approval");
    expect(waiting.asks).toEqual([
      "Ada Marsh is still enabled, and Workday has not confirmed the termination",
    ]);
    expect(await reeve.approve(waiting, "hugo.pike@example.com")).toMatchObject({ status: 200 });
    await reeve.until(waiting.id, ({ state }) => state === "done");
    expect(await ownersOfAdasAccount()).toEqual([]);
    expect(await reeve.campaigns("leaver: Ada Marsh")).toEqual(["Access of a leaver: Ada Marsh"]);
  });

  it("who never leaves is none, and one whose day is not set leaves now", async () => {
    const never = await notify("terminated", "w-20", { effectiveOn: "9999-12-31" });
    await expect
      .poll(() => reeve.get(`events/${never}`))
      .toMatchObject({ state: "ignored", detail: expect.stringContaining("nobody leaves"), runs: [] });
    const worker = { email: "nora.field@example.com" };
    const unset = await notify("terminated", "w-21", { effectiveOn: "0001-01-01", worker });
    expect(await reeve.runOf(unset, "leaver", "awaiting_approval")).toMatchObject({ problem: null });
  });

  it("who is disabled already is reviewed at once, by the manager", async () => {
    const worker = { email: "farid.stone@example.com", manager: { email: "nora.field@example.com" } };
    const run = await reeve.runOf(await notify("terminated", "w-2", { worker }), "leaver", "done");
    expect(run.plan?.actions.map(({ summary }) => summary)).toEqual([
      expect.stringMatching(
        /^Start the access review campaign “.*: Farid Stone”, of .* owned by Nora Field, /,
      ),
    ]);
    expect(await reeve.campaigns("Farid Stone")).toHaveLength(1);
  });

  it("whom the HR system confirms is reviewed at once", async () => {
    const run = await reeve.runOf(
      await reeve.report("bamboohr", "employee.updated.status"),
      "leaver",
      "done",
    );
    expect(run).toMatchObject({ asks: [], approval: null });
    expect(await reeve.campaigns("leaver: Hugo Pike")).toHaveLength(1);
  });

  it("loses what Reeve knows them to own, what is gone already too, and a person is asked for the rest", async () => {
    const email = "farid.stone@example.com";
    const owned = {
      app: { id: "app_github", name: "GitHub" },
      roleSlug: "owner",
      user: { name: "Farid Stone", email },
    };
    const entitlement = { appId: "app_github", id: "ent_github_admin", name: "GitHub admin" };
    await reeve.addEntries(
      { kind: "ownership", data: { of: "app", ...owned, entitlement } },
      { kind: "ownership", data: { of: "app", ...owned, roleSlug: "gone", entitlement } },
      {
        kind: "ownership",
        data: { of: "connector", ...owned, connector: { id: "con_github_mcp", name: "GitHub MCP" } },
      },
    );
    const waiting = await reeve.runOf(
      await notify("terminated", "w-10", { worker: { email } }),
      "leaver",
      "awaiting_approval",
    );
    expect(waiting.asks).toEqual([`it deletes what ${GITA} wrote into the inventory`]);
    const run = await reeve.approved(waiting);
    expect(run.journal.map(({ state, gone = false }) => [state, gone])).toEqual([
      ["applied", true],
      ["applied", false],
      ["applied", false],
    ]);
    expect(run.notice?.summary).toBe(
      "Farid Stone: 2 ownerships to remove, 1 for a person to end, 1 access review to start.",
    );
    await expect
      .poll(async () => (await reeve.inventory("ownership")).map(({ data }) => data))
      .toMatchObject([{ of: "connector", until: expect.any(String) }]);
    const asked = await reeve.runOf(
      await reeve.due("connector-owners-end"),
      "connector-owners-end",
      "awaiting_task",
    );
    expect(asked.plan?.actions).toMatchObject([{ action: "connector-owner.end-by-hand" }]);
  });

  it("who returns before the day stays as they are", async () => {
    const leaving = await notify("terminated", "w-3", { effectiveOn: inDays(20) });
    const scheduled = await reeve.runOf(leaving, "leaver", "scheduled");
    const returned = await reeve.runOf(await notify("returned", "w-3"), "leaver", "ignored");
    const reason = "Workday says that Ada Marsh works here";
    expect(returned.ignored).toBe(reason);
    const cancelled = await reeve.until(scheduled.id, ({ state }) => state === "cancelled");
    expect(cancelled.ended).toEqual({ by: "reeve", reason });
    expect(await reeve.story(cancelled)).toEqual(["run.scheduled reeve", "run.cancelled reeve"]);
  });

  it("who returns before anybody approved stays as they are", async () => {
    const waiting = await reeve.runOf(await notify("terminated", "w-4"), "leaver", "awaiting_approval");
    await notify("returned", "w-4");
    await reeve.until(waiting.id, ({ state }) => state === "cancelled");
  });
});

it("a mover is reviewed by the new manager, once", async () => {
  const run = await reeve.runOf(await notify("changed", "w-5"), "mover", "done");
  expect(run.plan?.actions[0]?.summary).toContain(
    "move: Ada Marsh”, of what Ada Marsh can access, with the policy Manager reviews, owned by Nora Field",
  );
  const again = await reeve.runOf(await notify("changed", "w-5"), "mover", "ignored");
  expect(again.ignored).toBe("a review of this worker was started in the last 30 days");
  expect(await reeve.campaigns("after a move: Ada Marsh")).toHaveLength(1);
});

describe("a joiner", () => {
  it("becomes an owner by department", async () => {
    expect(await reeve.roles()).toEqual([]);
    await reeve.runOf(await notify("hired", "w-6", { worker: { department: "Security" } }), "joiner", "done");
    await expect.poll(() => reeve.roles()).toEqual(["reviewer"]);
  });

  it("who is no governance user yet is looked for again", async () => {
    const worker = { department: "Security", email: "new.here@example.com" };
    const run = await reeve.runOf(await notify("hired", "w-7", { worker }), "joiner", "scheduled");
    expect(run.scheduledFor).toBe("an enabled governance user with the email new.here@example.com");
    expect((run.dueAt ?? 0) - Date.now()).toBeLessThanOrEqual(30 * 60_000);
  });

  it("who does not come after all is waited for no longer", async () => {
    const worker = { department: "Security", email: "never.here@example.com" };
    const hired = await reeve.runOf(await notify("hired", "w-8", { worker }), "joiner", "scheduled");
    await notify("terminated", "w-8", { worker });
    const cancelled = await reeve.until(hired.id, ({ state }) => state === "cancelled");
    expect(cancelled.ended).toMatchObject({ by: "reeve", reason: expect.stringContaining("does not work") });
  });

  it("who leaves later is waited for until then", async () => {
    const worker = { department: "Security", email: "later.here@example.com" };
    const hired = await reeve.runOf(await notify("hired", "w-9", { worker }), "joiner", "scheduled");
    const leaving = await notify("terminated", "w-9", { worker, effectiveOn: inDays(20) });
    await reeve.runOf(leaving, "joiner", "scheduled");
    expect(await reeve.run(hired.id)).toMatchObject({ state: "scheduled" });
  });
});
