import { expect, it, vi } from "vitest";
import { simulate } from "./simulate.ts";

vi.spyOn(console, "log").mockImplementation(() => {});

it("1,000 simulated desks with crashes violate no invariant of the simulation (npm run reeve -- test:simulate runs more)", async () => {
  const { kills, entries, failure } = await simulate(1, 1_000);
  expect(failure).toBeNull();
  expect(kills).toBeGreaterThan(500);
  // Lives in which nothing happens would prove nothing.
  expect(Object.keys(entries).sort()).toEqual([
    "approval.aged",
    "approval.expired",
    "approval.granted",
    "approval.rejected",
    "approval.reminded",
    "effect.applied",
    "effect.failed",
    "effect.interrupted",
    "effect.refused",
    "effect.reviewed",
    "effect.seen",
    "effect.sending",
    "effect.unknown",
    "effect.unseen",
    "event.ignored",
    "follow_up.done",
    "plan.delayed",
    "plan.failed",
    "plan.made",
    "plan.outdated",
    "reply.failed",
    "reply.sent",
    "reply.unknown",
    "run.cancelled",
    "run.held",
    "run.paused",
    "run.replaced",
    "run.resumed",
    "run.retried",
    "run.stopping",
    "run.withdrawn",
    "run.withdrawn_late",
  ]);
});
