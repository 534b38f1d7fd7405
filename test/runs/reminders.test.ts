// Tests that approvers get each reminder of a waiting plan once and on time, across restarts.
import { expect, it } from "vitest";
import { HOUR_MS } from "../../src/base/days.ts";
import type { RunMessage } from "../../src/runs/message.ts";
import { type DeskAtHand, deskWith } from "../desk/at-desk.ts";

const RUN = "run_2";

/** Calls a function with a desk whose plan waits for twelve hours, with reminders after four and eleven. */
async function withWaitingPlan(
  work: (
    at: DeskAtHand,
    /** For each reminder, the hours that the plan had waited, and the number of reminders left. */
    told: readonly (readonly [hours: number, left: number])[],
  ) => Promise<void>,
  remindHoursBeforeExpiry = [8, 1],
): Promise<void> {
  const told: (readonly [number, number])[] = [];
  // After a restart, a desk can send a message again: the outbox recognizes repeats by the run's version.
  const known = new Set<number>();
  const channel = {
    hasMessage: () => true,
    async sendMessages(messages: readonly RunMessage[]) {
      for (const { about, run } of messages)
        if (about === "reminder" && known.size < known.add(run.version).size)
          told.push([(run.updatedAt - run.createdAt) / HOUR_MS, run.remindAt?.length ?? 0]);
    },
  };
  await deskWith({ rules: ["review"], policy: { remindHoursBeforeExpiry }, ...channel }, async (at) => {
    await at.deliver("T-1");
    await at.work();
    expect(at.run(RUN)).toMatchObject({ state: "awaiting_approval" });
    await work(at, told);
  });
}

/** Lets the desk work on the runs that are due after a number of hours. */
async function after(hours: number, at: DeskAtHand): Promise<void> {
  at.now += hours * HOUR_MS;
  await at.work();
}

it("reminders are sent on time, before a plan without a decision expires", () =>
  withWaitingPlan(async (at, told) => {
    for (let hour = 0; hour < 12; hour++) await after(1, at);
    expect(told).toEqual([
      [4, 1],
      [11, 0],
    ]);
    expect(at.run(RUN)).toMatchObject({ state: "expired" });
  }));

it("reminders wake the desk exactly when they are due", () =>
  withWaitingPlan(async (at) => {
    const start = at.now;
    for (const hours of [4, 11, 12]) {
      expect(at.desk.loop.nextLook()).toBe(start + hours * HOUR_MS);
      at.now = start + hours * HOUR_MS;
      await at.work();
    }
  }));

it("reminders are neither repeated nor lost after restarts", () =>
  withWaitingPlan(async (at, told) => {
    await after(4, at);
    at.restart();
    await after(1, at);
    expect(told).toEqual([[4, 1]]);
    at.restart();
    await after(6, at);
    at.restart();
    await after(0.5, at);
    expect(told).toEqual([
      [4, 1],
      [11, 0],
    ]);
  }));

it("reminders are merged into one if several were missed", () =>
  withWaitingPlan(async (at, told) => {
    await after(11.5, at);
    expect(told).toEqual([[11.5, 0]]);
    at.restart();
    await after(1, at);
    expect(told).toHaveLength(1);
  }));

it("missed reminders are not sent after the plan has expired", () =>
  withWaitingPlan(async (at, told) => {
    at.restart();
    await after(13, at);
    expect(told).toEqual([]);
  }));

it("reminders stop after a decision", () =>
  withWaitingPlan(async (at, told) => {
    expect(await at.decide(at.run(RUN), "rejected")).toBe("ok");
    for (let hour = 0; hour < 13; hour++) await after(1, at);
    expect(told).toEqual([]);
    expect(at.run(RUN)).toMatchObject({ state: "rejected" });
  }));

it.for([
  [[48, 6, 12, 6], [[6, 0]]],
  [[], []],
])("reminders are sent once each within the waiting period (configured: %j; sent: %j)", ([hours, expected]) =>
  withWaitingPlan(async (at, told) => {
    for (let hour = 0; hour < 13; hour++) await after(1, at);
    expect(told).toEqual(expected);
  }, hours as number[]),
);
