import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { ControlNotes } from "../../../src/desk/control/notes.ts";
import type { Check } from "../../../src/systems/system.ts";
import { CONTROL } from "../bindings.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let databases = 0;

/** Runs a test with a fresh database; the test sets the time. */
const withNotes = (test: (notes: ControlNotes, sql: SqlStorage) => void) =>
  runInDurableObject(CONTROL.getByName(`notes-${++databases}`), (_, { storage }) =>
    test(new ControlNotes(storage.sql), storage.sql),
  );

describe("Control's notes", () => {
  it("store the time up to which schedules have run, and move that time back only if a clock was ahead", () =>
    withNotes((notes) => {
      expect(notes.mark("scheduled")).toBeNull();
      for (const at of [5, 9, 7]) notes.setScheduledUntil(at);
      expect(notes.mark("scheduled")).toBe(9);
      notes.setScheduledUntil(6 * MINUTE);
      notes.setScheduledUntil(MINUTE);
      expect(notes.mark("scheduled")).toBe(6 * MINUTE);
      notes.setScheduledUntil(MINUTE - 1);
      expect(notes.mark("scheduled")).toBe(MINUTE - 1);
    }));

  it("return the latest handshake value of a sender for one hour", () =>
    withNotes((notes) => {
      notes.keepHandshake({ source: "graph", value: "first", at: 0 });
      notes.keepHandshake({ source: "graph", value: "second", at: MINUTE });
      expect(notes.handshakes(61 * MINUTE)).toEqual([{ source: "graph", value: "second", at: MINUTE }]);
      expect(notes.handshakes(61 * MINUTE + 1)).toEqual([]);
    }));

  it("count rejected deliveries by hour, and delete the counts after a week", () =>
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

  it("create the form key once", () =>
    withNotes((notes) => {
      const key = notes.formKey();
      expect(key).toHaveLength(32);
      expect(new Set(key).size).toBeGreaterThan(8);
      expect(notes.formKey()).toEqual(key);
    }));
});
