/** A run that makes no progress waits, so that it doesn't use up its desk's time. */
import { describe, expect, it } from "vitest";
import type { Admission } from "../../../src/desk/control/store.ts";
import { GovernanceProblem } from "../../../src/governance/client/index.ts";
import { noHistory } from "../../../src/kit/automation.ts";
import { Policy } from "../../../src/policy/policy.ts";
import { MIN_WAIT_MS, next } from "../../../src/runs/next.ts";
import type { Run } from "../../../src/runs/run.ts";
import type { Event } from "../../../src/systems/event.ts";
import { delivery } from "../../simulation/world.ts";
import { deskWith, OVER_BUDGET } from "../at-desk.ts";
import { admitted, applied, decided, follow, fresh, live, retireTool, said } from "../lives.ts";
import { oneRun } from "../one-run.ts";

const NOW = 50_000;
/** More steps than any of these runs needs. */
const ENOUGH = 50;

const dry: Admission = { admitted: false, because: "dry_run", reason: "a new rule" };

/** A run of two calls, the first of which is made. */
const begun = live(decided(retireTool("t1"), retireTool("t2")), admitted, applied);

/** Advances a run at one moment. Returns the run, and how often a step changed it. */
async function goOn(run: Run, change: object) {
  let steps = 0;
  const desk = {
    automations: new Map([["a", { name: "a", operations: ["deleteMcpTool"] }]]),
    governance: { prepare: async () => false, call: async () => ({}) },
    settings: { timeZone: "UTC", fields: {}, automations: { a: {} } },
    policy: Policy.parse({ approvalExpiresAfterHours: 1 }),
    complete: async (event: Event) => event,
    now: () => NOW,
    sleep: () => scheduler.wait(1),
    find: () => ({ heard() {} }),
    history: noHistory,
    ...change,
  };
  const going = oneRun(run, desk, () => {
    if (++steps > ENOUGH) throw new Error("it spins");
  });
  return { run: await going(), steps };
}

describe("a run that has begun and may not continue", () => {
  it("is held if it exceeds its budget, and continues after its completed effects once a person resumes it", async () => {
    const { run, steps } = await goOn(begun, { admit: async () => OVER_BUDGET });
    expect(steps).toBe(1);
    expect(run).toMatchObject({ state: "held", hold: { used: 20 }, dueAt: null });
    expect(follow(run, { type: "replaced", by: "run_2" })).toBe(run);
    const resumed = follow(run, { type: "resumed", ...said });
    expect(resumed).toMatchObject({
      state: "acting",
      override: { hash: run.plan?.hash },
      journal: [{ state: "applied" }, { state: "planned" }],
    });
    expect(follow(run, { type: "cancelled", ...said }).state).toBe("cancelled");
  });

  it("stops if its automation may only plan, and continues when the automation may act", async () => {
    const { run, steps } = await goOn(begun, { admit: async () => dry });
    expect(steps).toBe(1);
    expect(run).toMatchObject({ state: "acting", paused: "a new rule" });
    expect(run.dueAt).toBeGreaterThan(NOW);
    const { run: after } = await goOn(run, { admit: async () => ({ admitted: true }) });
    expect(after).toMatchObject({ state: "done", paused: null });
  });
});

it("a step that changes nothing and would be due again immediately ends the work with an error", async () => {
  await expect(
    goOn(begun, { admit: async () => OVER_BUDGET, lifecycle: { after: next, applyEvents: () => null } }),
  ).rejects.toThrow("over_budget has no effect on a run that is acting");
});

describe("an automation that asks to be called again", () => {
  const now = Date.UTC(2026, 10, 2);
  const asking = (proposal: () => object) => ({
    now: () => now,
    automations: new Map([
      ["a", { name: "a", on: "ticket.created", person: () => undefined, propose: proposal }],
    ]),
  });

  it("at a time in the past is called after the minimum wait", async () => {
    const yesterday = asking(() => ({ waitUntil: now - 86_400_000, for: "yesterday" }));
    const { run, steps } = await goOn(fresh, yesterday);
    expect(steps).toBe(1);
    expect(run).toMatchObject({ state: "scheduled", dueAt: now + MIN_WAIT_MS });
  });

  it("is called after the minimum wait if its progress is unchanged, and immediately if it has made progress", async () => {
    const from = (at: number) => asking(() => ({ goOn: { state: { at }, done: 0, of: 1, what: "tools" } }));
    const { run } = await goOn(fresh, from(0));
    expect(run).toMatchObject({ state: "planning", dueAt: now });
    const { run: again } = await goOn(run, from(0));
    expect(again.dueAt).toBe(now + MIN_WAIT_MS);
    expect((await goOn(again, from(1))).run.dueAt).toBe(now);
  });

  it("fails after 10,000 steps, even if each made progress, and restarts the count on a retry", async () => {
    const from = (at: number) => asking(() => ({ goOn: { state: { at }, done: 0, of: 1, what: "tools" } }));
    const { run } = await goOn({ ...fresh, steps: 9_999 }, from(0));
    expect(run).toMatchObject({ state: "planning", steps: 10_000 });
    const { run: ended } = await goOn(run, from(1));
    expect(ended).toMatchObject({ state: "failed", problem: { code: "proposal_invalid" } });
    expect(ended.problem?.message).toContain("a made 10000 steps of progress without an end");
    const retried = follow(ended, { type: "retried", ...said });
    expect((await goOn(retried, from(2))).run).toMatchObject({ state: "planning", steps: 1 });
  });
});

it("a failed run that exceeds its budget on a retry is held, and the runs of other tickets continue", async () => {
  let [asked, budgetUsed] = [0, false];
  const call = (id?: string) => {
    if (id !== "T-1-1") return {};
    throw new GovernanceProblem("governance_refused", "deleteMcpTool", "refused", { httpStatus: 400 });
  };
  // Admissions end after a number of calls, so that the test of a desk that loops fails instead of hanging.
  const admit = async (): Promise<Admission> =>
    ++asked <= ENOUGH && budgetUsed ? OVER_BUDGET : { admitted: true };
  await deskWith({ rules: ["retire"], call, admit }, async ({ deliverUntil, runsAre, decide, work, run }) => {
    const [failed] = await deliverUntil(delivery("T-1", { type: "ticket.transitioned", tools: 2 }), "failed");
    expect(failed?.journal).toMatchObject([{ state: "applied" }, { state: "refused" }]);
    [asked, budgetUsed] = [0, true];
    expect(await decide(failed, "retried")).toBe("ok");
    expect(run("run_2")).toMatchObject({ state: "acting" });
    await work();
    expect(asked).toBe(1);
    await runsAre("held");
    budgetUsed = false;
    await deliverUntil(delivery("T-2", { type: "ticket.transitioned" }), "held", "done");
  });
});

it("a failed run whose stored call was changed fails again on a retry, without a call", async () => {
  const calls: unknown[] = [];
  const call = (id?: string) => {
    calls.push(id);
    if (id !== "T-1-1" || calls.length > 2) return {};
    throw new GovernanceProblem("governance_refused", "deleteMcpTool", "refused", { httpStatus: 400 });
  };
  await deskWith({ rules: ["retire"], call }, async ({ deliverUntil, runsAre, decide, runs }) => {
    const [failed] = await deliverUntil(delivery("T-1", { type: "ticket.transitioned", tools: 2 }), "failed");
    const changed = JSON.parse(JSON.stringify(failed));
    changed.plan.actions[1].effects[0].input.path.id = "T-1-9";
    runs.set(changed.id, changed);
    expect(await decide(changed, "retried")).toBe("ok");
    await runsAre("failed");
    expect(runs.get(changed.id)?.problem).toMatchObject({ code: "plan_changed" });
    expect(calls).toEqual(["T-1-0", "T-1-1"]);
    expect(await decide(runs.get(changed.id), "dismissed")).toBe("ok");
  });
});
