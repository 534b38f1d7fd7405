import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { putEntry } from "../../src/actions/inventory.ts";
import { showInvisibles } from "../../src/base/text.ts";
import { chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { verify } from "../../src/ledger/audit-verify.ts";
import { writeInventory } from "../../src/ledger/inventory.ts";
import { record } from "../../src/ledger/record.ts";
import { auditEntry, eventAt, LEDGER, migrateLedger, runAt, runId } from "../ledger/ledger.ts";
import { HOSTILE_TEXTS } from "../support/hostile-texts.ts";
import { ANY_STAGE, approvalBy } from "../support/stages.ts";
import { sampleOf } from "../support/sweep.ts";
import { open, submit, tokenOf } from "./signed.ts";

const NOW = Date.now();

/** Returns an event of every kind in which every text is the given one. */
const events = (text: string) => {
  const person = { id: text, name: text, email: text };
  const said = { actor: person, occurredAt: text, subject: text };
  const fields = { [text]: text, several: [text, text] };
  const ticket = { system: "jira", id: text, key: text, title: text, url: text, fields, requester: person };
  const worker = { system: "bamboohr", id: text, name: text, email: text, department: text, fields };
  const ends = { ...worker, lastDay: text, leavesAt: text, timeZone: text };
  return [
    {
      type: "ticket.updated",
      ...said,
      ticket: { ...ticket, status: { from: text, to: text } },
      comment: text,
    },
    { type: "worker.terminated", ...said, effectiveOn: text, changed: [text], worker: ends },
    { type: "request.made", ...said, request: { action: text, input: { text }, typed: text, reason: text } },
  ];
};

const action = (text: string) => ({
  action: "connector-owner.add",
  summary: text,
  input: { user: { id: text, name: text } },
  unverified: [{ id: text, name: text }],
  target: text,
  effects: [{ operation: "createConnectorOwner", input: { path: { app_id: text }, body: { [text]: text } } }],
  beneficiaries: [text],
});

/** Returns a run in a state in which every text is the given one. */
const run = (state: (typeof STATES)[number], text: string) => {
  const said = { by: text, reason: text, hash: text, at: NOW };
  return {
    state,
    subject: text,
    // The newest expires first, so the page of approvals lists it.
    dueAt: NOW + 3_600_000 - rows,
    plan: {
      hash: "ab".repeat(32),
      actions: [
        {
          ...action(text),
          ...(state === "awaiting_follow_up" ? { effects: [], followUp: { assignees: [text] } } : {}),
        },
      ],
    },
    journal: [{ operation: "createConnectorOwner", state: "applied", attempts: 1, answer: { [text]: text } }],
    progress: { state: {}, done: 1, of: 2, what: text },
    notice: { title: text, summary: text, lines: [{ name: text, detail: text }], people: [text] },
    reads: { made: [{ operation: text, input: { [text]: text } }], more: 1 },
    ignored: state === "ignored" ? text : null,
    sameAs: runId(1, NOW),
    approvalReasons: [text],
    warnings: [text],
    stages: [{ ...ANY_STAGE, name: text, skipped: [text] }],
    approvals: [approvalBy(text, { reason: text, stage: text })],
    confirmation: said,
    hold: { budget: text, limit: 1, used: 1, windowMinutes: 60 },
    override: said,
    replay: said,
    report: said,
    ended: said,
    scheduledFor: text,
    paused: state === "held" ? text : null,
    problem: { code: text, message: text, public: text },
    reply: {
      version: 1,
      target: { system: text, id: text, key: text, fields: {} },
      message: { sentences: [text] },
      visible: true,
      move: null,
    },
  };
};

const detail = (text: string) => ({
  reason: text,
  operation: text,
  verdict: text,
  for: text,
  to: text,
  budget: text,
  code: text,
  approvalReasons: [text],
  approvers: [text],
  stage: text,
  automation: text,
  sameAs: text,
  hash: text,
});

/** The states whose runs show the most text. */
const STATES = ["awaiting_approval", "awaiting_follow_up", "held", "failed", "ignored", "scheduled"] as const;

let rows = 0;
/** Id of the last run that was recorded as waiting for an approval. */
let waiting = "";
let entries = 0;
let previous = FIRST_PREVIOUS;
/** Records events, runs, decisions and inventory with this text. @returns the paths of their pages */
async function recorded(text: string): Promise<readonly string[]> {
  const told = events(text).map((event) =>
    eventAt(++rows, NOW, {
      type: event.type,
      subject: text,
      detail: text,
      declined: [{ reason: text, automations: ["leaver"] }],
      event: JSON.stringify(event),
      payload: JSON.stringify({ [text]: text, list: [text], inside: JSON.stringify({ [text]: text }) }),
    }),
  );
  const of = (n: number) => told[n % told.length]?.id ?? "";
  const made = STATES.map((state, n) => runAt(++rows, NOW, { ...run(state, text), eventId: of(n) }));
  const decided = ["approval.granted", "run.cancelled", "inventory.edited", "pause.set"].map((type, n) =>
    auditEntry(++entries, {
      at: NOW,
      type,
      actor: text,
      runId: type === "pause.set" ? null : (made[n]?.id ?? null),
      eventId: of(n),
      detail: detail(text),
    }),
  );
  const links = await chain(previous, decided);
  previous = links.at(-1)?.hash ?? previous;
  waiting = made[0]?.id ?? "";
  for (const event of told) await record(LEDGER, [event], [], []);
  for (const one of made) await record(LEDGER, [], [one], []);
  await record(LEDGER, [], [], links);
  const named = { id: text.toWellFormed() || "none", name: text || "none" };
  const tool = { ...named, ...(text && { standing: text.slice(0, 200) }) };
  const inventory = [
    putEntry("tool", { app: named, connector: named, tool }, `tool ${text}`),
    putEntry("session_policy", { policy: named, until: "2099-12-31" }, `policy ${text}`),
    putEntry("snapshot", { value: { [text]: text } }, `snapshot ${text}`),
  ];
  await LEDGER.batch(
    writeInventory(
      LEDGER,
      inventory.map((entry) => ({ ...entry, by: { person: text }, at: NOW })),
    ),
  );
  return [...told.map(({ id }) => `/events/${id}`), ...made.map(({ id }) => `/runs/${id}`)];
}

/** Returns the text of a page, and checks the conditions that every page must meet. */
async function read(path: string): Promise<string> {
  const response = await open(path);
  const page = await response.text();
  expect(response.status, `${path}: ${page.slice(0, 500)}`).toBe(200);
  expect(page).toMatch(/<\/html>$/);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(
    page.match(/<img|<svg\/|<plaintext|<[^>]+\son[a-z]+="|(?:href|src|action)="(?:javascript|data:text)/i),
  ).toBeNull();
  expect(page).not.toContain("could not be shown");
  // A form sends the values of its fields back unchanged; all other text is for people.
  const seen = page.replace(/ value="[^"]*"/g, "").replace(/<textarea.*?<\/textarea>/gs, "");
  expect.soft(unseenIn(seen), path).toBeNull();
  return page;
}

/** Returns the text around the first invisible character of a page, or `null` if there is none. */
function unseenIn(page: string): string | null {
  const named = showInvisibles(page);
  if (named === page) return null;
  let at = 0;
  while (named[at] === page[at]) at++;
  return named.slice(Math.max(0, at - 200), at + 40);
}

/** The hostile texts, cut to the length that a row can hold. */
const HELD = sampleOf(Object.entries(HOSTILE_TEXTS), 8).map(
  ([kind, text]) => [kind, text.slice(0, 2_000)] as const,
);
/** Number of texts that fit on the first page of every list. */
const TOGETHER = 8;
const GROUPS = Array.from({ length: Math.ceil(HELD.length / TOGETHER) }, (_, n) =>
  HELD.slice(n * TOGETHER, (n + 1) * TOGETHER),
);

beforeAll(migrateLedger);
afterAll(() => void vi.restoreAllMocks());

describe("hostile texts", () => {
  it.for(GROUPS)("are shown as plain text on every page of recorded data (%#)", async (group) => {
    for (const [, text] of group) for (const page of await recorded(text)) await read(page);
    for (const page of LISTS) await read(page);
  });

  it("have their invisible characters written out on every page of recorded data and in the CSV files", async () => {
    const text = "Ada \u202etneg\u2066a\u200b M\u00adarsh\ufeff";
    for (const page of await recorded(text)) await read(page);
    for (const page of [...LISTS, "/ask"]) await read(page);
    const run = await read(`/approvals?run=${waiting}`);
    expect(run).toContain(`Affects ${showInvisibles(text)}.`);
    for (const path of ["/changes.csv", "/events.csv", "/runs.csv", "/inventory.csv", "/audit.csv"]) {
      const file = await (await open(path)).text();
      const line = file.replaceAll("\r", "");
      expect(line === showInvisibles(line), path).toBe(true);
    }
  });

  it("cause no internal error in the parameters of a URL", async () => {
    for (const [kind, text] of HELD)
      for (const [path, names] of Object.entries(PARAMETERS))
        for (const name of names) {
          // One row of a list is enough, because the test above checks the rows.
          const few = LIMITED.has(path) && { limit: "1" };
          const response = await open(`${path}?${new URLSearchParams({ ...few, [name]: text })}`);
          expect(response.status, `${path}?${name} with ${kind}`).not.toBe(500);
        }
  });

  it("in the path of a URL are reported as not found", async () => {
    for (const [kind, text] of HELD)
      for (const folder of ["/events", "/runs", "/automations", "/sources", "/assets", "/api/runs", ""]) {
        const response = await open(`${folder}/nothing${encodeURIComponent(text.toWellFormed())}`);
        expect(response.status, `${folder} with ${kind}`).toBe(404);
      }
    expect((await open("/runs/%E0%A4%A")).status).toBe(404);
  });

  it("are accepted as the reason for a pause, unless they are blank or too long", async () => {
    const pause = { automation: "leaver", csrf: await tokenOf() };
    for (const [kind, reason] of HELD) {
      const { status } = await submit("/pauses", { ...pause, reason });
      expect(status, kind).toBe(reason.trim() && [...reason].length <= 1_000 ? 303 : 400);
      expect((await read("/automations/leaver")).includes("Paused by"), kind).toBe(status === 303);
      if (status === 303) await submit("/pauses/lifted", { ...pause, reason });
    }
  });

  it("leave the exports machine-readable, without formulas in the CSV", async () => {
    const csv = await (await open("/changes.csv")).text();
    const cells: readonly string[] = parse(csv).flat();
    const shown = cells.map((cell) => cell.replaceAll("'", ""));
    for (const [kind, text] of HELD)
      expect(shown.includes(showInvisibles(text).replaceAll("'", "")), kind).toBe(true);
    // A spreadsheet that separates cells at semicolons or tabs also separates them inside quotes, and at line breaks.
    const formulas = [...cells, ...csv.split(/[;\t\r\n]/)].filter((cell) =>
      /^[\s\p{C}]*[=+\-@＝＋－＠]/u.test(cell),
    );
    expect(formulas).toEqual([]);
    const trail = await (await open("/api/audit.ndjson", { accept: "*/*" })).text();
    expect(await verify(trail.split("\n"))).toMatchObject({ ok: true });
    for (const path of ["/api/events", "/api/runs", "/api/audit", "/api/inventory", "/api/changes"]) {
      const response = await open(`${path}?limit=100`, { accept: "application/json" });
      expect(response.status, path).toBe(200);
      expect(await response.json()).toHaveProperty("items");
    }
  });
});

it("an item that can't be shown is replaced by a note, and the others are shown", async () => {
  const broken = { state: "awaiting_approval", plan: null, dueAt: NOW, createdAt: Number.MAX_SAFE_INTEGER };
  const [row, other] = [runAt(++rows, NOW, broken), runAt(++rows, NOW, { ...broken, createdAt: NOW })];
  await record(LEDGER, [], [row, other], []);
  const write = vi.spyOn(console, "log");
  for (const path of ["/", "/runs", `/approvals?run=${other.id}`]) {
    write.mockClear();
    const response = await open(path);
    expect(response.status, path).toBe(200);
    const page = await response.text();
    expect(page.match(/[^>]*could not be shown[^<]*/g), path).toEqual([
      `${row.id} could not be shown: see the log.`,
    ]);
    expect(page, path).toContain(`href="/runs/${other.id}"`);
    expect(write.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
      { message: "item_not_shown", id: row.id, error: "RangeError: Invalid time value" },
    ]);
  }
});

const LISTS = [
  "/",
  "/events",
  "/runs",
  "/runs?state=ignored",
  "/approvals",
  "/automations",
  "/automations/leaver",
  "/sources",
  "/sources/jira",
  "/inventory",
  "/audit",
  "/changes",
  "/settings",
  "/person?email=ada.marsh@example.com",
];

/** Parameters that accept more than a fixed set of words. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  "/events": ["source", "type", "subject", "since", "until", "q", "cursor", "limit", "done"],
  "/runs": ["automation", "requester", "event", "until", "q"],
  "/audit": ["desk", "actor", "until"],
  "/inventory": ["person", "untilBy"],
  "/person": ["email"],
  "/changes": ["automation", "since", "cursor"],
  "/changes.csv": ["automation", "since", "cursor"],
};
const LIMITED: ReadonlySet<string> = new Set(["/events", "/runs", "/audit", "/inventory"]);
