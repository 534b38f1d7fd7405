/**
 * Checks that the data in a desk's memory equals the data that it would load if it woke now, after any write,
 * recording, message or failure.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { listMessages, makeRows } from "../../src/desk/engine/handover.ts";
import { DeskStore, type StepOutput } from "../../src/desk/engine/store.ts";
import { makeRunMessage } from "../../src/runs/message.ts";
import { newRun, type Run } from "../../src/runs/run.ts";
import { RUN_STATES } from "../../src/runs/states.ts";
import type { TicketEvent } from "../../src/systems/event.ts";
import { Disk } from "./disk.ts";

const NOW = Date.UTC(2026, 10, 2, 8);
/** More than the number of any rows. */
const ALL = 10_000;
/** A time at which every run is old enough to be recorded. */
const LATER = NOW + 60_000;

const step = fc.record({
  what: fc.constantFrom("come", "come", "step", "step", "step", "step", "note", "record", "tell", "fail"),
  which: fc.nat(20),
  runs: fc.integer({ min: 0, max: 2 }),
  subject: fc.constantFrom("s", "t"),
  state: fc.constantFrom(...RUN_STATES),
  sameVersion: fc.boolean(),
  audit: fc.nat(2),
  changes: fc.nat(2),
  messages: fc.nat(2),
  /** Length of each audit entry: large ones are stored separately. */
  size: fc.constantFrom(10, 10, 10, 30_000, 300_000),
  share: fc.nat(100),
});

const event: TicketEvent = {
  type: "ticket.created",
  subject: "s",
  ticket: { system: "jira", id: "1", key: "T-1", title: "", fields: {} },
};

function leftBy(
  run: Run,
  { audit, changes, messages, size }: { audit: number; changes: number; messages: number; size: number },
): StepOutput {
  const detail = { text: "x".repeat(size) };
  const entry = { at: NOW, type: "plan.made", runId: run.id, eventId: run.eventId, actor: "reeve", detail };
  return {
    audit: Array(audit).fill(entry),
    inventory: Array(changes).fill({ kind: "tool", key: run.id, data: null, by: { run: run.id }, at: NOW }),
    messages: Array(messages).fill(makeRunMessage("state", run, { event, source: "jira" }, {})),
    ...(changes > 0 && { details: { [changes]: { text: "y".repeat(size) } } }),
  };
}

/** Returns all data not yet sent elsewhere, and all data about runs. */
function contents(store: DeskStore) {
  return {
    // The time of the next check and the mark of sent messages are only in memory.
    entries: Array.from(store.agenda.entries(), ({ delivered: _, dueAt: __, ...entry }) => entry),
    runs: Array.from(store.agenda.entries(), ({ id }) => store.runWithEvent(id)),
    rows: makeRows(store, ALL, LATER).rows.map(({ n: _, ...row }) => row),
    delivered: listMessages(store, ALL).messages,
  };
}

it("a desk's memory equals its disk after any write, ledger batch, message or failure", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const disk = new Disk();
      const { database, transaction } = disk.mount(() => {});
      const store = new DeskStore({ database, transaction });
      let ids = 0;
      for (const one of steps) {
        const known = Array.from(store.agenda.entries(), ({ id }) => id);
        const run = store.run(known[one.which % Math.max(1, known.length)] ?? "");
        const write = () => {
          if (!run) return;
          const version = one.sameVersion ? run.version : run.version + 1;
          const after: Run = { ...run, state: one.state, version, dueAt: one.share };
          store.updateRun(after, leftBy(after, one));
        };
        if (one.what === "come") {
          const eventId = `evt_${++ids}`;
          const columns = {
            id: eventId,
            source: "sim",
            type: event.type,
            subject: one.subject,
            state: "taken",
          } as const;
          const runs = Array.from({ length: one.runs }, () =>
            newRun({ id: `run_${++ids}`, eventId, automation: "a", subject: one.subject, mode: "live" }, NOW),
          );
          store.transaction(() =>
            store.insertEvent(
              {
                ...columns,
                authentication: "signed",
                receivedAt: NOW,
                declined: [],
                detail: null,
                event: JSON.stringify(event),
                payload: "{}",
              },
              runs,
            ),
          );
        } else if (one.what === "step") store.transaction(write);
        else if (one.what === "note")
          store.note({ at: NOW, type: "pause.set", runId: null, eventId: null, actor: "ada", detail: {} });
        else if (one.what === "record") {
          const { rows } = makeRows(store, 1 + (one.share % 5), NOW);
          const whole = rows.findLast(({ last }) => last)?.n;
          const { audit } = store.marks;
          const seq = audit.seq + rows.filter(({ kind }) => kind === "audit").length;
          const end = seq > audit.seq ? { seq, hash: `after ${seq}` } : audit;
          if (whole !== undefined) store.advance({ recorded: whole, audit: end });
        } else if (one.what === "tell") {
          const { upTo } = listMessages(store, 1 + (one.share % 3));
          if (upTo > 0) store.advance({ delivered: upTo });
        } else
          expect(() =>
            store.transaction(() => {
              write();
              throw new Error("the disk will not");
            }),
          ).toThrow("the disk will not");

        const memory = contents(store);
        const woken = contents(new DeskStore({ database, transaction }));
        expect(woken.entries.map(({ event: of, ...entry }) => [entry, of.runs])).toEqual(
          memory.entries.map(({ event: of, ...entry }) => [entry, of.runs]),
        );
        expect(woken.runs).toEqual(memory.runs);
        expect(woken.rows).toEqual(memory.rows);
        // The last messages can be sent again, because they are sent at least once.
        expect(woken.delivered.slice(woken.delivered.length - memory.delivered.length)).toEqual(
          memory.delivered,
        );
        expect(new DeskStore({ database, transaction }).marks.audit).toEqual(store.marks.audit);
      }
      // Once everything is sent and recorded, only unfinished runs are left, even after the desk woke.
      const woken = new DeskStore({ database, transaction });
      woken.advance({ delivered: woken.pendingMessages.at(-1)?.n ?? woken.marks.delivered });
      woken.advance({ recorded: woken.pendingRecords.at(-1)?.n ?? woken.marks.recorded });
      expect(Array.from(woken.agenda.entries()).filter(({ over }) => over)).toEqual([]);
      expect([...disk.rows("SELECT 1 FROM runs WHERE entry->>'over'")]).toEqual([]);
      expect([...disk.rows("SELECT 1 FROM details")]).toEqual([]);
      disk.close();
    }),
    { numRuns: 150 },
  );
});

it("an ended run is removed even if the desk crashed before it stored the mark for the run's last message", () => {
  const disk = new Disk();
  const { database, transaction } = disk.mount(() => {});
  const store = new DeskStore({ database, transaction });
  const columns = { source: "sim", type: event.type, subject: "s", state: "taken" } as const;
  const row = {
    authentication: "signed",
    receivedAt: NOW,
    declined: [],
    detail: null,
    payload: "{}",
  } as const;
  const [one, other] = ["run_1", "run_2"].map((id) => {
    const run = newRun({ id, eventId: `evt_${id}`, automation: "a", subject: "s", mode: "live" }, NOW);
    store.insertEvent({ ...columns, ...row, id: run.eventId, event: JSON.stringify(event) }, [run]);
    return run;
  }) as [Run, Run];
  const recordAll = (of: DeskStore) =>
    of.advance({ recorded: of.pendingRecords.at(-1)?.n ?? of.marks.recorded });
  const nothing = { audit: 0, changes: 0, messages: 0, size: 0 };

  const asking: Run = { ...one, state: "awaiting_approval", version: one.version + 1 };
  store.updateRun(asking, leftBy(asking, { ...nothing, messages: 1 }));
  recordAll(store);
  // While an entry waits for the ledger, the mark of messages is only in memory.
  const acting: Run = { ...other, state: "acting", version: other.version + 1 };
  store.updateRun(acting, leftBy(acting, nothing));
  store.advance({ delivered: store.pendingMessages.at(-1)?.n ?? 0 });
  const done: Run = { ...asking, state: "done", version: asking.version + 1 };
  store.updateRun(done, leftBy(done, nothing));

  const woken = new DeskStore({ database, transaction });
  recordAll(woken);
  expect(Array.from(woken.agenda.entries(), ({ id }) => id)).toEqual(["run_2"]);
  expect([...disk.rows("SELECT 1 FROM events")]).toHaveLength(1);
  disk.close();
});
