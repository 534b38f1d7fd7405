import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  listRows,
  listSegments,
  listTicks,
  placeSegments,
  type TimelineEntry,
} from "../../src/console/components/run-picture.tsx";
import { newRun, type Run } from "../../src/desk/run/run.ts";
import { RUN_STATES } from "../../src/ledger/states.ts";

const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000];
const START = Date.UTC(2026, 10, 24, 9);
const NORA = "nora.field@example.com";
const CREATE = { effect: 0, operation: "createConnectorOwner" };

const makeRun = (change: Partial<Run>): Run => ({
  ...newRun(
    { id: "run_1", eventId: "evt_1", automation: "leaver", subject: "jira:IAM-1", mode: "live" },
    START,
  ),
  dueAt: null,
  ...change,
});
/** An entry so many milliseconds after the receipt. */
const entry = (after: number, type: string, detail: object, actor = "reeve"): TimelineEntry => ({
  at: START + after,
  type,
  actor,
  detail: { ...detail },
});
const PLANNED = entry(99, "plan.made", { state: "acting" });
const TO_APPROVE = entry(99, "plan.made", {
  state: "awaiting_approval",
  approvers: ["an owner of GitHub MCP"],
});

/** The rows of a run as its picture has them, each as `title: words`. */
function rows(run: Partial<Run>, trail: readonly TimelineEntry[], now: number): string[] {
  const last = trail.at(-1)?.at ?? START;
  const segments = placeSegments(
    listSegments(makeRun({ updatedAt: last, ...run }), trail, true, START + now),
  );
  return listRows(segments).map(({ title, words }) => `${title}: ${words}`);
}

describe("a run says of each stretch what it was", () => {
  it("waits for the approver, call, and reply", () => {
    const trail = [
      TO_APPROVE,
      entry(24_099, "approval.granted", { state: "planning", stage: "an owner of GitHub MCP" }, NORA),
      entry(24_200, "plan.made", { state: "acting" }),
      entry(24_205, "effect.sending", { ...CREATE, state: "acting" }),
      entry(24_545, "effect.applied", { ...CREATE, state: "done" }),
      entry(25_545, "reply.sent", { to: "jira", state: "done" }),
    ];
    expect(rows({ state: "done" }, trail, DAY)).toEqual([
      "Plan: planned in 99 ms",
      `Approval: waited 24 s for ${NORA} (an owner of GitHub MCP): approved`,
      "Plan: planned in 101 ms",
      "createConnectorOwner: accepted after 340 ms",
      "Reply to Jira: sent after 1.0 s",
    ]);
  });

  it("tries of a call, and the next one", () => {
    const trail = [
      PLANNED,
      entry(100, "effect.sending", { ...CREATE, state: "acting" }),
      entry(10_100, "effect.failed", { ...CREATE, state: "acting" }),
      entry(12_100, "effect.sending", { ...CREATE, state: "acting" }),
      entry(22_100, "effect.failed", { ...CREATE, state: "acting" }),
    ];
    const run = { state: "acting", failures: 2, dueAt: START + 37_100 } as const;
    const [, call] = rows(run, trail, 23_100);
    expect(call).toBe("createConnectorOwner: 2 tries in 23 s; next try in 14 s");
  });

  it.for([
    [
      "held",
      { hold: { budget: "deletes an hour", limit: 1, used: 1, windowMinutes: 60 } },
      "Budget: has waited 2 h for the budget “deletes an hour”",
    ],
    ["acting", { paused: "all is paused" }, "Pause: has waited 2 h for the pause to end"],
    ["scheduled", { scheduledFor: "30 Nov 2026" }, "Its time: has waited 2 h for 30 Nov 2026"],
    ["needs_review", {}, "Review: has waited 2 h for an operator"],
    ["awaiting_task", {}, "Task: has waited 2 h for an operator"],
    ["awaiting_confirmation", {}, "Confirmation: has waited 2 h for the requester"],
    ["awaiting_approval", {}, "Approval: has waited 2 h for somebody with the role approver"],
  ] as const)("a run that is %s, by what it waits for now", ([state, change, words]) => {
    const trail = [entry(99, "plan.made", { state })];
    expect(rows({ state, ...change }, trail, 2 * HOUR + 99).at(-1)).toBe(words);
  });

  it.for([
    ["expired", entry(DAY, "approval.expired", { state: "expired" }), "nobody decided in time"],
    ["cancelled", entry(DAY, "run.cancelled", { state: "cancelled" }, NORA), `cancelled by ${NORA}`],
    ["cancelled", entry(DAY, "run.replaced", { state: "cancelled" }), "replaced by a newer plan"],
  ] as const)("a wait that ended with %s, by its end", ([state, end, words]) => {
    expect(rows({ state }, [TO_APPROVE, end], 2 * DAY)).toEqual([
      "Plan: planned in 99 ms",
      `Approval: waited 24 h for an owner of GitHub MCP: ${words}`,
    ]);
  });

  it("nothing to do, and entries that are not there", () => {
    expect(rows({ state: "ignored" }, [entry(12, "event.ignored", { state: "ignored" })], DAY)).toEqual([
      "Plan: nothing to do, after 12 ms",
    ]);
    expect(rows({ state: "done", updatedAt: START + SECOND }, [], DAY)).toEqual([
      "Earlier: the entries of this time are not shown",
    ]);
  });

  it("a look for the effect after the last call, which no entry is about", () => {
    const sent = [entry(100, "effect.sending", { ...CREATE, state: "acting" })];
    const trail = [PLANNED, ...sent, entry(400, "effect.applied", { ...CREATE, state: "acting" })];
    const call = { operation: "deleteMcpTool", state: "applied", attempts: 1 } as const;
    const seen = { ...call, shows: { is: "seen", at: START + 700 } } as const;
    const done = { state: "done", updatedAt: START + 700, journal: [seen] } as const;
    expect(rows(done, trail, DAY).at(-1)).toBe("Look at the effect: for 300 ms");
    const looking = { state: "acting", journal: [call] } as const;
    expect(rows(looking, trail, 600).at(-1)).toBe("Look at the effect: under way for 200 ms");
  });

  it("many calls by their operations, with how many failed", () => {
    const trail = Array.from({ length: 40 }, (_, n) => [
      entry(100 + 100 * n, "effect.sending", { ...CREATE, effect: n, state: "acting" }),
      entry(150 + 100 * n, n === 39 ? "effect.refused" : "effect.applied", {
        ...CREATE,
        effect: n,
        state: n === 39 ? "failed" : "acting",
      }),
    ]).flat();
    expect(rows({ state: "failed" }, [PLANNED, ...trail], DAY)).toEqual([
      "Plan: planned in 99 ms",
      "createConnectorOwner: 40 calls in 4.0 s, 1 failed",
    ]);
  });
});

/** Any trail: also of types and states that no run has one after the other. */
const ANY_TRAIL = fc.array(
  fc.record({
    gap: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: -SECOND, max: 9 * DAY })),
    type: fc.constantFrom(
      ...[
        "plan.made",
        "plan.delayed",
        "plan.failed",
        "approval.granted",
        "approval.reminded",
        "effect.sending",
      ],
      ...[
        "effect.failed",
        "effect.applied",
        "run.held",
        "run.paused",
        "run.retried",
        "reply.sent",
        "of no known type",
      ],
    ),
    actor: fc.constantFrom("reeve", NORA, `per_${"a".repeat(32)}`),
    state: fc.constantFrom(...RUN_STATES, undefined, "of no known state"),
    effect: fc.option(fc.nat(60), { nil: undefined }),
  }),
  { maxLength: 120 },
);

it("any trail becomes segments in order, without gap or overlap, from receipt to end, and rows in words", () => {
  fc.assert(
    fc.property(ANY_TRAIL, fc.constantFrom(...RUN_STATES), fc.boolean(), (list, state, isWhole) => {
      let after = 0;
      const trail = list.map(({ gap, type, actor, ...detail }) => {
        after += gap;
        return entry(after, type, detail, actor);
      });
      const run = makeRun({ state, updatedAt: Math.max(START, trail.at(-1)?.at ?? 0) });
      const now = START + 100 * DAY;
      const segments = placeSegments(listSegments(run, trail, isWhole, now));
      expect(segments[0]?.from).toBe(START);
      for (const [n, { from, to, x, width, words, title }] of segments.entries()) {
        const next = segments[n + 1];
        expect(to).toBeGreaterThanOrEqual(from);
        expect(width).toBeGreaterThan(0);
        expect(words.trim() && title.trim()).not.toBe("");
        if (next) expect([to, x + width]).toEqual([next.from, next.x]);
      }
      const last = segments.at(-1);
      expect(last?.to).toBeGreaterThanOrEqual(trail.at(-1)?.at ?? START);
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(100);
      const shown = listRows(segments);
      expect(shown.flatMap((row) => row.segments)).toEqual(segments);
      for (const { title, words } of shown) expect(title.trim() && words.trim()).not.toBe("");
    }),
  );
});

it("days of waiting leave room for seconds of calls, and a longer wait is drawn longer", () => {
  const trail = [
    entry(500, "plan.made", { state: "awaiting_approval" }),
    entry(6 * DAY, "approval.granted", { state: "acting" }, NORA),
    entry(6 * DAY + 500, "run.held", { state: "held" }),
    entry(6 * DAY + 2 * HOUR, "run.resumed", { state: "acting" }, NORA),
    entry(6 * DAY + 2 * HOUR + 5, "effect.sending", { ...CREATE, state: "acting" }),
    entry(6 * DAY + 2 * HOUR + 905, "effect.applied", { ...CREATE, state: "done" }),
  ];
  const run = makeRun({ state: "done", updatedAt: trail.at(-1)?.at ?? START });
  const placed = placeSegments(listSegments(run, trail, true, START));
  const [approval, budget] = placed.filter(({ is }) => is === "wait");
  expect([approval?.isCut, budget?.isCut]).toEqual([true, true]);
  expect(approval?.width).toBeGreaterThan(budget?.width ?? 100);
  const calls = placed.filter(({ is }) => is === "call").reduce((sum, { width }) => sum + width, 0);
  expect(calls).toBeGreaterThan(10);
});

it("the axis names its ends, and no two moments side by side", () => {
  const trail = Array.from({ length: 40 }, (_, n) =>
    entry(SECOND * (n + 1), "plan.delayed", { state: "planning" }),
  );
  const run = makeRun({ state: "failed", updatedAt: START + 40 * SECOND });
  const ticks = listTicks(placeSegments(listSegments(run, trail, true, START)), 30);
  expect(ticks[0]).toEqual({ x: 0, at: START });
  expect(ticks.at(-1)).toEqual({ x: 100, at: START + 40 * SECOND });
  for (const [n, { x }] of ticks.entries()) expect((ticks[n + 1]?.x ?? 130) - x).toBeGreaterThanOrEqual(30);
});
