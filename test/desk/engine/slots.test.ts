/** Slow calls of one automation delay neither other automations nor runs that end. */
import { expect, it, vi } from "vitest";
import { automation } from "../../../src/kit/automation.ts";
import { delivery, retiring, retiringRule } from "../../simulation/world.ts";
import { DEADLINE_MS } from "../../support/until.ts";
import { type DeskAtHand, deskWith } from "../at-desk.ts";

const SLOW = 60;

const eventually = (look: () => void): Promise<void> => vi.waitFor(look, { timeout: DEADLINE_MS });

/** Runs a test with a desk whose automation `slow` waits in every run for a response that never comes. */
function withSlow(work: (at: DeskAtHand, begun: readonly string[]) => Promise<void>): Promise<void> {
  const begun: string[] = [];
  const slow = retiringRule("slow", "ticket.created", ({ ticket }) => {
    begun.push(ticket.key);
    // Runs that need an approval are planned immediately, so that one of them can wait for it.
    return ticket.key.startsWith("ask") && begun.filter((key) => key === ticket.key).length === 1
      ? { actions: [retiring("tool_1")], approvalReasons: ["it is a test"] }
      : new Promise(() => {});
  });
  const quick = automation({
    name: "quick",
    on: "ticket.transitioned",
    propose: () => ({ ignore: "nothing to do" }),
  });
  return deskWith({ rules: [slow, quick] }, (at) => work(at, begun));
}

it("sixty runs of an automation whose calls get no response leave room for another automation", () =>
  withSlow(async (at, begun) => {
    for (let n = 0; n < SLOW; n++) await at.deliver(`slow-${n}`);
    void at.work();
    await eventually(() => expect(begun).toHaveLength(48));
    await at.deliver("T-1", { type: "ticket.transitioned" });
    at.desk.loop.wake();
    const last = `run_${2 * SLOW + 2}`;
    await eventually(() => expect(at.run(last)).toMatchObject({ automation: "quick", state: "ignored" }));
    expect(begun).toEqual(Array.from({ length: 48 }, (_, n) => `slow-${n}`));
  }));

it("large runs start until their share of the memory is full, and a small run still starts", () =>
  withSlow(async (at, begun) => {
    const title = `"title":"${"x".repeat(900_000)}"`;
    for (let n = 0; n < 10; n++) {
      const small = delivery(`slow-${n}`);
      await at.deliver({ ...small, event: String(small.event).replace('"title":""', title) });
    }
    void at.work();
    await eventually(() => expect(begun).toHaveLength(5));
    await at.deliver("T-1", { type: "ticket.transitioned" });
    at.desk.loop.wake();
    await eventually(() => expect(at.run("run_22")).toMatchObject({ state: "ignored" }));
    expect(begun).toHaveLength(5);
  }));

it("an approved run starts before runs that became due earlier", () =>
  withSlow(async (at, begun) => {
    const [asked] = await at.deliverUntil("ask-1", "awaiting_approval");
    for (let n = 0; n < SLOW; n++) await at.deliver(`slow-${n}`);
    at.now += 1_000;
    expect(await at.decide(asked, "approved")).toBe("ok");
    void at.work();
    await eventually(() => expect(begun).toHaveLength(49));
    expect(begun.slice(1, 4)).toEqual(["ask-1", "slow-0", "slow-1"]);
  }));

it("a delivery that waits for the disk delays other runs for up to two seconds, but not runs that a person decided", async () => {
  const begun: string[] = [];
  const noting = retiringRule("noting", "ticket.created", ({ ticket }) => {
    begun.push(ticket.key);
    return ticket.key === "asks" && begun.length === 1
      ? { actions: [retiring("tool_1")], approvalReasons: ["it is a test"] }
      : new Promise(() => {});
  });
  let disk: Promise<void> = Promise.resolve();
  await deskWith({ rules: [noting], sync: () => disk }, async (at) => {
    const [asked] = await at.deliverUntil("asks", "awaiting_approval");
    await at.deliver("first");
    disk = new Promise(() => {});
    void at.deliver("second");
    at.now += 1;
    expect(await at.decide(asked, "approved")).toBe("ok");
    void at.desk.loop.work(at.now + 60_000);
    await eventually(() => expect(begun).toEqual(["asks", "asks"]));
    at.now += 1_000;
    at.desk.loop.wake();
    await scheduler.wait(5);
    expect(begun).toEqual(["asks", "asks"]);
    at.now += 1_000;
    at.desk.loop.wake();
    await eventually(() => expect(begun).toEqual(["asks", "asks", "first"]));
  });
});
