/** A clock that was ahead and is set back stops nothing: work that it delayed continues. */
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/base/days.ts";
import { Problem } from "../../src/base/problem.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import { automation } from "../../src/kit/automation.ts";
import { ADA, deskWith } from "./at-desk.ts";

const AHEAD_MS = 365 * DAY_MS;

describe("a clock that is set back", () => {
  it("does not delay the retry of a failed recording", () =>
    deskWith({ rules: [] }, async (at) => {
      at.ledgerAway = true;
      await at.deliver("T-1");
      await at.work();
      expect(at.desk.loop.nextLook()).toBe(at.now + 5_000);
      at.now -= DAY_MS;
      expect(at.desk.loop.nextLook()).toBe(at.now);
      at.ledgerAway = false;
      await at.work();
      expect(at.desk.health().unrecordedSince).toBeNull();
    }));

  it("does not stop messages from being sent", async () => {
    let [away, told] = [true, 0];
    const channel: Partial<DeskDeps> = {
      hasMessage: () => true,
      async sendMessages(messages) {
        if (away) throw new Error("away");
        told += messages.length;
      },
    };
    await deskWith({ rules: ["defect"], ...channel }, async (at) => {
      await at.deliver("T-1");
      await at.work();
      away = false;
      at.now -= DAY_MS;
      await at.work();
      expect(told).toBeGreaterThan(0);
    });
  });

  it("does not delay a run's next attempt until the clock has caught up", async () => {
    let fails = true;
    const flaky = automation({
      name: "flaky",
      on: "ticket.created",
      propose() {
        if (fails) throw new Problem("sender_unavailable", "a moment");
        return { ignore: "nothing to do" };
      },
    });
    await deskWith({ rules: [flaky] }, async (at) => {
      at.now += AHEAD_MS;
      await at.deliver("T-1");
      await at.work();
      expect(at.run("run_2")).toMatchObject({ state: "planning", dueAt: at.now + 2_000 });
      fails = false;
      at.now -= AHEAD_MS;
      at.desk.runMaintenance();
      await at.work();
      expect(at.run("run_2")).toMatchObject({ state: "ignored" });
    });
  });

  it("does not advance a plan that waits for a day", async () => {
    const waits = automation({
      name: "waits",
      on: "ticket.created",
      propose: (_, { now }) => ({ waitUntil: now + 30 * DAY_MS, for: "a month from now" }),
    });
    await deskWith({ rules: [waits] }, async (at) => {
      const day = at.now + 30 * DAY_MS;
      await at.deliver("T-1");
      await at.work();
      at.now -= DAY_MS;
      at.desk.runMaintenance();
      expect(at.desk.loop.nextLook()).toBe(day);
      expect(at.run("run_2")).toMatchObject({ state: "scheduled", dueAt: day });
    });
  });

  it("does not extend the time for which identities are cached", async () => {
    let asked = 0;
    const governance = {
      async call() {
        asked++;
        return { list: [{ user: { id: "usr_ada", email: ADA } }] };
      },
    } as unknown as DeskDeps["governance"];
    await deskWith({ rules: ["review"], governance }, async (at) => {
      const countReasons = async (key: string) => {
        const before = asked;
        await at.deliver(key);
        await at.work();
        return asked - before;
      };
      expect(await countReasons("T-1")).toBeGreaterThan(0);
      expect(await countReasons("T-2")).toBe(0);
      at.now -= DAY_MS;
      expect(await countReasons("T-3")).toBeGreaterThan(0);
    });
  });
});
