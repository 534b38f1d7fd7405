import { describe, expect, it } from "vitest";
import {
  type BacktestVerdict,
  ComparedRun,
  compare,
  type Done,
  doneBy,
} from "../../src/cli/backtest/worker/compare.ts";
import type { Replanned } from "../../src/cli/backtest/worker/questions.ts";

const acted = (hash: string, asks: string[] = []): Done => ({
  was: "planned",
  state: "done",
  hash,
  summaries: ["Do it."],
  asks,
});
const plans = (hash: string, asks: string[] = []): Replanned => ({
  now: "planned",
  hash,
  summaries: ["Do it."],
  asks,
});
const ignored: Done = { was: "ignored", reason: "not for us" };
const failed: Done = { was: "failed", code: "user_not_found", message: "nobody" };
const undecided: Done = { was: "undecided", state: "planning" };
const notRun: Done = { was: "not run" };
const ignores: Replanned = { now: "ignored", reason: "not for us, in other words" };
const fails = (code: string): Replanned => ({ now: "failing", code, message: "in other words" });

describe("a comparison", () => {
  it.for<[Done, Replanned, BacktestVerdict]>([
    [acted("1"), plans("1"), "same"],
    [acted("1"), plans("2"), "different"],
    [acted("1"), ignores, "now ignored"],
    [acted("1"), fails("user_not_found"), "now failing"],
    [ignored, plans("1"), "newly planned"],
    [ignored, ignores, "same"],
    [ignored, fails("user_not_found"), "now failing"],
    [failed, plans("1"), "newly planned"],
    [failed, ignores, "now ignored"],
    [failed, fails("user_not_found"), "same"],
    [failed, fails("request_unclear"), "different"],
    [undecided, plans("1"), "newly planned"],
    [undecided, ignores, "now ignored"],
    [notRun, plans("1"), "newly planned"],
    [notRun, ignores, "same"],
    [notRun, fails("user_not_found"), "now failing"],
  ])("of %o with %o is: %s", ([done, now, verdict]) => {
    expect(compare(done, now).verdict).toBe(verdict);
  });

  it.for<[Done, Replanned, boolean]>([
    [acted("1"), plans("1"), false],
    [acted("1", ["a"]), plans("2", ["a"]), false],
    [acted("1", ["a"]), plans("1"), true],
    [acted("1", ["a"]), plans("1", ["b"]), true],
    [ignored, plans("1", ["a"]), true],
    [ignored, plans("1"), false],
    [acted("1", ["a"]), ignores, false],
  ])("of %o with %o says whether another approval is asked for: %s", ([done, now, differ]) => {
    expect(compare(done, now).asksDiffer).toBe(differ);
  });
});

describe("what was done", () => {
  const plan = { hash: "1", actions: [{ summary: "Do it." }] };
  const run = (change: object) =>
    doneBy(
      ComparedRun.parse({
        id: "run_1",
        state: "done",
        mode: "live",
        replay: null,
        plan: null,
        ignored: null,
        problem: null,
        asks: [],
        ...change,
      }),
    );

  it("is read from a run", () => {
    expect(doneBy(null)).toEqual(notRun);
    expect(run({ plan })).toEqual(acted("1"));
    expect(run({ plan, state: "expired", asks: ["a"] })).toEqual({ ...acted("1", ["a"]), state: "expired" });
    expect(run({ ignored: "not for us" })).toEqual(ignored);
    expect(run({ plan, ignored: "not for us" })).toEqual(ignored);
    expect(run({ state: "failed", problem: { code: "user_not_found", message: "nobody" } })).toEqual(failed);
    expect(run({ state: "planning", problem: { code: "internal", message: "again" } })).toEqual(undecided);
  });
});
