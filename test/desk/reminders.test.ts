// Approvers are reminded of a plan that waits: on time, once, over restarts, and only while it waits.
import { expect, it } from "vitest";
import type { DeskCore } from "../../src/desk/engine/core.ts";
import type { RunMessage } from "../../src/desk/run-message.ts";
import { delivery, policy } from "../simulation/world.ts";
import { atDesk, type DeskWorld } from "./at-desk.ts";

const HOUR = 3_600_000;
const RUN = "run_2";

/** A desk with a plan that waits for twelve hours, and is brought up again after four and eleven. */
async function withWaitingPlan(
  work: (at: {
    readonly world: DeskWorld;
    readonly desk: DeskCore;
    readonly restarted: () => DeskCore;
    /** Hours, since the plan waits, at which approvers were told, and of how many reminders that were left. */
    readonly told: readonly (readonly [hours: number, left: number])[];
  }) => Promise<void>,
  remindHoursBeforeExpiry: readonly number[] = [8, 1],
): Promise<void> {
  const told: (readonly [number, number])[] = [];
  // A desk may hand over what it had handed over before a restart: the outbox knows it by the run's version.
  const known = new Set<number>();
  let [world, start]: [DeskWorld | null, number] = [null, 0];
  await atDesk(
    async (desk, at, restarted) => {
      [world, start] = [at, at.now];
      await desk.accept(delivery("T-1", { type: "ticket.created", subject: "T-1", tools: 1 }));
      await desk.loop.work(at.now + 1);
      expect(desk.run(RUN)).toMatchObject({ state: "awaiting_approval" });
      await work({ world: at, desk, restarted, told });
    },
    {
      policy: { ...policy, remindHoursBeforeExpiry: [...remindHoursBeforeExpiry] },
      hasMessage: () => true,
      sendMessages: async (messages: readonly RunMessage[]) => {
        for (const { about, run } of messages)
          if (about === "reminder" && known.size < known.add(run.version).size)
            told.push([((world?.now ?? 0) - start) / HOUR, run.remindAt?.length ?? 0]);
      },
    },
  );
}

/** Lets the desk work on what is due after so many hours. */
async function after(hours: number, desk: DeskCore, world: DeskWorld): Promise<void> {
  world.now += hours * HOUR;
  await desk.loop.work(world.now + 1);
}

it("are reminded when it is time, and what nobody decides expires", () =>
  withWaitingPlan(async ({ desk, world, told }) => {
    for (let hour = 0; hour < 12; hour++) await after(1, desk, world);
    expect(told).toEqual([
      [4, 1],
      [11, 0],
    ]);
    expect(desk.run(RUN)).toMatchObject({ state: "expired" });
  }));

it("wake the desk when they are due, and not before", () =>
  withWaitingPlan(async ({ desk, world }) => {
    const start = world.now;
    world.ledgerAway = false;
    await after(0.1, desk, world);
    for (const hours of [4, 11, 12]) {
      expect(desk.loop.nextLook()).toBe(start + hours * HOUR);
      world.now = start + hours * HOUR;
      await desk.loop.work(world.now + 1);
    }
  }));

it("are not repeated by a restart, nor lost with it", () =>
  withWaitingPlan(async ({ desk, world, restarted, told }) => {
    await after(4, desk, world);
    const second = restarted();
    await after(1, second, world);
    expect(told).toEqual([[4, 1]]);
    const third = restarted();
    await after(6, third, world);
    await after(0.5, restarted(), world);
    expect(told).toEqual([
      [4, 1],
      [11, 0],
    ]);
  }));

it("that were missed are one, and after the end none", () =>
  withWaitingPlan(async ({ desk, world, told, restarted }) => {
    await after(11.5, desk, world);
    expect(told).toEqual([[11.5, 0]]);
    await withWaitingPlan(async (other) => {
      await after(13, other.restarted(), other.world);
      expect(other.told).toEqual([]);
    });
    await after(1, restarted(), world);
    expect(told).toHaveLength(1);
  }));

it("end with a decision", () =>
  withWaitingPlan(async ({ desk, world, told }) => {
    const hash = desk.run(RUN)?.plan?.hash ?? "";
    const said = { by: "ines.holm@example.com", reason: "no" };
    expect(await desk.decider.decide(RUN, { type: "rejected", hash, ...said })).toMatchObject({ ok: true });
    for (let hour = 0; hour < 13; hour++) await after(1, desk, world);
    expect(told).toEqual([]);
    expect(desk.run(RUN)).toMatchObject({ state: "rejected" });
  }));

it("are those shorter than the wait, each once, and none where none are wanted", async () => {
  await withWaitingPlan(
    async ({ desk, world, told }) => {
      for (let hour = 0; hour < 13; hour++) await after(1, desk, world);
      expect(told).toEqual([[6, 0]]);
    },
    [48, 6, 12, 6],
  );
  await withWaitingPlan(async ({ desk, world, told }) => {
    for (let hour = 0; hour < 13; hour++) await after(1, desk, world);
    expect(told).toEqual([]);
  }, []);
});
