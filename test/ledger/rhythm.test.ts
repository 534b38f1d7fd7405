import { beforeAll, expect, it } from "vitest";
import { readRhythms } from "../../src/ledger/history.ts";
import { record } from "../../src/ledger/record.ts";
import { eventRow, LEDGER, migrateLedger, plansOf } from "./ledger.ts";

beforeAll(async () => {
  await migrateLedger();
  await LEDGER.exec("DELETE FROM events");
  const heard = { jira: [100, 110, 150], okta: [120], zendesk: [90] };
  const events = Object.entries(heard).flatMap(([source, times]) =>
    times.map((at) => eventRow(at, { source })),
  );
  await record(LEDGER, events, []);
});

it("every source, and how those spoke before their last event that are silent", async () => {
  expect(await readRhythms(LEDGER, { silentSince: 130, learnMs: 40 })).toEqual([
    { source: "jira", last: 150, rhythm: null },
    { source: "okta", last: 120, rhythm: { events: 1, first: 120, longestGap: 0 } },
    { source: "zendesk", last: 90, rhythm: { events: 1, first: 90, longestGap: 0 } },
  ]);
  expect((await readRhythms(LEDGER, { silentSince: 151, learnMs: 40 }))[0]?.rhythm).toEqual({
    events: 2,
    first: 110,
    longestGap: 40,
  });
});

it("is read from the index alone", async () => {
  const plans = await plansOf((db) => readRhythms(db, { silentSince: 130, learnMs: 40 }));
  const touching = plans.flat().filter((step) => step.includes("events"));
  expect(touching).toHaveLength(4);
  for (const step of touching) expect(step).toMatch(/^SEARCH events USING COVERING INDEX events_source/);
});
