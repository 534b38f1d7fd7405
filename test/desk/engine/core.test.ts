import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DELIVERY_MEMORY_MS } from "../../../src/policy/approval.ts";
import { PAUSE_LOOK_MS } from "../../../src/runs/next.ts";
import { delivery } from "../../simulation/world.ts";
import { deskWith } from "../at-desk.ts";

describe("the check that runs every minute", () => {
  it("reports the ledger only if it is more than a minute behind", () =>
    deskWith({}, async (at) => {
      const log = vi.spyOn(console, "log");
      onTestFinished(() => log.mockRestore());
      await at.deliver("T-1");
      at.now += 60_000;
      at.desk.runMaintenance();
      expect(log).not.toHaveBeenCalled();
      at.now += 5_000;
      at.desk.runMaintenance();
      expect(log).toHaveBeenCalledExactlyOnceWith(
        JSON.stringify({ message: "ledger_lagging", level: "alert", desk: "desk", seconds: 65 }),
      );
    }));

  it("deletes a delivery when it is between thirty and sixty days old", () =>
    deskWith({}, async (at) => {
      at.desk.runMaintenance();
      const { eventId } = await at.deliver("T-1");
      const again = (milliseconds: number) => {
        at.now += milliseconds;
        at.desk.runMaintenance();
        return at.deliver("T-1");
      };
      expect(await again(DELIVERY_MEMORY_MS)).toEqual({ eventId, duplicate: true });
      expect(await again(1)).toEqual({ eventId, duplicate: true });
      expect(await again(DELIVERY_MEMORY_MS + 1)).toMatchObject({ duplicate: false });
    }));
});

it("a delivery is recognized by either of its keys", () =>
  deskWith({}, async ({ deliver }) => {
    const ticket = delivery("T-1");
    const { eventId } = await deliver(ticket);
    const [digest, id = ""] = ticket.keys;
    const known = { eventId, duplicate: true };
    expect(await deliver({ ...ticket, keys: [digest, "sim:id:another"] })).toEqual(known);
    expect(await deliver({ ...ticket, keys: ["sim:sha256:another", id] })).toEqual(known);
    // The new keys of the copies lead to the same event from then on, too.
    expect(await deliver({ ...ticket, keys: ["sim:sha256:another"] })).toEqual(known);
  }));

it("a paused run is checked again after a minute, or immediately when the pause ends", () =>
  deskWith({}, async (at) => {
    await at.deliver("T-1", { type: "ticket.transitioned" });
    await at.work();
    expect(at.desk.loop.nextLook()).toBe(at.now + PAUSE_LOOK_MS);
    at.desk.pauseLifted();
    expect(at.desk.loop.nextLook()).toBe(at.now);
  }));

it("an event that no automation wants sets the alarm, and is recorded even after a crash", async () => {
  let alarms = 0;
  await deskWith({ rules: [], wake: () => void alarms++ }, async (at) => {
    const { eventId } = await at.deliver("T-1");
    expect(alarms).toBe(1);
    at.restart();
    await at.work();
    expect([...at.events.keys()]).toEqual([eventId]);
  });
});
