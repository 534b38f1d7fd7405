import { beforeAll, expect, it } from "vitest";
import { hasCalled } from "../../src/ledger/history.ts";
import { record } from "../../src/ledger/record.ts";
import { eventRow, LEDGER, migrateLedger, runRow } from "./ledger.ts";

const call = (state: string, settledAt?: number) => ({
  journal: [{ operation: "createCampaign", state, attempts: 1, ...(settledAt && { settledAt }) }],
});

beforeAll(async () => {
  await migrateLedger();
  await record(
    LEDGER,
    [1, 2, 3, 4].map((n) => eventRow(n)),
    [
      runRow(1, call("applied", 50)),
      runRow(2, call("unknown")),
      runRow(3, call("refused", 50)),
      runRow(4, call("planned")),
    ],
  );
});

it.for<[string, string, number, boolean]>([
  ["jira:1", "createCampaign", 50, true],
  ["jira:1", "createCampaign", 51, false],
  ["jira:1", "deleteMcpTool", 0, false],
  ["jira:2", "createCampaign", 2, true],
  ["jira:2", "createCampaign", 3, false],
  ["jira:3", "createCampaign", 0, false],
  ["jira:4", "createCampaign", 0, false],
  ["jira:5", "createCampaign", 0, false],
])("that %s had %s since %i is %s", async ([subject, operation, since, expected]) => {
  expect(await hasCalled(LEDGER, { subject, operation, since })).toBe(expected);
});
