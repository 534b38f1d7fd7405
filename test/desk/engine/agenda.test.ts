/** The agenda gives the same results as a search through all runs. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Agenda, type AgendaEntry, replaceableBefore } from "../../../src/desk/engine/agenda.ts";
import { isUnderWay, RUN_STATE, RUN_STATES } from "../../../src/runs/states.ts";

const step = fc.record({
  what: fc.constantFrom("come", "come", "change", "change", "change", "forget", "take", "putBack", "wake"),
  which: fc.nat(50),
  automation: fc.constantFrom("a", "b"),
  subject: fc.constantFrom("s", "t", "u"),
  state: fc.constantFrom(...RUN_STATES),
  turn: fc.constantFrom(0 as const, 1 as const, 2 as const),
  dueAt: fc.option(fc.integer({ min: 1, max: 20 })),
  now: fc.integer({ min: 0, max: 25 }),
  each: fc.integer({ min: 1, max: 4 }),
});

/** Makes a run as a step leaves it: a run that has ended is not due. */
const makeEntry = (
  seq: number,
  {
    automation,
    subject,
    state,
    turn,
    dueAt,
  }: Pick<AgendaEntry, "automation" | "subject" | "state" | "turn" | "dueAt">,
): AgendaEntry => ({
  seq,
  id: `run_${seq}`,
  event: { seq, id: `evt_${seq}`, type: seq % 2 === 0 ? "even" : "odd", runs: 1 },
  automation,
  subject,
  state,
  turn,
  dueAt: RUN_STATE[state].over ? null : dueAt,
  over: RUN_STATE[state].over,
  sending: false,
  paused: false,
  failing: null,
  written: seq,
  delivered: 0,
});

it("the agenda rejects a due time that is not a number, because it can't be ordered", () => {
  const agenda = new Agenda();
  const entry = { automation: "a", subject: "s", state: "scheduled", turn: 0, dueAt: 1 } as const;
  agenda.set(makeEntry(1, entry));
  expect(() => agenda.set(makeEntry(2, { ...entry, dueAt: Number.NaN }))).toThrow(
    "the due time of run_2 is not a number",
  );
  expect(agenda.nextDue()).toBe(1);
});

/** Returns the same results by searching through all runs. */
function naive(runs: readonly AgendaEntry[], taken: ReadonlySet<string>) {
  const isFirst = (one: AgendaEntry) =>
    !isUnderWay(one.state) ||
    runs.every(
      (other) =>
        other.automation !== one.automation ||
        other.subject !== one.subject ||
        other.seq >= one.seq ||
        !isUnderWay(other.state),
    );
  const open = runs.filter((one) => one.dueAt !== null && isFirst(one) && !taken.has(one.id));
  const inOrder = (one: AgendaEntry, other: AgendaEntry) =>
    one.turn - other.turn || Number(one.dueAt) - Number(other.dueAt) || one.seq - other.seq;
  return {
    isFirst,
    nextDue: open.length > 0 ? Math.min(...open.map(({ dueAt }) => Number(dueAt))) : null,
    turns(now: number, each: number): AgendaEntry[] {
      const counts = new Map<string, number>();
      return open
        .filter(({ dueAt }) => Number(dueAt) <= now)
        .sort(inOrder)
        .filter(({ automation, turn }) => {
          const kind = `${automation} ${turn}`;
          counts.set(kind, (counts.get(kind) ?? 0) + 1);
          return (counts.get(kind) ?? 0) <= each;
        });
    },
  };
}

it("the agenda matches a search through all runs after any additions, changes and deletions", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let agenda = new Agenda();
      let runs: AgendaEntry[] = [];
      const taken = new Set<string>();
      for (const [n, one] of steps.entries()) {
        const which = runs[one.which % Math.max(1, runs.length)];
        if (one.what === "come" || !which) {
          const entry = makeEntry(n + 1, one);
          runs.push(entry);
          agenda.set(entry);
        } else if (one.what === "change") {
          const { automation, subject } = which;
          const entry = makeEntry(which.seq, { ...one, automation, subject });
          runs = runs.map((run) => (run === which ? entry : run));
          agenda.set(entry);
        } else if (one.what === "take") {
          taken.add(which.id);
          agenda.setTaken(which.id, true);
        } else if (one.what === "putBack") {
          taken.delete(which.id);
          agenda.setTaken(which.id, false);
        } else if (one.what === "wake") {
          agenda = new Agenda(agenda, runs);
        } else {
          runs = runs.filter((run) => run !== which);
          agenda.delete(which.id);
        }
        const expected = naive(runs, taken);
        expect(agenda.turns(one.now, () => one.each)).toEqual(expected.turns(one.now, one.each));
        expect(agenda.nextDue()).toBe(expected.nextDue);
        expect(Array.from(agenda.entries())).toEqual(runs);
        for (const run of runs) expect(agenda.isFirstInLine(run.id)).toBe(expected.isFirst(run));
        expect(agenda.line(one.automation, one.subject)).toEqual(
          runs.filter(({ automation, subject }) => automation === one.automation && subject === one.subject),
        );
        expect(agenda.of(one.subject).sort((a, b) => a.seq - b.seq)).toEqual(
          runs.filter(({ subject }) => subject === one.subject),
        );
        expect(agenda.load(one.now)).toEqual({
          waiting: runs.filter(({ over, dueAt }) => !over && (dueAt === null || dueAt > one.now)).length,
          due: runs.filter(({ over, dueAt }) => !over && dueAt !== null && dueAt <= one.now).length,
        });
      }
    }),
    { numRuns: 300 },
  );
});

it("a run replaces earlier waiting runs, except runs that take effect before its own day", () => {
  const base = { automation: "a", subject: "s", state: "scheduled", turn: 0, dueAt: 5 } as const;
  const [earlier, before, waiting, own, later] = [
    makeEntry(2, { ...base, dueAt: 10 }),
    makeEntry(4, { ...base, dueAt: 5 }),
    makeEntry(5, { ...base, state: "awaiting_approval" }),
    makeEntry(7, { ...base, dueAt: 7 }),
    makeEntry(9, { ...base, dueAt: 10 }),
  ];
  const line = [earlier, before, waiting, own, later];
  const readType = ({ event }: AgendaEntry) => event.type;
  expect(replaceableBefore(own, line, readType)).toEqual([earlier, waiting]);
  expect(replaceableBefore({ ...own, state: "awaiting_approval" }, line, readType)).toEqual([
    earlier,
    before,
    waiting,
  ]);
});
