import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { record } from "../../src/ledger/record.ts";
import { retain } from "../../src/ledger/retention.ts";
import { auditEntry, eventId, eventRow, LEDGER, migrateLedger, runId, runRow } from "./ledger.ts";

const ids = async (table: string) => {
  const { results } = await LEDGER.prepare(`SELECT id FROM ${table} ORDER BY id`).all<{ id: string }>();
  return results.map(({ id }) => id);
};
const count = (table: string) => LEDGER.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");

beforeAll(() => migrateLedger());
beforeEach(() => LEDGER.batch(["events", "runs"].map((table) => LEDGER.prepare(`DELETE FROM ${table}`))));

describe("retention", () => {
  it("deletes old events and old finished runs with their search words, but no audit entries", async () => {
    const audit = await chain(FIRST_PREVIOUS, [auditEntry(1), auditEntry(2)]);
    await record(LEDGER, [eventRow(1), eventRow(2), eventRow(50)], [runRow(1), runRow(2), runRow(50)], audit);
    expect(await retain(LEDGER, 50)).toEqual({ runs: 2, events: 2, more: false });
    expect(await ids("events")).toEqual([eventId(50)]);
    expect(await ids("runs")).toEqual([runId(50)]);
    expect(await ids("search")).toEqual([eventId(50), runId(50)]);
    expect(await count("audit")).toBe(2);
    const found = LEDGER.prepare(
      'SELECT count(*) AS n FROM search WHERE search MATCH \'"person" OR "ticket"\'',
    );
    expect(await found.first("n")).toBe(2);
  });

  it.for(["planning", "acting", "awaiting_approval", "held", "needs_review", "of_a_later_version"])(
    "keeps a run in the state %s, together with its event",
    async (state) => {
      await record(LEDGER, [eventRow(1)], [runRow(1, { state }), runRow(2, { eventId: eventId(1) })]);
      expect(await retain(LEDGER, 50)).toEqual({ runs: 1, events: 0, more: false });
      expect(await ids("runs")).toEqual([runId(1)]);
      expect(await ids("events")).toEqual([eventId(1)]);
    },
  );

  it("measures a run's age from its last update", async () => {
    await record(LEDGER, [eventRow(1)], [runRow(1, { updatedAt: 60 })]);
    expect(await retain(LEDGER, 50)).toEqual({ runs: 0, events: 0, more: false });
    expect(await retain(LEDGER, 61)).toEqual({ runs: 1, events: 1, more: false });
  });

  it("deletes at most 4,000 runs in a step, and reports whether more can be deleted", async () => {
    const numbers = Array.from({ length: 4_500 }, (_, i) => i + 1);
    const kept = runRow(9_999, { createdAt: 0, updatedAt: 0, state: "held", eventId: eventId(1) });
    for (let i = 0; i < numbers.length; i += 500) {
      const part = numbers.slice(i, i + 500);
      await record(
        LEDGER,
        part.map((n) => eventRow(n)),
        part.map((n) => runRow(n)),
      );
    }
    await record(LEDGER, [], [kept]);
    expect(await retain(LEDGER, 10_000)).toMatchObject({ runs: 4_000, more: true });
    expect(await retain(LEDGER, 10_000)).toMatchObject({ runs: 500, more: false });
    expect(await ids("runs")).toEqual([kept.id]);
    expect(await ids("events")).toEqual([eventId(1)]);
  });
});
