import { beforeEach, expect, it } from "vitest";
import type { DeskDeps } from "../../../src/desk/engine/deps.ts";
import { GovernanceProblem } from "../../../src/governance/client/problem.ts";
import { operations } from "../../../src/governance/contract/index.ts";
import type { searchUsers } from "../../../src/governance/contract/users.ts";
import { automation } from "../../../src/kit/automation.ts";
import { nextTry } from "../../../src/runs/run.ts";
import { hearLog } from "../../support/log.ts";
import { deskWith, INES } from "../at-desk.ts";

const MINUTE = 60_000;

beforeEach(() => void hearLog());

/** Returns an API whose operations respond unless they are unavailable, and two automations that call it. */
function world() {
  const away = new Set<string>();
  const governance = {
    prepare: async () => false,
    call: async ({ id }: { id: string }) => {
      if (away.has(id))
        throw new GovernanceProblem("governance_unavailable", id, "the service failed", { httpStatus: 503 });
      return { list: [] };
    },
  } as unknown as DeskDeps["governance"];
  const approvalReasons = (name: string, operation: "searchUsers" | "searchAuditEvents") =>
    automation({
      name,
      on: "ticket.created",
      reads: [operation],
      async propose(_, { governance: api }) {
        await api.call(operations[operation] as typeof searchUsers, { body: {} });
        return { ignore: "asked" };
      },
    });
  return {
    away,
    given: {
      governance,
      rules: [approvalReasons("users", "searchUsers"), approvalReasons("events", "searchAuditEvents")],
    },
  };
}

it("the API watch dates an outage from the first failure, and resumes the waiting runs one by one after a response", () => {
  const { away, given } = world();
  return deskWith(given, async (at) => {
    away.add("searchUsers");
    const began = at.now;
    for (let n = 1; n <= 5; n++) await at.deliver(`T-${n}`);
    // These are the first five attempts. After the last one, the run waits for fifteen minutes.
    for (let n = 0; n < 5; n++) {
      await at.work();
      at.now = at.desk.loop.nextLook() ?? 0;
    }
    at.now -= 10 * MINUTE;
    expect(at.desk.health().api).toMatchObject({
      retrying: 5,
      outage: { since: began, operations: ["searchUsers"], nextTry: at.now + 10 * MINUTE },
    });
    expect(at.desk.health().api.outage?.problem).toContain("503");

    away.clear();
    await at.deliver("T-6");
    await at.work();
    expect(at.desk.health().api).toMatchObject({ retrying: 4, outage: null, answeredAt: at.now });
    for (let n = 1; n < 5; n++) {
      expect(at.desk.loop.nextLook()).toBe(at.now + 100);
      at.now += 100;
      await at.work();
    }
    expect(at.desk.health().api.retrying).toBe(0);
  });
});

it("the API watch tracks the outage of each operation separately, so that responses of other operations do not end a wait", () => {
  const { away, given } = world();
  return deskWith(given, async (at) => {
    away.add("searchAuditEvents");
    await at.deliver("T-1");
    for (let n = 0; n < 4; n++) {
      await at.work();
      at.now = at.desk.loop.nextLook() ?? 0;
    }
    at.now -= MINUTE;
    await at.deliver("T-2");
    await at.work();
    expect(at.desk.health().api).toMatchObject({
      retrying: 2,
      outage: { operations: ["searchAuditEvents"] },
      answeredAt: at.now,
    });
    // The second ticket has its own first wait; the first ticket's wait does not change.
    at.now += 2_000;
    await at.work();
    expect(at.desk.loop.nextLook()).toBeGreaterThan(at.now + 10_000);
  });
});

it("a waiting run reports the times of its next and last attempts, and counts a person's immediate retry as an attempt", () => {
  const { away, given } = world();
  return deskWith({ ...given, rules: given.rules.slice(0, 1) }, async (at) => {
    away.add("searchUsers");
    await at.deliver("T-1");
    await at.work();
    const run = at.run("run_2");
    const began = at.now;
    expect(run && nextTry(run)).toEqual({
      n: 2,
      of: 7,
      at: began + 2_000,
      lastAt: began + 2_000 + 15_000 + 60_000 + 300_000 + 900_000 + 3_600_000,
    });
    expect(await at.decide(run, "retried_now", INES)).toBe("ok");
    expect(at.desk.loop.nextLook()).toBe(at.now);
    await at.work();
    const again = at.run("run_2");
    expect(again && nextTry(again)?.n).toBe(3);
    away.clear();
    at.now += 15_000;
    await at.work();
    expect(await at.decide(at.run("run_2"), "retried_now", INES)).toContain("run is");
  });
});
