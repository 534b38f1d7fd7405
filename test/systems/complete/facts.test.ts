import { describe, expect, it } from "vitest";
import { withFacts } from "../../../src/systems/api/complete.ts";
import { STATUS_CHANGES, type WorkerChange, workerEvent } from "../../../src/systems/reading/worker.ts";
import type { WorkerRecord } from "../../../src/systems/system.ts";

const occurredAt = "2026-06-15T08:00:00.000Z";
const event = (news: WorkerChange) => workerEvent("bamboohr", "118", { occurredAt, ...news });
/** A system's data about a worker: the employment, with the last day. */
interface Said extends Omit<WorkerRecord, "worker"> {
  readonly lastDay?: string;
}
const facts = ({ lastDay, ...said }: Said): WorkerRecord => ({ ...said, worker: lastDay ? { lastDay } : {} });
const findKind = (news: WorkerChange, said: Said) => {
  const { type, effectiveOn, worker } = withFacts(event(news), facts(said));
  const day = type === "worker.terminated" ? worker.lastDay : effectiveOn;
  return day ? `${type} on ${day}` : type;
};
/** A change about which its sender provides nothing else. */
const CHANGE: WorkerChange = { type: "worker.changed", possibleTypes: STATUS_CHANGES };
const HIRED_LONG_AGO = "2024-03-01";

describe("a termination", () => {
  const terminated: WorkerChange = { type: "worker.terminated", effectiveOn: "2026-06-30" };
  it.for<[string, Said, string]>([
    ["stays a termination", { active: false, lastDay: "2026-06-30" }, "worker.terminated on 2026-06-30"],
    ["stays a termination if the system has no data about it", {}, "worker.terminated on 2026-06-30"],
    [
      "stays a termination before its day",
      { active: true, lastDay: "2026-06-30" },
      "worker.terminated on 2026-06-30",
    ],
    ["has the system's new day", { active: true, lastDay: "2026-07-15" }, "worker.terminated on 2026-07-15"],
    ["becomes a change if it was cancelled", { active: true }, "worker.changed"],
    [
      "becomes a change if it belongs to an earlier employment",
      { active: true, hiredOn: "2026-05-01", lastDay: "2025-12-31" },
      "worker.changed",
    ],
  ])("%s", ([, said, expected]) => expect(findKind(terminated, said)).toBe(expected));
});

it.for<[string, Said, true | undefined]>([
  ["is inactive, which can have other reasons", { active: false }, undefined],
  ["is inactive because the employment ended", { active: false, hasEnded: true }, true],
  ["is inactive and had a last day", { active: false, lastDay: "2026-06-10" }, true],
  [
    "is inactive and had a last day in an earlier employment",
    { active: false, hiredOn: "2026-05-01", lastDay: "2025-12-31" },
    undefined,
  ],
  ["has a last day in the future", { active: true, lastDay: "2026-06-30" }, true],
  ["has a last day and no other data", { lastDay: "2026-06-10" }, true],
  ["is employed and had a last day long ago", { active: true, lastDay: "2025-12-31" }, undefined],
  ["is known, without other data", {}, undefined],
])("a termination is confirmed only if the system's facts prove it: the worker %s", ([, said, confirmed]) => {
  expect(withFacts(event({ type: "worker.terminated" }), facts(said)).confirmed).toBe(confirmed);
});

it("a hire of a worker who is inactive is not marked as confirmed", () => {
  expect(withFacts(event({ type: "worker.hired" }), facts({ active: false }))).not.toHaveProperty(
    "confirmed",
  );
});

describe("a change that might have another type", () => {
  it.for<[string, Said, string]>([
    ["stays a change for a current employee", { active: true, hiredOn: HIRED_LONG_AGO }, "worker.changed"],
    [
      "becomes a termination for an inactive worker",
      { active: false, hiredOn: HIRED_LONG_AGO },
      "worker.terminated",
    ],
    [
      "becomes a termination for a worker with a last day in the future",
      { active: true, hiredOn: HIRED_LONG_AGO, lastDay: "2026-06-30" },
      "worker.terminated on 2026-06-30",
    ],
    [
      "stays a change for a current employee whose last day has passed",
      { active: true, hiredOn: HIRED_LONG_AGO, lastDay: "2025-12-31" },
      "worker.changed",
    ],
    [
      "becomes a hire if the first day is in the future",
      { hiredOn: "2026-07-01" },
      "worker.hired on 2026-07-01",
    ],
    [
      "becomes a hire for a worker who is inactive until the first day",
      { active: false, hiredOn: "2026-07-01" },
      "worker.hired on 2026-07-01",
    ],
    [
      "becomes a hire for a worker whose first and last days are both in the future",
      { active: true, hiredOn: "2026-07-01", lastDay: "2027-06-30" },
      "worker.hired on 2026-07-01",
    ],
    [
      "becomes a termination for a worker who never starts",
      { active: false, hiredOn: "2026-07-01", lastDay: "2026-07-01" },
      "worker.terminated on 2026-07-01",
    ],
    ["stays a change if the system has no data", {}, "worker.changed"],
  ])("%s", ([, said, expected]) => expect(findKind(CHANGE, said)).toBe(expected));

  it("can become only one of its possible types", () => {
    const mayReturn: WorkerChange = { type: "worker.changed", possibleTypes: ["worker.returned"] };
    expect(findKind(mayReturn, { active: true, hiredOn: "2026-07-01" })).toBe(
      "worker.returned on 2026-07-01",
    );
    expect(findKind(mayReturn, { active: false, lastDay: "2026-06-30" })).toBe("worker.changed");
    expect(findKind({ type: "worker.changed" }, { active: false })).toBe("worker.changed");
  });

  it("has no other possible types once its type is known", () => {
    expect(withFacts(event(CHANGE), facts({ active: true }))).not.toHaveProperty("possibleTypes");
  });

  it("is resolved by today's date if the event has no time", () => {
    const { type } = withFacts(
      workerEvent("bamboohr", "118", CHANGE),
      facts({ active: true, lastDay: "2999-12-31" }),
    );
    expect(type).toBe("worker.terminated");
  });
});

describe("a hire", () => {
  it.for<[string, Said, string]>([
    ["has the first day", { active: true, hiredOn: "2026-07-01" }, "worker.hired on 2026-07-01"],
    ["has no day if the first day is unknown", { active: true }, "worker.hired"],
    [
      "becomes a change for a worker who never starts",
      { active: true, hiredOn: "2026-07-01", lastDay: "2026-07-01" },
      "worker.changed",
    ],
    [
      "becomes a change for a worker who has already left",
      { active: false, hiredOn: "2026-05-01", lastDay: "2026-06-10" },
      "worker.changed",
    ],
  ])("%s", ([, said, expected]) => expect(findKind({ type: "worker.hired" }, said)).toBe(expected));
});

it("a change that can't have another type keeps the day that its sender sent", () => {
  expect(
    findKind(
      { type: "worker.changed", effectiveOn: "2026-07-01" },
      { active: true, hiredOn: HIRED_LONG_AGO },
    ),
  ).toBe("worker.changed on 2026-07-01");
});

it("the system's data replaces the event's data, and the system's fields are added", () => {
  const heard = event({
    type: "worker.changed",
    changed: ["department"],
    worker: { email: "old@example.com", name: "Ada", fields: { a: "1", b: "1" } },
  });
  const { changed, subject, worker } = withFacts(heard, {
    worker: { email: "ada.marsh@example.com", fields: { b: "2", c: "2" } },
  });
  expect({ changed, subject, worker }).toEqual({
    changed: ["department"],
    subject: "bamboohr:118",
    worker: {
      system: "bamboohr",
      id: "118",
      email: "ada.marsh@example.com",
      name: "Ada",
      fields: { a: "1", b: "2", c: "2" },
    },
  });
});
