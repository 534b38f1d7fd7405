import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { startStack } from "../../src/cli/start/stack.ts";
import { SCRIPT_URL } from "../../src/console/assets/assets.ts";
import { newRun } from "../../src/desk/run/run.ts";
import { writeCursor } from "../../src/ledger/cursor.ts";
import { leastId } from "../../src/ledger/ids.ts";
import { quantile } from "./load.ts";
import { median } from "./statistics.ts";
import type { Figure } from "./table.ts";
import { startBare } from "./workerd.ts";

/** Events on record, and runs, and audit entries. */
const ROWS = 100_000;
/** Rows put in by one statement: each is also put into the search. */
const STEP = 5_000;
const ROUNDS = 5;
/** Requests of each page in a round. */
const REQUESTS = 20;
const PAGE_TARGET_MS = 50;
const LIST_TARGET_KIB = 40;
const SCRIPT_TARGET_KIB = 30;

const SPAN_MS = 30 * 24 * 3_600_000;
const idOf = (kind: "evt" | "run", n: number, at: number) =>
  `${leastId(kind, at)}-7000-8000-${String(n).padStart(12, "0")}`;

/**
 * Each page of the console, with 100,000 events, runs and audit entries of 30 days on record. A Worker's own clock stands
 * still while it computes, so each page is timed from outside, one at a time: an upper bound of its server time. The
 * bare Worker's answer shows how much of it is the way there and back.
 */
export async function consolePages(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  await using running = new AsyncDisposableStack();
  running.defer(() => rm(folder, { recursive: true, force: true }));
  const bare = running.adopt(await startBare(), (started) => started.stop());
  const { reeve } = running.adopt(await startStack({ persist: folder }), (stack) => stack.stop());
  const now = Date.now();
  await fill(reeve, now);

  const at = (n: number) => Math.round(now - SPAN_MS + (n * SPAN_MS) / ROWS);
  // Behind this row 50 are left.
  const id = (kind: "evt" | "run", n: number) => idOf(kind, n, at(n));
  const last = writeCursor([id("evt", 51)]);
  const pages: readonly (readonly [name: string, path: string])[] = [
    ["overview", "/"],
    ["events", "/events"],
    ["events, last page", `/events?cursor=${last}`],
    ["events, by source", "/events?source=okta"],
    ["events, rejected", "/events?state=rejected"],
    ["events, of one subject", "/events?subject=jira:50000"],
    ["events, of a type of few", "/events?type=ticket.escalated"],
    ["events, searched by key", "/events?q=IAM-50000"],
    ["events, searched by a word in a fifth", "/events?q=hugo.pike"],
    ["event", `/events/${id("evt", ROWS / 2)}`],
    ["runs", "/runs"],
    ["runs, last page", `/runs?cursor=${writeCursor([id("run", 51)])}`],
    ["runs, failed", "/runs?state=failed"],
    ["runs, of one automation", "/runs?automation=leaver"],
    ["run", `/runs/${id("run", ROWS / 2)}`],
    ["approvals", "/approvals"],
    ["automations", "/automations"],
    ["automation", "/automations/leaver"],
    ["person", "/person?email=ada.marsh@example.com"],
    ["report", "/report"],
    ["sources", "/sources"],
    ["source", "/sources/jira"],
    ["audit", "/audit"],
    ["audit, of a rare type", "/audit?type=pause.set"],
    ["audit, of a person", "/audit?actor=ada@example.com"],
    ["audit, last page", `/audit?cursor=${writeCursor([at(51), "desk-0", 51])}`],
    ["settings", "/settings"],
  ];
  const all = [
    ...pages.map(([name, path]) => ({ name, url: new URL(path, reeve.url) })),
    { name: "bare", url: bare.url },
  ];
  const rounds = all.map(() => [] as Timed[]);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [n, { url }] of all.entries()) {
      const seen = await timed(url, REQUESTS);
      if (round >= 0) rounds[n]?.push(seen);
    }
  }
  const of = (name: string, what: Exclude<keyof Timed, "text">) =>
    median(rounds[all.findIndex((one) => one.name === name)]?.map((seen) => seen[what]) ?? []);
  const script = (await timed(new URL(SCRIPT_URL, reeve.url), 1)).text;
  const lists = ["events", "runs", "audit"];
  return [
    ...pages.map(
      ([name]): Figure => ({
        name: `console p95, ${name}`,
        reeve: of(name, "p95"),
        control: of("bare", "p95"),
        unit: "ms",
        target: { of: "figure", at: "below", bound: PAGE_TARGET_MS },
        note: `p50 ${of(name, "p50").toFixed(1)} ms, ${of(name, "kib").toFixed(1)} KiB gzip`,
      }),
    ),
    ...lists.map(
      (name): Figure => ({
        name: `console p50, ${name}, last : first page`,
        reeve: of(`${name}, last page`, "p50"),
        control: of(name, "p50"),
        unit: "ms",
        target: { of: "ratio", at: "most", bound: 1.25 },
      }),
    ),
    {
      name: "console, largest list page, gzip",
      reeve: Math.max(...lists.map((name) => of(name, "kib"))),
      unit: "KiB",
      target: { of: "figure", at: "below", bound: LIST_TARGET_KIB },
    },
    {
      name: "console, script",
      reeve: script.length / 1024,
      unit: "KiB",
      target: { of: "figure", at: "below", bound: SCRIPT_TARGET_KIB },
    },
  ];
}

/** Requests of one page. Milliseconds. */
interface Timed {
  readonly p50: number;
  readonly p95: number;
  /** Size of the page, compressed. */
  readonly kib: number;
  readonly text: string;
}

async function timed(url: URL, requests: number): Promise<Timed> {
  const times: number[] = [];
  let text = "";
  for (let n = 0; n < requests; n++) {
    const sent = performance.now();
    const response = await fetch(url, { headers: { accept: "text/html" } });
    text = await response.text();
    times.push(performance.now() - sent);
    if (!response.ok) throw new Error(`${url.pathname}: ${response.status} ${text.slice(0, 300)}`);
  }
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), kib: gzipSync(text).length / 1024, text };
}

/** The n-th row's time, source, automation, state and person, in SQL. */
const NUMBERS = (first: number) => `
  WITH RECURSIVE numbers (n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${first + STEP})`;
const pick = (values: readonly string[]) =>
  `CASE n % ${values.length} ${values.map((value, i) => `WHEN ${i} THEN '${value}'`).join(" ")} END`;
const SOURCES = pick(["jira", "workday", "okta", "servicenow", "bamboohr"]);
const AUTOMATIONS = pick(["connector-owner-from-ticket", "leaver", "mover"]);
const STATES = `CASE WHEN n % 2000 = 0 THEN 'awaiting_approval' WHEN n % 2500 = 1 THEN 'held'
  WHEN n % 300 = 2 THEN 'failed' WHEN n % 5000 = 3 THEN 'needs_review' ELSE 'done' END`;
/** One in so many entries of the audit trail is a decision of a person: a report of 30 days has 200. */
const DECIDED = "n % 500 = 0";
const ACTORS = `CASE WHEN ${DECIDED} THEN 'nora.field@example.com' ELSE 'reeve' END`;
const TYPES = `CASE WHEN ${DECIDED} THEN 'approval.granted' ELSE 'effect.applied' END`;
const PEOPLE = pick(["ada.marsh", "bram.cole", "nora.field", "gita.lund", "hugo.pike"]);

/** What the runs have in common. */
const RUN = {
  ...newRun({ id: "", eventId: "", automation: "", subject: "", mode: "live" }, 0),
  dueAt: null,
};

async function fill({ miniflare }: RunningWorker, now: number): Promise<void> {
  const db = await miniflare.getD1Database("LEDGER", "reeve");
  const ID = (kind: string) =>
    `printf('${kind}_%08x-%04x-7000-8000-%012d', ${time} >> 16, ${time} & 0xffff, n)`;
  const time = `CAST(round(${now - SPAN_MS} + n * ${SPAN_MS}.0 / ${ROWS}) AS INTEGER)`;
  for (let first = 1; first < ROWS; first += STEP) {
    await db.batch([
      db.prepare(`INSERT INTO events ${NUMBERS(first)}
        SELECT 2 * n, ${ID("evt")}, ${SOURCES}, 'ticket.transitioned', 'jira:' || n, 'taken', 'signed', ${time}, NULL, '[]',
          json_object('type', 'ticket.transitioned', 'subject', 'jira:' || n, 'ticket', json_object('key', 'IAM-' || n,
            'title', 'Owner for GitHub MCP', 'requester', json_object('email', ${PEOPLE} || '@example.com'))),
          json_object('webhookEvent', 'jira:issue_updated', 'issue', json_object('id', n, 'padding', hex(zeroblob(1000))))
        FROM numbers`),
      db.prepare(`INSERT INTO runs ${NUMBERS(first)}
        SELECT ${ID("run")}, ${ID("evt")}, ${AUTOMATIONS}, 'jira:' || n, ${STATES}, ${time}, ${time} + 900, 4, 2 * n + 1,
          json_array(json_object('operation', 'createConnectorOwner', 'state', 'applied', 'settledAt', ${time} + 800)),
          json_patch('${JSON.stringify(RUN)}', json_object('id', ${ID("run")}, 'eventId', ${ID("evt")},
            'automation', ${AUTOMATIONS}, 'subject', 'jira:' || n, 'state', ${STATES}, 'version', 4,
            'createdAt', ${time}, 'updatedAt', ${time} + 900,
            'asks', json('["it calls createConnectorOwner"]'), 
            'plan', json_object('hash', hex(zeroblob(32)), 'actions', json_array(json_object(
              'action', 'connector-owner.add', 'summary', 'Make ' || ${PEOPLE} || '@example.com an owner of GitHub MCP.',
              'target', 'connector con_' || n, 'beneficiaries', json('[]'), 'leaves', json('[]'), 'effects', json_array(json_object(
                'operation', 'createConnectorOwner', 'input', json_object('path', json_object('id', n))))))),
            'journal', json_array(json_object('operation', 'createConnectorOwner', 'state', 'applied', 'attempts', 1))))
        FROM numbers`),
      db.prepare(`INSERT INTO audit ${NUMBERS(first)}
        SELECT 'desk-0', n, n, ${time}, ${ID("run")}, ${ID("evt")}, ${ACTORS}, ' ' || ${TYPES} || ' ', hex(zeroblob(32)),
          json_array(json_object('at', ${time}, 'type', ${TYPES}, 'hash', hex(zeroblob(32)), 'detail',
            json_object('effect', 0, 'operation', 'createConnectorOwner', 'reason', 'agreed'))) FROM numbers`),
    ]);
  }
}
