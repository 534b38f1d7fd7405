import { describe, expect, it, onTestFinished, vi } from "vitest";
import { delivery, settings } from "../simulation/world.ts";
import { until } from "../support/until.ts";
import { atDesk } from "./at-desk.ts";

const unwanted = delivery("T-1", { type: "ticket.created", subject: "T-1", tools: 0 });

describe("an event for nobody", () => {
  it("goes on record without an alarm", async () => {
    const recorded: string[] = [];
    let alarms = 0;
    await atDesk(
      async (desk) => {
        const { eventId } = await desk.accept(unwanted);
        await until("the event to be on record", () => recorded.includes(eventId));
        await until("the desk to know", () => desk.health().unrecordedSince === null);
        expect(alarms).toBe(0);
      },
      {
        settings: { ...settings, automations: {} },
        record: async (events) => void recorded.push(...events.map(({ id }) => id)),
        wake: () => void alarms++,
      },
    );
  });

  it("is left to the alarm where the ledger is away", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    let alarms = 0;
    await atDesk(
      async (desk, world) => {
        await desk.accept(unwanted);
        await until("an alarm to be asked for", () => alarms > 0);
        expect(desk.loop.nextLook()).toBeGreaterThan(world.now);
      },
      { settings: { ...settings, automations: {} }, wake: () => void alarms++ },
    );
  });

  it("goes on record with the next alarm where a kill came first", async () => {
    const recorded: string[] = [];
    await atDesk(
      async (desk, world, restarted) => {
        const { eventId } = await desk.accept(unwanted);
        await restarted().loop.work(world.now + 60_000);
        expect(recorded).toContain(eventId);
      },
      {
        settings: { ...settings, automations: {} },
        record: async (events) => void recorded.push(...events.map(({ id }) => id)),
      },
    );
  });
});
