import { describe, expect, it } from "vitest";
import { nextStep } from "../../src/runs/events.ts";
import { approving, asking, decided, endPolicy, follow, live, said } from "../desk/lives.ts";

describe("a run whose event takes effect later", () => {
  const scheduled = live({ type: "scheduled", what: "2026-12-01", until: 900_000 });

  it("waits until its event takes effect, and then plans again", () => {
    expect(scheduled).toMatchObject({ state: "scheduled", scheduledFor: "2026-12-01", dueAt: 900_000 });
    expect(nextStep(scheduled)).toEqual({ do: "come_due" });
    expect(follow(scheduled, { type: "come_due" }, 900_000)).toMatchObject({
      state: "planning",
      scheduledFor: undefined,
      dueAt: 900_000,
    });
  });

  it("can be cancelled, or replaced by a newer event", () => {
    expect(follow(scheduled, { type: "cancelled", ...said }).state).toBe("cancelled");
    expect(follow(scheduled, { type: "replaced", by: "run_2" }).state).toBe("cancelled");
  });
});

describe("a plan that its requester must confirm", () => {
  const [first, other] = [endPolicy("1"), endPolicy("2")];
  const confirmable = { ...decided(first), confirmUntil: 50_000 };
  const asked = { ...asking(first), confirmUntil: 50_000 };
  const waiting = live(confirmable);
  const confirmed = { ...approving(waiting), type: "confirmed" } as const;

  it("waits for the confirmation, and acts if the second planning results in the same plan", () => {
    expect(waiting).toMatchObject({ state: "awaiting_confirmation", dueAt: 50_000, journal: [] });
    expect(live(confirmable, confirmed)).toMatchObject({
      state: "planning",
      confirmation: { hash: waiting.plan?.hash },
    });
    expect(live(confirmable, confirmed, confirmable).state).toBe("acting");
  });

  it("must be confirmed with its own hash, and again if it has changed", () => {
    expect(follow(waiting, { ...confirmed, hash: "another" })).toBe(waiting);
    const changed = { ...decided(other), confirmUntil: 50_000 };
    expect(live(confirmable, confirmed, changed)).toMatchObject({
      state: "awaiting_confirmation",
      plan: changed.plan,
      confirmation: null,
    });
  });

  it("still needs its approval after the confirmation", () => {
    const again = live(asked, confirmed, asked);
    expect(again).toMatchObject({ state: "awaiting_approval", dueAt: 100_000 });
    expect(live(asked, confirmed, asked, approving(again), asked).state).toBe("acting");
  });

  it("must be confirmed again after half an hour unless its approval is valid", () => {
    const MINUTE = 60_000;
    const late = { ...confirmable, confirmUntil: 80 * MINUTE };
    const once = live(confirmable, confirmed);
    expect(follow(once, late, 29 * MINUTE).state).toBe("acting");
    expect(follow(once, late, 31 * MINUTE)).toMatchObject({
      state: "awaiting_confirmation",
      confirmation: null,
    });
    const approved = live(asked, confirmed, asked, approving(live(asked, confirmed, asked)));
    const lateAsked = { ...asked, confirmUntil: 80 * MINUTE, expiresAt: 50 * 60 * MINUTE };
    expect(follow(approved, lateAsked, 31 * MINUTE).state).toBe("acting");
  });

  it("can expire, and can't be approved instead of confirmed", () => {
    const run = live(asked);
    expect(follow(run, { type: "expired" }, 49_999)).toBe(run);
    expect(follow(run, { type: "expired" }, 50_000).state).toBe("expired");
    expect(follow(run, approving(run))).toBe(run);
  });
});
