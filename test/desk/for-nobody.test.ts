import { expect, it } from "vitest";
import { delivery, settings } from "../simulation/world.ts";
import { atDesk } from "./at-desk.ts";

const unwanted = delivery("T-1", { type: "ticket.created", subject: "T-1", tools: 0 });

it("an event for nobody sets the alarm, and goes on record with it where a kill came first", async () => {
  const recorded: string[] = [];
  let alarms = 0;
  await atDesk(
    async (desk, world, restarted) => {
      const { eventId } = await desk.accept(unwanted);
      expect(alarms).toBe(1);
      await restarted().loop.work(world.now + 60_000);
      expect(recorded).toContain(eventId);
    },
    {
      settings: { ...settings, automations: {} },
      wake: () => void alarms++,
      record: async (events) => void recorded.push(...events.map(({ id }) => id)),
    },
  );
});
