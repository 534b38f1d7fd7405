import { beforeAll, describe, expect, it } from "vitest";
import { auditLine, chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { record } from "../../src/ledger/record.ts";
import { auditEntry, eventRow, LEDGER, migrateLedger, runRow } from "./ledger.ts";

const find = async (words: string) => {
  const { results } = await LEDGER.prepare(
    "SELECT id FROM search JOIN searchable ON n = search.rowid WHERE search MATCH ? ORDER BY id",
  )
    .bind(words)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
};

describe("the ledger", () => {
  beforeAll(async () => {
    await migrateLedger();
    await record(LEDGER, [eventRow(1, { subject: "older" })], [runRow(1)]);
  });

  it("finds events and runs by their words", async () => {
    expect(await find("older")).toEqual([eventRow(1).id]);
    expect(await find("person")).toEqual([runRow(1).id]);
  });

  it("finds a run by what its newest version says", async () => {
    await record(LEDGER, [eventRow(2)], [runRow(2, { plan: null, state: "planning" })]);
    expect(await find("github AND connector")).not.toContain(runRow(2).id);
    await record(LEDGER, [], [runRow(2, { version: 2 })]);
    await record(LEDGER, [], [runRow(2, { version: 2 })]);
    expect(await find("github AND connector")).toContain(runRow(2).id);
    await record(LEDGER, [], [runRow(2, { version: 3, plan: null, problem: { message: "no such person" } })]);
    expect(await find("github AND connector")).not.toContain(runRow(2).id);
    expect(await find("such")).toEqual([runRow(2).id]);
  });

  it("keeps audit links as they were made, once", async () => {
    const links = await chain(FIRST_PREVIOUS, [
      auditEntry(1, {
        desk: "kept",
        actor: "A\u0000da \ud800",
        detail: { b: "\ud800", a: [1e21, { z: null }] },
      }),
      auditEntry(2, { desk: "kept", runId: null, eventId: null, detail: {} }),
    ]);
    await record(LEDGER, [], [], links.slice(0, 1));
    await record(LEDGER, [], [], links);
    const { results } = await LEDGER.prepare("SELECT * FROM audit WHERE desk = 'kept' ORDER BY seq").all();
    const kept = results.map(({ run_id, event_id, detail, ...rest }) => ({
      ...rest,
      runId: run_id,
      eventId: event_id,
      detail: JSON.parse(String(detail)),
    }));
    expect(kept.map((one) => auditLine(one as never))).toEqual(links.map(auditLine));
  });

  it("keeps the first of two links that claim one place, and the rest of the batch", async () => {
    const [first] = await chain(FIRST_PREVIOUS, [auditEntry(1, { desk: "fork", actor: "first" })]);
    const second = await chain(FIRST_PREVIOUS, [
      auditEntry(1, { desk: "fork", actor: "second" }),
      auditEntry(2, { desk: "fork" }),
    ]);
    if (!first) throw new Error("no link");
    await record(LEDGER, [], [], [first]);
    await record(LEDGER, [eventRow(3)], [], second);
    const { results } = await LEDGER.prepare(
      "SELECT actor FROM audit WHERE desk = 'fork' ORDER BY seq",
    ).all();
    expect(results).toEqual([{ actor: "first" }, { actor: null }]);
    expect(await find("3")).toContain(eventRow(3).id);
  });

  it.for([
    "UPDATE audit SET actor = 'mallory'",
    "DELETE FROM audit",
    "UPDATE audit SET seq = seq + 100 WHERE desk = 'kept'",
  ])("refuses %s", async (sql) => {
    await expect(LEDGER.prepare(sql).run()).rejects.toThrow(/audit entries (never change|are never deleted)/);
  });

  it("does not replace an audit entry", async () => {
    const count = () =>
      LEDGER.prepare("SELECT count(*) AS n, group_concat(hash) AS hashes FROM audit").first();
    const before = await count();
    await LEDGER.prepare(
      "REPLACE INTO audit SELECT desk, seq, 0, 'x', NULL, NULL, NULL, '{}', 'x', 'x' FROM audit",
    ).run();
    expect(await count()).toEqual(before);
  });
});
