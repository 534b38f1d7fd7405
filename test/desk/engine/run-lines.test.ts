/** The log has one line each time a run comes to rest, however many steps and alarms that took. */
import { beforeEach, expect, it } from "vitest";
import { GovernanceProblem } from "../../../src/governance/client/index.ts";
import { hearLog } from "../../support/log.ts";
import { decided, draftCampaign, live } from "../lives.ts";
import { oneRun } from "../one-run.ts";

const NOW = 3_000;
const TOOK_MS = 40;
const acting = live(decided(draftCampaign, draftCampaign));

let lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines = hearLog();
});

/** Returns a desk whose calls take a fixed time, and whose alarms have time for a number of steps. */
function at({
  send = async () => ({}) as unknown,
  admission = { admitted: true } as object,
  stepsEach = 100,
} = {}) {
  let now = NOW;
  const run = oneRun(acting, {
    automations: new Map([["a", { name: "a", operations: ["createCampaign"] }]]),
    governance: {
      prepare: async () => false,
      call() {
        now += TOOK_MS;
        return send();
      },
    },
    now: () => now,
    admit: async () => admission,
  });
  return () => {
    let left = stepsEach;
    return run(() => --left > 0);
  };
}

it("the log line of a run summarizes all steps of the run", async () => {
  expect((await at()()).state).toBe("done");
  expect(lines).toEqual([
    {
      message: "run",
      run: "run_1",
      event: "evt_1",
      source: "jira",
      type: "ticket.created",
      automation: "a",
      mode: "live",
      state: "done",
      outcome: "applied",
      problem: null,
      approvalReasons: 0,
      effects: 2,
      reads: 0,
      steps: 4,
      calls: 2,
      workMs: 2 * TOOK_MS,
      slowest: "createCampaign",
      slowestMs: TOOK_MS,
      ageMs: NOW + 2 * TOOK_MS - 1_000,
    },
  ]);
});

it("the log line of a run is written once, even after two alarms", async () => {
  const alarm = at({ stepsEach: 1 });
  expect((await alarm()).state).toBe("acting");
  expect(lines).toEqual([]);
  expect((await alarm()).state).toBe("done");
  expect(lines).toMatchObject([{ state: "done", steps: 4, calls: 2 }]);
});

it("the log line of a run names the problem that makes the run wait for its next attempt", async () => {
  await at({
    send: () => Promise.reject(new GovernanceProblem("governance_unavailable", "createCampaign", "away")),
  })();
  expect(lines).toMatchObject([{ outcome: "failed", problem: "governance_unavailable", steps: 2, calls: 1 }]);
});

it("the log line of a paused run is written once, even if the pause is checked repeatedly", async () => {
  const alarm = at({ admission: { admitted: false, because: "paused", reason: "an incident" } });
  for (let n = 0; n < 3; n++) await alarm();
  expect(lines).toMatchObject([{ state: "acting", outcome: "paused", steps: 1 }]);
});
