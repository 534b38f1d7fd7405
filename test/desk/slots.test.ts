/** Slow calls of one automation hold up neither other automations nor what ends. */
import { expect, it, vi } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { automation } from "../../src/automations/kit/automation.ts";
import { retiring } from "../simulation/world.ts";
import { type DeskAtHand, deskWith } from "./at-desk.ts";

const SLOW = 30;

/** Works with a desk whose automation `slow` waits for calls that are never answered, one for each of its tickets. */
function withSlow(work: (at: DeskAtHand, begun: readonly string[]) => Promise<void>): Promise<void> {
  const begun: string[] = [];
  const slow = automation({
    name: "slow",
    on: "ticket.created",
    proposes: [retireTool],
    propose({ ticket }) {
      begun.push(ticket.key);
      // What is to be approved is decided at once, so that there is something to wait for.
      return ticket.key.startsWith("ask") && begun.filter((key) => key === ticket.key).length === 1
        ? { actions: [retiring("tool_1")], asks: ["it is a test"] }
        : new Promise(() => {});
    },
  });
  const quick = automation({
    name: "quick",
    on: "ticket.transitioned",
    propose: () => ({ ignore: "nothing to do" }),
  });
  return deskWith({ rules: [slow, quick] }, (at) => work(at, begun));
}

it("thirty runs of one automation whose calls are not answered leave some of the slots, and a ticket of another automation is done at once", () =>
  withSlow(async (at, begun) => {
    for (let n = 0; n < SLOW; n++) await at.deliver(`slow-${n}`);
    void at.work();
    await vi.waitFor(() => expect(begun).toHaveLength(18));
    await at.deliver("T-1", { type: "ticket.transitioned" });
    at.desk.loop.wake();
    const last = `run_${2 * SLOW + 2}`;
    await vi.waitFor(() => expect(at.run(last)).toMatchObject({ automation: "quick", state: "ignored" }));
    expect(begun).toEqual(Array.from({ length: 18 }, (_, n) => `slow-${n}`));
  }));

it("they keep no plan of theirs from expiring", () =>
  withSlow(async (at, begun) => {
    await at.deliver("ask-1");
    await at.deliver("ask-2");
    await at.runsAre("awaiting_approval", "awaiting_approval");
    for (let n = 0; n < 3; n++) await at.deliver(`slow-${n}`);
    void at.desk.loop.work(at.now + 86_400_000);
    await vi.waitFor(() => expect(begun).toHaveLength(5));
    at.now += 43_200_000;
    at.desk.loop.wake();
    await vi.waitFor(() => {
      expect(at.run("run_2")).toMatchObject({ state: "expired" });
      expect(at.run("run_4")).toMatchObject({ state: "expired" });
    });
  }));

it("they are behind what somebody has approved", () =>
  withSlow(async (at, begun) => {
    await at.deliver("ask-1");
    const [asked] = await at.runsAre("awaiting_approval");
    for (let n = 0; n < SLOW; n++) await at.deliver(`slow-${n}`);
    at.now += 1_000;
    expect(await at.decide(asked, "approved")).toBe("ok");
    void at.work();
    await vi.waitFor(() => expect(begun).toHaveLength(19));
    expect(begun.slice(1, 4)).toEqual(["ask-1", "slow-0", "slow-1"]);
  }));
