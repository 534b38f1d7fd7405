import { beforeAll, describe, expect, it } from "vitest";
import { chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { exportAudit, listAudit } from "../../src/ledger/audit-list.ts";
import { verify } from "../../src/ledger/audit-verify.ts";
import { listEvents } from "../../src/ledger/events.ts";
import { readCursor } from "../../src/ledger/page.ts";
import { record } from "../../src/ledger/record.ts";
import { listRuns } from "../../src/ledger/runs.ts";
import { EventSummary, RunSummary } from "../../src/ledger/shapes.ts";
import { auditEntry, eventId, eventRow, LEDGER, migrateLedger, runId, runRow } from "./ledger.ts";

const ticket = (title: string, email: string) =>
  JSON.stringify({ type: "ticket.created", ticket: { title, fields: { who: email } } });

const REPLAY = { by: "ines.holm@example.com", reason: "the connector was renamed" };

beforeAll(async () => {
  await migrateLedger();
  const events = [
    eventRow(1, { subject: "jira:IAM-1", event: ticket("Zugang für José Müller", "jose@example.com") }),
    eventRow(2, { subject: "jira:IAM-2", event: ticket('Give "root" OR admin', "ada.marsh@example.com") }),
    eventRow(3, {
      subject: "jira:IAM-2",
      state: "rejected",
      type: null,
      event: null,
      detail: "issue is missing",
    }),
    eventRow(4, { source: "slack", subject: "slack:4", state: "ignored" }),
    eventRow(5, { subject: "jira:IAM-5" }),
  ];
  const runs = [
    runRow(1, { subject: "jira:IAM-1", state: "awaiting_approval", dueAt: 99 }),
    runRow(2, {
      subject: "jira:IAM-2",
      plan: null,
      state: "failed",
      problem: { code: "user_not_found", message: "nobody has nobody@example.com", public: "Nobody has it." },
    }),
    runRow(5, { automation: "other", mode: "dry_run", replay: REPLAY, state: "dry_run" }),
    runRow(6, {
      eventId: eventId(1),
      state: "ignored",
      subject: "jira:IAM-1",
      plan: null,
      ignored: "not approved",
    }),
  ];
  const desks = ["desk-0", "desk-1"].map((desk) =>
    chain(
      FIRST_PREVIOUS,
      // In desk-1 the clock is set back for one entry.
      Array.from({ length: 1_200 }, (_, i) =>
        auditEntry(i + 1, {
          desk,
          at: desk === "desk-1" && i === 600 ? 5 : (i + 1) * 10,
          actor: i % 2 ? "ada@example.com" : null,
        }),
      ),
    ),
  );
  await record(LEDGER, events, runs, (await Promise.all(desks)).flat());
});

const events = async (filter: Parameters<typeof listEvents>[1]) =>
  (await listEvents(LEDGER, filter, { limit: 100 })).items.map(({ id }) => Number(id.slice(-2)));
const runs = async (filter: Parameters<typeof listRuns>[1]) =>
  (await listRuns(LEDGER, filter, { limit: 100 })).items.map(({ id }) => Number(id.slice(-2)));

describe("a list of events", () => {
  it("is sorted newest first and has the documented shape, with the runs of each event", async () => {
    const { items, next } = await listEvents(LEDGER, {}, { limit: 100 });
    expect(items.map(({ id }) => Number(id.slice(-2)))).toEqual([5, 4, 3, 2, 1]);
    expect(next).toBeNull();
    expect(items.at(-1)).toMatchObject({
      receivedAt: 1,
      runs: [
        { id: runId(1), automation: "connector-owner-from-ticket", state: "awaiting_approval" },
        { id: runId(6), state: "ignored" },
      ],
    });
    for (const item of items) expect(EventSummary.strict().parse(item)).toEqual(item);
  });

  it.for<[Parameters<typeof listEvents>[1], number[]]>([
    [{ source: "slack" }, [4]],
    [{ type: "ticket.updated" }, [5, 4, 2, 1]],
    [{ state: "rejected" }, [3]],
    [{ subject: "jira:IAM-2" }, [3, 2]],
    [{ since: 2, until: 3 }, [2]],
    [{ subject: "jira:IAM-2", since: 3 }, [3]],
    [{ subject: "' OR 1=1 --" }, []],
  ])("filtered by %j contains %j", async ([filter, expected]) => {
    expect(await events(filter)).toEqual(expected);
  });

  it.for<[string, number[]]>([
    ["iam-2", [3, 2]],
    ["IAM", [5, 3, 2, 1]],
    ["muller jose", [1]],
    ["Müll", [1]],
    ["ada.marsh@exa", [2]],
    ["issue missing", [3]],
    [eventId(4), [4]],
    ["admin root", [2]],
    ["Zugang OR admin", []],
    ["NOT Zugang", []],
    ["words:Zugang", []],
    ['"root"', [2]],
    ['zugang"', [1]],
    ["zug*", [1]],
    ["(zugang", [1]],
    ["^zugang", [1]],
    ["zugang\0", [1]],
    ["payload", []],
    ["…", []],
    ["- zugang", [1]],
  ])("searched for %j contains %j", async ([q, expected]) => {
    expect(await events({ q })).toEqual(expected);
  });

  it("is divided into pages that new rows do not shift", async () => {
    const seen: string[] = [];
    let cursor: ReturnType<typeof readCursor> | undefined;
    for (let page = 0; page < 3; page++) {
      const { items, next } = await listEvents(
        LEDGER,
        { until: 1_000 },
        { limit: 2, cursor: cursor ?? undefined },
      );
      seen.push(...items.map(({ id }) => id));
      cursor = next === null ? null : readCursor(next, ["string"]);
      expect(next === null).toBe(page === 2);
      await record(LEDGER, [eventRow(2_000 + page, { receivedAt: 900 + page, type: "later" })], []);
    }
    expect(seen).toEqual([5, 4, 3, 2, 1].map((n) => eventId(n)));
  });
});

describe("a list of runs", () => {
  it("is sorted newest first and has the documented shape", async () => {
    const { items } = await listRuns(LEDGER, {}, { limit: 100 });
    expect(items.map(({ id }) => id)).toEqual([5, 2, 1].map((n) => runId(n)));
    expect(items[0]).toMatchObject({ mode: "dry_run", replay: REPLAY });
    expect(items[1]).toMatchObject({ problem: { code: "user_not_found" }, dueAt: null });
    expect(items[2]).toMatchObject({ actions: ["Make person 1 an owner."], dueAt: 99, problem: null });
    for (const item of items) expect(RunSummary.strict().parse(item)).toEqual(item);
  });

  it("includes ignored runs if the filter names their state or event", async () => {
    const { items } = await listRuns(LEDGER, { state: "ignored" }, { limit: 100 });
    expect(items).toMatchObject([
      { id: runId(6), mode: "live", replay: null, actions: [], ignored: "not approved" },
    ]);
    expect(await runs({ event: eventId(1) })).toEqual([6, 1]);
    expect(await runs({ states: ["ignored", "dry_run"] })).toEqual([6, 5]);
  });

  it.for<[Parameters<typeof listRuns>[1], number[]]>([
    [{ automation: "other" }, [5]],
    [{ state: "awaiting_approval" }, [1]],
    [{ subject: "jira:IAM-2" }, [2]],
    [{ event: eventId(1) }, [6, 1]],
    [{ since: 2, until: 6 }, [5, 2]],
    [{ q: "nobody@example.com" }, [2]],
    [{ q: "user_not_found" }, [2]],
    [{ q: "person 1" }, [1]],
    [{ q: eventId(1) }, [1]],
  ])("filtered by %j contains %j", async ([filter, expected]) => {
    expect(await runs(filter)).toEqual(expected);
  });
});

describe("a cursor", () => {
  it.for([
    "",
    "x",
    "bnVsbA",
    "W10",
    "WzEsMl0",
    "WyJhIiwiYiJd",
    "WzEsImEiLDFd",
    "WzEuNSwiYSJd",
    "%00",
    '[1,"a"]',
  ])("can't be %j", (text) => {
    expect(readCursor(text, ["number", "string"])).toBeNull();
  });
});

describe("the audit trail", () => {
  it("can be filtered, and is listed newest first in pages", async () => {
    const mine = { desk: "desk-0", actor: "ada@example.com", until: 11_990 };
    const first = await listAudit(LEDGER, mine, { limit: 2 });
    expect(first.items.map(({ seq }) => seq)).toEqual([1_198, 1_196]);
    expect(first.items[0]).toMatchObject({ detail: { operation: "createConnectorOwner", n: 0 } });
    const cursor = readCursor(first.next ?? "", ["number", "string", "number"]) ?? undefined;
    const second = await listAudit(LEDGER, mine, { limit: 2, cursor });
    expect(second.items.map(({ seq }) => seq)).toEqual([1_194, 1_192]);
    const ofRun = await listAudit(LEDGER, { run: runId(7) }, { limit: 10 });
    expect(ofRun.items.map(({ desk, seq }) => [desk, seq])).toEqual([
      ["desk-1", 7],
      ["desk-0", 7],
    ]);
  });

  const exported = async (filter: Parameters<typeof exportAudit>[1]) => {
    const text = await new Response(await exportAudit(LEDGER, filter)).text();
    return verify(text.split("\n"));
  };

  it("can be exported completely and verified", async () => {
    expect(await exported({})).toMatchObject({
      ok: true,
      value: {
        entries: 2_400,
        chains: [
          { desk: "desk-0", from: 1, to: 1_200 },
          { desk: "desk-1", to: 1_200 },
        ],
      },
    });
  });

  it("can be exported without gaps for a period, even if a clock was set back", async () => {
    expect(await exported({ since: 5_000, until: 7_000 })).toMatchObject({
      ok: true,
      value: {
        chains: [
          { desk: "desk-0", from: 500, to: 699 },
          { desk: "desk-1", from: 500, to: 699 },
        ],
      },
    });
  });

  it("is exported as an empty file for a period without entries", async () => {
    expect(await exported({ since: 1e12 })).toEqual({
      ok: true,
      value: { entries: 0, erased: 0, chains: [] },
    });
  });
});
