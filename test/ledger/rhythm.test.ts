import { beforeAll, expect, it } from "vitest";
import { record } from "../../src/ledger/record.ts";
import { sourceRhythms } from "../../src/ledger/rhythm.ts";
import { eventRow, LEDGER, migrateLedger } from "./ledger.ts";

beforeAll(async () => {
  await migrateLedger();
  await LEDGER.exec("DELETE FROM events");
  const heard = { jira: [100, 110, 150], okta: [120], zendesk: [90] };
  const events = Object.entries(heard).flatMap(([source, times]) =>
    times.map((at) => eventRow(at, { source })),
  );
  await record(LEDGER, events, []);
});

it("how each source has spoken since then", async () => {
  expect(await sourceRhythms(LEDGER, 100)).toEqual([
    { source: "jira", events: 3, first: 100, last: 150, longestGap: 40 },
    { source: "okta", events: 1, first: 120, last: 120, longestGap: 0 },
  ]);
});

it("is read from the index alone", async () => {
  const explained: string[] = [];
  const explaining = {
    prepare: (sql: string) => ({
      bind: (...values: unknown[]) => ({
        async all() {
          const statement = LEDGER.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...values);
          const { results } = await statement.all<{ detail: string }>();
          explained.push(...results.map(({ detail }) => detail));
          return { results: [] };
        },
      }),
    }),
  } as unknown as D1Database;
  await sourceRhythms(explaining, 100);
  const touching = explained.filter((step) => step.includes("events"));
  expect(touching).toEqual([expect.stringContaining("USING COVERING INDEX events_source")]);
});
