import { describe, expect, it } from "vitest";
import {
  ComparedRun,
  compare,
  type Difference,
  type EventResult,
} from "../../../src/cli/backtest/outcome.ts";
import { toEventResult } from "../../../src/cli/backtest/plan.ts";

type Planned = Extract<EventResult, { is: "planned" }>;
const plans = (hash: string, approvalReasons: string[] = [], mode: Planned["mode"] = null): Planned => ({
  is: "planned",
  hash,
  summaries: ["Do it."],
  approvalReasons,
  mode,
  state: null,
});
const acted = (hash: string, approvalReasons: string[] = []): Planned => ({
  ...plans(hash, approvalReasons),
  state: "done",
});
const ignored: EventResult = { is: "ignored", reason: "not for us" };
const ignores: EventResult = { is: "ignored", reason: "not for us, in other words" };
const failed: EventResult = { is: "failed", code: "user_not_found", message: "nobody" };
const fails = (code: string): EventResult => ({ is: "failed", code, message: "in other words" });
const undecided: EventResult = { is: "undecided", state: "planning" };

describe("a comparison", () => {
  it.for<[EventResult, EventResult, Difference | null]>([
    [acted("1"), plans("1"), null],
    [acted("1"), plans("2"), "other plan"],
    [acted("1"), ignores, "now ignored"],
    [acted("1"), fails("user_not_found"), "now failing"],
    [ignored, plans("1"), "now planned"],
    [ignored, ignores, null],
    [ignored, fails("user_not_found"), "now failing"],
    [failed, plans("1"), "now planned"],
    [failed, ignores, "now ignored"],
    [failed, fails("user_not_found"), null],
    [failed, fails("request_unclear"), "now failing"],
    [undecided, plans("1"), "now planned"],
    [undecided, ignores, "now ignored"],
    [undecided, fails("user_not_found"), "now failing"],
    [acted("1", ["a"]), plans("1", ["a"]), null],
    [acted("1", ["a"]), plans("2", ["a"]), "other plan"],
    [acted("1", ["a"]), plans("1"), "other approval"],
    [acted("1"), plans("1", ["a"]), "other approval"],
    [acted("1", ["a"]), plans("1", ["b"]), "other approval"],
    [acted("1", ["a"]), ignores, "now ignored"],
  ])("of %j with %j gives: %s", ([before, now, difference]) => {
    expect(compare(before, now)).toBe(difference);
  });

  it.for<[EventResult, EventResult, Difference | null]>([
    [plans("1", [], "live"), plans("1", [], "live"), null],
    [plans("1", [], "dry_run"), plans("1", [], "dry_run"), null],
    [plans("1", [], "dry_run"), plans("1", [], "live"), "now acting"],
    [plans("1", [], "live"), plans("2", ["a"], "dry_run"), "now a dry run"],
    [ignored, plans("1", [], "live"), "now acting"],
    [ignored, plans("1", [], "dry_run"), "now a dry run"],
  ])("of settings that turn %j into %j gives: %s", ([before, now, difference]) => {
    expect(compare(before, now)).toBe(difference);
  });
});

describe("a recorded result", () => {
  const plan = { hash: "1", actions: [{ summary: "Do it." }] };
  const run = (change: object) =>
    toEventResult(
      ComparedRun.parse({
        state: "done",
        mode: "live",
        replay: null,
        plan: null,
        ignored: null,
        problem: null,
        approvalReasons: [],
        ...change,
      }),
    );

  it("is derived from the run's plan, reason for ignoring the event, problem and state", () => {
    expect(run({ plan })).toEqual(acted("1"));
    expect(run({ plan, state: "expired", approvalReasons: ["a"] })).toEqual({
      ...acted("1", ["a"]),
      state: "expired",
    });
    expect(run({ ignored: "not for us" })).toEqual(ignored);
    expect(run({ plan, ignored: "not for us" })).toEqual(ignored);
    const problem = { code: "user_not_found", message: "nobody", public: "" };
    expect(run({ state: "failed", problem })).toEqual(failed);
    expect(run({ state: "planning", problem })).toEqual(undecided);
  });
});
