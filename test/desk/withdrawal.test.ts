import { describe, expect, it, onTestFinished, vi } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { automation } from "../../src/automations/kit/automation.ts";
import type { DeskCore } from "../../src/desk/engine/core.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import type { Incoming } from "../../src/desk/engine/intake.ts";
import type { Run } from "../../src/desk/run/run.ts";
import type { WorkerEvent } from "../../src/systems/event.ts";
import { policy, settings } from "../simulation/world.ts";
import { until } from "../support/until.ts";
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

/** What an HR system says of somebody: of its first worker, unless it says of which. */
interface News {
  readonly type?: WorkerEvent["type"];
  readonly effectiveOn?: string;
  readonly occurredAt?: string;
  readonly subject?: string;
  /** That somebody has to approve what comes of it. */
  readonly asks?: boolean;
}

let deliveries = 0;
function incoming({ type = "worker.terminated", subject = "hr:1", asks = false, ...days }: News): Incoming {
  const key = String(++deliveries);
  const worker = { system: "hr", id: subject, fields: asks ? { asks: "yes" } : {} };
  const event: WorkerEvent = { type, subject, ...days, worker } as WorkerEvent;
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

/** A desk with the rule, a delivery at a time. */
interface RuledDesk {
  readonly desk: DeskCore;
  readonly world: DeskWorld;
  deliver(news: News): Promise<unknown>;
  /** Lets the desk work until the runs are as wanted. @returns them, oldest first */
  runs(...states: readonly Run["state"][]): Promise<Run[]>;
}

/** Works with such a desk. @param more What else it is given */
async function deskWithRule(
  work: (ruled: RuledDesk) => Promise<void>,
  more: Partial<DeskDeps> = {},
): Promise<void> {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  await atDesk(
    async (desk, world) => {
      world.ledgerAway = false;
      const recorded = () =>
        [...world.recorded.values()].sort((one, other) =>
          one.id.localeCompare(other.id, "en", { numeric: true }),
        );
      await work({
        desk,
        world,
        deliver: (news) => desk.accept(incoming(news)),
        async runs(...states) {
          await until(`runs that are ${states.join(", ")}`, async () => {
            await desk.loop.work(world.now + 1_000);
            world.now += 250;
            return JSON.stringify(recorded().map(({ state }) => state)) === JSON.stringify(states);
          });
          return recorded();
        },
      });
    },
    { ...change, ...more },
  );
}

const ENDS: News = { effectiveOn: "2026-11-20" };
const RETURNS: News = { type: "worker.returned" };
const held = { admitted: false, because: "budget", budget: "b", limit: 0, used: 0, windowMinutes: 1 };

describe("an event that withdraws", () => {
  it("cancels what is scheduled, with its reason, and leaves other subjects alone", () =>
    deskWithRule(async ({ deliver, runs }) => {
      await deliver(ENDS);
      await deliver({ ...ENDS, subject: "hr:2" });
      await runs("scheduled", "scheduled");
      await deliver(RETURNS);
      const [first, , last] = await runs("cancelled", "scheduled", "ignored");
      expect(first?.ended).toEqual({ by: "reeve", reason: WHY });
      expect(last?.ignored).toBe(WHY);
    }));

  it("cancels nothing where it is older than deliveries are remembered for", () =>
    deskWithRule(async ({ world, deliver, runs }) => {
      await deliver(ENDS);
      await runs("scheduled");
      await deliver({ ...RETURNS, occurredAt: new Date(world.now - 70 * DAY_MS).toISOString() });
      const [, last] = await runs("scheduled", "ignored");
      expect(last?.ignored).toBe(`${WHY}; this event is 70 days old, and ends nothing that waits`);
    }));

  it.for<[what: string, news: News, state: Run["state"], more?: Partial<DeskDeps>]>([
    ["awaits an approval", { asks: true }, "awaiting_approval"],
    ["is held", {}, "held", { admit: async () => held as Awaited<ReturnType<DeskDeps["admit"]>> }],
  ])("cancels what %s", ([, news, state, more]) =>
    deskWithRule(async ({ deliver, runs }) => {
      await deliver(news);
      await runs(state);
      await deliver(RETURNS);
      await runs("cancelled", "ignored");
    }, more),
  );

  it("cancels nothing in a dry run", () =>
    deskWithRule(async ({ desk, deliver, runs }) => {
      await deliver(ENDS);
      await runs("scheduled");
      await desk.decider.replay({
        event: { ...incoming(RETURNS), id: "evt_0", state: "taken", passed: [], receivedAt: 0 },
        automation: "rule",
        mode: "dry_run",
        seen: 0,
        repeatApplied: false,
        earlier: [],
        by: "ines.holm@example.com",
        reason: "a try",
      });
      await runs("scheduled", "ignored");
    }));

  it("on a later day leaves what takes effect before it", () =>
    deskWithRule(async ({ deliver, runs }) => {
      await deliver(ENDS);
      await deliver({ ...RETURNS, effectiveOn: "2026-12-20" });
      await runs("scheduled", "scheduled");
    }));

  it("on the same day or before it comes first", () =>
    deskWithRule(async ({ world, deliver, runs }) => {
      await deliver(ENDS);
      await deliver({ ...RETURNS, ...ENDS });
      await runs("cancelled", "scheduled");
      world.now += 30 * DAY_MS;
      await runs("cancelled", "ignored");
    }));
});

it("a date that is moved replaces the earlier one, whichever comes first", () =>
  deskWithRule(async ({ deliver, runs }) => {
    await deliver(ENDS);
    await deliver({ effectiveOn: "2026-12-20" });
    await runs("cancelled", "scheduled");
  }));
