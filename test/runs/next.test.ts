import { describe, expect, it } from "vitest";
import { type EffectCall, type PlannedAction, VERIFY_WITHIN_MS } from "../../src/actions/action.ts";
import { removeEntry } from "../../src/actions/inventory.ts";
import { DAY_MS } from "../../src/base/days.ts";
import { RETRY_DELAYS_MS } from "../../src/base/waits.ts";
import type { Stage } from "../../src/policy/stages.ts";
import { makeAuditEntry } from "../../src/runs/audit.ts";
import { checkDecision } from "../../src/runs/decisions.ts";
import { nextStep } from "../../src/runs/events.ts";
import {
  formatCallState,
  inventoryChanges,
  isOver,
  nextVerification,
  shortAnswer,
} from "../../src/runs/journal.ts";
import { type JournalEntry, nextWakeAt, type Run } from "../../src/runs/run.ts";
import {
  admitted,
  applied,
  approving,
  asking,
  decided,
  draftCampaign,
  endPolicy,
  failed,
  follow,
  fresh,
  live,
  makeAction,
  makePlan,
  refused,
  retireTool,
  said,
  unavailable,
} from "../desk/lives.ts";
import { ANY_STAGE, approvalBy } from "../support/stages.ts";

const [p1, p2] = [endPolicy("t1"), endPolicy("t2")];
const TWO: Stage = { ...ANY_STAGE, count: 2 };
const NORA = "nora.field@example.com";
const approvingAs = (by: string, run: Run) => ({
  ...approving(run),
  ...approvalBy(by),
  hash: run.plan?.hash ?? "",
});
const cancelled = { type: "cancelled", ...said } as const;
const replaced = { type: "replaced", by: "run_2" } as const;
const retried = { type: "retried", ...said } as const;

describe("a cancellation during a call", () => {
  const stopping = (...calls: EffectCall[]) => follow(live(decided(...calls), admitted), cancelled);

  it("ends the run once the call has ended, if other calls remain and no review is needed", () => {
    const stopped = stopping(p1, p2);
    expect(stopped).toMatchObject({ state: "acting", stop: said });
    expect(follow(stopped, cancelled)).toBe(stopped);
    for (const [outcome, state] of [
      [applied, "applied"],
      [refused, "refused"],
      [unavailable, "unknown"],
      [{ type: "restarted" }, "unknown"],
    ] as const) {
      const ended = follow(stopped, outcome);
      expect(ended).toMatchObject({
        state: "cancelled",
        ended: said,
        journal: [{ state }, { state: "planned" }],
      });
      expect(ended).not.toHaveProperty("stop");
    }
  });

  it("does not end the run as cancelled if the call was the last", () => {
    const after = follow(stopping(p1), applied);
    expect(after.state).not.toBe("cancelled");
    expect(after).not.toHaveProperty("stop");
  });

  it("still applies after the review of a call that must not be repeated", () => {
    const unsure = follow(stopping(draftCampaign, p1), { type: "restarted" });
    expect(unsure).toMatchObject({ state: "needs_review", stop: said });
    const happened = { type: "reviewed", verdict: "happened", ...said } as const;
    expect(follow(unsure, happened)).toMatchObject({
      state: "cancelled",
      journal: [{ state: "applied" }, {}],
    });
    expect(follow(stopping(draftCampaign, p1), unavailable)).toMatchObject({ state: "cancelled" });
  });
});

describe("the period for decisions about a plan", () => {
  const waiting = live(asking(p1));
  const dueAt = waiting.dueAt ?? 0;

  it.for(["approved", "rejected"] as const)("ends at the exact millisecond for the decision %s", (type) => {
    const decision = { ...approving(waiting), type };
    expect(follow(waiting, decision, dueAt - 1).state).not.toBe("awaiting_approval");
    expect(checkDecision(waiting, decision, dueAt - 1)).toBeNull();
    for (const late of [dueAt, dueAt + 1]) {
      expect(follow(waiting, decision, late)).toBe(waiting);
      expect(checkDecision(waiting, decision, late)?.message).toContain("has expired");
    }
  });

  it("also ends for the requester who must confirm the plan", () => {
    const plan = live({ ...decided(p1), confirmUntil: 50_000 });
    const decision = { ...approving(plan), type: "confirmed" } as const;
    expect(follow(plan, decision, 49_999).state).toBe("planning");
    expect(follow(plan, decision, 50_000)).toBe(plan);
    expect(checkDecision(plan, decision, 50_000)?.code).toBe("decision_conflict");
  });
});

describe("a follow-up", () => {
  const call = makeAction(p1);
  const leaves = (name: string) => [removeEntry("campaign", name)];
  const task = { ...call, effects: [], followUp: { assignees: [] }, leaves: leaves("task") };
  const beside = { ...call, effects: [], leaves: leaves("beside") };
  const withTask = (...actions: PlannedAction[]) => ({
    ...decided(),
    plan: { hash: "h", actions, followUps: { dueDays: 7, remindDays: 3 } },
  });
  const done = { type: "completed", verdict: "done", ...said } as const;
  const notDone = { ...done, verdict: "not_done" } as const;
  const waiting = live(withTask(task));

  it("stays open if an independent call was rejected, and the run fails only after the follow-up is done", () => {
    const apart = { ...call, apart: true as const };
    const after = live(withTask(apart, call, task, beside), admitted, refused, admitted, applied);
    expect(after).toMatchObject({
      state: "awaiting_follow_up",
      problem: { code: "governance_refused" },
      journal: [{ state: "refused" }, { state: "applied" }],
    });
    expect(inventoryChanges(live(withTask(apart, call, task, beside)), after)).toEqual(
      expect.arrayContaining(leaves("beside")),
    );
    const failed = follow(after, done);
    expect(failed).toMatchObject({
      state: "failed",
      followUps: [{ step: 2, end: { ...said, verdict: "done" } }],
      problem: { code: "governance_refused" },
    });
    expect(inventoryChanges(after, failed)).toEqual(leaves("task"));
    expect(follow(after, notDone)).toMatchObject({ state: "not_done", ended: said });
    const again = follow(failed, { type: "retried", ...said });
    expect(again).toMatchObject({ state: "acting", journal: [{ state: "planned" }, { state: "applied" }] });
    // The tasks of the run are already done.
    expect(follow(follow(again, admitted), applied)).toMatchObject({ state: "done", problem: null });
  });

  it("opens after the last call, with reminders every few days and on the due date", () => {
    const at = 4_000;
    const dueAt = at + 7 * DAY_MS;
    let after = live(withTask(call, task), admitted, applied);
    expect(after).toMatchObject({ state: "awaiting_follow_up", dueAt, journal: [{ state: "applied" }] });
    expect(nextStep(after)).toEqual({ do: "remind" });
    for (const day of [3, 6, 7, 10, 13]) {
      expect(nextWakeAt(after)).toBe(at + day * DAY_MS);
      after = follow(after, { type: "reminded" }, at + day * DAY_MS);
      expect(after).toMatchObject({ state: "awaiting_follow_up", dueAt });
    }
    expect(waiting.state).toBe("awaiting_follow_up");
  });

  it("of a draft campaign is due on the campaign's day, and ends separately from other follow-ups", () => {
    const due = "2026-12-24T23:59:59Z";
    const draft = { ...makeAction(draftCampaign), followUp: { assignees: [], done: "It was started", due } };
    const refusedOne = live(withTask({ ...draft, apart: true as const }, task), admitted, refused);
    expect(refusedOne.followUps).toMatchObject([{ step: 0, task: expect.any(String) }, { step: 1 }]);
    const both = live(withTask(draft, task), admitted, applied);
    expect(both.followUps).toEqual([
      { step: 0, dueAt: Date.parse(due) },
      { step: 1, dueAt: 4_000 + 7 * DAY_MS },
    ]);
    const one = follow(both, { ...done, steps: [1] });
    expect(one).toMatchObject({ state: "awaiting_follow_up", dueAt: Date.parse(due) });
    expect(checkDecision(one, { ...done, steps: [1] }, 9_500)?.code).toBe("decision_conflict");
    expect(follow(one, done)).toMatchObject({ state: "done" });
    expect(follow(one, notDone)).toMatchObject({ state: "not_done", ended: said });
  });

  it("is due after the number of days that its action specifies, instead of the policy's number", () => {
    const own = { ...task, followUp: { assignees: [], days: 2 } };
    const [soon = 0, later = 0] = [own, task].map((one) => live(withTask(one)).followUps?.[0]?.dueAt);
    expect(later - soon).toBe(5 * DAY_MS);
  });

  it("replaces a draft campaign that was rejected or has an unknown outcome, and resolves the run's problem once it is done", () => {
    const draft = { ...makeAction(draftCampaign), followUp: { assignees: [] }, apart: true as const };
    const restarted = { type: "restarted" } as const;
    for (const end of [refused, failed("governance_outcome_unknown"), restarted]) {
      const sending = live(withTask(draft, call), admitted);
      const passed = follow(sending, end);
      expect(passed).toMatchObject({ state: "acting", journal: [{ passed: {} }, { state: "planned" }] });
      const state = end === refused ? "refused" : "unknown";
      expect(makeAuditEntry(sending, { ...end, at: 9_000 }, passed)?.type).toBe(`effect.${state}`);
      const open = follow(follow(passed, admitted), applied);
      expect(open).toMatchObject({ state: "awaiting_follow_up", problem: {}, journal: [{ state }, {}] });
      expect(follow(open, done)).toMatchObject({ state: "done", problem: null });
    }
  });

  it("is done once a person reports it, and is neither closed by an approval nor recorded as one", () => {
    expect(follow(waiting, approving(waiting))).toBe(waiting);
    const over = follow(waiting, done);
    expect(over).toMatchObject({
      state: "done",
      approvals: [],
      followUps: [{ end: { ...said, verdict: "done", at: 9_000 } }],
    });
    expect(makeAuditEntry(waiting, { ...done, at: 9_000 }, over)).toMatchObject({
      type: "follow_up.done",
      actor: said.by,
      detail: { reason: said.reason },
    });
  });

  it("can be closed only while its run waits, and does not prevent the run from being cancelled", () => {
    const over = follow(waiting, done);
    for (const late of [done, notDone]) {
      expect(follow(over, late)).toBe(over);
      expect(checkDecision(over, late, 9_500)?.code).toBe("decision_conflict");
    }
    expect(follow(waiting, cancelled).state).toBe("cancelled");
    expect(follow(waiting, replaced).state).toBe("cancelled");
    const begun = live(withTask(call, task), admitted, applied);
    expect(follow(begun, replaced)).toBe(begun);
  });

  it("changes the inventory only when it is done", () => {
    const acting = live(withTask(call, task, beside), admitted);
    const after = follow(acting, applied);
    expect(inventoryChanges(acting, after)).toEqual(leaves("beside"));
    expect(inventoryChanges(after, follow(after, notDone))).toEqual([]);
    expect(inventoryChanges(after, follow(after, done))).toEqual(leaves("task"));
  });
});

describe("a run", () => {
  it("starts with planning", () => {
    expect(nextStep(fresh)).toEqual({ do: "propose" });
  });

  it("stores its plan, and its first effect as `sending`, before it sends anything", () => {
    const run = live(decided(p1, p2), admitted);
    expect(run).toMatchObject({
      state: "acting",
      journal: [
        { state: "sending", attempts: 1 },
        { state: "planned", attempts: 0 },
      ],
    });
    expect(nextStep(run)).toEqual({ do: "send", call: p1 });
  });

  it("sends effects one at a time and in order, and is done after the last one", () => {
    const between = live(decided(p1, p2), admitted, applied);
    expect(nextStep(between)).toEqual({ do: "admit", plan: makePlan(p1, p2) });
    const second = follow(between, admitted);
    expect(nextStep(second)).toEqual({ do: "send", call: p2 });
    expect(follow(second, applied)).toMatchObject({
      state: "done",
      dueAt: null,
      journal: [{ state: "applied", answer: { ok: true } }, { state: "applied" }],
    });
  });

  it("ends immediately as ignored if there is nothing to do, or as done if it sends a notice and is not a dry run", () => {
    const nothing = { type: "ignored", reason: "not ours" } as const;
    expect(live(nothing)).toMatchObject({ state: "ignored", ignored: "not ours", dueAt: null });
    const told = { ...nothing, notice: { title: "A look", summary: "1 new.", lines: [] } };
    expect(live(told)).toMatchObject({ state: "done", ignored: "not ours", dueAt: null });
    expect(follow({ ...fresh, mode: "dry_run" }, told)).toMatchObject({ state: "ignored" });
    expect(live(decided())).toMatchObject({ state: "done", journal: [] });
  });

  it("increments its version only when the run changes", () => {
    const run = live(decided(p1), admitted, applied);
    expect(run.version).toBe(4);
    expect(follow(run, applied)).toBe(run);
  });

  it("changes the inventory for each action once all calls of that action are applied", () => {
    const [one, two] = ["t1", "t2"].map((id) => [removeEntry("session_policy", id)]);
    const actions = [
      { ...makeAction(p1), leaves: one ?? [] },
      { ...makeAction(p2), leaves: two ?? [] },
    ];
    const acting = live({ ...decided(), plan: { hash: "h", actions } }, admitted);
    const half = follow(acting, applied);
    expect(inventoryChanges(acting, half)).toEqual(one);
    const last = follow(half, admitted);
    expect(inventoryChanges(last, follow(last, applied))).toEqual(two);
  });
});

it("a journal stores a user's identity from a response, but not the rest of the profile", () => {
  const user = { id: "usr_1", email: "ada.marsh@example.com", displayName: "Ada Marsh", status: "ENABLED" };
  const response = {
    owner: { roleSlug: "owner", user: { ...user, jobTitle: "Engineer", emailSources: [] } },
  };
  expect(shortAnswer(response, 1)).toEqual({ owner: { roleSlug: "owner", user } });
});

it("a journal stores an explanation in place of a response that JSON can't contain", () => {
  expect(shortAnswer({ count: 1n }, 1)).toEqual({ omitted: "it can't be stored as JSON" });
  expect(shortAnswer(() => 1, 1)).toBeNull();
});

describe("failures", () => {
  it("that are temporary are retried after each of the retry delays, and then end the run", () => {
    let run = fresh;
    for (const delay of RETRY_DELAYS_MS) {
      run = follow(run, unavailable);
      expect(run).toMatchObject({ state: "planning", dueAt: 9_000 + delay });
    }
    expect(follow(run, unavailable)).toMatchObject({
      state: "failed",
      dueAt: null,
      problem: { code: "governance_unavailable" },
    });
  });

  it("that are permanent end the run immediately, before it sends anything", () => {
    expect(live(failed("user_not_found"))).toMatchObject({ state: "failed", journal: [] });
  });

  it("add the failed call and its HTTP status to the run's problem", () => {
    const { type, failure } = refused;
    const { problem } = live({ type, failure: { ...failure, operation: "searchUsers" } });
    const words = { code: "governance_refused", message: "m", public: "p" };
    expect(problem).toEqual({ ...words, operation: "searchUsers", httpStatus: 400 });
  });

  it("of an effect while the service is unavailable cause a delay, and then a new attempt", () => {
    const waiting = live(decided(p1), admitted, unavailable);
    expect(waiting).toMatchObject({
      state: "acting",
      dueAt: 6_000,
      journal: [{ state: "planned", attempts: 1 }],
    });
    expect(nextStep(waiting)).toMatchObject({ do: "admit" });
    const again = follow(waiting, admitted);
    expect(again).toMatchObject({ journal: [{ state: "sending", attempts: 2 }] });
    expect(nextStep(again)).toEqual({ do: "send", call: p1 });
  });

  it("of an effect that is not independent prevent later effects from being sent", () => {
    expect(live(decided(p1, p2), admitted, refused)).toMatchObject({
      state: "failed",
      journal: [{ state: "refused" }, { state: "planned", attempts: 0 }],
    });
  });

  it.for([
    [60_000, 60_000],
    [1, RETRY_DELAYS_MS[0]],
    [7 * DAY_MS, 60 * 60_000],
  ] as const)(
    "that are temporary are retried after the delay that the server requests (%i ms), within limits",
    ([asked, wait]) => {
      const { type, failure } = failed("sender_unavailable", "backoff", 429);
      for (const run of [fresh, live(decided(p1), admitted)])
        expect(follow(run, { type, failure: { ...failure, retryAfterMs: asked } }, 5_000).dueAt).toBe(
          5_000 + (wait ?? 0),
        );
    },
  );

  it("that report a duplicate are treated as success only for a repeatable call that creates something", () => {
    const { type, failure } = failed("governance_refused", "never", 500);
    const duplicate = { type, failure: { ...failure, isDuplicate: true } };
    for (const [call, state] of [
      [
        {
          operation: "createConnectorOwner",
          input: { path: { app_id: "a", connector_id: "c", role_slug: "r", user_ref_id: "u" } },
        },
        "applied",
      ],
      [p1, "refused"],
      [draftCampaign, "refused"],
    ] as const)
      expect(live(decided(call), admitted, duplicate).journal).toMatchObject([{ state }]);
  });

  it("that leave the outcome of a delete unknown are not reported as rejections", () => {
    const badAnswer = failed("governance_bad_response", "never", 200);
    expect(live(decided(p1), admitted, badAnswer)).toMatchObject({
      state: "failed",
      journal: [{ state: "unknown" }],
    });
  });
});

describe("an effect that the API can read back", () => {
  const looked = (shows: boolean, n = 0) => ({ type: "looked", n, shows }) as const;
  const [t1, t2, t3] = [retireTool("t1"), retireTool("t2"), retireTool("t3")];
  const one = [admitted, applied] as const;
  const acting = live(decided(t1, p1), ...one, ...one);
  const notYet = follow(acting, looked(false));

  it("is verified once after the last call, before the run is done", () => {
    expect(nextVerification(live(decided(t1, p1), ...one))).toBeNull();
    expect(acting.state).toBe("acting");
    expect(nextStep(acting)).toEqual({ do: "look", n: 0, call: t1 });
    const done = follow(acting, looked(true));
    expect(done).toMatchObject({
      state: "done",
      dueAt: null,
      journal: [{ shows: { is: "seen", at: 9_000 } }, { state: "applied" }],
    });
    expect(done.journal[1]).not.toHaveProperty("shows");
    expect(isOver(done)).toBe(true);
    expect(done.journal.map(formatCallState)).toEqual(["seen at the service", "accepted by the service"]);
  });

  it("that is not yet visible postpones the verification of later effects until its run is done", () => {
    const seen = follow(live(decided(t1, t2, t3), ...one, ...one, ...one), looked(true));
    expect(nextStep(seen)).toEqual({ do: "look", n: 1, call: t2 });
    const done = follow(seen, looked(false, 1), 9_500);
    const shows = done.journal.map((entry) => entry.shows?.is);
    expect({ state: done.state, shows }).toEqual({ state: "done", shows: ["seen", "not_yet", "not_yet"] });
    const later = follow(done, looked(true, 1), 20_000);
    expect(nextStep(later)).toEqual({ do: "look", n: 2, call: t3 });
    expect(isOver(follow(later, looked(true, 2), 20_100))).toBe(true);
  });

  it("prevents its run from being cancelled during the verification", () => {
    expect(follow(acting, cancelled)).toBe(acting);
    expect(checkDecision(acting, cancelled, 9_000)?.code).toBe("decision_conflict");
  });

  it("that stays invisible is verified again for five minutes, during which the run's version does not change", () => {
    let run = notYet;
    expect(run).toMatchObject({ state: "done", journal: [{ shows: { is: "not_yet" } }, {}] });
    expect(isOver(run)).toBe(false);
    const looks: number[] = [];
    for (let at = run.dueAt; at !== null && !isOver(run); at = run.dueAt) {
      looks.push(at);
      expect(nextStep(run)).toEqual({ do: "look", n: 0, call: t1 });
      const was = run;
      run = follow(run, looked(false), at);
      if (isOver(run)) expect(makeAuditEntry(was, { ...looked(false), at }, run)?.type).toBe("effect.unseen");
      else expect(run.version).toBe(notYet.version);
    }
    expect(looks[0]).toBe(9_000 + 5_000);
    expect(looks.length).toBeLessThan(10);
    expect(looks.at(-1)).toBe((run.journal[0]?.settledAt ?? 0) + VERIFY_WITHIN_MS);
    expect(run.journal[0]?.shows).toEqual({ is: "unseen", at: looks.at(-1) });
    expect(formatCallState(run.journal[0] as JournalEntry)).toContain(
      "not seen within 5 minutes: check it there",
    );
  });

  it("that becomes visible later is recorded with the time at which it was seen", () => {
    const seen = follow(notYet, looked(true), 20_000);
    expect(seen).toMatchObject({ dueAt: null, journal: [{ shows: { is: "seen", at: 20_000 } }, {}] });
    expect(makeAuditEntry(notYet, { ...looked(true), at: 20_000 }, seen)?.type).toBe("effect.seen");
    expect(isOver(seen)).toBe(true);
  });

  it("is verified even after its run has failed because of a later call", () => {
    const end = live(decided(t1, p1), ...one, admitted, refused);
    expect(end).toMatchObject({ state: "failed", dueAt: end.updatedAt });
    expect(nextStep(end)).toMatchObject({ do: "look", n: 0 });
    expect(nextStep(follow(end, retried)).do).toBe("admit");
  });
});

describe("an unknown outcome", () => {
  const unknown = failed("governance_outcome_unknown");
  const missing = failed("governance_refused", "never", 404);
  const restarted = { type: "restarted" } as const;

  it("of a `once` operation waits for a person's review, even after a restart, and causes no other attempt", () => {
    for (const end of [unknown, restarted]) {
      const run = live(decided(draftCampaign), admitted, end);
      expect(run).toMatchObject({ state: "needs_review", dueAt: null, journal: [{ state: "unknown" }] });
      expect(nextStep(run)).toEqual({ do: "wait" });
    }
  });

  it("of a repeatable operation is followed by another attempt, whose 404 means that the first one succeeded", () => {
    const again = live(decided(p1), admitted, restarted, admitted);
    expect(nextStep(again)).toEqual({ do: "send", call: p1 });
    expect(follow(again, missing)).toMatchObject({ state: "done", journal: [{ state: "applied" }] });
  });

  it.for([
    ["a proxy sent the 404, and the call is sent again", "backoff", "acting"],
    ["no later attempt is left", "never", "failed"],
  ] as const)("does not count as applied after a 404 to a repeated attempt if %s", ([, retry, state]) => {
    const { type, failure } = failed("governance_unavailable", retry, 404);
    const again = live(decided(p1), admitted, restarted, admitted);
    const after = follow(again, { type, failure: { ...failure, sent: 4 } });
    expect(after.journal).not.toMatchObject([{ state: "applied" }]);
    expect(after.state).toBe(state);
  });

  it("is not assumed for a 404 to the only attempt, whose target was already missing", () => {
    expect(live(decided(p1, p2), admitted, missing)).toMatchObject({
      state: "acting",
      problem: null,
      journal: [{ state: "applied", wasMissing: true }, { state: "planned" }],
    });
    const sending = live(decided(p1), admitted);
    expect(makeAuditEntry(sending, { ...missing, at: 9_000 }, follow(sending, missing))).toMatchObject({
      type: "effect.applied",
      detail: { wasMissing: true, state: "done" },
    });
    expect(follow(sending, refused)).toMatchObject({ state: "failed", journal: [{ state: "refused" }] });
  });

  it("does not result from a restart while planning, or while a call waits for its next attempt", () => {
    expect(follow(fresh, restarted)).toBe(fresh);
    const waiting = live(decided(p1), admitted, unavailable);
    expect(follow(waiting, restarted)).toBe(waiting);
  });
});

it.for<[string, Run, Parameters<typeof follow>[1]]>([
  ["a second plan", live(decided(p1)), decided(p2)],
  ["a response after the end", live(decided(p1), admitted, applied), applied],
  ["a failure after the end", live({ type: "ignored", reason: "r" }), refused],
  ["an admission while sending", live(decided(p1), admitted), admitted],
])("%s changes nothing, because it does not fit the run's state", ([, run, runEvent]) => {
  expect(follow(run, runEvent)).toBe(run);
});

describe("an approval", () => {
  const waiting = live(asking(p1));
  const approved = follow(waiting, approving(waiting));

  it("is required before a plan acts, and a plan without an approval expires at the deadline", () => {
    expect(waiting).toMatchObject({ state: "awaiting_approval", journal: [], dueAt: 100_000 });
    expect(follow(waiting, { type: "expired" }, 99_999)).toBe(waiting);
    expect(follow(waiting, { type: "expired" }, 100_000)).toMatchObject({ state: "expired", dueAt: null });
  });

  it("leads to a second planning, and then the run acts on the same plan", () => {
    expect(nextStep(approved)).toEqual({ do: "propose" });
    expect(follow(approved, asking(p1))).toMatchObject({ state: "acting", approvals: [said] });
  });

  it("is valid for as long as an approval request may wait", () => {
    const planned = (at: number) => follow(approved, { ...asking(p1), expiresAt: at + 5_000 }, at);
    expect(planned(13_999)).toMatchObject({ state: "acting", approvals: [said] });
    expect(planned(14_000)).toMatchObject({ state: "awaiting_approval", approvals: [], dueAt: 19_000 });
  });

  it.for([
    [undefined, 13_999, "acting"],
    [undefined, 14_000, "awaiting_approval"],
    [20_000, 24_999, "acting"],
    [20_000, 25_000, "awaiting_approval"],
  ] as const)(
    "by two people is valid for a period from the later approval or the plan's first day (first day %s: at %s the run is %s)",
    ([startsAt, at, state]) => {
      const plan = { ...makePlan(p1), ...(startsAt && { startsAt }) };
      const planned = { ...asking(p1), plan, stages: [TWO] };
      const waiting = live(planned);
      const first = follow(follow(waiting, approving(waiting), 3_000), planned, 3_000);
      expect(first).toMatchObject({ state: "awaiting_approval", approvals: [said] });
      const both = follow(first, approvingAs(NORA, first), 9_000);
      expect(both.state).toBe("planning");
      expect(follow(both, { ...planned, expiresAt: at + 5_000 }, at).state).toBe(state);
    },
  );

  it("blocks the next one until the run is planned again, with an error that reports the missing approval", () => {
    const waiting = live({ ...asking(p1), stages: [TWO] });
    const decision = { ...approvingAs("iris.vale@example.com", waiting), type: "approved" } as const;
    const between = follow(waiting, approvingAs(NORA, waiting));
    expect(checkDecision(between, decision, 1)?.message).toBe(
      `${NORA} has approved this already; the plan still needs another approval: try again in a moment`,
    );
  });

  it("of a plan that has begun takes effect only when as many people as its stages require have approved the plan", () => {
    const asked = { ...asking(p1, p2), stages: [TWO] };
    const first = follow(live(asked), approving(live(asked)));
    const both = follow(follow(first, asked), approvingAs(NORA, first));
    const begun = follow(follow(follow(both, asked), admitted), applied);
    const again = follow(begun, { type: "approval_aged", expiresAt: 50_000, remindAt: [] }, 20_000);
    const one = follow(again, approving(again), 21_000);
    expect(one).toMatchObject({ state: "awaiting_approval", approvals: [said] });
    expect(follow(one, approving(one), 22_000)).toMatchObject({ state: "awaiting_approval" });
    expect(follow(one, approvingAs(NORA, one), 23_000)).toMatchObject({ state: "acting", checkedAt: null });
  });

  it("that gets too old while its plan is carried out is requested again, and then the remaining calls are made", () => {
    const asked = live(asking(p1, p2));
    const begun = live(asking(p1, p2), approving(asked), asking(p1, p2), admitted, applied);
    const journal = [{ state: "applied" }, { state: "planned" }];
    const aged = { type: "approval_aged", expiresAt: 50_000, remindAt: [40_000] } as const;
    const again = follow(begun, aged, 20_000);
    expect(again).toMatchObject({
      state: "awaiting_approval",
      approvals: [],
      dueAt: 50_000,
      remindAt: [40_000],
      journal,
    });
    // A newer event does not end a run that has begun.
    expect(follow(again, replaced, 21_000)).toBe(again);
    expect(follow(again, approving(again), 22_000)).toMatchObject({
      state: "acting",
      approvals: [{ ...said, at: 22_000 }],
      checkedAt: null,
      journal,
    });
    expect(makeAuditEntry(begun, { ...aged, at: 20_000 }, again)).toMatchObject({
      type: "approval.aged",
      detail: { hash: asked.plan?.hash },
    });
    expect(follow(live(decided(p1)), aged)).toMatchObject({ state: "acting" });
  });

  it("that is repeated, or given after a denial, changes nothing", () => {
    expect(follow(approved, approving(waiting))).toBe(approved);
    const rejected = follow(waiting, { ...approving(waiting), type: "rejected" });
    expect(rejected).toMatchObject({ state: "rejected", ended: said, dueAt: null });
    expect(follow(rejected, approving(waiting))).toBe(rejected);
  });
});

describe("a person", () => {
  const inReview = live(decided(draftCampaign, p1), admitted, failed("governance_outcome_unknown"));
  const review = (verdict: "happened" | "send_again" | "abandon") =>
    follow(inReview, { type: "reviewed", verdict, ...said });

  it("can resend an effect whose outcome is unknown, or abandon the run", () => {
    expect(review("send_again")).toMatchObject({
      state: "acting",
      journal: [{ state: "planned", attempts: 1 }, { state: "planned" }],
    });
    expect(review("abandon")).toMatchObject({ state: "cancelled", ended: said });
  });

  it("can retry a failed run from the failed step, without repeating completed effects", () => {
    const end = live(decided(p1, p2), admitted, applied, admitted, refused);
    expect(follow(end, retried)).toMatchObject({
      state: "acting",
      problem: null,
      journal: [{ state: "applied" }, { state: "planned", attempts: 1 }],
    });
    expect(follow(live(failed("user_not_found")), retried)).toMatchObject({ state: "planning" });
    // Only an immediate rejection is planned again: a call whose first response was lost might have had its effect.
    const busy = failed("governance_unavailable", "backoff");
    expect(follow(live(decided(p1), admitted, refused), retried)).toMatchObject({ state: "planning" });
    const lost = live(decided(p1), admitted, busy, admitted, refused);
    expect(follow(lost, retried)).toMatchObject({ state: "acting", journal: [{ attempts: 2 }] });
  });

  it("can cancel a waiting run, but not one that needs a review", () => {
    expect(follow(live(asking(p1)), cancelled)).toMatchObject({ state: "cancelled", ended: said });
    expect(follow(inReview, cancelled)).toBe(inReview);
  });
});
