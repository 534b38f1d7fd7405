import { beforeAll, describe, expect, it } from "vitest";
import { auditLine, chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { exportAudit, listAudit } from "../../src/ledger/audit-list.ts";
import { record } from "../../src/ledger/record.ts";
import { readRun, readRuns } from "../../src/ledger/runs.ts";
import { hearLog } from "../support/log.ts";
import { auditEntry, eventRow, LEDGER, migrateLedger, runRow } from "./ledger.ts";

const find = async (words: string) => {
  const { results } = await LEDGER.prepare("SELECT id FROM search WHERE search MATCH ? ORDER BY id")
    .bind(words)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
};

/** Reads a desk's chain from its first entry. */
const trail = async (desk: string) => (await listAudit(LEDGER, { desk }, { limit: 100 })).items.toReversed();

describe("the ledger", () => {
  beforeAll(async () => {
    await migrateLedger();
    await record(LEDGER, [eventRow(1, { subject: "older" })], [runRow(1)]);
  });

  it("finds events and runs by their words", async () => {
    expect(await find("older")).toEqual([eventRow(1).id]);
    expect(await find("person")).toEqual([runRow(1).id]);
  });

  it("finds a run only by the words of its newest version", async () => {
    await record(LEDGER, [eventRow(2)], [runRow(2, { plan: null, state: "planning" })]);
    expect(await find("github AND connector")).not.toContain(runRow(2).id);
    await record(LEDGER, [], [runRow(2, { version: 2 })]);
    await record(LEDGER, [], [runRow(2, { version: 2 })]);
    expect(await find("github AND connector")).toContain(runRow(2).id);
    await record(LEDGER, [], [runRow(2, { version: 3, plan: null, problem: { message: "no such person" } })]);
    expect(await find("github AND connector")).not.toContain(runRow(2).id);
    expect(await find("such")).toEqual([runRow(2).id]);
  });

  it("keeps the details of all versions of a run, each in its latest form", async () => {
    const facts = (hash: string) => ({ hash, answers: [{ is: null }, { is: "\ud83d\ude00 '" }] });
    const journal = Array.from({ length: 11 }, () => ({ state: "applied" }));
    const put = (version: number, details?: object) => {
      const row = runRow(3, { version, journal, facts: { code: null, hash: "second" } });
      return record(LEDGER, [], [{ ...row, details: details ? JSON.stringify(details) : null }]);
    };
    await put(1);
    await put(2, { facts: facts("first"), 2: { id: null } });
    expect(await readRun(LEDGER, runRow(3).id)).toMatchObject({ facts: { code: null, hash: "second" } });
    await put(3, { facts: facts("second"), 10: [1] });
    await put(3, { 10: "another" });
    await put(4);
    const run = await readRun(LEDGER, runRow(3).id);
    expect(run).toMatchObject({ version: 4, facts: facts("second") });
    expect(run?.journal.map((entry) => entry["answer"] ?? 0)).toEqual([
      0,
      0,
      { id: null },
      ...Array(7).fill(0),
      [1],
    ]);
    expect(await readRuns(LEDGER, [runRow(3).id])).toMatchObject([{ facts: { code: null, hash: "second" } }]);
  });

  it("stores each audit link once, without changes", async () => {
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
    expect((await trail("kept")).map(auditLine)).toEqual(links.map(auditLine));
  });

  it("stores consecutive entries of one run and actor in one row, and adds only the new entries of a repeated batch", async () => {
    const said = { desk: "steps", runId: "run_1", eventId: "evt_1", actor: "reeve" };
    const ada = "ada@example.com";
    const links = await chain(FIRST_PREVIOUS, [
      auditEntry(1, { ...said, type: "plan.made" }),
      auditEntry(2, { ...said, type: "approval.granted", actor: ada }),
      auditEntry(3, { ...said, type: "effect.sending" }),
      auditEntry(4, { ...said, type: "effect.applied" }),
      auditEntry(5, { ...said, type: "effect.sending" }),
      auditEntry(6, { ...said, type: "effect.applied", at: 90_000 }),
      auditEntry(7, { ...said, type: "plan.made", runId: "run_2", at: 90_000 }),
    ]);
    await record(LEDGER, [], [], links.slice(0, 4));
    await record(LEDGER, [], [], links.slice(1, 6));
    await record(LEDGER, [], [], links.slice(4));
    await record(LEDGER, [], [], links);
    const { results } = await LEDGER.prepare(
      "SELECT seq, last, actor, types FROM audit WHERE desk = 'steps' ORDER BY seq",
    ).all();
    expect(results).toEqual([
      { seq: 1, last: 1, actor: "reeve", types: " plan.made " },
      { seq: 2, last: 2, actor: ada, types: " approval.granted " },
      { seq: 3, last: 4, actor: "reeve", types: " effect.sending effect.applied " },
      { seq: 5, last: 5, actor: "reeve", types: expect.stringContaining(" effect.sending ") },
      { seq: 6, last: 6, actor: "reeve", types: " effect.applied " },
      { seq: 7, last: 7, actor: "reeve", types: " plan.made " },
    ]);
    expect((await trail("steps")).map(auditLine)).toEqual(links.map(auditLine));
    const seqs = async (filter: Parameters<typeof listAudit>[1]) =>
      (await listAudit(LEDGER, { desk: "steps", ...filter }, { limit: 10 })).items.map(({ seq }) => seq);
    expect(await seqs({ type: "effect.sending" })).toEqual([5, 3]);
    expect(await seqs({ actor: ada })).toEqual([2]);
    expect(await seqs({ actor: "reeve", type: "plan.made" })).toEqual([7, 1]);
    expect(await seqs({ run: "run_1", since: 4, until: 90_000 })).toEqual([5, 4]);
    const exported = await new Response(await exportAudit(LEDGER, { since: 4, until: 90_000 })).text();
    const lines = exported.split("\n").filter((line) => line.includes('"desk":"steps"'));
    expect(lines).toEqual(links.slice(3, 5).map(auditLine));
  });

  it("keeps the first of two links with the same number, raises an alert, and stores the rest of the batch", async () => {
    const [first] = await chain(FIRST_PREVIOUS, [auditEntry(1, { desk: "fork", actor: "first" })]);
    const second = await chain(FIRST_PREVIOUS, [
      auditEntry(1, { desk: "fork", actor: "second" }),
      auditEntry(2, { desk: "fork" }),
    ]);
    if (!first) throw new Error("no link");
    await record(LEDGER, [], [], [first]);
    const alerts = hearLog();
    await record(LEDGER, [eventRow(3)], [], second);
    expect((await trail("fork")).map(({ actor }) => actor)).toEqual(["first", null]);
    expect(await find("3")).toContain(eventRow(3).id);
    expect(alerts).toMatchObject([{ message: "audit_conflict", level: "alert", desk: "fork", seq: 1 }]);
  });

  it.for([
    "UPDATE audit SET actor = 'mallory'",
    "DELETE FROM audit",
    "UPDATE audit SET entries = '[{}]', beside = NULL",
    "UPDATE audit SET seq = seq + 100, id = id + 100 WHERE desk = 'kept'",
  ])("rejects the statement %s", async (sql) => {
    await expect(LEDGER.prepare(sql).run()).rejects.toThrow(/audit entries (never change|are never deleted)/);
  });

  it("does not let REPLACE change an audit entry", async () => {
    const count = () =>
      LEDGER.prepare("SELECT count(*) AS n, group_concat(entries) AS entries FROM audit").first();
    const before = await count();
    await LEDGER.prepare(
      "REPLACE INTO audit SELECT id, desk, seq, seq, 0, NULL, NULL, NULL, 'x', 'x', '[{}]', NULL FROM audit",
    ).run();
    expect(await count()).toEqual(before);
  });
});
