import { describe, expect, it } from "vitest";
import { type EffectCall, type PlannedAction, SEEN_WITHIN_MS } from "../../src/actions/action.ts";
import { removeEntry } from "../../src/actions/inventory.ts";
import { RETRY_DELAYS_MS } from "../../src/base/waits.ts";
import { misfit } from "../../src/desk/operate/decisions.ts";
import { auditOf } from "../../src/desk/run/audit.ts";
import { type Failure, nextStep, type RunEvent } from "../../src/desk/run/events.ts";
import { callWords, inventoryChanges, isOver } from "../../src/desk/run/journal.ts";
import { next, PAUSE_LOOK_MS } from "../../src/desk/run/next.ts";
import { type JournalEntry, newRun, type Plan, type Run } from "../../src/desk/run/run.ts";

const endPolicy = (id: string): EffectCall => ({
  operation: "deleteSessionPolicy",
  input: { path: { id }, body: {} },
});
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
    leaves: [],
  };
  return { hash: JSON.stringify(effects), actions: [action] };
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

const fresh = newRun({ id: "run_1", eventId: "evt_1", automation: "a", subject: "s", mode: "live" }, 1_000);

/** A life: each run event one second after the last. */
const live = (...runEvents: Array<DistributiveOmit<RunEvent, "at">>): Run =>
  runEvents.reduce<Run>(
    (run, runEvent, i) => next(run, { ...runEvent, at: 2_000 + 1_000 * i } as RunEvent),
    fresh,
  );
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const decided = (...effects: EffectCall[]) =>
  ({
    type: "planned",
    plan: plan(...effects),
    asks: [],
    cautions: [],
    confirmUntil: null,
    expiresAt: 100_000,
  }) as const;
const asking = (...effects: EffectCall[]) => ({ ...decided(...effects), asks: ["it deletes"] });
const admitted = { type: "admitted" } as const;
const said = { by: "ines.holm@example.com", reason: "looked at it" };
const approve = (run: Run): RunEvent => ({
  type: "approved",
  hash: run.plan?.hash ?? "",
  ...said,
  at: 9_000,
});
const applied = { type: "applied", answer: { ok: true } } as const;

describe("the time in which a plan may be decided about", () => {
  const waiting = live({ ...decided(endPolicy("t1")), asks: ["it deletes"] });
  const { dueAt } = waiting;
  const decisions = ["approved", "rejected"] as const;

  it.for(decisions)("is over to the millisecond: %s", (type) => {
    const decision = { type, hash: waiting.plan?.hash ?? "", ...said };
    const at = dueAt ?? 0;
    expect(next(waiting, { ...decision, at: at - 1 }).state).not.toBe("awaiting_approval");
    expect(misfit(waiting, decision, at - 1)).toBeNull();
    for (const late of [at, at + 1]) {
      expect(next(waiting, { ...decision, at: late })).toBe(waiting);
      expect(misfit(waiting, decision, late)?.message).toContain("has expired");
    }
  });

  it("is over for who asked to confirm it, too", () => {
    const plan = live({ ...decided(endPolicy("t1")), confirmUntil: 50_000 });
    const decision = { type: "confirmed", hash: plan.plan?.hash ?? "", ...said } as const;
    expect(next(plan, { ...decision, at: 49_999 }).state).toBe("planning");
    expect(next(plan, { ...decision, at: 50_000 })).toBe(plan);
    expect(misfit(plan, decision, 50_000)?.code).toBe("decision_conflict");
  });
});

describe("a task", () => {
  const [call] = plan(endPolicy("t1")).actions;
  if (!call) throw new Error("a plan has an action");
  const leaves = (name: string) => [removeEntry("campaign", name)];
  const task = { ...call, effects: [], task: { askedOf: [] }, leaves: leaves("task") };
  const beside = { ...call, effects: [], leaves: leaves("beside") };
  const withTask = (...actions: PlannedAction[]) => ({ ...decided(), plan: { hash: "h", actions } });
  const done = { type: "completed", verdict: "done", ...said } as const;
  const notDone = { ...done, verdict: "not_done" } as const;

  it("is waited for once every call is made, for as long as it takes", () => {
    const acting = live(withTask(call, task), admitted);
    const waiting = next(acting, { ...applied, at: 8_000 });
    expect(waiting).toMatchObject({ state: "awaiting_task", dueAt: null, journal: [{ state: "applied" }] });
    expect(nextStep(waiting)).toEqual({ do: "wait" });
    expect(live(withTask(task)).state).toBe("awaiting_task");
  });

  it("is done on somebody's word, which no approval is", () => {
    const waiting = live(withTask(task));
    expect(next(waiting, approve(waiting))).toBe(waiting);
    const over = next(waiting, { ...done, at: 9_000 });
    expect(over).toMatchObject({ state: "done", approval: null, report: { ...said, at: 9_000 } });
    expect(auditOf(waiting, { ...done, at: 9_000 }, over)).toMatchObject({
      type: "task.reported_done",
      actor: said.by,
      detail: { reason: said.reason },
    });
  });

  it("that was not done ends the run, with what a person says of it", () => {
    const over = next(live(withTask(task)), { ...notDone, at: 9_000 });
    expect(over).toMatchObject({ state: "not_done", report: null, ended: said });
  });

  it("can only be closed while it waits, and the run be cancelled or replaced instead", () => {
    const waiting = live(withTask(task));
    const over = next(waiting, { ...done, at: 9_000 });
    for (const late of [done, notDone]) {
      expect(next(over, { ...late, at: 9_500 })).toBe(over);
      expect(misfit(over, late, 9_500)?.code).toBe("decision_conflict");
    }
    expect(next(waiting, { type: "cancelled", ...said, at: 9_000 }).state).toBe("cancelled");
    expect(next(waiting, { type: "replaced", by: "evt_2", at: 9_000 }).state).toBe("cancelled");
    const begun = next(live(withTask(call, task), admitted), { ...applied, at: 8_000 });
    expect(next(begun, { type: "replaced", by: "evt_2", at: 9_000 })).toBe(begun);
  });

  it("leaves in the inventory what it leaves when it is done, and no sooner", () => {
    const acting = live(withTask(call, task, beside), admitted);
    const waiting = next(acting, { ...applied, at: 8_000 });
    expect(inventoryChanges(acting, waiting)).toEqual(leaves("beside"));
    expect(inventoryChanges(waiting, next(waiting, { ...notDone, at: 9_000 }))).toEqual([]);
    expect(inventoryChanges(waiting, next(waiting, { ...done, at: 9_000 }))).toEqual(leaves("task"));
  });
});

describe("the way of a run", () => {
  it("starts by deciding", () => {
    expect(nextStep(fresh)).toEqual({ do: "propose" });
  });

  it("has its plan and its first effect as `sending` on disk before anything is sent", () => {
    const run = live(decided(endPolicy("t1"), endPolicy("t2")), admitted);
    expect(run).toMatchObject({
      state: "acting",
      journal: [
        { state: "sending", attempts: 1 },
        { state: "planned", attempts: 0 },
      ],
    });
    expect(nextStep(run)).toEqual({ do: "send", call: endPolicy("t1") });
  });

  it("sends effects in order, one at a time, and is done after the last", () => {
    const between = live(decided(endPolicy("t1"), endPolicy("t2")), admitted, applied);
    expect(nextStep(between)).toEqual({ do: "admit", plan: plan(endPolicy("t1"), endPolicy("t2")) });
    const second = next(between, { ...admitted, at: 8_000 });
    expect(nextStep(second)).toEqual({ do: "send", call: endPolicy("t2") });
    expect(next(second, { ...applied, at: 9_000 })).toMatchObject({
      state: "done",
      dueAt: null,
      journal: [{ state: "applied", answer: { ok: true } }, { state: "applied" }],
    });
  });

  it("ends at once when there is nothing to do, and says why; where people are told something, it is done", () => {
    const nothing = { type: "ignored", reason: "not ours" } as const;
    expect(live(nothing)).toMatchObject({ state: "ignored", ignored: "not ours", dueAt: null });
    const told = { ...nothing, notice: { title: "A look", summary: "1 new.", lines: [] } };
    expect(live(told)).toMatchObject({ state: "done", ignored: "not ours", dueAt: null });
    expect(next({ ...fresh, mode: "dry_run" }, { ...told, at: 9 })).toMatchObject({ state: "ignored" });
    expect(live(decided())).toMatchObject({ state: "done", journal: [] });
  });

  it("raises its version with every change, and with nothing else", () => {
    const run = live(decided(endPolicy("t1")), admitted, applied);
    expect(run.version).toBe(4);
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
    const waiting = live(decided(endPolicy("t1")), admitted, { type: "failed", failure: unavailable });
    expect(waiting).toMatchObject({
      state: "acting",
      dueAt: 4_000 + RETRY_DELAYS_MS[0],
      journal: [{ state: "planned", attempts: 1 }],
    });
    expect(nextStep(waiting)).toMatchObject({ do: "admit" });
    const again = next(waiting, { ...admitted, at: 9_000 });
    expect(again).toMatchObject({ journal: [{ state: "sending", attempts: 2 }] });
    expect(nextStep(again)).toEqual({ do: "send", call: endPolicy("t1") });
  });

  it("of one effect keep the later ones from being sent", () => {
    expect(
      live(decided(endPolicy("t1"), endPolicy("t2")), admitted, { type: "failed", failure: refused }),
    ).toMatchObject({
      state: "failed",
      journal: [{ state: "refused" }, { state: "planned", attempts: 0 }],
    });
  });

  it("that leave a delete's outcome open are not called refusals", () => {
    const badAnswer = failure("governance_bad_response", "never", 200);
    expect(live(decided(endPolicy("t1")), admitted, { type: "failed", failure: badAnswer })).toMatchObject({
      state: "failed",
      journal: [{ state: "unknown" }],
    });
  });
});

describe("an effect that the API can read back", () => {
  const looked = (shows: boolean, n = 0) => ({ type: "looked", n, shows }) as const;
  const acting = live(decided(retireTool("t1"), endPolicy("p1")), admitted, applied, admitted, applied);

  it("is looked for once before the run is done, after the last call", () => {
    expect(acting.state).toBe("acting");
    expect(nextStep(acting)).toEqual({ do: "look", n: 0, call: retireTool("t1") });
    const done = next(acting, { ...looked(true), at: 9_000 });
    expect(done).toMatchObject({
      state: "done",
      dueAt: null,
      journal: [{ shows: { is: "seen", at: 9_000 } }, { state: "applied" }],
    });
    expect(done.journal[1]).not.toHaveProperty("shows");
    expect(isOver(done)).toBe(true);
    expect(callWords(done.journal[0] as JournalEntry)).toBe("seen at the service");
    expect(callWords(done.journal[1] as JournalEntry)).toBe("accepted by the service");
  });

  it("keeps nobody waiting for others, where one does not show", () => {
    const one = [admitted, applied] as const;
    const many = live(decided(retireTool("t1"), retireTool("t2"), retireTool("t3")), ...one, ...one, ...one);
    const seen = next(many, { ...looked(true), at: 9_000 });
    expect(nextStep(seen)).toEqual({ do: "look", n: 1, call: retireTool("t2") });
    const done = next(seen, { ...looked(false, 1), at: 9_500 });
    const shows = done.journal.map((entry) => entry.shows?.is);
    expect({ state: done.state, shows }).toEqual({ state: "done", shows: ["seen", "not_yet", "not_yet"] });
    const later = next(done, { ...looked(true, 1), at: 20_000 });
    expect(nextStep(later)).toEqual({ do: "look", n: 2, call: retireTool("t3") });
    expect(isOver(next(later, { ...looked(true, 2), at: 20_100 }))).toBe(true);
  });

  it("is nothing to cancel any more", () => {
    const cancel = { type: "cancelled", ...said, at: 9_000 } as const;
    expect(next(acting, cancel)).toBe(acting);
    expect(misfit(acting, cancel, 9_000)?.code).toBe("decision_conflict");
  });

  it("that does not show is looked for again, at longer intervals, and no change is written for that", () => {
    let run = next(acting, { ...looked(false), at: 9_000 });
    expect(run).toMatchObject({ state: "done", journal: [{ shows: { is: "not_yet" } }, {}] });
    expect(isOver(run)).toBe(false);
    const { version } = run;
    const looks: number[] = [];
    for (let at = run.dueAt; at !== null && !isOver(run); at = run.dueAt) {
      looks.push(at);
      expect(nextStep(run)).toEqual({ do: "look", n: 0, call: retireTool("t1") });
      const was = run;
      run = next(run, { ...looked(false), at });
      if (isOver(run)) expect(auditOf(was, { ...looked(false), at }, run)?.type).toBe("effect.unseen");
      else expect(run.version).toBe(version);
    }
    const [first = 0] = looks;
    const accepted = run.journal[0]?.settledAt ?? 0;
    expect(first).toBe(9_000 + 5_000);
    expect(looks.length).toBeLessThan(10);
    expect(looks.at(-1)).toBe(accepted + SEEN_WITHIN_MS);
    expect(run.journal[0]?.shows).toEqual({ is: "unseen", at: looks.at(-1) });
    expect(callWords(run.journal[0] as JournalEntry)).toContain(
      "not seen within 5 minutes: look at it there",
    );
  });

  it("that shows later is on record with the time", () => {
    const notYet = next(acting, { ...looked(false), at: 9_000 });
    const seen = next(notYet, { ...looked(true), at: 20_000 });
    expect(seen).toMatchObject({ dueAt: null, journal: [{ shows: { is: "seen", at: 20_000 } }, {}] });
    expect(auditOf(notYet, { ...looked(true), at: 20_000 }, seen)?.type).toBe("effect.seen");
    expect(isOver(seen)).toBe(true);
  });

  it("is looked for where a later call failed, after the sender is answered", () => {
    const failed = live(decided(retireTool("t1"), endPolicy("p1")), admitted, applied, admitted, {
      type: "failed",
      failure: refused,
    });
    expect(failed).toMatchObject({ state: "failed", dueAt: failed.updatedAt });
    expect(nextStep(failed)).toMatchObject({ do: "look", n: 0 });
    const again = next(failed, { type: "retried", ...said, at: 9_000 });
    expect(nextStep(again).do).toBe("admit");
  });
});

describe("an unknown outcome", () => {
  const unknown = failure("governance_outcome_unknown", "never");

  it("of a `once` operation is for a person to judge", () => {
    const run = live(decided(startCampaign), admitted, { type: "failed", failure: unknown });
    expect(run).toMatchObject({ state: "needs_review", dueAt: null, journal: [{ state: "unknown" }] });
    expect(nextStep(run)).toEqual({ do: "wait" });
  });

  it("after a restart: a `once` operation is not sent again", () => {
    expect(live(decided(startCampaign), admitted, { type: "restarted" })).toMatchObject({
      state: "needs_review",
      journal: [{ state: "unknown" }],
    });
  });

  it("after a restart: a repeatable one is, and a 404 then means that the first one happened", () => {
    const again = live(decided(endPolicy("t1")), admitted, { type: "restarted" }, admitted);
    expect(nextStep(again)).toEqual({ do: "send", call: endPolicy("t1") });
    const echo = failure("governance_refused", "never", 404);
    expect(next(again, { type: "failed", failure: echo, at: 9_000 })).toMatchObject({
      state: "done",
      journal: [{ state: "applied" }],
    });
  });

  it.for([
    ["a proxy answers, and the call is sent again", failure("governance_unavailable", "backoff", 404)],
    ["no later attempt is left", failure("governance_unavailable", "never", 404)],
  ] as const)("a 404 to a repeat is no echo where %s", ([, page]) => {
    const enough: EffectCall = { ...endPolicy("t1"), goneIsDone: true };
    for (const call of [endPolicy("t1"), enough]) {
      const again = live(decided(call), admitted, { type: "restarted" }, admitted);
      const after = next(again, { type: "failed", failure: { ...page, sent: 4 }, at: 9_000 });
      expect(after.journal).not.toMatchObject([{ state: "applied" }]);
      expect(after.state).toBe(page.retry === "backoff" ? "acting" : "failed");
    }
  });

  it("a 404 to the first and only send is a refusal", () => {
    const missing = failure("governance_refused", "never", 404);
    expect(live(decided(endPolicy("t1")), admitted, { type: "failed", failure: missing })).toMatchObject({
      state: "failed",
      journal: [{ state: "refused" }],
    });
  });

  it("a 404 to it is as good as done where that is enough, and the journal says so", () => {
    const missing = failure("governance_refused", "never", 404);
    const enough: EffectCall = { ...endPolicy("t1"), goneIsDone: true };
    const gone = live(decided(enough, endPolicy("t2")), admitted, { type: "failed", failure: missing });
    expect(gone).toMatchObject({
      state: "acting",
      problem: null,
      journal: [{ state: "applied", gone: true }, { state: "planned" }],
    });
    const entry = auditOf(
      live(decided(enough), admitted),
      { type: "failed", failure: missing, at: 9_000 },
      next(live(decided(enough), admitted), { type: "failed", failure: missing, at: 9_000 }),
    );
    expect(entry).toMatchObject({ type: "effect.applied", detail: { gone: true, state: "done" } });
    expect(live(decided(enough), admitted, { type: "failed", failure: refused })).toMatchObject({
      state: "failed",
      journal: [{ state: "refused" }],
    });
  });

  it("a restart between effects, or while deciding, changes nothing", () => {
    expect(next(fresh, { type: "restarted", at: 9_000 })).toBe(fresh);
    const waiting = live(decided(endPolicy("t1")), admitted, { type: "failed", failure: unavailable });
    expect(next(waiting, { type: "restarted", at: 9_000 })).toBe(waiting);
  });
});

describe("run events that do not fit", () => {
  it.for<[string, Run, RunEvent]>([
    ["a second decision", live(decided(endPolicy("t1"))), { ...decided(endPolicy("t2")), at: 9 }],
    ["an answer after the end", live(decided(endPolicy("t1")), admitted, applied), { ...applied, at: 9 }],
    [
      "a failure after the end",
      live({ type: "ignored", reason: "r" }),
      { type: "failed", failure: refused, at: 9 },
    ],
    ["being admitted while sending", live(decided(endPolicy("t1")), admitted), { ...admitted, at: 9 }],
  ])("%s changes nothing", ([, run, runEvent]) => {
    expect(next(run, runEvent)).toBe(run);
  });
});

describe("an approval", () => {
  const waiting = live(asking(endPolicy("t1")));

  it("is waited for before anything acts, until it expires", () => {
    expect(waiting).toMatchObject({ state: "awaiting_approval", journal: [], dueAt: 100_000 });
    expect(next(waiting, { type: "expired", at: 99_999 })).toBe(waiting);
    expect(next(waiting, { type: "expired", at: 100_000 })).toMatchObject({ state: "expired", dueAt: null });
  });

  it("leads to a second look, which acts on the same plan", () => {
    const approved = next(waiting, approve(waiting));
    expect(nextStep(approved)).toEqual({ do: "propose" });
    expect(next(approved, { ...asking(endPolicy("t1")), at: 9_500 })).toMatchObject({
      state: "acting",
      approval: said,
    });
  });

  it("does not hold for the other plan that the second look comes to", () => {
    const approved = next(waiting, approve(waiting));
    const drifted = next(approved, { ...asking(endPolicy("t2")), at: 9_500 });
    expect(drifted).toMatchObject({ state: "awaiting_approval", approval: null, journal: [] });
    expect(next(drifted, approve(waiting))).toBe(drifted);
  });

  it("holds for as long as a request for one waits, from when it was given", () => {
    const approved = next(waiting, approve(waiting));
    const planned = (at: number) => ({ ...asking(endPolicy("t1")), at, expiresAt: at + 5_000 });
    expect(next(approved, planned(13_999))).toMatchObject({ state: "acting", approval: said });
    expect(next(approved, planned(14_000))).toMatchObject({
      state: "awaiting_approval",
      approval: null,
      dueAt: 19_000,
    });
  });

  it("of a plan that has begun is asked for again, and goes on with what is left", () => {
    const two = plan(endPolicy("t1"), endPolicy("t2"));
    const asked = live({ ...asking(), plan: two });
    const begun = [
      approve(asked),
      { ...asking(), plan: two, at: 9_500 },
      { ...admitted, at: 9_600 },
      { ...applied, at: 9_700 },
    ].reduce<Run>((run, runEvent) => next(run, runEvent), asked);
    const aged: RunEvent = { type: "approval_aged", expiresAt: 50_000, remindAt: [40_000], at: 20_000 };
    const again = next(begun, aged);
    expect(again).toMatchObject({
      state: "awaiting_approval",
      approval: null,
      dueAt: 50_000,
      remindAt: [40_000],
      journal: [{ state: "applied" }, { state: "planned" }],
    });
    // A newer event ends nothing that has begun.
    expect(next(again, { type: "replaced", by: "run_2", at: 21_000 })).toBe(again);
    expect(next(again, { ...approve(again), at: 22_000 } as RunEvent)).toMatchObject({
      state: "acting",
      approval: { ...said, at: 22_000 },
      lookedAt: null,
      journal: [{ state: "applied" }, { state: "planned" }],
    });
    expect(auditOf(begun, aged, again)).toMatchObject({ type: "approval.aged", detail: { hash: two.hash } });
    expect(next(live(decided(endPolicy("t1"))), aged)).toMatchObject({ state: "acting" });
  });

  it("given twice, late, or after a refusal changes nothing", () => {
    const approved = next(waiting, approve(waiting));
    expect(next(approved, approve(waiting))).toBe(approved);
    const rejected = next(waiting, { ...approve(waiting), type: "rejected" } as RunEvent);
    expect(rejected).toMatchObject({ state: "rejected", ended: said, dueAt: null });
    expect(next(rejected, approve(waiting))).toBe(rejected);
  });

  it("gives way to a newer event's plan, visibly", () => {
    expect(next(waiting, { type: "replaced", by: "run_2", at: 9_000 })).toMatchObject({
      state: "cancelled",
      ended: { by: "reeve", reason: expect.stringContaining("run_2") },
    });
  });
});

describe("a budget", () => {
  const hold = { budget: "deletes", limit: 20, used: 20, windowMinutes: 60 };
  const held = live(decided(endPolicy("t1")), { type: "over_budget", hold });

  it("holds a plan before its first effect, with nothing sent", () => {
    expect(held).toMatchObject({ state: "held", hold, dueAt: null, journal: [{ attempts: 0 }] });
    expect(nextStep(held)).toEqual({ do: "wait" });
  });

  it("is gone over by a person, after a second look", () => {
    const resumed = next(held, { type: "resumed", ...said, at: 9_000 });
    expect(resumed).toMatchObject({ state: "planning", override: { ...said, hash: held.plan?.hash } });
    expect(next(resumed, { ...decided(endPolicy("t1")), at: 9_500 })).toMatchObject({ state: "acting" });
  });
});

describe("an automation that was switched to dry runs", () => {
  const dried = { type: "dried", reason: "a new rule", at: 9_000 } as const;

  it("ends a run before its first effect, with its plan and nothing sent", () => {
    const after = next(live(decided(endPolicy("t1"))), dried);
    expect(after).toMatchObject({ state: "dry_run", dueAt: null, journal: [], plan: { actions: [{}] } });
  });
});

describe("a pause", () => {
  it("stops a run between its effects, and is looked at again", () => {
    const between = live(decided(endPolicy("t1"), endPolicy("t2")), admitted, applied);
    const paused = next(between, { type: "paused", reason: "incident", at: 9_000 });
    expect(paused).toMatchObject({ state: "acting", paused: "incident", dueAt: 9_000 + PAUSE_LOOK_MS });
    const still = next(paused, { type: "paused", reason: "incident", at: 20_000 });
    expect(still).toMatchObject({ version: paused.version, dueAt: 20_000 + PAUSE_LOOK_MS });
    expect(next(still, { ...admitted, at: 30_000 })).toMatchObject({ paused: null });
  });
});

describe("a person", () => {
  const unknown = failure("governance_outcome_unknown", "never");
  const inReview = live(decided(startCampaign, endPolicy("t1")), admitted, {
    type: "failed",
    failure: unknown,
  });
  const review = (verdict: "happened" | "send_again" | "abandon"): RunEvent => ({
    type: "reviewed",
    verdict,
    ...said,
    at: 9_000,
  });

  it("says that an unknown effect happened, and the run goes on with the next", () => {
    expect(next(inReview, review("happened"))).toMatchObject({
      state: "acting",
      journal: [{ state: "applied" }, { state: "planned" }],
    });
  });

  it("has an unknown effect sent again, or abandons it", () => {
    expect(next(inReview, review("send_again"))).toMatchObject({
      state: "acting",
      journal: [{ state: "planned", attempts: 1 }, { state: "planned" }],
    });
    expect(next(inReview, review("abandon"))).toMatchObject({ state: "cancelled", ended: said });
  });

  it("tries a failed run again where it failed, without repeating what is done", () => {
    const failed = live(decided(endPolicy("t1"), endPolicy("t2")), admitted, applied, admitted, {
      type: "failed",
      failure: refused,
    });
    expect(next(failed, { type: "retried", ...said, at: 9_000 })).toMatchObject({
      state: "acting",
      problem: null,
      journal: [{ state: "applied" }, { state: "planned", attempts: 1 }],
    });
    const undecided = live({ type: "failed", failure: failure("user_not_found", "never") });
    expect(next(undecided, { type: "retried", ...said, at: 9_000 })).toMatchObject({ state: "planning" });
  });

  it("cancels what waits, and not what is being sent or over", () => {
    const cancel: RunEvent = { type: "cancelled", ...said, at: 9_000 };
    expect(next(live(asking(endPolicy("t1"))), cancel)).toMatchObject({ state: "cancelled", ended: said });
    const sending = live(decided(endPolicy("t1")), admitted);
    expect(next(sending, cancel)).toBe(sending);
    expect(next(inReview, cancel)).toBe(inReview);
  });
});

describe("a dry run", () => {
  it("ends with its plan, and nothing in its journal", () => {
    const dry: Run = { ...fresh, mode: "dry_run" };
    expect(next(dry, { ...asking(endPolicy("t1")), at: 9_000 })).toMatchObject({
      state: "dry_run",
      plan: plan(endPolicy("t1")),
      asks: ["it deletes"],
      journal: [],
      dueAt: null,
    });
  });
});
