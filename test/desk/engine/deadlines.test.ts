// The time limits of a proposal: 30 seconds if it hangs, and 8 minutes while it waits for a slow service.
import { describe, expect, it } from "vitest";
import { MAX_PROPOSAL_MS } from "../../../src/desk/engine/limits.ts";
import { type Context, noHistory } from "../../../src/kit/automation.ts";
import type { Proposal } from "../../../src/kit/proposal.ts";
import type { Run } from "../../../src/runs/run.ts";
import { retiring, retiringRule } from "../../simulation/world.ts";
import { type DeskAtHand, deskWith } from "../at-desk.ts";

const ignored: Proposal = { ignore: "nothing to do" };
const rule = (name: string, propose: (context: Context) => Proposal | Promise<Proposal>) =>
  retiringRule(name, "ticket.created", (_, context) => propose(context));

/** Delivers an event, and works until its runs have ended. @returns the run of the first automation */
async function workOn(at: DeskAtHand, pass: () => void): Promise<Run | undefined> {
  await at.deliver("T-1");
  await at.workMeanwhile(pass);
  return at.run("run_2");
}

describe("a proposal that never resolves", () => {
  it("fails its own run after 30 seconds, and lets the runs of other automations continue", async () => {
    const rules = [
      rule("hangs", () => new Promise(() => {})),
      rule("good", () => ({ actions: [retiring("tool_1")] })),
    ];
    await deskWith({ rules, policy: { approvals: [] }, call: () => ({}) }, async (at) => {
      const begun = at.now;
      let goodAt = 0;
      const failed = await workOn(at, () => {
        if (at.run("run_3")?.state === "done") goodAt ||= at.now;
        if (goodAt) at.now += 1_000;
      });
      expect(goodAt).toBe(begun);
      expect(failed).toMatchObject({ state: "failed", problem: { code: "automation_timed_out" } });
      expect(failed?.problem?.message).toContain("`propose` waited 30 s for something other than its reads");
      expect((failed?.updatedAt ?? 0) - begun).toBeGreaterThanOrEqual(MAX_PROPOSAL_MS);
    });
  });

  it("can't read any more once its run has failed", async () => {
    const late = Promise.withResolvers<void>();
    const read = Promise.withResolvers<unknown>();
    let reads = 0;
    const history = { ...noHistory, countInventory: async () => ++reads };
    const hangs = rule("hangs", async (context) => {
      await late.promise;
      await context.history.countInventory("tool").then(read.resolve, read.resolve);
      return ignored;
    });
    await deskWith({ rules: [hangs], history }, async (at) => {
      expect(await workOn(at, () => (at.now += 1_000))).toMatchObject({ state: "failed" });
      late.resolve();
      expect(await read.promise).toMatchObject({ code: "automation_timed_out" });
      expect(reads).toBe(0);
    });
  });
});

describe("a proposal that waits for its reads", () => {
  /** Returns a rule that reads this number of times. */
  const reading = (times: number) =>
    rule("reads", async ({ history }) => {
      for (let n = 0; n < times; n++) await history.countInventory("tool", `app_${n}`);
      return ignored;
    });

  /** Works on a run whose reads take a minute each. */
  async function readSlowly(times: number): Promise<Run | undefined> {
    let run: Run | undefined;
    let clock = () => 0;
    const history = {
      ...noHistory,
      async countInventory() {
        for (const end = clock() + 60_000; clock() < end; ) await scheduler.wait(1);
        return 0;
      },
    };
    await deskWith({ rules: [reading(times)], history }, async (at) => {
      clock = () => at.now;
      run = await workOn(at, () => (at.now += 5_000));
    });
    return run;
  }

  it("may take longer than 30 seconds", async () => {
    expect(await readSlowly(5)).toMatchObject({ state: "ignored" });
  });

  it("fails after 8 minutes", async () => {
    const failed = await readSlowly(50);
    expect(failed).toMatchObject({ state: "failed", problem: { code: "automation_timed_out" } });
    expect(failed?.problem?.message).toContain("`propose` took over 8 minutes");
  });
});
