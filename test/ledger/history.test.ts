// Tests queries of desks and automations about earlier runs and events.
import { expect, it } from "vitest";
import { chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { hasCalled, readRhythms, readTickets } from "../../src/ledger/history.ts";
import { record } from "../../src/ledger/record.ts";
import { auditEntry, eventRow, explainPlans, LEDGER, migrateLedger, runRow } from "./ledger.ts";

const call = (state: string, settledAt?: number) => ({
  journal: [{ operation: "createCampaign", state, attempts: 1, ...(settledAt && { settledAt }) }],
});

/** Times of the events of each source. */
const HEARD = { jira: [100, 110, 150], okta: [120], zendesk: [90] };

await migrateLedger();
const events = Object.entries(HEARD).flatMap(([source, times]) =>
  times.map((at) => eventRow(at, { source })),
);
const runs = [
  runRow(1, call("applied", 50)),
  runRow(2, call("unknown")),
  runRow(3, call("refused", 50)),
  runRow(4, call("planned")),
];
await record(LEDGER, events, runs);

it.for<[string, string, number, boolean]>([
  ["jira:1", "createCampaign", 50, true],
  ["jira:1", "createCampaign", 51, false],
  ["jira:1", "deleteMcpTool", 0, false],
  ["jira:2", "createCampaign", 2, true],
  ["jira:2", "createCampaign", 3, false],
  ["jira:3", "createCampaign", 0, false],
  ["jira:4", "createCampaign", 0, false],
  ["jira:5", "createCampaign", 0, false],
])("hasCalled for %s and %s since %i returns %s", async ([subject, operation, since, expected]) => {
  expect(await hasCalled(LEDGER, { subject, operation, since })).toBe(expected);
});

it("readRhythms lists every source, but returns a rhythm only for silent sources", async () => {
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

it("readRhythms reads events only from an index", async () => {
  const plans = await explainPlans((db) => readRhythms(db, { silentSince: 130, learnMs: 40 }));
  const touching = plans.flat().filter((step) => step.includes("events"));
  expect(touching).toHaveLength(4);
  for (const step of touching) expect(step).toMatch(/^SEARCH events USING COVERING INDEX events_source/);
});

it("the number of rows read for a late event of a ticket does not grow with 10,000 events of other tickets", async () => {
  let rowsRead = 0;
  const counting = new Proxy(LEDGER, {
    get: (ledger, name) =>
      name === "batch"
        ? async (statements: D1PreparedStatement[]) => {
            const results = await ledger.batch(statements);
            rowsRead = results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
            return results;
          }
        : Reflect.get(ledger, name).bind(ledger),
  });
  const subject = "jira:late";
  const read = async () => {
    const [read] = await readTickets(counting, [{ subject, since: 500 }]);
    return { events: read?.events.length, rowsRead };
  };
  await record(LEDGER, [eventRow(500, { subject })], []);
  const before = await read();
  expect(before.events).toBe(1);
  await LEDGER.prepare(
    `WITH RECURSIVE later (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM later WHERE n < 10000)
     INSERT INTO events (n, id, source, type, subject, state, authentication, received_at, event, payload)
     SELECT 100000 + n, 'evt_f' || n, 'jira', 'ticket.updated', 'jira:' || n, 'ignored', 'signed', 600, '{}', '{}' FROM later`,
  ).run();
  expect(await read()).toEqual(before);
});

it("readTickets returns each ticket's later events, and the statuses that replies have set or might have set", async () => {
  const event = (title: string) => JSON.stringify({ ticket: { title } });
  const runs = [701, 702, 703].map((n) =>
    runRow(n, { eventId: eventRow(n).id, subject: "jira:t1", reply: { version: 3, move: "21" } }),
  );
  const replied = [{ version: 3, moved: "Done" }, { version: 2, moved: "Open" }, { version: 3 }];
  const entries = replied.map((detail, n) =>
    auditEntry(n + 1, { runId: runs[n]?.id ?? null, type: "reply.sent", detail }),
  );
  await record(
    LEDGER,
    [700, 701, 702].map((n) => eventRow(n, { subject: `jira:t${n % 2}`, event: event(`${n}`) })),
    runs,
    await chain(FIRST_PREVIOUS, entries),
  );
  const asked = [
    ["jira:t0", 702_000] as const,
    ["jira:t1", 0] as const,
    ["jira:nobody", 0] as const,
    ["jira:t0", 0] as const,
  ];
  const read = await readTickets(
    LEDGER,
    asked.map(([subject, since]) => ({ subject, since })),
  );
  expect(read.map(({ events }) => events.map((one) => "ticket" in one && one.ticket.title))).toEqual([
    [],
    ["701"],
    [],
    ["700", "702"],
  ]);
  expect(read.map(({ moves }) => moves)).toEqual([
    [],
    [
      { to: "Done", at: 1 },
      { to: "21", at: null },
    ],
    [],
    [],
  ]);
});
