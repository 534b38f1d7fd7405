// Tests runs whose plan answers the governance service. The plan has a deadline, and the service accepts one answer.
import { describe, expect, it } from "vitest";
import type { EffectCall } from "../../src/actions/action.ts";
import { nextStep } from "../../src/runs/events.ts";
import type { Run } from "../../src/runs/run.ts";
import { admitted, asking, decided, failed, follow, live, refused, said } from "../desk/lives.ts";

const answer: EffectCall = {
  operation: "answerWebhook",
  input: { path: { callback: "sealed" }, body: { version: "v1", deny: {} } },
};
const BY = 50_000;
const withDeadline = <Planned extends { plan: object }>(planned: Planned) => ({
  ...planned,
  plan: { ...planned.plan, answerBy: BY },
  expiresAt: BY,
});
const plan = withDeadline(decided(answer));
const unknown = failed("governance_outcome_unknown");
const again = { type: "reviewed", verdict: "send_again", ...said } as const;

describe("a plan with a deadline for its answer", () => {
  it.each([
    ["an approval", live(withDeadline(asking(answer)))],
    ["a budget", live(plan, { type: "over_budget", hold: {} as never })],
  ])("is made again, without earlier approvals, if it still waits for %s at the deadline", (_, waiting) => {
    expect(waiting.dueAt).toBe(BY);
    expect(follow(waiting, { type: "expired" }, BY - 1)).toBe(waiting);
    expect(follow(waiting, { type: "expired" }, BY)).toMatchObject({ state: "planning", approvals: [] });
  });

  it("is not held beyond the deadline, unlike a plan without a deadline", () => {
    const hold = { type: "over_budget", hold: {} as never } as const;
    expect(nextStep(live(plan, hold))).toEqual({ do: "expire" });
    expect(nextStep(live(decided(answer), hold))).toEqual({ do: "wait" });
  });
});

describe("a plan whose answer is denied by an approver", () => {
  const waiting = live(withDeadline(asking(answer)));
  const denial = (of: Run) => ({ type: "rejected", hash: of.plan?.hash ?? "", ...said }) as const;
  const denied = follow(waiting, denial(waiting));

  it("is made again with the default answer, which can also be denied", () => {
    expect(denied).toMatchObject({ state: "planning", approvals: [], ended: said });
    const other = follow(denied, withDeadline(asking(answer)));
    expect(other).toMatchObject({ state: "awaiting_approval" });
    expect(follow(other, denial(other))).toMatchObject({ state: "rejected", ended: said });
  });

  it("ends as denied if the default is to give no answer", () => {
    const ignored = { type: "ignored", reason: "denied" } as const;
    expect(follow(denied, ignored)).toMatchObject({ state: "rejected", ignored: null, ended: said });
  });
});

describe("an answer", () => {
  const inReview = live(plan, admitted, unknown);

  it("with an unknown outcome waits for a person, and counts as given if a repeated attempt is rejected as a second answer before the deadline", () => {
    expect(inReview.state).toBe("needs_review");
    const repeated = live(plan, admitted, unknown, again, admitted);
    expect(follow(repeated, refused, BY - 1)).toMatchObject({
      state: "done",
      journal: [{ state: "applied" }],
    });
  });

  it.each([
    ["the first attempt is refused", live(plan, admitted), refused, BY - 1],
    ["a repeat is refused after the deadline", live(plan, admitted, unknown, again, admitted), refused, BY],
    [
      "a repeated attempt gets a 404",
      live(plan, admitted, unknown, again, admitted),
      failed("governance_refused", "never", 404),
      BY - 1,
    ],
  ])("does not count as given if %s", (_, run, failure, at) => {
    expect(follow(run, failure, at)).toMatchObject({ state: "failed", journal: [{ state: "refused" }] });
  });

  it("waits for a person's review after a crash between sending and the response", () => {
    expect(follow(live(plan, admitted), { type: "restarted" })).toMatchObject({ state: "needs_review" });
  });
});
