/** Whatever comes of a step, a run that gets nowhere rests: it never takes its desk's time from the others. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Admission } from "../../src/desk/control/store.ts";
import type { DeskCore } from "../../src/desk/engine/core.ts";
import { MIN_WAIT_MS, next } from "../../src/desk/run/next.ts";
import { newRun, type Run } from "../../src/desk/run/run.ts";
import { type Governance, GovernanceProblem } from "../../src/governance/client/index.ts";
import type { Event } from "../../src/systems/event.ts";
import { delivery } from "../simulation/world.ts";
import { atDesk } from "./at-desk.ts";
import { oneRun } from "./one-run.ts";

const NOW = 50_000;
/** More steps than any of these runs should take. */
const ENOUGH = 50;

const over: Admission = {
  admitted: false,
  because: "budget",
  budget: "deletes",
  limit: 20,
  used: 20,
  windowMinutes: 60,
};
const dry: Admission = { admitted: false, because: "dry_run", reason: "a new rule" };
const said = { by: "ines.holm@example.com", reason: "looked at it" };

beforeEach(() => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
});

const identity = { id: "run_1", eventId: "evt_1", automation: "a", subject: "s", mode: "live" } as const;
const action = { action: "test", input: {}, summary: "…", target: "…", beneficiaries: [], leaves: [] };
const retire = (id: string) =>
  ({
    operation: "deleteMcpTool",
    input: { path: { app_id: "app_1", connector_id: "con_1", id }, body: {} },
  }) as const;

/** A run of two calls, of which the first is made. */
const begun = (["admitted", "applied"] as const).reduce<Run>(
  (run, type) => next(run, type === "applied" ? { type, answer: {}, at: 2_000 } : { type, at: 2_000 }),
  next(newRun(identity, 1_000), {
    type: "planned",
    plan: { hash: "h", actions: [{ ...action, effects: [retire("t1"), retire("t2")] }] },
    asks: [],
    confirmUntil: null,
    expiresAt: 100_000,
    at: 2_000,
  }),
);

/** Goes on with a run at one moment, and gives what it is then and how often a step changed it. */
async function goOn(run: Run, change: object) {
  let steps = 0;
  const desk = {
    automations: new Map([["a", { name: "a", operations: ["deleteMcpTool"] }]]),
    governance: { prepare: async () => false, call: async () => ({}) },
    settings: { timeZone: "UTC", fields: {} },
    policy: { approvals: [], approvalExpiresAfterHours: 1 },
    complete: async (event: Event) => event,
    now: () => NOW,
    find: () => ({ heard() {} }),
    ...change,
  };
  const going = oneRun(run, desk, () => {
    if (++steps > ENOUGH) throw new Error("it spins");
  });
  return { run: await going(), steps };
}

describe("a run that has begun, and may not go on", () => {
  it("is held over its budget, with what is done, until somebody resumes it from there", async () => {
    const { run, steps } = await goOn(begun, { admit: async () => over });
    expect(steps).toBe(1);
    expect(run).toMatchObject({ state: "held", hold: { used: 20 }, dueAt: null });
    expect(next(run, { type: "replaced", by: "run_2", at: NOW })).toBe(run);
    const resumed = next(run, { type: "resumed", ...said, at: NOW });
    expect(resumed).toMatchObject({
      state: "acting",
      hold: null,
      override: { hash: "h" },
      journal: [{ state: "applied" }, { state: "planned" }],
    });
    expect(next(run, { type: "cancelled", ...said, at: NOW }).state).toBe("cancelled");
  });

  it("stops where it is when its automation may only plan any more, and goes on when it may act", async () => {
    const { run, steps } = await goOn(begun, { admit: async () => dry });
    expect(steps).toBe(1);
    expect(run).toMatchObject({ state: "acting", paused: "a new rule" });
    expect(run.dueAt).toBeGreaterThan(NOW);
    const { run: after } = await goOn(run, { admit: async () => ({ admitted: true }) });
    expect(after).toMatchObject({ state: "done", paused: null });
  });
});

it("a step that changes nothing, and would be due again at once, ends the work", async () => {
  await expect(
    goOn(begun, { admit: async () => over, lifecycle: { after: next, happen: () => null } }),
  ).rejects.toThrow("over_budget changes nothing of a run that is acting");
});

describe("an automation that asks to be asked again", () => {
  const asking = (proposal: () => object) => ({
    automations: new Map([
      ["a", { name: "a", on: "ticket.created", person: () => undefined, propose: proposal }],
    ]),
  });
  const ask = (proposal: () => object) => goOn(newRun(identity, 1_000), asking(proposal));

  it("at a time that is over is asked after a rest", async () => {
    const { run, steps } = await ask(() => ({ waitUntil: NOW - 86_400_000, for: "yesterday" }));
    expect(steps).toBe(1);
    expect(run).toMatchObject({ state: "scheduled", dueAt: NOW + MIN_WAIT_MS });
  });

  it("from where it was already is asked after a rest, and from where it has come to at once", async () => {
    let at = 0;
    const { run } = await ask(() => ({ goOn: { state: { at }, done: 0, total: 1 } }));
    expect(run).toMatchObject({ state: "planning", dueAt: NOW });
    const { run: again } = await goOn(
      run,
      asking(() => ({ goOn: { state: { at }, done: 0, total: 1 } })),
    );
    expect(again.dueAt).toBe(NOW + MIN_WAIT_MS);
    at = 1;
    const { run: further } = await goOn(
      again,
      asking(() => ({ goOn: { state: { at }, done: 0, total: 1 } })),
    );
    expect(further.dueAt).toBe(NOW);
  });
});

describe("at a desk", () => {
  it("a failed run that is tried again over its budget is held, and other tickets go on", async () => {
    let [asked, budgetUsed] = [0, false];
    const refused = new GovernanceProblem("governance_refused", "deleteMcpTool", "refused", {
      httpStatus: 400,
    });
    const governance = {
      prepare: async () => false,
      async call(_: unknown, { path: { id } }: { path: { id: string } }) {
        if (id === "T-1-1") throw refused;
        return {};
      },
    } as unknown as Governance;
    await atDesk(
      async (desk, world) => {
        const work = () => desk.loop.work(world.now + 1);
        await desk.accept(delivery("T-1", { type: "ticket.transitioned", subject: "T-1", tools: 2 }));
        await work();
        const [failed] = await runsOf(desk);
        expect(failed).toMatchObject({
          state: "failed",
          journal: [{ state: "applied" }, { state: "refused" }],
        });
        budgetUsed = true;
        asked = 0;
        const decided = await desk.decider.decide(failed?.id ?? "", { type: "retried", ...said });
        expect(decided).toMatchObject({ ok: true, state: "acting" });
        await work();
        expect(asked).toBe(1);
        expect(desk.run(failed?.id ?? "")).toMatchObject({ state: "held" });
        budgetUsed = false;
        await desk.accept(delivery("T-2", { type: "ticket.transitioned", subject: "T-2", tools: 1 }));
        await work();
        expect((await runsOf(desk)).at(-1)).toMatchObject({ subject: "T-2", state: "done" });
      },
      {
        governance,
        async admit() {
          // It ends all the same, so that a desk that spins fails and does not hang.
          return ++asked <= ENOUGH && budgetUsed ? over : { admitted: true };
        },
      },
    );
  });
});

/** The runs of the automation that acts, in the order they came. */
async function runsOf(desk: DeskCore): Promise<Run[]> {
  const all = Array.from({ length: 20 }, (_, n) => desk.run(`run_${n + 1}`)).filter((run) => run !== null);
  return all.filter(({ automation }) => automation === "retire");
}
