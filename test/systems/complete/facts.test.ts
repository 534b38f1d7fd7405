import { describe, expect, it } from "vitest";
import { withFacts } from "../../../src/systems/api/complete.ts";
import { STATUS_CHANGES, type WorkerChange, workerEvent } from "../../../src/systems/reading/worker.ts";
import type { WorkerRecord } from "../../../src/systems/system.ts";

const occurredAt = "2026-06-15T08:00:00.000Z";
const event = (news: WorkerChange) => workerEvent("bamboohr", "118", { occurredAt, ...news });
/** What a system says of somebody: their employment, with the last day. */
interface Said extends Omit<WorkerRecord, "worker"> {
  readonly lastDay?: string;
}
const facts = ({ lastDay, ...said }: Said): WorkerRecord => ({ ...said, worker: lastDay ? { lastDay } : {} });
const findKind = (news: WorkerChange, said: Said) => {
  const { type, effectiveOn, worker } = withFacts(event(news), facts(said));
  const day = type === "worker.terminated" ? worker.lastDay : effectiveOn;
  return day ? `${type} on ${day}` : type;
};
/** A change of which its sender says nothing else. */
const CHANGE: WorkerChange = { type: "worker.changed", mayBe: STATUS_CHANGES };
const HIRED_LONG_AGO = "2024-03-01";

describe("a termination", () => {
  const terminated: WorkerChange = { type: "worker.terminated", effectiveOn: "2026-06-30" };
  it.for<[string, Said, string]>([
    ["stands", { active: false, lastDay: "2026-06-30" }, "worker.terminated on 2026-06-30"],
    ["stands where the system says nothing of it", {}, "worker.terminated on 2026-06-30"],
    ["stands before its day", { active: true, lastDay: "2026-06-30" }, "worker.terminated on 2026-06-30"],
    ["moves with its day", { active: true, lastDay: "2026-07-15" }, "worker.terminated on 2026-07-15"],
    ["that was taken back is a change", { active: true }, "worker.changed"],
    [
      "of an employment before this one is a change",
      { active: true, hiredOn: "2026-05-01", lastDay: "2025-12-31" },
      "worker.changed",
    ],
  ])("%s", ([, said, expected]) => expect(findKind(terminated, said)).toBe(expected));
});

it.for<[string, Said, true | undefined]>([
  ["is inactive, which may have other reasons", { active: false }, undefined],
  ["is inactive as the employment ended", { active: false, hasEnded: true }, true],
  ["is inactive and had a last day", { active: false, lastDay: "2026-06-10" }, true],
  [
    "is inactive and had a last day in an earlier employment",
    { active: false, hiredOn: "2026-05-01", lastDay: "2025-12-31" },
    undefined,
  ],
  ["has a last day ahead", { active: true, lastDay: "2026-06-30" }, true],
  ["has a last day, and nothing else is said", { lastDay: "2026-06-10" }, true],
  ["works here and had a last day long ago", { active: true, lastDay: "2025-12-31" }, undefined],
  ["is known, and nothing else is said", {}, undefined],
])("a termination is confirmed by a system where the worker %s", ([, said, confirmed]) => {
  expect(withFacts(event({ type: "worker.terminated" }), facts(said)).confirmed).toBe(confirmed);
});

it("nothing but a termination is confirmed", () => {
  expect(withFacts(event({ type: "worker.hired" }), facts({ active: false }))).not.toHaveProperty(
    "confirmed",
  );
});

describe("a change that may be more", () => {
  it.for<[string, Said, string]>([
    ["is none of somebody who works here", { active: true, hiredOn: HIRED_LONG_AGO }, "worker.changed"],
    [
      "is a termination of somebody inactive",
      { active: false, hiredOn: HIRED_LONG_AGO },
      "worker.terminated",
    ],
    [
      "is a termination of somebody with a last day ahead",
      { active: true, hiredOn: HIRED_LONG_AGO, lastDay: "2026-06-30" },
      "worker.terminated on 2026-06-30",
    ],
    [
      "is none where the last day has passed and they work here",
      { active: true, hiredOn: HIRED_LONG_AGO, lastDay: "2025-12-31" },
      "worker.changed",
    ],
    ["is a hire where the first day is ahead", { hiredOn: "2026-07-01" }, "worker.hired on 2026-07-01"],
    [
      "is a hire of somebody who is inactive until then",
      { active: false, hiredOn: "2026-07-01" },
      "worker.hired on 2026-07-01",
    ],
    [
      "is a hire for a time",
      { active: true, hiredOn: "2026-07-01", lastDay: "2027-06-30" },
      "worker.hired on 2026-07-01",
    ],
    [
      "is no hire of somebody who never begins",
      { active: false, hiredOn: "2026-07-01", lastDay: "2026-07-01" },
      "worker.terminated on 2026-07-01",
    ],
    ["says nothing where the system does", {}, "worker.changed"],
  ])("%s", ([, said, expected]) => expect(findKind(CHANGE, said)).toBe(expected));

  it("is only what it may be", () => {
    const mayReturn: WorkerChange = { type: "worker.changed", mayBe: ["worker.returned"] };
    expect(findKind(mayReturn, { active: true, hiredOn: "2026-07-01" })).toBe(
      "worker.returned on 2026-07-01",
    );
    expect(findKind(mayReturn, { active: false, lastDay: "2026-06-30" })).toBe("worker.changed");
    expect(findKind({ type: "worker.changed" }, { active: false })).toBe("worker.changed");
  });

  it("is settled", () => {
    expect(withFacts(event(CHANGE), facts({ active: true }))).not.toHaveProperty("mayBe");
  });

  it("goes by today where it has no time", () => {
    const { type } = withFacts(
      workerEvent("bamboohr", "118", CHANGE),
      facts({ active: true, lastDay: "2999-12-31" }),
    );
    expect(type).toBe("worker.terminated");
  });
});

describe("a hire", () => {
  it.for<[string, Said, string]>([
    ["waits for its day", { active: true, hiredOn: "2026-07-01" }, "worker.hired on 2026-07-01"],
    ["has no day where none is known", { active: true }, "worker.hired"],
    [
      "of somebody who has left since is a change",
      { active: false, hiredOn: "2026-05-01", lastDay: "2026-06-10" },
      "worker.changed",
    ],
  ])("%s", ([, said, expected]) => expect(findKind({ type: "worker.hired" }, said)).toBe(expected));
});

it("a plain change keeps the day that its sender named", () => {
  expect(
    findKind(
      { type: "worker.changed", effectiveOn: "2026-07-01" },
      { active: true, hiredOn: HIRED_LONG_AGO },
    ),
  ).toBe("worker.changed on 2026-07-01");
});

it("what the system says replaces what the event knows, and adds to its fields", () => {
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
