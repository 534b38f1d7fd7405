import { describe, expect, it, vi } from "vitest";
import type { Incoming } from "../../src/desk/engine/intake.ts";
import { PAUSE_LOOK_MS } from "../../src/desk/run/next.ts";
import { DELIVERY_MEMORY_MS } from "../../src/policy/approval.ts";
import { delivery } from "../simulation/world.ts";
import { until } from "../support/until.ts";
import { atDesk } from "./at-desk.ts";

const ticket = (key: string): Incoming =>
  delivery(key, { type: "ticket.transitioned", subject: key, tools: 1 });

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

  it("forgets a delivery after thirty days, no sooner, and no later than after sixty", async () => {
    await atDesk(async (desk, world) => {
      desk.look();
      const first = await desk.accept(ticket("T-1"));
      const again = async () => {
        desk.look();
        return desk.accept(ticket("T-1"));
      };
      world.now += DELIVERY_MEMORY_MS;
      expect(await again()).toEqual({ eventId: first.eventId, duplicate: true });
      world.now += DELIVERY_MEMORY_MS;
      expect(await again()).toEqual({ eventId: first.eventId, duplicate: true });
      world.now += DELIVERY_MEMORY_MS + 1;
      expect(await again()).toMatchObject({ duplicate: false });
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
      await until("the desk to rest", () => {
        world.now += 100;
        return resting;
      });
      expect(desk.loop.nextLook()).toBeGreaterThan(world.now);
      desk.pauseLifted();
      expect(desk.loop.nextLook()).toBe(world.now);
    });
    log.mockRestore();
  });
});
