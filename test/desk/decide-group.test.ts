// A batch's group of runs, decided about by their desks.
import { expect, it } from "vitest";
import { decideGroup } from "../../src/desk/operate/batch.ts";
import type { Env } from "../../src/env.ts";
import { record } from "../../src/ledger/record.ts";
import { LEDGER, migrateLedger, runId, runRow } from "../ledger/ledger.ts";

it("a run whose event the ledger has deleted is refused with the reason, and holds up no batch", async () => {
  await migrateLedger();
  await record(LEDGER, [], [runRow(1, { state: "failed" })]);
  const [id, by] = [runId(1), "ines.holm@example.com"];
  const decision = {
    type: "retried",
    by,
    reason: "the API is back",
    isApprover: true,
    batch: "bat_1",
  } as const;
  const runs = [{ run: id, subject: "jira:1", state: "failed", hash: "00" }] as const;
  const bindings = { LEDGER } as unknown as Env;
  expect(await decideGroup(bindings, { decision, runs })).toEqual([
    { run: id, refused: expect.stringContaining("there is no such event") },
  ]);
});
