import { beforeAll, describe, expect, it } from "vitest";
import { Problem } from "../../src/base/problem.ts";
import { withLedgerErrors } from "../../src/ledger/faults.ts";
import { record } from "../../src/ledger/record.ts";
import { readRun } from "../../src/ledger/runs.ts";
import { eventRow, LEDGER, migrateLedger, runId, runRow } from "./ledger.ts";

beforeAll(() => migrateLedger());

describe("the ledger", () => {
  const ledger = withLedgerErrors(LEDGER);

  it("executes statements one by one and in batches", async () => {
    await record(ledger, [eventRow(1)], [runRow(1)]);
    expect(await readRun(ledger, runId(1))).toMatchObject({ id: runId(1) });
    expect(await readRun(ledger, runId(2))).toBeNull();
  });

  it.each([
    ["all", () => ledger.prepare("SELECT * FROM missing").all()],
    ["first", () => ledger.prepare("SELECT * FROM missing WHERE id = ?").bind(1).first()],
    ["batch", () => ledger.batch([ledger.prepare("SELECT 1"), ledger.prepare("SELECT * FROM missing")])],
  ])("is reported as unavailable if the method %s fails", async (_, ask) => {
    const failure = await ask().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Problem);
    const { code, message } = failure as Problem;
    expect(code).toBe("ledger_unavailable");
    expect(message).toContain("no such table: missing");
  });

  it("passes on D1's error about an invalid row", async () => {
    await expect(record(ledger, [eventRow(3, { payload: "{" })], [])).rejects.toThrow(
      /^D1_ERROR: malformed JSON: SQLITE_ERROR$/,
    );
  });
});
