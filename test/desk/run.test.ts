import { describe, expect, it } from "vitest";
import type { EffectCall, PlannedAction } from "../../src/actions/action.ts";
import {
  type Failure,
  type Happening,
  newRun,
  next,
  type Plan,
  RETRY_DELAYS_MS,
  type Run,
  todo,
} from "../../src/desk/run.ts";

const retireTool = (id: string): EffectCall => ({
  operation: "deleteMcpTool",
  input: { path: { app_id: "app_1", connector_id: "con_1", id }, body: {} },
});
const startCampaign: EffectCall = { operation: "createCampaign", input: { body: { displayName: "Q3" } } };

const plan = (...effects: EffectCall[]): Plan => {
  const action: PlannedAction = {
    action: "test",
    input: {},
    summary: "…",
    target: "…",
    effects,
    beneficiaries: [],
  };
  return { hash: "00", actions: [action] };
};

const failure = (code: string, retry: Failure["retry"], httpStatus?: number): Failure => ({
  code,
  message: "m",
  public: "p",
  retry,
  ...(httpStatus === undefined ? {} : { httpStatus }),
});
const unavailable = failure("governance_unavailable", "backoff", 503);
const refused = failure("governance_refused", "never", 400);

const fresh = newRun({ id: "run_1", eventId: "evt_1", automation: "a", subject: "s" }, 1_000);

/** A life: each happening one second after the last. */
const live = (...happenings: Array<DistributiveOmit<Happening, "at">>): Run =>
  happenings.reduce<Run>(
    (run, happening, i) => next(run, { ...happening, at: 2_000 + 1_000 * i } as Happening),
    fresh,
  );
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const decided = (...effects: EffectCall[]) => ({ type: "decided", plan: plan(...effects) }) as const;
const applied = { type: "applied", answer: { ok: true } } as const;

describe("the way of a run", () => {
  it("starts by deciding", () => {
    expect(todo(fresh)).toEqual({ do: "decide" });
  });

  it("has its plan and its first effect as `sending` on disk before anything is sent", () => {
    const run = live(decided(retireTool("t1"), retireTool("t2")));
    expect(run).toMatchObject({
      state: "acting",
      journal: [
        { state: "sending", attempts: 1 },
        { state: "planned", attempts: 0 },
      ],
    });
    expect(todo(run)).toEqual({ do: "send", call: retireTool("t1") });
  });

  it("sends effects in order, one at a time, and is done after the last", () => {
    const between = live(decided(retireTool("t1"), retireTool("t2")), applied);
    expect(todo(between)).toEqual({ do: "send", call: retireTool("t2") });
    expect(next(between, { ...applied, at: 9_000 })).toMatchObject({
      state: "done",
      dueAt: null,
      journal: [{ state: "applied", answer: { ok: true } }, { state: "applied" }],
    });
  });

  it("is done at once when there is nothing to do, and says why", () => {
    expect(live({ type: "ignored", reason: "not ours" })).toMatchObject({
      state: "done",
      ignored: "not ours",
      dueAt: null,
    });
    expect(live(decided())).toMatchObject({ state: "done", journal: [] });
  });

  it("raises its version with every change, and with nothing else", () => {
    const run = live(decided(retireTool("t1")), applied);
    expect(run.version).toBe(3);
    expect(next(run, { ...applied, at: 9_000 })).toBe(run);
  });
});

describe("failures", () => {
  it("wait longer each time while they may pass, then end the run", () => {
    let run = fresh;
    for (const delay of RETRY_DELAYS_MS) {
      run = next(run, { type: "failed", failure: unavailable, at: 5_000 });
      expect(run).toMatchObject({ state: "planning", dueAt: 5_000 + delay });
    }
    expect(next(run, { type: "failed", failure: unavailable, at: 5_000 })).toMatchObject({
      state: "failed",
      dueAt: null,
      problem: { code: "governance_unavailable" },
    });
  });

  it("that can't pass end the run at once, with nothing sent", () => {
    expect(live({ type: "failed", failure: failure("user_not_found", "never") })).toMatchObject({
      state: "failed",
      journal: [],
    });
  });

  it("of an effect wait and are then sent again", () => {
    const waiting = live(decided(retireTool("t1")), { type: "failed", failure: unavailable });
    expect(waiting).toMatchObject({
      state: "acting",
      dueAt: 3_000 + RETRY_DELAYS_MS[0],
      journal: [{ state: "planned", attempts: 1 }],
    });
    expect(todo(waiting)).toEqual({ do: "wait" });
    const again = next(waiting, { type: "due", at: 9_000 });
    expect(again).toMatchObject({ journal: [{ state: "sending", attempts: 2 }] });
    expect(todo(again)).toEqual({ do: "send", call: retireTool("t1") });
  });

  it("of one effect keep the later ones from being sent", () => {
    expect(
      live(decided(retireTool("t1"), retireTool("t2")), { type: "failed", failure: refused }),
    ).toMatchObject({
      state: "failed",
      journal: [{ state: "refused" }, { state: "planned", attempts: 0 }],
    });
  });

  it("that leave a delete's outcome open are not called refusals", () => {
    const badAnswer = failure("governance_bad_response", "never", 200);
    expect(live(decided(retireTool("t1")), { type: "failed", failure: badAnswer })).toMatchObject({
      state: "failed",
      journal: [{ state: "unknown" }],
    });
  });
});

describe("an unknown outcome", () => {
  const unknown = failure("governance_outcome_unknown", "never");

  it("of a `once` operation is for a person to judge", () => {
    const run = live(decided(startCampaign), { type: "failed", failure: unknown });
    expect(run).toMatchObject({ state: "needs_review", dueAt: null, journal: [{ state: "unknown" }] });
    expect(todo(run)).toEqual({ do: "wait" });
  });

  it("after a restart: a `once` operation is not sent again", () => {
    expect(live(decided(startCampaign), { type: "restarted" })).toMatchObject({
      state: "needs_review",
      journal: [{ state: "unknown" }],
    });
  });

  it("after a restart: a repeatable one is, and a 404 then means that the first one happened", () => {
    const again = live(decided(retireTool("t1")), { type: "restarted" });
    expect(todo(again)).toEqual({ do: "send", call: retireTool("t1") });
    const echo = failure("governance_refused", "never", 404);
    expect(next(again, { type: "failed", failure: echo, at: 9_000 })).toMatchObject({
      state: "done",
      journal: [{ state: "applied" }],
    });
  });

  it("a 404 to the first and only send is a refusal", () => {
    const missing = failure("governance_refused", "never", 404);
    expect(live(decided(retireTool("t1")), { type: "failed", failure: missing })).toMatchObject({
      state: "failed",
      journal: [{ state: "refused" }],
    });
  });

  it("a restart between effects, or while deciding, changes nothing", () => {
    expect(next(fresh, { type: "restarted", at: 9_000 })).toBe(fresh);
    const waiting = live(decided(retireTool("t1")), { type: "failed", failure: unavailable });
    expect(next(waiting, { type: "restarted", at: 9_000 })).toBe(waiting);
  });
});

describe("happenings that do not fit", () => {
  it.for<[string, Run, Happening]>([
    ["a second decision", live(decided(retireTool("t1"))), { ...decided(retireTool("t2")), at: 9 }],
    ["an answer after the end", live(decided(retireTool("t1")), applied), { ...applied, at: 9 }],
    [
      "a failure after the end",
      live({ type: "ignored", reason: "r" }),
      { type: "failed", failure: refused, at: 9 },
    ],
    ["being due while sending", live(decided(retireTool("t1"))), { type: "due", at: 9 }],
  ])("%s changes nothing", ([, run, happening]) => {
    expect(next(run, happening)).toBe(run);
  });
});
