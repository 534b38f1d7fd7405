/** Slow calls of one automation hold up neither other automations nor what ends. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { automation } from "../../src/automations/kit/automation.ts";
import type { DeskCore } from "../../src/desk/engine/core.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import type { Run } from "../../src/desk/run/run.ts";
import type { Governance } from "../../src/governance/client/index.ts";
import { delivery, settings } from "../simulation/world.ts";
import { atDesk } from "./at-desk.ts";

const SLOW = 30;

beforeEach(() => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
});

const tool = retireTool({
  app: { id: "app_1", name: "App" },
  connector: { id: "con_1", name: "Connector" },
  tool: { id: "tool_1", name: "Tool" },
});

/** A desk whose automation `slow` waits for calls that are never answered, one for each of its tickets. */
function parts(): { change: Partial<DeskDeps>; begun: string[] } {
  const begun: string[] = [];
  const slow = automation({
    name: "slow",
    on: "ticket.created",
    proposes: [retireTool],
    propose({ ticket }) {
      begun.push(ticket.key);
      // What is to be approved is decided at once, so that there is something to wait for.
      return ticket.key.startsWith("ask") && begun.filter((key) => key === ticket.key).length === 1
        ? { actions: [tool], asks: ["it is a test"] }
        : new Promise(() => {});
    },
  });
  const quick = automation({
    name: "quick",
    on: "ticket.transitioned",
    propose: () => ({ ignore: "nothing to do" }),
  });
  return {
    begun,
    change: {
      automations: new Map([slow, quick].map((one) => [one.name, one])),
      settings: { ...settings, automations: { slow: {}, quick: {} } },
      governance: {
        prepare: async () => false,
        call: async (_: unknown, { body }: { body: { email: string; userStatuses: string[] } }) => ({
          list: body.userStatuses.includes("ENABLED") ? [{ user: { id: body.email } }] : [],
        }),
      } as unknown as Governance,
    },
  };
}

const created = (key: string) => delivery(key, { type: "ticket.created", subject: key, tools: 1 });
const runAt = (desk: DeskCore, n: number): Run | null => desk.run(`run_${n}`);

describe("thirty runs of one automation whose calls are not answered", () => {
  it("leave some of the slots, and a ticket of another automation is done at once", async () => {
    const { change, begun } = parts();
    await atDesk(async (desk, world) => {
      for (let n = 0; n < SLOW; n++) await desk.accept(created(`slow-${n}`));
      void desk.loop.work(world.now + 1);
      await vi.waitFor(() => expect(begun).toHaveLength(4));
      const { eventId } = await desk.accept(
        delivery("T-1", { type: "ticket.transitioned", subject: "T-1", tools: 1 }),
      );
      desk.loop.wake();
      const last = Number(eventId.slice("evt_".length)) + 1;
      await vi.waitFor(() =>
        expect(runAt(desk, last)).toMatchObject({ automation: "quick", state: "ignored" }),
      );
      expect(begun).toEqual(["slow-0", "slow-1", "slow-2", "slow-3"]);
    }, change);
  });

  it("keep no plan of theirs from expiring, and what is approved comes first", async () => {
    const { change, begun } = parts();
    await atDesk(async (desk, world) => {
      await desk.accept(created("ask-1"));
      await desk.accept(created("ask-2"));
      await desk.loop.work(world.now + 1);
      expect(runAt(desk, 2)).toMatchObject({ state: "awaiting_approval" });
      for (let n = 0; n < 3; n++) await desk.accept(created(`slow-${n}`));
      void desk.loop.work(world.now + 86_400_000);
      await vi.waitFor(() => expect(begun).toHaveLength(5));
      world.now += 43_200_000;
      desk.loop.wake();
      await vi.waitFor(() => {
        expect(runAt(desk, 2)).toMatchObject({ state: "expired" });
        expect(runAt(desk, 4)).toMatchObject({ state: "expired" });
      });
    }, change);
  });

  it("are behind what somebody has approved", async () => {
    const { change, begun } = parts();
    await atDesk(async (desk, world) => {
      await desk.accept(created("ask-1"));
      await desk.loop.work(world.now + 1);
      for (let n = 0; n < SLOW; n++) await desk.accept(created(`slow-${n}`));
      const hash = runAt(desk, 2)?.plan?.hash ?? "";
      world.now += 1_000;
      const said = { by: "ines.holm@example.com", reason: "yes" };
      expect(await desk.decider.decide("run_2", { type: "approved", hash, ...said })).toMatchObject({
        ok: true,
      });
      void desk.loop.work(world.now + 1);
      await vi.waitFor(() => expect(begun).toHaveLength(5));
      expect(begun.slice(1)).toEqual(["ask-1", "slow-0", "slow-1", "slow-2"]);
    }, change);
  });
});
