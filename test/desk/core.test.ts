import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { DeskCore, type DeskParts } from "../../src/desk/core.ts";
import type { Incoming } from "../../src/desk/intake.ts";
import { PAUSE_LOOK_MS } from "../../src/desk/next.ts";
import { DELIVERY_MEMORY_MS } from "../../src/desk/store.ts";
import { automationsIn, delivery, policy, settings } from "../simulation/world.ts";
import { DESK } from "./bindings.ts";

const START = Date.UTC(2026, 10, 2, 8);
const ticket = (key: string): Incoming =>
  delivery(key, { type: "ticket.transitioned", subject: key, tools: 1 });

/** Works with a desk on a real Durable Object's database, whose clock the test sets and whose ledger may be away. */
async function atDesk(work: (desk: DeskCore, world: { now: number; ledgerAway: boolean }) => Promise<void>) {
  await runInDurableObject(DESK.getByName(crypto.randomUUID()), async (_, { storage }) => {
    const world = { now: START, ledgerAway: true };
    let ids = 0;
    const parts: DeskParts = {
      name: "desk",
      database: storage.sql,
      transaction: (inOne) => storage.transactionSync(inOne),
      governance: { call: () => new Promise(() => {}) } as unknown as DeskParts["governance"],
      automations: automationsIn({ policyId: "pol_1" }),
      settings,
      policy,
      now: () => world.now,
      newId: (prefix) => `${prefix}_${++ids}`,
      sleep: () => new Promise((resolve) => setTimeout(resolve, 1)),
      enrich: async (event) => event,
      announces: () => false,
      announce: async () => {},
      replies: {},
      reply: async () => {},
      admit: async () => ({ admitted: false, because: "paused", reason: "a test" }),
      record: async () => {
        if (world.ledgerAway) throw new Error("away");
      },
      wake: () => {},
    };
    await work(new DeskCore(parts), world);
  });
}

describe("the look of each minute", () => {
  it("reports a record that lags by more than a minute, and nothing before", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    await atDesk(async (desk, world) => {
      await desk.accept(ticket("T-1"));
      world.now += 60_000;
      desk.look();
      expect(log).not.toHaveBeenCalled();
      world.now += 5_000;
      desk.look();
      expect(log).toHaveBeenCalledExactlyOnceWith(
        JSON.stringify({ message: "ledger_lagging", level: "alert", desk: "desk", seconds: 65 }),
      );
    });
    log.mockRestore();
  });

  it("forgets a delivery after thirty days, and no sooner", async () => {
    await atDesk(async (desk, world) => {
      const first = await desk.accept(ticket("T-1"));
      world.now += DELIVERY_MEMORY_MS;
      desk.look();
      expect(await desk.accept(ticket("T-1"))).toEqual({ eventId: first.eventId, duplicate: true });
      world.now += 1;
      desk.look();
      expect(await desk.accept(ticket("T-1"))).toMatchObject({ duplicate: false });
    });
  });
});

describe("a delivery", () => {
  it("is known by either of its keys, whichever comes again", async () => {
    await atDesk(async (desk) => {
      const { eventId } = await desk.accept(ticket("T-1"));
      const [digest, id = ""] = ticket("T-1").keys;
      const known = { eventId, duplicate: true };
      expect(await desk.accept({ ...ticket("T-1"), keys: [digest, "sim:id:another"] })).toEqual(known);
      expect(await desk.accept({ ...ticket("T-1"), keys: ["sim:sha256:another", id] })).toEqual(known);
      // And the new names that the copies came with lead to the same event from then on.
      expect(await desk.accept({ ...ticket("T-1"), keys: ["sim:sha256:another"] })).toEqual(known);
    });
  });
});

describe("a run that is paused", () => {
  it("is looked at again later, and at once when a pause is lifted", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    await atDesk(async (desk, world) => {
      world.ledgerAway = false;
      await desk.accept(ticket("T-1"));
      let resting = false;
      void desk.loop.work(world.now + PAUSE_LOOK_MS).then(() => {
        resting = true;
      });
      await vi.waitFor(() => {
        world.now += 100;
        expect(resting).toBe(true);
      });
      expect(desk.loop.nextLook()).toBeGreaterThan(world.now);
      desk.pauseLifted();
      expect(desk.loop.nextLook()).toBe(world.now);
    });
    log.mockRestore();
  });
});
