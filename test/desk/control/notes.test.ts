import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { ControlNotes } from "../../../src/desk/control/notes.ts";
import type { Check } from "../../../src/systems/system.ts";
import { CONTROL } from "../bindings.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let databases = 0;

/** A test over a fresh database, with time as it says. */
const withNotes = (test: (notes: ControlNotes, sql: SqlStorage) => void) =>
  runInDurableObject(CONTROL.getByName(`notes-${++databases}`), (_, { storage }) =>
    test(new ControlNotes(storage.sql), storage.sql),
  );

describe("what Control keeps for others", () => {
  it("knows how far the schedules are, and goes back only from where a clock that was ahead has put it", () =>
    withNotes((notes) => {
      expect(notes.scheduledUntil()).toBeNull();
      for (const at of [5, 9, 7]) notes.setScheduledUntil(at);
      expect(notes.scheduledUntil()).toBe(9);
      notes.setScheduledUntil(6 * MINUTE);
      notes.setScheduledUntil(MINUTE);
      expect(notes.scheduledUntil()).toBe(6 * MINUTE);
      notes.setScheduledUntil(MINUTE - 1);
      expect(notes.scheduledUntil()).toBe(MINUTE - 1);
    }));

  it("gives back what a sender sent last, within an hour", () =>
    withNotes((notes) => {
      notes.keepHandshake({ source: "graph", value: "first", at: 0 });
      notes.keepHandshake({ source: "graph", value: "second", at: MINUTE });
      expect(notes.handshakes(61 * MINUTE)).toEqual([{ source: "graph", value: "second", at: MINUTE }]);
      expect(notes.handshakes(61 * MINUTE + 1)).toEqual([]);
    }));

  it("counts refused deliveries by hour, and forgets them after a week", () =>
    withNotes((notes, sql) => {
      const refused = (n: number, lastAt: number, check: Check = "signature_mismatch", hours = {}) => ({
        source: "jira",
        check,
        n,
        lastAt,
        hours,
      });
      notes.countRefusals([refused(2, 5), refused(1, 4, "signature_missing")], 10);
      notes.countRefusals([refused(3, 70 * MINUTE)], 70 * MINUTE);
      expect(notes.refusals(70 * MINUTE)).toEqual([
        refused(5, 70 * MINUTE, "signature_mismatch", { 0: 2, 1: 3 }),
        refused(1, 4, "signature_missing", { 0: 1 }),
      ]);
      expect(notes.refusals(7 * DAY + 30 * MINUTE)).toEqual([
        refused(3, 70 * MINUTE, "signature_mismatch", { 1: 3 }),
      ]);
      notes.countRefusals([], 8 * DAY);
      expect(sql.exec("SELECT 1 FROM refusals").toArray()).toEqual([]);
    }));

  it("makes the key of forms once", () =>
    withNotes((notes) => {
      const key = notes.formKey();
      expect(key).toHaveLength(32);
      expect(new Set(key).size).toBeGreaterThan(8);
      expect(notes.formKey()).toEqual(key);
    }));
});
