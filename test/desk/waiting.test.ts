import { describe, expect, it } from "vitest";
import type { EffectCall } from "../../src/actions/action.ts";
import { effectiveSince, notYetEffective } from "../../src/desk/engine/propose.ts";
import { nextStep, type RunEvent } from "../../src/desk/run/events.ts";
import { next } from "../../src/desk/run/next.ts";
import { newRun, type Plan, type Run } from "../../src/desk/run/run.ts";
import type { WorkerEvent } from "../../src/systems/event.ts";

const effect: EffectCall = { operation: "deleteSessionPolicy", input: { path: { id: "sp_1" }, body: {} } };
const plan = (hash: string): Plan => ({
  hash,
  actions: [
    {
      action: "test",
      input: {},
      summary: "…",
      target: "…",
      effects: [effect],
      beneficiaries: [],
      leaves: [],
    },
  ],
});
const fresh = newRun({ id: "run_1", eventId: "evt_1", automation: "a", subject: "s", mode: "live" }, 1_000);
const lived = (run: Run, ...runEvents: readonly RunEvent[]): Run => runEvents.reduce(next, run);
const said = { by: "ada.marsh@example.com", reason: "yes" };

describe("a run whose event takes effect later", () => {
  const scheduled = lived(fresh, { type: "scheduled", what: "2026-12-01", until: 900_000, at: 2_000 });

  it("waits for that day, says which, and then looks again", () => {
    expect(scheduled).toMatchObject({ state: "scheduled", scheduledFor: "2026-12-01", dueAt: 900_000 });
    expect(nextStep(scheduled)).toEqual({ do: "come_due" });
    expect(lived(scheduled, { type: "come_due", at: 900_000 })).toMatchObject({
      state: "planning",
      scheduledFor: null,
      dueAt: 900_000,
    });
  });

  it("can be cancelled, and replaced by a newer event", () => {
    expect(lived(scheduled, { type: "cancelled", ...said, at: 3_000 }).state).toBe("cancelled");
    expect(lived(scheduled, { type: "replaced", by: "run_2", at: 3_000 }).state).toBe("cancelled");
  });
});

describe("the day an event takes effect", () => {
  const event = (effectiveOn?: string): WorkerEvent => ({
    type: "worker.terminated",
    subject: "workday:1",
    ...(effectiveOn && { effectiveOn }),
    worker: { system: "workday", id: "1", fields: {} },
  });
  const noon = Date.parse("2026-11-30T12:00:00Z");

  it.for<[string, string, string | null]>([
    ["2026-12-01", "Europe/Berlin", "2026-11-30T23:00:00.000Z"],
    ["2026-12-01", "America/Los_Angeles", "2026-12-01T08:00:00.000Z"],
    ["2026-12-01", "Pacific/Auckland", null],
    ["2026-11-30", "Europe/Berlin", null],
    ["2020-01-01", "UTC", null],
  ])("%s begins in %s at %s", ([day, timeZone, begins]) => {
    const effective = notYetEffective(event(day), timeZone, noon);
    expect(effective && new Date(effective.at).toISOString()).toBe(begins);
  });

  it("is since when a run of before it could be decided, and stays so", () => {
    const begins = Date.parse("2026-11-30T23:00:00.000Z");
    expect(effectiveSince(event("2026-12-01"), "Europe/Berlin", noon)).toBe(begins);
    expect(effectiveSince(event("2026-11-01"), "Europe/Berlin", noon)).toBe(noon);
    expect(effectiveSince(event(), "Europe/Berlin", noon)).toBe(noon);
  });

  it("is today where the sender says none", () => {
    expect(notYetEffective(event(), "UTC", noon)).toBeNull();
  });
});

describe("a plan that who asked for it has to confirm", () => {
  const decided = (hash: string, asks: readonly string[] = []): RunEvent => ({
    type: "planned",
    plan: plan(hash),
    asks,
    confirmUntil: 50_000,
    expiresAt: 90_000,
    at: 2_000,
  });
  const confirmed = (hash: string): RunEvent => ({ type: "confirmed", hash, ...said, at: 3_000 });

  it("waits for that, and acts when it is the same at the second look", () => {
    const waiting = lived(fresh, decided("h1"));
    expect(waiting).toMatchObject({ state: "awaiting_confirmation", dueAt: 50_000, journal: [] });
    expect(lived(waiting, confirmed("h1"))).toMatchObject({
      state: "planning",
      confirmation: { hash: "h1" },
    });
    expect(lived(waiting, confirmed("h1"), decided("h1")).state).toBe("acting");
  });

  it("is asked about again where it has changed, and not by another's hash", () => {
    const waiting = lived(fresh, decided("h1"));
    expect(lived(waiting, confirmed("h2"))).toBe(waiting);
    expect(lived(waiting, confirmed("h1"), decided("h2"))).toMatchObject({
      state: "awaiting_confirmation",
      plan: { hash: "h2" },
      confirmation: null,
    });
  });

  it("needs its approval after that all the same", () => {
    const asked = lived(fresh, decided("h1", ["it deletes"]), confirmed("h1"), decided("h1", ["it deletes"]));
    expect(asked).toMatchObject({ state: "awaiting_approval", dueAt: 90_000 });
    const approved: RunEvent = {
      type: "approved",
      hash: "h1",
      by: "nora.field@example.com",
      reason: "ok",
      at: 4_000,
    };
    expect(lived(asked, approved, decided("h1", ["it deletes"])).state).toBe("acting");
  });

  it("expires, and is not approved instead", () => {
    const waiting = lived(fresh, decided("h1", ["it deletes"]));
    expect(lived(waiting, { type: "expired", at: 49_999 })).toBe(waiting);
    expect(lived(waiting, { type: "expired", at: 50_000 }).state).toBe("expired");
    expect(lived(waiting, { type: "approved", hash: "h1", ...said, at: 3_000 })).toBe(waiting);
  });
});
