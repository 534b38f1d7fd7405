import { describe, expect, it, onTestFinished, vi } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { automation } from "../../src/automations/kit/automation.ts";
import type { DeskCore } from "../../src/desk/engine/core.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import type { Incoming } from "../../src/desk/engine/intake.ts";
import type { Run } from "../../src/desk/run/run.ts";
import type { WorkerEvent } from "../../src/systems/event.ts";
import { policy, settings } from "../simulation/world.ts";
import { atDesk, type DeskWorld } from "./at-desk.ts";

const DAY_MS = 24 * 60 * 60_000;
const WHY = "they work here";
const rule = automation({
  name: "rule",
  on: ["worker.terminated", "worker.returned"],
  proposes: [retireTool],
  propose({ type, worker }) {
    if (type === "worker.returned") return { ignore: WHY, withdraws: true };
    const tool = { id: `tool_of_${worker.id}`, name: "Tool" };
    const actions = [
      retireTool({ app: { id: "app_1", name: "App" }, connector: { id: "con_1", name: "C" }, tool }),
    ] as const;
    return worker.fields["asks"] ? { actions, asks: ["somebody has to look"] } : { actions };
  },
});

const change: Partial<DeskDeps> = {
  automations: new Map([["rule", rule]]),
  settings: { ...settings, automations: { rule: {} }, timeZone: "UTC" },
  // HR systems do not say who asked.
  policy: { ...policy, dryRun: [], approvals: [], unknownRequestersFrom: ["hr"] },
};

let deliveries = 0;
function news(
  type: WorkerEvent["type"],
  {
    effectiveOn,
    subject = "hr:1",
    asks = false,
    occurredAt,
  }: { effectiveOn?: string; subject?: string; asks?: boolean; occurredAt?: string },
): Incoming {
  const key = String(++deliveries);
  const event: WorkerEvent = {
    type,
    subject,
    ...(effectiveOn && { effectiveOn }),
    ...(occurredAt && { occurredAt }),
    worker: { system: "hr", id: subject, fields: asks ? { asks: "yes" } : {} },
  };
  return {
    keys: [`hr:sha256:${key}`, `hr:id:${key}`],
    source: "hr",
    authentication: "signed",
    type,
    subject,
    detail: null,
    event: JSON.stringify(event),
    payload: "{}",
  };
}

/** Lets the desk work until the runs are as wanted. @returns them, oldest first */
async function runsOf(desk: DeskCore, world: DeskWorld, states: readonly Run["state"][]): Promise<Run[]> {
  world.ledgerAway = false;
  const recorded = () =>
    [...world.recorded.values()].sort((one, other) =>
      one.id.localeCompare(other.id, "en", { numeric: true }),
    );
  await expect
    .poll(() => {
      void desk.loop.work(world.now + 1_000);
      world.now += 250;
      return recorded().map(({ state }) => state);
    })
    .toEqual(states);
  return recorded();
}

function quietly(): void {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
}

describe("an event that withdraws", () => {
  it("cancels what is scheduled, with its reason, and leaves other subjects alone", async () => {
    quietly();
    await atDesk(async (desk, world) => {
      await desk.accept(news("worker.terminated", { effectiveOn: "2026-11-20" }));
      await desk.accept(news("worker.terminated", { effectiveOn: "2026-11-20", subject: "hr:2" }));
      await runsOf(desk, world, ["scheduled", "scheduled"]);
      await desk.accept(news("worker.returned", {}));
      const [first, , last] = await runsOf(desk, world, ["cancelled", "scheduled", "ignored"]);
      expect(first?.ended).toEqual({ by: "reeve", reason: WHY });
      expect(last?.ignored).toBe(WHY);
    }, change);
  });

  it("cancels nothing where it is older than deliveries are remembered for", async () => {
    quietly();
    await atDesk(async (desk, world) => {
      await desk.accept(news("worker.terminated", { effectiveOn: "2026-11-20" }));
      await runsOf(desk, world, ["scheduled"]);
      const occurredAt = new Date(world.now - 70 * DAY_MS).toISOString();
      await desk.accept(news("worker.returned", { occurredAt }));
      const [, last] = await runsOf(desk, world, ["scheduled", "ignored"]);
      expect(last?.ignored).toBe(`${WHY}; this event is 70 days old, and ends nothing that waits`);
    }, change);
  });

  it("cancels what awaits an approval", async () => {
    quietly();
    await atDesk(async (desk, world) => {
      await desk.accept(news("worker.terminated", { asks: true }));
      await runsOf(desk, world, ["awaiting_approval"]);
      await desk.accept(news("worker.returned", {}));
      await runsOf(desk, world, ["cancelled", "ignored"]);
    }, change);
  });

  it("cancels what is held", async () => {
    quietly();
    const hold = { admitted: false, because: "budget", budget: "b", limit: 0, used: 0, windowMinutes: 1 };
    const admit = async () => hold as Awaited<ReturnType<DeskDeps["admit"]>>;
    await atDesk(
      async (desk, world) => {
        await desk.accept(news("worker.terminated", {}));
        await runsOf(desk, world, ["held"]);
        await desk.accept(news("worker.returned", {}));
        await runsOf(desk, world, ["cancelled", "ignored"]);
      },
      { ...change, admit },
    );
  });

  it("cancels nothing in a dry run", async () => {
    quietly();
    await atDesk(async (desk, world) => {
      await desk.accept(news("worker.terminated", { effectiveOn: "2026-11-20" }));
      await runsOf(desk, world, ["scheduled"]);
      const returned = {
        ...news("worker.returned", {}),
        id: "evt_0",
        state: "taken",
        passed: [],
        receivedAt: 0,
      } as const;
      const said = { by: "ines.holm@example.com", reason: "a try" };
      await desk.decider.replay({
        event: returned,
        automation: "rule",
        mode: "dry_run",
        seen: 0,
        repeatApplied: false,
        earlier: [],
        ...said,
      });
      await runsOf(desk, world, ["scheduled", "ignored"]);
    }, change);
  });

  it("on a later day leaves what takes effect before it", async () => {
    quietly();
    await atDesk(async (desk, world) => {
      await desk.accept(news("worker.terminated", { effectiveOn: "2026-11-20" }));
      await desk.accept(news("worker.returned", { effectiveOn: "2026-12-20" }));
      await runsOf(desk, world, ["scheduled", "scheduled"]);
    }, change);
  });

  it("on the same day or before it comes first", async () => {
    quietly();
    await atDesk(async (desk, world) => {
      await desk.accept(news("worker.terminated", { effectiveOn: "2026-11-20" }));
      await desk.accept(news("worker.returned", { effectiveOn: "2026-11-20" }));
      await runsOf(desk, world, ["cancelled", "scheduled"]);
      world.now += 30 * DAY_MS;
      await runsOf(desk, world, ["cancelled", "ignored"]);
    }, change);
  });
});

it("a date that is moved replaces the earlier one, whichever comes first", async () => {
  quietly();
  await atDesk(async (desk, world) => {
    await desk.accept(news("worker.terminated", { effectiveOn: "2026-11-20" }));
    await desk.accept(news("worker.terminated", { effectiveOn: "2026-12-20" }));
    await runsOf(desk, world, ["cancelled", "scheduled"]);
  }, change);
});
