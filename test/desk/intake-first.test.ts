import { expect, it, onTestFinished, vi } from "vitest";
import { delivery, settings } from "../simulation/world.ts";
import { until } from "../support/until.ts";
import { atDesk } from "./at-desk.ts";

it("while deliveries come a run that is due waits for them, and no longer than its bound", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  await atDesk(
    async (desk, world) => {
      let sent = 0;
      const flood = () =>
        Promise.all(
          Array.from({ length: 20 }, () =>
            desk.accept(delivery(`T-${++sent}`, { type: "ticket.deleted", subject: `s-${sent}`, tools: 0 })),
          ),
        );
      await flood();
      const { eventId } = await desk.accept(
        delivery("T-0", { type: "ticket.transitioned", subject: "T-0", tools: 1 }),
      );
      const run = () => desk.run(`run_${Number(eventId.slice("evt_".length)) + 1}`);
      void desk.loop.work(world.now + 86_400_000);
      for (let n = 0; n < 20; n++) {
        await flood();
        expect(run()?.state).toBe("planning");
      }
      world.now += 100;
      await until("the run to have its turn", async () => {
        await flood();
        return run()?.state !== "planning";
      });
    },
    {
      settings: { ...settings, automations: { rehearse: {} } },
      sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    },
  );
});
