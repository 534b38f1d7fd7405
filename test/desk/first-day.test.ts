/** A plan with a first day is decided immediately, and acts on that day. */
import { expect, it } from "vitest";
import { addConnectorOwner } from "../../src/actions/connector-owner.ts";
import { DAY_MS, HOUR_MS } from "../../src/base/days.ts";
import { automation } from "../../src/kit/automation.ts";
import type { Run } from "../../src/runs/run.ts";
import { policy, settings } from "../simulation/world.ts";
import { type DeskAtHand, deskWith, HUGO, NORA } from "./at-desk.ts";

const HOLDS_MS = policy.approvalExpiresAfterHours * HOUR_MS;
/** The desk's clock starts on 2 November. */
const FROM = "2026-11-30";
/** The start of that day in Auckland. */
const STARTS = Date.parse("2026-11-29T11:00:00Z");

const rule = automation({
  name: "rule",
  on: "ticket.created",
  proposes: [addConnectorOwner],
  propose: () => ({
    actions: [
      addConnectorOwner({
        app: { id: "app_1", name: "GitHub" },
        connector: { id: "con_1", name: "GitHub MCP" },
        roleSlug: "owner",
        user: { id: "usr_hugo.field", name: "Hugo" },
        from: FROM,
      }),
    ],
  }),
});

/** Runs a test with Ada's ticket, which requests an owner from that day on. */
async function withRequest(
  approvals: { readonly when: "always" }[],
  work: (at: DeskAtHand, runIs: (state: Run["state"]) => Promise<Run>, calls: number[]) => Promise<void>,
): Promise<void> {
  const calls: number[] = [];
  const given = {
    rules: [rule],
    policy: { approvals },
    settings: { ...settings, timeZone: "Pacific/Auckland", automations: { rule: {} } },
    call: (_: string | undefined, { now }: DeskAtHand) => {
      calls.push(now);
      return {};
    },
    admit: async () => ({ admitted: true }) as const,
  };
  await deskWith(given, async (at) => {
    await at.deliver("T-1");
    await work(at, async (state) => (await at.runsAre(state))[0] as Run, calls);
  });
}

it("after its approval, a plan waits for its first day, even after a restart, and the approval stays valid until then", () =>
  withRequest([{ when: "always" }], async (at, runIs, calls) => {
    const { id, plan } = await runIs("awaiting_approval");
    expect(await at.decide(at.run(id), "approved", NORA)).toBe("ok");
    const scheduled = await runIs("scheduled");
    expect(scheduled).toMatchObject({
      dueAt: STARTS,
      scheduledFor: "its first day, 30 Nov 2026",
      plan: { hash: plan?.hash },
      journal: [],
    });
    expect(STARTS - at.now).toBeGreaterThan(HOLDS_MS);
    at.restart();
    at.now = STARTS - HOUR_MS;
    await runIs("scheduled");
    expect(calls).toEqual([]);
    at.now = STARTS;
    expect(await runIs("done")).toMatchObject({ approvals: [{ by: NORA }], plan: { hash: plan?.hash } });
    expect(calls.map((time) => time >= STARTS)).toEqual([true]);
  }));

it("a plan that needs no approval also waits for its first day, and can be cancelled until then", () =>
  withRequest([], async (at, runIs, calls) => {
    const { id } = await runIs("scheduled");
    expect(await at.decide(at.run(id), "cancelled", HUGO)).toBe("ok");
    at.now = STARTS + DAY_MS;
    await runIs("cancelled");
    expect(calls).toEqual([]);
  }));

it("a plan with a first day needs another approval if it could not act while its approval was valid", () =>
  withRequest([{ when: "always" }], async (at, runIs, calls) => {
    const { id } = await runIs("awaiting_approval");
    await at.decide(at.run(id), "approved", NORA);
    await runIs("scheduled");
    at.now = STARTS + HOLDS_MS;
    expect(await runIs("awaiting_approval")).toMatchObject({ approvals: [] });
    expect(calls).toEqual([]);
  }));
