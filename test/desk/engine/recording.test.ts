/** A row only loses its content if D1's error is about that row. */
import { beforeAll, describe, expect, it } from "vitest";
import { type HandoverRow, putOnRecord } from "../../../src/desk/engine/handover.ts";
import { readEvents } from "../../../src/ledger/events.ts";
import { record } from "../../../src/ledger/record.ts";
import { eventRow, LEDGER, migrateLedger } from "../../ledger/ledger.ts";
import { delivery } from "../../simulation/world.ts";
import { until } from "../../support/until.ts";
import { type DeskAtHand, deskWith } from "../at-desk.ts";

const rows = [1, 2, 3].map((n): HandoverRow => ({ kind: "event", row: eventRow(n), n, last: true }));

/** Records rows in a ledger that returns the given error for each batch with the second row. */
async function recorded(said: string) {
  const kept: HandoverRow[] = [];
  const put = putOnRecord(rows, async (some) => {
    if (some.includes(rows[1] as HandoverRow)) throw new Error(said);
    kept.push(...some);
  });
  const thrown = await put.then(() => null, String);
  return { kept, thrown };
}

/** Makes a desk retry its recording after the wait. @returns true if everything is recorded */
async function tried(at: DeskAtHand): Promise<boolean> {
  at.now += 10_000;
  await at.work();
  return at.desk.health().unrecordedSince === null;
}

describe("a row", () => {
  it.each([
    "D1_ERROR: Exceeded maximum DB size",
    "D1_ERROR: database or disk is full: SQLITE_FULL",
    "D1_ERROR: D1 DB exceeded its CPU time limit and was reset",
    "D1_ERROR: D1 DB exceeded its memory limit and was reset",
    "D1_ERROR: out of memory: SQLITE_NOMEM",
    "D1_ERROR: disk I/O error: SQLITE_IOERR",
    "D1_ERROR: database is locked: SQLITE_BUSY",
    "D1_ERROR: no such table: events: SQLITE_ERROR",
    "D1_ERROR: Network connection lost.",
    "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
    "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
    "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
    "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
    "D1_ERROR: audit entries never change: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_TRIGGER)",
    "D1_ERROR: something nobody has heard of",
    "internal error; reference = abc",
  ])("keeps its content and waits if D1 reports: %s", async (said) => {
    const { kept, thrown } = await recorded(said);
    expect(thrown).toBe(`Error: ${said}`);
    expect(kept.every((one) => rows.includes(one))).toBe(true);
  });

  it.each([
    "D1_ERROR: string or blob too big: SQLITE_TOOBIG",
    "D1_ERROR: malformed JSON: SQLITE_ERROR",
    "D1_ERROR: cannot store TEXT value in INTEGER column: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_DATATYPE)",
    "D1_ERROR: NOT NULL constraint failed: events.source: SQLITE_CONSTRAINT",
  ])("is the only row recorded without its content if D1 reports: %s", async (said) => {
    const { kept, thrown } = await recorded(said);
    expect(thrown).toBeNull();
    expect([kept[0], kept[2]]).toEqual([rows[0], rows[2]]);
    expect(kept[1]).toMatchObject({
      row: { event: null, payload: JSON.stringify({ omitted: `the ledger rejected it: Error: ${said}` }) },
    });
  });
});

describe("a D1 that is nearly full and accepts only small rows", () => {
  beforeAll(() => migrateLedger());

  it("receives all rows complete once it has room", async () => {
    const large = "x".repeat(5_000);
    // SQLite's error is about the sum, not about a row.
    await LEDGER.prepare(
      `CREATE TRIGGER nearly_full BEFORE INSERT ON events WHEN length(NEW.payload) > 2000
       BEGIN SELECT abs(-9223372036854775807 - 1); END`,
    ).run();
    await expect(record(LEDGER, [eventRow(9, { payload: JSON.stringify(large) })], [])).rejects.toThrow(
      "D1_ERROR: integer overflow: SQLITE_ERROR",
    );
    await deskWith({ record: (...all) => record(LEDGER, ...all) }, async (at) => {
      const ids: string[] = [];
      for (const key of ["T-1", "T-2", "T-3"])
        ids.push((await at.deliver({ ...delivery(key), payload: JSON.stringify(large) })).eventId);
      await tried(at);
      expect(await readEvents(LEDGER, ids)).toEqual([]);
      await LEDGER.prepare("DROP TRIGGER nearly_full").run();
      await until("the record to be whole", () => tried(at));
      const events = await readEvents(LEDGER, ids);
      expect(events.map(({ payload }) => payload)).toEqual([large, large, large]);
    });
  });
});

it("a batch that is too large for D1 is split, and all rows are recorded complete", async () => {
  let failed = 0;
  const refuses = ({ length }: readonly unknown[]) => {
    if (length <= 3) return;
    failed++;
    throw new Error("D1_ERROR: D1 DB exceeded its memory limit and was reset");
  };
  await deskWith({ refuses }, async (at) => {
    const sent: string[] = [];
    for (let n = 0; n < 40; n++) sent.push((await at.deliver(`T-${n}`)).eventId);
    await until("the record to be whole", () => tried(at));
    const whole = [...at.events.values()].filter(({ event }) => event !== null);
    expect(whole.map(({ id }) => id)).toEqual(sent);
    expect(failed).toBeLessThan(20);
  });
});
