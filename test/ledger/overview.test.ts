import { describe, expect, it } from "vitest";
import { chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { listAudit, readChains } from "../../src/ledger/audit-list.ts";
import { countDecidable, readDecidable } from "../../src/ledger/decidable.ts";
import { listEvents, readRejectedSources, readSourceActivity } from "../../src/ledger/events.ts";
import { hasCalled, rejectedTargets } from "../../src/ledger/history.ts";
import { formatMassChange, readMassChanges, readUsualRuns } from "../../src/ledger/mass-changes.ts";
import { readFigures } from "../../src/ledger/metrics.ts";
import { countRunsByDay, readOverview } from "../../src/ledger/overview.ts";
import { record } from "../../src/ledger/record.ts";
import {
  failedReasons,
  listRuns,
  normalizeReason,
  readAutomationActivity,
  readNeeding,
  readRunsIn,
} from "../../src/ledger/runs.ts";
import { BATCHABLE_DECISIONS } from "../../src/policy/acts.ts";
import {
  auditEntry,
  eventAt,
  eventId,
  explainPlans,
  LEDGER,
  migrateLedger,
  readNumber,
  runAt,
  runId,
} from "./ledger.ts";

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR + 30 * 60_000;
const ago = (hours: number) => NOW - hours * HOUR;

await migrateLedger();
const run = (n: number, state: string, hours: number, change = {}) =>
  runAt(n, ago(hours), { state, ...change });
await record(
  LEDGER,
  [0.1, 1, 2, 3, 4, 30].map((hours, n) => eventAt(n, ago(hours), { source: n % 2 ? "okta" : "jira" })),
  [
    run(1, "awaiting_approval", 50),
    run(2, "held", 0.2),
    run(3, "needs_review", 90),
    run(4, "failed", 1),
    run(5, "failed", 25),
    run(9, "failed", 100, { updatedAt: ago(2) }),
    run(6, "done", 0.1),
    run(7, "done", 0.2, {
      journal: [
        { operation: "createConnectorOwner", state: "applied", attempts: 1, settledAt: ago(0.2) },
        { operation: "createConnectorOwner", state: "refused", attempts: 1, settledAt: ago(0.1) },
        { operation: "createConnectorOwner", state: "applied", attempts: 1, settledAt: ago(40) },
      ],
    }),
    run(8, "awaiting_approval", 60),
  ],
  [
    ...(await chain(FIRST_PREVIOUS, [auditEntry(1), auditEntry(2)])),
    ...(await chain(FIRST_PREVIOUS, [auditEntry(1, { desk: "desk-1" })])),
  ],
);

it("a filter that allows no state matches no runs, in lists and in batch decisions", async () => {
  expect((await listRuns(LEDGER, { states: [] }, { limit: 50 })).items).toEqual([]);
  expect(await readDecidable(LEDGER, { state: "done" }, "cancelled", "ada@example.com")).toEqual([]);
  const counts = await countDecidable(LEDGER, { state: "done" }, "ada@example.com");
  expect(Object.values(counts)).toEqual(BATCHABLE_DECISIONS.map(() => 0));
});

describe("the ledger", () => {
  it("counts waiting runs of any age, the failures of a day, and the runs of seven days", async () => {
    const { waiting, failed } = await readOverview(LEDGER, NOW);
    const days = await countRunsByDay(LEDGER, "UTC", NOW);
    expect(waiting).toEqual({ awaiting_approval: 2, held: 1, needs_review: 1, awaiting_follow_up: 0 });
    expect(failed.map(({ runs }) => runs)).toEqual([2]);
    expect(days.map(({ at }) => new Date(at).toISOString().slice(5, 16))).toEqual([
      "02-05T00:00",
      "02-06T00:00",
      "02-07T00:00",
      "02-08T00:00",
      "02-09T00:00",
      "02-10T00:00",
      "02-11T00:00",
    ]);
    // Runs are counted by the time at which they began, as in the linked list.
    expect(days.map(({ runs: { done, waiting, failed } }) => [done, waiting, failed])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 1, 1],
      [0, 0, 0],
      [0, 2, 0],
      [0, 0, 1],
      [2, 1, 1],
    ]);
  });

  it("begins the days of a week at midnight in the requested time zone, even if the clocks change in that week", async () => {
    const days = await countRunsByDay(LEDGER, "Europe/Berlin", Date.parse("2026-03-31T22:30:00Z"));
    expect(days.map(({ at, until }) => (until - at) / HOUR)).toEqual([24, 24, 24, 23, 24, 24, 24]);
    expect(new Date(days.at(-1)?.at ?? 0).toISOString()).toBe("2026-03-31T22:00:00.000Z");
  });

  it("returns each source's last event and median gap between events", async () => {
    await record(
      LEDGER,
      [0, 1, 2, 3, 13].map((minutes, n) => eventAt(100 + n, NOW - minutes * 60_000, { source: "github" })),
      [],
    );
    expect(await readSourceActivity(LEDGER, ["github", "okta", "zendesk"])).toEqual([
      { source: "github", lastAt: NOW, acceptedAt: NOW, rhythm: 60_000, rejected: 0 },
      { source: "okta", lastAt: ago(1), acceptedAt: ago(1), rhythm: null, rejected: 0 },
      { source: "zendesk", lastAt: null, acceptedAt: null, rhythm: null, rejected: 0 },
    ]);
  });

  it("reports a mass change if an automation has at least 20 runs in an hour, and more than usually in half a day", async () => {
    const runs = (automation: string, n: number, first: number, everyMs: number) =>
      Array.from({ length: n }, (_, nth) => runAt(first + nth, NOW - 60_000 - nth * everyMs, { automation }));
    const steady = runs("steady", 90, 2_000, 90_000);
    const imported = [...runs("imported", 30, 3_000, 100), runAt(3_100, ago(40), { automation: "imported" })];
    const known = runs("known", 19, 4_000, 100);
    const rows = [...steady, ...imported, ...known];
    await record(
      LEDGER,
      rows.map(({ id }) => eventAt(readNumber(id), NOW)),
      rows,
    );
    const masses = await readMassChanges(LEDGER, ["steady", "imported", "known"], NOW);
    expect(masses.map(({ automation, runs: n, usual }) => [automation, n, usual.perDay])).toEqual([
      ["imported", 30, 1 / 7],
    ]);
    expect(masses.map(formatMassChange)).toEqual([
      "imported has begun 30 runs within an hour; usually one a day or fewer. All of them have ended.",
    ]);
    const waiting = runAt(3_000, NOW - 60_000, {
      automation: "imported",
      state: "acting",
      version: 9,
    });
    await record(LEDGER, [], [waiting]);
    const [open] = await readMassChanges(LEDGER, ["imported"], NOW);
    expect(open?.isOver).toBe(false);
  });

  it("returns the last runs of each automation and the last entry of each chain", async () => {
    const [own, none] = await readAutomationActivity(LEDGER, ["connector-owner-from-ticket", "leaver"]);
    expect(own?.last.map(({ id }) => readNumber(id))).toEqual([6, 7, 2, 4, 5, 1, 8, 3, 9]);
    expect(none?.last).toEqual([]);
    expect((await readChains(LEDGER)).map(({ desk, seq }) => [desk, seq])).toEqual([
      ["desk-0", 2],
      ["desk-1", 1],
    ]);
    expect((await readRunsIn(LEDGER, "awaiting_approval", 1)).map(({ id }) => readNumber(id))).toEqual([8]);
  });

  it("lists the newest runs that need a person, approvals first, with one failure per reason", async () => {
    const ids = async (ofEach: number) =>
      (await readNeeding(LEDGER, await failedReasons(LEDGER, [["updated_at >= ?", ago(24)]]), ofEach)).map(
        ({ id }) => readNumber(id),
      );
    expect(await ids(5)).toEqual([1, 8, 2, 3, 4]);
    expect(await ids(1)).toEqual([1, 2, 3, 4]);
  });

  it("groups failures by the beginning of a long message", () => {
    expect(normalizeReason(`${"a".repeat(500)} ${"x-".repeat(500_000)}`)).toHaveLength(300);
    expect(normalizeReason("a-".repeat(500_000)).length).toBeLessThanOrEqual(300);
  });

  it.for([
    ["searchUsers: no role (HTTP 403, request 19277bb4-748f)", "searchUsers: no role (HTTP 403, request …)"],
    ['Nobody is "Ada Lund", nor ada@example.com', "Nobody is …, nor …"],
    ["Ada Marsh owns con_github_mcp already", "… owns … already"],
  ] as const)("groups a failure with the message %j as %j", ([message, reason]) => {
    expect(normalizeReason(message)).toBe(reason);
  });

  it.for<[string, (db: D1Database) => Promise<unknown>]>([
    ["events of a source", (db) => listEvents(db, { source: "jira" }, { limit: 50 })],
    ["runs of an automation", (db) => listRuns(db, { automation: "leaver" }, { limit: 50 })],
    ["runs in a state", (db) => listRuns(db, { state: "failed" }, { limit: 50 })],
    ["runs of a group", (db) => listRuns(db, { state: "waiting" }, { limit: 50 })],
    ["runs of a subject", (db) => listRuns(db, { subject: "jira:1" }, { limit: 50 })],
    ["runs of an event", (db) => listRuns(db, { event: eventId(1) }, { limit: 50 })],
    ["runs of a period", (db) => listRuns(db, { since: ago(2), until: ago(1) }, { limit: 50 })],
    ["complete runs in a state", (db) => readRunsIn(db, "awaiting_approval", 10)],
    ["the calls for a subject", (db) => hasCalled(db, { operation: "x", subject: "jira:1", since: 0 })],
    ["rejected targets", (db) => rejectedTargets(db, { automation: "leaver", since: 0 })],
    ["reasons of failed runs", (db) => failedReasons(db, [["updated_at >= ?", ago(1)]])],
    ["counts of batch decisions", (db) => countDecidable(db, { state: "failed" }, "ada@example.com")],
    [
      "runs for a batch decision",
      (db) => readDecidable(db, { state: "failed" }, "retried", "ada@example.com"),
    ],
    ["the activity of automations", (db) => readAutomationActivity(db, ["leaver"])],
    ["the activity of sources", (db) => readSourceActivity(db, ["jira"])],
    ["mass changes", (db) => readMassChanges(db, ["leaver"], NOW)],
    ["usual numbers of runs", (db) => readUsualRuns(db, "leaver", NOW, 300)],
    ["rejected sources", (db) => readRejectedSources(db, NOW)],
    ["the overview", (db) => readOverview(db, NOW)],
    ["the runs of a week", (db) => countRunsByDay(db, "UTC", NOW)],
    ["the figures", (db) => readFigures(db, ago(1))],
    ["entries of a person", (db) => listAudit(db, { actor: "ada@example.com" }, { limit: 50 })],
    ["entries of a run", (db) => listAudit(db, { run: runId(1) }, { limit: 50 })],
    ["entries of an event", (db) => listAudit(db, { event: eventId(1) }, { limit: 50 })],
    ["entries of a period", (db) => listAudit(db, { since: ago(2), until: ago(1) }, { limit: 50 })],
    ["chains", (db) => readChains(db)],
  ])("scans no table to read %s", async ([, read]) => {
    const plans = await explainPlans(read);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.flat().filter((step) => /^SCAN (events|runs|audit|found|row)\b/.test(step))).toEqual([]);
  });

  it("uses the index of subjects to find the runs that followed a failed run", async () => {
    const plans = await explainPlans((db) => countDecidable(db, { state: "failed" }, "ada@example.com"));
    expect(plans.flat().filter((step) => /\bnewer\b/.test(step))).toEqual([
      expect.stringContaining("INDEX runs_subject (subject=?)"),
    ]);
  });

  it.for<[string, (db: D1Database) => Promise<unknown>]>([
    ["events", (db) => listEvents(db, {}, { limit: 50, cursor: [eventId(9)] })],
    ["events of a source", (db) => listEvents(db, { source: "jira" }, { limit: 50 })],
    ["runs", (db) => listRuns(db, {}, { limit: 50, cursor: [runId(9)] })],
    ["runs of an automation", (db) => listRuns(db, { automation: "leaver" }, { limit: 50 })],
    ["runs in a state", (db) => listRuns(db, { state: "failed" }, { limit: 50 })],
    ["runs of a group", (db) => listRuns(db, { state: "not_carried_out" }, { limit: 50 })],
  ])("reads a page of %s without sorting rows", async ([, read]) => {
    expect((await explainPlans(read)).flat().filter((step) => step.includes("FOR ORDER BY"))).toEqual([]);
  });
});
