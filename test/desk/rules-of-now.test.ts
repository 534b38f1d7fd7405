// Changes of the settings while runs wait or act: a run follows the rules of the moment in which it would act.
import { describe, expect, it } from "vitest";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import type { Context } from "../../src/kit/automation.ts";
import type { Run } from "../../src/runs/run.ts";
import { policy, retiring, retiringRule, settings } from "../simulation/world.ts";
import { type DeskAtHand, deskWith, PAUSED } from "./at-desk.ts";

const WAIT_MS = 60_000;
const actions = [retiring("tool_1"), retiring("tool_2")] as const;
const rule = retiringRule("rule", "ticket.created", (_, { now, since }: Context) =>
  now < since + WAIT_MS ? { waitUntil: since + WAIT_MS, for: "its hour" } : { actions },
);
const ENABLED = { ...settings, automations: { rule: {} } };
const free = { ...policy, approvals: [] };

const CHANGES: readonly (readonly [string, Partial<DeskDeps>, string])[] = [
  ["is listed in policy.dryRun", { policy: { ...free, dryRun: ["rule"] } }, "policy.dryRun lists rule"],
  [
    "is disabled",
    { settings: { ...settings, automations: {} } },
    "settings.automations no longer enables rule",
  ],
  ["no longer exists", { automations: new Map() }, "the automation rule no longer exists"],
];

/** Delivers an event to a desk whose Control pauses everything once this number of calls was sent. */
async function withRun(
  callsUntilPause: number,
  work: (
    at: DeskAtHand,
    now: () => Run | undefined,
    sent: readonly string[],
    lift: () => void,
  ) => Promise<void>,
) {
  const sent: string[] = [];
  let pauseAfter = callsUntilPause;
  const call = (id = "") => void sent.push(id);
  const admit = async () => (sent.length >= pauseAfter ? PAUSED : ({ admitted: true } as const));
  await deskWith({ rules: [rule], policy: free, call, admit }, async (at) => {
    await at.deliver("T-1");
    await at.work();
    expect(at.run("run_2")).toMatchObject({ state: "scheduled", mode: "live" });
    await work(
      at,
      () => at.run("run_2"),
      sent,
      () => {
        pauseAfter = Number.POSITIVE_INFINITY;
      },
    );
  });
}

async function wait(at: DeskAtHand): Promise<void> {
  at.now += 2 * WAIT_MS;
  for (let n = 0; n < 3; n++) await at.work();
}

describe.each(CHANGES)("once an automation %s", (_, change, reason) => {
  it("its run that has not begun ends as a dry run, with the reason", () =>
    withRun(0, async (at, now, sent, lift) => {
      await wait(at);
      expect(now()).toMatchObject({ state: "acting", paused: "a test" });
      at.restart(change);
      lift();
      await wait(at);
      expect(now()).toMatchObject({ state: "dry_run", mode: "dry_run", plan: { actions: [{}, {}] } });
      expect(at.audit.map(({ detail }) => detail)).toContainEqual(expect.objectContaining({ reason }));
      expect(sent).toEqual([]);
    }));

  it("its run that has begun pauses with the reason, and continues once the automation may act again", () =>
    withRun(1, async (at, now, sent, lift) => {
      await wait(at);
      expect(now()).toMatchObject({ state: "acting", paused: "a test" });
      at.restart(change);
      lift();
      await wait(at);
      expect(now()).toMatchObject({ state: "acting", paused: reason });
      expect(sent).toEqual(["tool_1"]);
      at.restart({ automations: new Map([["rule", rule]]), settings: ENABLED, policy: free });
      await wait(at);
      expect(now()).toMatchObject({ state: "done", paused: null });
      expect(sent).toEqual(["tool_1", "tool_2"]);
    }));
});

it.each(CHANGES.slice(0, 2))(
  "a scheduled run of an automation that %s shows its plan when it is due, but no longer acts",
  (_, change, reason) =>
    withRun(Number.POSITIVE_INFINITY, async (at, now, sent) => {
      at.restart(change);
      await wait(at);
      expect(now()).toMatchObject({ state: "dry_run", mode: "dry_run", plan: { actions: [{}, {}] } });
      expect(at.audit.map(({ detail }) => detail)).toContainEqual(expect.objectContaining({ reason }));
      at.restart({ settings: ENABLED, policy: free });
      await wait(at);
      expect(sent).toEqual([]);
    }),
);

it("a plan that is made again after a pause counts towards a budget only once", async () => {
  let version = 1;
  const sent: string[] = [];
  const bulk = retiringRule("bulk", "ticket.created", () => ({
    actions: [retiring(`first-${version}`), retiring(`second-${version}`), retiring(`third-${version}`)],
  }));
  const budgets = [{ name: "deletes", effects: "deletes", per: "all", limit: 5, windowMinutes: 60 }] as const;
  const call = (id = "") => void sent.push(id);
  await deskWith({ rules: [bulk], policy: free, budgets, call }, async (at) => {
    at.control.set("pause", { automation: null, by: "ines.holm@example.com", reason: "a test" }, at.now);
    await at.deliver("T-1");
    await at.work();
    expect(at.run("run_2")).toMatchObject({ state: "acting", paused: "a test" });
    version = 2;
    at.control.lift("pause", null);
    await wait(at);
    expect(at.run("run_2")).toMatchObject({ state: "done" });
    expect(at.control.budgets(at.now)).toMatchObject([{ uses: [{ used: 3 }] }]);
    expect(sent).toEqual(["first-2", "second-2", "third-2"]);
  });
});

it("an approval does not apply to other calls that a newer version makes for the same input", async () => {
  let calls = retiring("tool_1").effects;
  const sent: string[] = [];
  const approved = retiringRule("approved", "ticket.created", () => ({
    actions: [{ ...retiring("tool_1"), effects: calls }],
    approvalReasons: ["it deletes"],
  }));
  const call = (id = "") => void sent.push(id);
  await deskWith({ rules: [approved], policy: free, call }, async (at) => {
    const [waits] = await at.deliverUntil("T-1", "awaiting_approval");
    calls = retiring("tool_2").effects;
    expect(await at.decide(waits, "approved")).toBe("ok");
    const [again] = await at.runsAre("awaiting_approval");
    expect(again?.plan?.hash).not.toBe(waits?.plan?.hash);
    expect(sent).toEqual([]);
    expect(await at.decide(again, "approved")).toBe("ok");
    await at.runsAre("done");
    expect(sent).toEqual(["tool_2"]);
  });
});
