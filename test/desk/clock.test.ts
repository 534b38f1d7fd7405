/** A clock that was ahead and is set back stops nothing: what was put off by it goes on. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { automation } from "../../src/automations/kit/automation.ts";
import { DAY_MS } from "../../src/base/days.ts";
import { Problem } from "../../src/base/problem.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import { delivery, settings } from "../simulation/world.ts";
import { atDesk } from "./at-desk.ts";

beforeEach(() => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
});

const ticket = delivery("T-1", { type: "ticket.created", subject: "T-1", tools: 1 });
const AHEAD_MS = 365 * DAY_MS;

describe("a clock that is set back", () => {
  it("does not stop the record, which was to be tried again in five seconds", async () => {
    await atDesk(
      async (desk, world) => {
        await desk.accept(ticket);
        const work = () => desk.loop.work(world.now + 60_000);
        await work();
        expect(desk.loop.nextLook()).toBe(world.now + 5_000);
        world.now -= DAY_MS;
        expect(desk.loop.nextLook()).toBe(world.now);
        world.ledgerAway = false;
        await work();
        expect(desk.health().unrecordedSince).toBeNull();
      },
      { settings: { ...settings, automations: {} } },
    );
  });

  it("does not keep messages from being handed over", async () => {
    let [away, told] = [true, 0];
    await atDesk(
      async (desk, world) => {
        world.ledgerAway = false;
        await desk.accept(ticket);
        const work = () => desk.loop.work(world.now + 60_000);
        await work();
        away = false;
        world.now -= DAY_MS;
        await work();
        expect(told).toBeGreaterThan(0);
      },
      {
        settings: { ...settings, automations: { defect: {} } },
        hasMessage: () => true,
        async sendMessages(messages) {
          if (away) throw new Error("away");
          told += messages.length;
        },
      },
    );
  });

  it("leaves no run waiting for its next attempt until the clock is there again", async () => {
    let fails = true;
    const flaky = automation({
      name: "flaky",
      on: "ticket.created",
      propose() {
        if (fails) throw new Problem("sender_unavailable", "a moment");
        return { ignore: "nothing to do" };
      },
    });
    await atDesk(
      async (desk, world) => {
        world.now += AHEAD_MS;
        await desk.accept(ticket);
        const work = () => desk.loop.work(world.now + 1_000);
        await work();
        expect(desk.run("run_2")).toMatchObject({ state: "planning", dueAt: world.now + 2_000 });
        fails = false;
        world.now -= AHEAD_MS;
        desk.look();
        await work();
        expect(desk.run("run_2")).toMatchObject({ state: "ignored" });
      },
      {
        automations: new Map([["flaky", flaky]]),
        settings: { ...settings, automations: { flaky: {} } },
      },
    );
  });

  it("lets no plan that waits for a day, or for somebody, go on before its time", async () => {
    await atDesk(
      async (desk, world) => {
        const day = world.now + 30 * DAY_MS;
        await desk.accept(ticket);
        await desk.loop.work(world.now + 1_000);
        desk.look();
        expect(desk.loop.nextLook()).toBe(world.now + 5_000);
        expect(desk.run("run_2")).toMatchObject({ state: "scheduled", dueAt: day });
      },
      {
        automations: new Map([
          [
            "waits",
            automation({
              name: "waits",
              on: "ticket.created",
              propose: (_, { now }) => ({ waitUntil: now + 30 * DAY_MS, for: "a month from now" }),
            }),
          ],
        ]),
        settings: { ...settings, automations: { waits: {} } },
      },
    );
  });

  it("has nobody taken for longer for who they were", async () => {
    let asked = 0;
    const governance = {
      call: async () => {
        asked++;
        return { list: [{ user: { id: "usr_ada", email: "ada.marsh@example.com" } }] };
      },
    } as unknown as DeskDeps["governance"];
    await atDesk(
      async (desk, world) => {
        const asks = async (key: string) => {
          const before = asked;
          await desk.accept(delivery(key, { type: "ticket.created", subject: key, tools: 1 }));
          await desk.loop.work(world.now + 1);
          return asked - before;
        };
        expect(await asks("T-1")).toBeGreaterThan(0);
        expect(await asks("T-2")).toBe(0);
        world.now -= DAY_MS;
        expect(await asks("T-3")).toBeGreaterThan(0);
      },
      { governance, settings: { ...settings, automations: { review: {} } } },
    );
  });
});
