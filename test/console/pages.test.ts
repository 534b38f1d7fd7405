import { beforeAll, describe, expect, it } from "vitest";
import { putEntry } from "../../src/actions/inventory.ts";
import { automations } from "../../src/automations/index.ts";
import { settingsOf } from "../../src/automations/settings.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { SCRIPT_URL, STYLESHEET_URL } from "../../src/console/assets/assets.ts";
import { reportCsv } from "../../src/console/report.ts";
import { httpApp } from "../../src/http/app.ts";
import { chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { writeInventory } from "../../src/ledger/inventory.ts";
import { record } from "../../src/ledger/record.ts";
import { RUN_STATE, RUN_STATES } from "../../src/ledger/states.ts";
import { sources } from "../../src/systems/index.ts";
import {
  auditEntry,
  eventAt,
  eventId,
  eventRow,
  LEDGER,
  migrateLedger,
  runAt,
  runId,
  runRow,
} from "../ledger/ledger.ts";
import { appWithPeople } from "../support/app.ts";
import { as, asking, bare, behindAccess, local, open, submit, tokenOf } from "./signed.ts";

const { settings } = sample;

const NOW = Date.now();
const HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'";
const ANSWERED = { operation: "createConnectorOwner", state: "applied", attempts: 1, settledAt: NOW };
const call = {
  operation: "createConnectorOwner",
  input: { path: { app_id: "app_1" }, body: { token: "hush" } },
};
const TASK = { effects: [], task: { askedOf: ["gita.lund@example.com"] } };
const plan = (summary = "Make Ada Marsh an owner of GitHub MCP.", change: object = {}) => ({
  hash: "ab".repeat(32),
  actions: [
    {
      action: "connector-owner.add",
      summary,
      unverified: [{ id: "con_1", name: "GitHub MCP" }],
      target: "connector con_1",
      effects: [call],
      beneficiaries: [],
      ...change,
    },
  ],
});
const statedAt = (n: number) => NOW - 1_000 * n;
/** A run in each state, the n-th of them at that time. */
const stated = RUN_STATES.map((state, n) =>
  runAt(100 + n, statedAt(n), {
    state,
    plan: state === "awaiting_task" ? plan(undefined, TASK) : plan(),
    journal: state === "done" ? [ANSWERED] : [],
    asks: state === "awaiting_approval" ? ["it starts an access review campaign"] : [],
    hold: state === "held" ? { budget: "deletes an hour", limit: 20, used: 20, windowMinutes: 60 } : null,
    problem:
      state === "failed" ? { code: "user_not_found", message: "no user xyz", public: "no user" } : null,
  }),
);
const inState = (state: (typeof RUN_STATES)[number]) => {
  const n = RUN_STATES.indexOf(state);
  return runId(100 + n, statedAt(n));
};

beforeAll(async () => {
  await migrateLedger();
  const who = { by: { person: "gita.lund@example.com" }, at: NOW };
  await LEDGER.batch(
    writeInventory(LEDGER, [
      { ...putEntry("tool", { ...TOOL, tool: { ...TOOL.tool, standing: "approved, bypassed" } }), ...who },
      { ...putEntry("session_policy", { policy: named("sp_1"), until: "2026-12-31" }), ...who },
    ]),
  );
  const numbers = Array.from({ length: 60 }, (_, i) => i + 1);
  await record(
    LEDGER,
    [
      ...numbers.map((n) => eventRow(n, { receivedAt: 1_000 * n })),
      ...stated.map((_, n) => eventAt(100 + n, statedAt(n))),
      eventRow(900, {
        receivedAt: 900,
        subject: HOSTILE,
        detail: "turn \u202Earound",
        event: JSON.stringify({
          type: "ticket.updated",
          ticket: {
            title: HOSTILE,
            url: "javascript:alert(1)",
            fields: { long: "x".repeat(1_000_000), ssn: "123-45" },
          },
        }),
        payload: JSON.stringify({ [HOSTILE]: HOSTILE, changes: [{ field: "salary", to: "90210" }] }),
      }),
      eventRow(901, {
        state: "rejected",
        type: null,
        event: null,
        detail: "ticket.id: is missing",
        receivedAt: 901,
      }),
    ],
    [
      ...numbers.map((n) => runRow(n, { createdAt: 1_000 * n, updatedAt: 1_000 * n })),
      ...stated,
      runRow(900, {
        subject: HOSTILE,
        automation: "leaver",
        createdAt: 900,
        plan: plan(`${HOSTILE} \u202E`),
        notice: {
          title: `Catalog ${HOSTILE}`,
          summary: `2 new ${HOSTILE}`,
          lines: [{ name: `Tool ${HOSTILE}`, detail: `new ${HOSTILE}` }],
          people: ["nora.field@example.com"],
        },
        reads: {
          made: [
            { operation: "searchUsers", input: { body: { query: HOSTILE } } },
            { operation: "getMcpTool", input: { path: { id: "tool_1" }, body: { apiKey: "hush" } } },
          ],
          more: 1,
        },
      }),
      runRow(901, {
        createdAt: 61_000,
        state: "planning",
        plan: null,
        journal: [],
        progress: { state: {}, done: 500, of: 3_000, what: `tools ${HOSTILE}` },
        notice: {
          title: "Long",
          summary: "Many.",
          lines: Array.from({ length: 201 }, (_, n) => ({ name: `line ${n}` })),
        },
        reads: { made: [{ operation: "searchUsers", input: {} }], more: 0 },
      }),
    ],
    await chain(FIRST_PREVIOUS, [
      auditEntry(1, { at: NOW - 500, type: "plan.made", runId: inState("done"), detail: {} }),
      auditEntry(2, {
        at: NOW - 400,
        type: "effect.sending",
        runId: inState("done"),
        detail: { effect: 0, operation: "createConnectorOwner" },
      }),
      auditEntry(3, {
        at: NOW - 150,
        type: "effect.applied",
        runId: inState("done"),
        detail: { effect: 0, operation: "createConnectorOwner" },
      }),
      auditEntry(4, {
        at: NOW,
        type: "approval.granted",
        actor: "nora.field@example.com",
        runId: runId(1),
        detail: { reason: HOSTILE },
      }),
    ]),
  );
});

const named = (id: string) => ({ id, name: `The ${id}` });
const TOOL = { app: named("app_1"), connector: named("con_1"), tool: { id: "tool_1", name: HOSTILE } };

/** A source's row on the overview. */
const rowOf = (page: string, source: string): string =>
  page.split(`<th scope="row">${source}</th>`)[1]?.split("</tr>")[0] ?? "";

async function read(path: string, headers = {}): Promise<string> {
  const response = await open(path, headers);
  expect(response.status, path).toBe(200);
  return response.text();
}
const rows = (page: string) =>
  Array.from(page.matchAll(/<th scope="row"[^>]*><a href="(\/(?:runs|events)\/[^"]+)"/g), ([, href]) => href);

const PATHS = [
  "/",
  "/events",
  `/events/${eventId(1)}`,
  `/events/${eventId(900)}`,
  "/runs",
  `/runs/${inState("done")}`,
  `/runs/${runId(900)}`,
  `/runs/${runId(901)}`,
  "/approvals",
  "/person?email=ada.marsh@example.com",
  "/report",
  "/automations",
  "/automations/leaver",
  "/sources",
  "/sources/jira",
  "/inventory",
  "/audit",
  "/settings",
];

describe("every page", () => {
  it.for(PATHS)("%s is sent with a strict policy, kept by nobody, with nothing inline", async (path) => {
    const response = await open(path);
    expect(response.status).toBe(200);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("referrer-policy")).toBe("same-origin");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const text = await response.text();
    expect(text).toMatch(/^<!doctype html><html lang="en">/);
    expect(text).not.toMatch(/<style|\sstyle="|\son[a-z]+="|="javascript:/i);
    expect(text.match(/<script[^>]*>/g)).toEqual([`<script src="${SCRIPT_URL}" defer="">`]);
    expect(text).not.toContain("<img");
    expect(text.match(/<h1>/g)).toHaveLength(1);
  });

  it("loads a stylesheet and a script that browsers may keep for good, and nothing else is there", async () => {
    for (const path of [STYLESHEET_URL, SCRIPT_URL]) {
      const response = await open(path, {}, bare);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect((await response.text()).length).toBeLessThan(30 * 1024);
    }
    expect((await open("/assets/console-0.js", {}, bare)).status).toBe(404);
  });

  it("is refused by address as a page to a browser, as a problem document to a script", async () => {
    const missing = await open(`/runs/${runId(999)}`);
    expect(missing.status).toBe(404);
    expect(missing.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await missing.text()).toContain("there is no such run (or it is not recorded yet)");
    const script = await open(`/runs/${runId(999)}`, { accept: "application/json" });
    expect(script.headers.get("content-type")).toBe("application/problem+json");
    for (const path of ["/runs/1", "/events/x", "/nowhere"])
      expect((await open(path)).status, path).toBe(404);
    for (const path of ["/runs?state=sideways", "/events?cursor=x", "/audit?colour=red", "/runs?since=now"])
      expect((await open(path)).status, path).toBe(400);
  });
});

describe("hostile texts", () => {
  it("are text and nothing else, wherever they are shown", async () => {
    for (const path of ["/events", "/runs", `/events/${eventId(900)}`, `/runs/${runId(900)}`, "/audit"]) {
      const page = await read(path === "/events" || path === "/runs" ? `${path}?until=950` : path);
      expect(page, path).toContain("&lt;script&gt;alert(1)");
      expect(page, path).not.toContain("<script>");
      expect(page, path).not.toContain("\u202E");
    }
  });

  it("are shown cut, with what turns around written out, without a link that runs something", async () => {
    const page = await read(`/events/${eventId(900)}`);
    expect(page).toContain("1,000,000 characters, 2,000 shown");
    expect(page.length).toBeLessThan(200_000);
    expect(page).toContain("turn ⟨U+202E⟩around");
    expect(page).not.toContain('href="javascript');
  });

  it("in the address are not shown as said by Reeve", async () => {
    expect(await read("/runs?done=%3Cb%3EInjected")).not.toContain("Injected");
    expect(await read("/runs?done=toString")).not.toContain('role="status"');
    expect(await read("/runs?done=paused")).toContain('role="status"');
  });
});

describe("the pages", () => {
  it("say which environment they are of, where it is not production", async () => {
    const page = await (await open("/runs", {}, { ...local, REEVE_ENV: "test" })).text();
    expect(page).toContain('<strong class="environment">test</strong>');
    expect(page).toContain("<title>Runs · Reeve (test)</title>");
    for (const bindings of [local, { ...local, REEVE_ENV: "production" }])
      expect(await (await open("/runs", {}, bindings)).text()).toContain("<title>Runs · Reeve</title>");
  });

  it("Overview has what needs a person first, the day, and how everything is", async () => {
    const page = await read("/");
    const [needs, day, tenant] = ["Needs you", "Runs by the day they began", "Tenant"].map((words) =>
      page.indexOf(words),
    );
    expect(needs).toBeGreaterThan(0);
    expect(day).toBeGreaterThan(needs ?? 0);
    expect(tenant).toBeGreaterThan(day ?? 0);
    for (const words of ["wait for approval", "held over budget", "need review", "failed in 24 hours"])
      expect(page).toContain(`<strong>1</strong> ${words}`);
    for (const state of ["awaiting_approval", "held", "needs_review", "failed"] as const)
      expect(rows(page)).toContain(`/runs/${inState(state)}`);
    expect(rows(page)).not.toContain(`/runs/${inState("done")}`);
    const listed = /<a href="(\/runs\?since=[^"]+state=failed)">1<span class="unseen"> failed on/.exec(
      page,
    )?.[1];
    expect(rows(await read(listed?.replaceAll("&amp;", "&") ?? ""))).toEqual([`/runs/${inState("failed")}`]);
    const viewer = await read("/", as("viewer"));
    expect(viewer).toContain("Nothing needs you right now.");
    expect(viewer).toContain("Needs somebody with another role");
    expect(page).toContain("GOVERNANCE_CLIENT_ID");
    expect(page).toMatch(/Ledger lag<\/dt><dd>none/);
    expect(rowOf(page, "jira")).toContain("no secret");
  });

  it.for([
    ["/events", 60 + RUN_STATES.length + 2],
    // All but the one that had nothing to do.
    ["/runs", 60 + RUN_STATES.length + 1],
  ] as const)("%s lists %i rows in pages, each once, by links", async ([path, total]) => {
    const seen: (string | undefined)[] = [];
    let next: string | undefined = path;
    for (let pages = 0; next !== undefined; pages++) {
      expect(pages).toBeLessThan(5);
      const page: string = await read(next);
      seen.push(...rows(page));
      next = /<a rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(seen).toHaveLength(total);
    expect(new Set(seen).size).toBe(total);
  });

  it("lists are filtered and searched, and keep their filters from page to page", async () => {
    expect(rows(await read("/events?q=number+17&source=&state="))).toEqual([`/events/${eventId(17)}`]);
    expect(rows(await read("/events?state=rejected"))).toEqual([`/events/${eventId(901)}`]);
    expect(rows(await read("/runs?state=held&automation="))).toEqual([`/runs/${inState("held")}`]);
    expect(rows(await read("/runs?state=ignored"))).toEqual([`/runs/${inState("ignored")}`]);
    expect(rows(await read("/runs?automation=leaver"))).toEqual([`/runs/${runId(900)}`]);
    expect(rows(await read("/runs?since=1970-01-01T01:00&until=1970-01-01T01:00:03"))).toHaveLength(3);
    const first = await read("/runs?automation=connector-owner-from-ticket&q=");
    expect(first).toMatch(/<a rel="next" href="\/runs\?automation=connector-owner-from-ticket&amp;cursor=/);
    expect(first).toContain('<option value="connector-owner-from-ticket" selected="">');
  });

  it("lists have their usual filters as links, and the link to what is filtered now", async () => {
    const page = await read("/runs?state=failed&since=7d");
    expect(page).toContain(
      '<a href="/runs?state=failed&amp;since=7d" aria-current="true">Failed this week</a>',
    );
    expect(page).toContain('<a class="copy" href="/runs?state=failed&amp;since=7d" data-copy="true">');
    expect(rows(page)).toEqual([`/runs/${inState("failed")}`]);
    expect(await read("/runs")).not.toContain("data-copy");
    const waiting = rows(await read("/runs?state=waiting"));
    for (const state of RUN_STATES)
      expect(waiting.includes(`/runs/${inState(state)}`), state).toBe(RUN_STATE[state].tone === "wait");
    for (const path of ["/events", "/audit", "/inventory"])
      expect(await read(path)).toContain('aria-current="true">All</a>');
  });

  it("an unknown address has the navigation for whoever may read, and for others how to get in", async () => {
    const page = await (await open("/runz")).text();
    expect(page).toContain('<a href="/runs">Runs</a>');
    expect(page).toContain("there is no page at /runz");
    expect(page).toContain("Look for it");
    const stranger = await open("/runz", {}, behindAccess);
    expect(stranger.status).toBe(401);
    expect(await stranger.text()).not.toContain('href="/runs"');
  });

  it("held runs are decided about at once where all that is listed is held, by operators alone", async () => {
    const all = (page: string) => page.match(/action="\/runs\/decisions"/g)?.length ?? 0;
    expect(all(await read("/runs?state=held"))).toBe(2);
    const one = await read("/runs?state=held&automation=connector-owner-from-ticket", as("operator"));
    expect(all(one)).toBe(2);
    expect(one).toContain('<input type="hidden" name="automation" value="connector-owner-from-ticket"/>');
    for (const path of [
      "/runs",
      "/runs?state=failed&q=ada",
      "/runs?state=held&q=ada",
      "/runs?state=held&automation=leaver",
    ])
      expect(all(await read(path)), path).toBe(0);
    expect(all(await read("/runs?state=held", as("approver")))).toBe(0);
  });

  it("failed runs are tried again at once, for each reason, where all that is listed failed", async () => {
    const page = await read("/runs?state=failed");
    expect(page.match(/action="\/runs\/decisions"/g)).toHaveLength(1);
    expect(page).toMatch(
      /<input type="hidden" name="decision" value="retried"\/><input type="hidden" name="code"/,
    );
    expect(await read("/runs?state=failed", as("viewer"))).not.toContain('name="code"');
  });

  it("an event has both forms of it, redacted, and who saw it", async () => {
    const page = await read(`/events/${eventId(900)}`);
    expect(page).not.toContain("123-45");
    expect(page).not.toContain("90210");
    expect(page.match(/\(redacted\)/g)?.length).toBeGreaterThanOrEqual(2);
    expect(page).toContain(`/runs/${runId(900)}`);
    expect(page).toContain("Run again");
    expect(await read(`/events/${eventId(900)}`, as("viewer"))).not.toContain("Run again");
    expect(await read(`/events/${eventId(901)}`)).not.toContain("Run again");
  });

  it("an event, and a run, that could not be recorded whole say so in words", async () => {
    const why = "the ledger refused it: <b>too big</b>";
    await record(
      LEDGER,
      [eventRow(960, { event: null, payload: JSON.stringify({ omitted: why }), receivedAt: 960 })],
      [runRow(960, { plan: null, journal: [], omitted: why, createdAt: 960 })],
    );
    for (const page of [`/events/${eventId(960)}`, `/runs/${runId(960)}`])
      expect(await read(page)).toContain(
        "This was not recorded: <bdi>the ledger refused it: &lt;b&gt;too big&lt;/b&gt;</bdi>.",
      );
  });

  it("whoever approves reads the ids behind names that nobody looked up", async () => {
    for (const path of ["/approvals", `/runs/${inState("awaiting_approval")}`])
      expect(await read(path), path).toContain("Names not verified: GitHub MCP is con_1.");
  });

  it("an event says who passed and why, and that nobody listens only where nobody does", async () => {
    const passed = [{ reason: 'The form is "<b>Laptop".', automations: ["campaign-from-ticket", "mover"] }];
    await record(
      LEDGER,
      [eventRow(948, { state: "ignored", passed }), eventRow(949, { state: "ignored" })],
      [],
    );
    const page = await read(`/events/${eventId(948)}`);
    expect(page).toContain("campaign-from-ticket, mover");
    expect(page).toContain("The form is &quot;&lt;b&gt;Laptop&quot;.");
    const nobody = "No enabled automation listens to this.";
    expect(page).not.toContain(nobody);
    expect(await read(`/events/${eventId(949)}`)).toContain(nobody);
  });

  it("an event is run again for those that listen to it or saw it, the one that acted first", async () => {
    const saw = (n: number, automation: string, change: object) =>
      runRow(n, { id: runId(n), eventId: eventId(950), automation, createdAt: n, ...change });
    await record(
      LEDGER,
      [eventRow(950, { type: "ticket.transitioned", receivedAt: 950 })],
      [
        saw(950, "tool-retirement-from-ticket", { ignored: "not for it", plan: null }),
        saw(951, "campaign-from-ticket", { plan: plan() }),
        saw(952, "leaver", { ignored: "not for it", plan: null }),
      ],
    );
    const page = await read(`/events/${eventId(950)}`);
    const options = [...page.matchAll(/<option value="([\w-]+)"( selected)?/g)];
    expect(options.filter(([, , selected]) => selected).map(([, name]) => name)).toEqual([
      "campaign-from-ticket",
    ]);
    const names = options.map(([, name]) => name);
    expect(names.slice(0, 3)).toEqual(["campaign-from-ticket", "leaver", "tool-retirement-from-ticket"]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain("connector-owner-from-ticket");
    expect(names).not.toContain("joiner");
    expect(names).not.toContain("silent-source");
  });

  it("a run has its plan, each call with its time and answer, and what happened in order", async () => {
    const page = await read(`/runs/${inState("done")}`);
    expect(page).toContain("Make Ada Marsh an owner of GitHub MCP.");
    expect(page).toContain("connector con_1");
    expect(page).toContain("250 ms");
    expect(page).toContain("1×");
    expect(page).not.toContain("hush");
    const order = ["Event taken in", "Plan made", "Call sent", "Call accepted by the service"].map((words) =>
      page.indexOf(words),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
  });

  it("a run says of each call whether its effect was seen at the service", async () => {
    const retire = { operation: "deleteMcpTool", input: { path: { id: "tool_1" } } };
    const accepted = { operation: "deleteMcpTool", state: "applied", attempts: 1, settledAt: 3 };
    const calls = [
      ANSWERED,
      { ...accepted, shows: { is: "seen", at: 5 } },
      { ...accepted, shows: { is: "not_yet", at: 5 } },
      { ...accepted, shows: { is: "unseen", at: 5 } },
      { ...accepted, gone: true },
    ];
    const looking = {
      createdAt: 2,
      dueAt: 9,
      journal: calls,
      plan: plan(undefined, { effects: [call, retire, retire, retire, retire] }),
    };
    await record(LEDGER, [], [runRow(990, looking)]);
    const page = await read(`/runs/${runId(990)}`);
    const words = Array.from(page.matchAll(/data-label="State"><span[^>]*>([^<]+)</g), ([, text]) => text);
    expect(words).toEqual([
      "accepted by the service",
      "seen at the service",
      "accepted by the service, not seen yet",
      "accepted by the service, not seen within 5 minutes: look at it there",
      "was gone already",
    ]);
    expect(page).toContain("<dt>Looks again</dt>");
    await LEDGER.prepare("DELETE FROM runs WHERE id = ?").bind(runId(990)).run();
  });

  it("a run says what it was decided by, what people are told, and how far it is while it looks", async () => {
    const page = await read(`/runs/${runId(900)}`);
    expect(page).toContain("<h3>Decided by 3 reads</h3>");
    const order = [
      "Event taken in",
      "Notice: ",
      "Decided by 3 reads",
      "searchUsers",
      "getMcpTool",
      "and 1 more",
    ];
    const places = order.map((words) => page.indexOf(words));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(page).not.toContain("hush");
    expect(page).toMatch(/Notice: <bdi>Catalog &lt;script&gt;/);
    expect(page).toContain("<bdi>nora.field@example.com</bdi>");
    expect(page).not.toContain("<progress");

    const looking = await read(`/runs/${runId(901)}`);
    expect(looking).toMatch(
      /<progress[^>]* max="3000" value="500"><\/progress><span>500 of 3,000 <bdi>tools/,
    );
    expect(looking).toContain('data-live="3"');
    expect(looking).toContain("<h3>Decided by 1 read</h3>");
    expect(looking).toContain("line 199");
    expect(looking).not.toContain("line 200");
    expect(looking).toContain("and 1 more");

    const older = await read(`/runs/${inState("done")}`);
    expect(older).not.toContain("Decided by");
    expect(older).not.toContain("Notice: ");
  });

  it.for([
    ["awaiting_approval", ["Deny", "Approve", "Cancel the run"]],
    ["held", ["Cancel the run", "Resume over budget"]],
    ["needs_review", ["Abandon", "It happened", "Send again"]],
    ["awaiting_task", ["Not done", "Cancel the run", "Done"]],
    ["not_done", []],
    ["failed", ["Try again"]],
    ["scheduled", ["Cancel the run"]],
    ["awaiting_confirmation", ["Cancel the run", "Confirm"]],
    ["done", []],
    ["rejected", []],
    ["expired", []],
    ["cancelled", []],
    ["dry_run", []],
  ] as const)(
    "a run that is %s has the buttons %j, and each says what will be done",
    async ([state, labels]) => {
      const path = `/runs/${inState(state)}`;
      const page = await read(path);
      expect([...forms(page), ...barred(page)].sort()).toEqual([...labels].sort());
      for (const form of page.match(/<form method="post".*?<\/form>/gs) ?? [])
        expect(form).toContain("Make Ada Marsh an owner of GitHub MCP.");
      // What the reader has no role for is there, and says so. Whoever asked may confirm: the desk knows who that is.
      const reading = await read(path, as("viewer"));
      const isConfirm = (label: string) => label === "Confirm";
      expect(forms(reading)).toEqual(labels.filter(isConfirm));
      expect(barred(reading)).toEqual(labels.filter((label) => !isConfirm(label)));
      const takes = (page: string, role: string) => barredFor(page, `lacks the role ${role}`);
      const approvers = labels.filter((one) => /Approve|Deny/.test(one));
      const operators = labels.filter((one) => !/Approve|Deny|Confirm/.test(one));
      expect(takes(await read(path, as("approver")), "operator")).toEqual(operators);
      expect(takes(await read(path, as("operator")), "approver")).toEqual(approvers);
    },
  );

  it("a run says in order what it does, why somebody has to approve it, and then what can be decided", async () => {
    const page = await read(`/runs/${inState("awaiting_approval")}`);
    const order = [
      "What it will do",
      "Make Ada Marsh an owner",
      "To undo it",
      "Why somebody has to approve it",
      ">Deny<",
      "the requester is notified that it was denied",
      ">Approve<",
      "What happened",
      "Details for operators",
    ].map((words) => page.indexOf(words));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
    expect(await read(`/runs/${runId(901)}`)).not.toContain("There is no plan");
  });

  it("sentences of a plan have their dates as people write them", async () => {
    await record(
      LEDGER,
      [eventRow(955)],
      [runRow(955, { plan: plan("To be complete by 2026-11-29T00:40:23.017Z.") })],
    );
    expect(await read(`/runs/${runId(955)}`)).toContain("To be complete by 29 Nov 2026, 01:40:23 CET.");
  });

  it("a person has all that they asked for, that is about them, and that they decided", async () => {
    const requester = { name: "Ida Holt", email: "ida.holt@example.com" };
    const ticket = { key: "IAM-7", title: "For Ida", requester };
    await record(
      LEDGER,
      [eventRow(956, { event: JSON.stringify({ type: "ticket.updated", ticket }) })],
      [runRow(956)],
    );
    const page = await read("/person?email=ida.holt@example.com");
    expect(rows(page).toSorted()).toEqual([`/events/${eventId(956)}`, `/runs/${runId(956)}`].toSorted());
    expect(page).toContain("Reeve keeps track of nothing of theirs.");
    expect(await read("/person?email=nora.field@example.com")).toContain("<strong>Approved".slice(8));
    expect((await open("/person?email=nobody")).status).toBe(400);
    expect((await open("/person")).status).toBe(400);
  });

  it("the report has what people decided in its days, with what it was about, and as CSV without formulas", async () => {
    const decided = await read("/report");
    expect(decided).toContain("Approved");
    expect(decided).toContain("Make person 1 an owner.");
    expect(decided).not.toContain("Call sent");
    expect(await read("/report?from=2020-01-01&to=2020-01-31")).toContain("Nobody decided anything");
    const csv = await open("/report.csv");
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [, ...lines] = (await csv.text()).trim().split("\r\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`"Approved","nora.field@example.com","${HOSTILE.replaceAll('"', '""')}"`);
    expect((await open("/report?from=yesterday")).status).toBe(400);
    const formula = {
      at: 0,
      type: "run.cancelled",
      actor: "=HYPERLINK(1)",
      reason: "+1",
      run: null,
      subject: "leaver",
    };
    expect(reportCsv([formula])).toContain(`"Cancelled","'=HYPERLINK(1)","'+1","","leaver"`);
    for (const [reason, shown] of [
      ["\n=1", "'\n'=1"],
      ["\tx", "'\tx"],
      ["＝1", "'＝1"],
      ["\u200b ＋1", "'\u200b ＋1"],
      ["－1", "'－1"],
      ["＠SUM(1)", "'＠SUM(1)"],
      ["a;=1; @b", "a;'=1;' @b"],
      ["a\r\n- b\t+1", "a\r\n'- b\t'+1"],
      ["a=1, b-c, d@example.com; e", "a=1, b-c, d@example.com; e"],
    ] as const)
      expect(reportCsv([{ ...formula, reason }])).toContain(`","${shown}","","leaver"`);
  });

  it("Approvals begins with what expires first, and has plans of one kind for one person decided together", async () => {
    const twice = { ...plan(), actions: [{ ...plan().actions[0], beneficiaries: ["usr_ida"] }] };
    const waits = (n: number, days: number) =>
      runRow(n, {
        state: "awaiting_approval",
        automation: "leaver",
        plan: twice,
        journal: [],
        dueAt: NOW + days * 86_400_000,
      });
    const ticket = (n: number) => JSON.stringify({ type: "x", ticket: { key: `IAM-${n}`, title: "Ida" } });
    await record(
      LEDGER,
      [eventRow(970, { event: ticket(970) }), eventRow(971, { event: ticket(971) })],
      [waits(970, 2), waits(971, 1)],
    );
    const page = await read("/approvals");
    expect(page.indexOf("IAM-971 Ida")).toBeLessThan(page.indexOf("IAM-970 Ida"));
    expect(page).toContain("The 2 plans above are of leaver, for the same people");
    for (const n of [970, 971])
      expect(page).toContain(`name="plan" value="${runId(n)} ${"ab".repeat(32)}" checked`);
    expect(page).toContain("Deny together");
    expect(await read("/approvals", as("operator"))).not.toContain("/approvals/decisions");
    const csrf = await tokenOf();
    const fields = { csrf, decision: "rejected", reason: "seen" };
    const ticked = { ...fields, plan: `${runId(970)} ${"ab".repeat(32)}` };
    const answer = await submit("/approvals/decisions", ticked);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Result for the plans that waited for approval");
    expect((await submit("/approvals/decisions", fields)).status).toBe(400);
    expect((await submit("/approvals/decisions", { ...ticked, plan: "x" })).status).toBe(400);
    const operator = { ...ticked, csrf: await tokenOf(as("operator")) };
    expect((await submit("/approvals/decisions", operator, as("operator"))).status).toBe(403);
  });

  it("Approvals has each plan with its reason, and buttons for approvers alone", async () => {
    const page = await read("/approvals");
    expect(page).toContain("it starts an access review campaign");
    expect(page).toContain(`action="/runs/${inState("awaiting_approval")}/decisions"`);
    const operator = await read("/approvals", as("operator"));
    expect(operator).not.toContain(`/runs/${inState("awaiting_approval")}/decisions`);
    expect(operator).toContain("lacks the role approver");
  });

  it("Approvals has each task with of whom it is asked, and buttons for operators alone", async () => {
    const operator = await read("/approvals", as("operator"));
    const tasks = operator.slice(operator.indexOf("To do by hand"));
    expect(tasks).toContain("Asked of");
    expect(tasks).toContain("gita.lund@example.com");
    expect(tasks).toContain(`action="/runs/${inState("awaiting_task")}/decisions"`);
    const approver = await read("/approvals", as("approver"));
    expect(approver).not.toContain(`/runs/${inState("awaiting_task")}/decisions`);
    expect(approver).toContain("lacks the role operator");
  });

  it("Automations has every one: what it does, when it runs next, and what it did last", async () => {
    const page = await read("/automations");
    for (const { name, does } of automations.values()) {
      expect(page).toContain(`<a href="/automations/${name}">${name}</a>`);
      expect(page).toContain(does?.replaceAll("'", "&#39;"));
    }
    expect(page).toContain("ticket.transitioned");
    expect(page).toMatch(/daily at 06:15<span class="under">next <time/);
    expect(page).toContain("<h2>Not enabled</h2>");
    expect(await read("/automations", as("approver"))).not.toContain('action="/automations');
  });

  it("an automation has a page: switches, success, budget, last runs, what it passed and why, settings", async () => {
    const page = await read("/automations/connector-owner-from-ticket");
    expect(page).toContain("An approved ticket makes somebody an owner of a connector");
    expect(page).toMatch(/\d+ of the last \d+ that had something to do/);
    expect(page).toMatch(
      /<meter aria-label="effects an hour per automation".*?\d+ of 100 changes in the last hour/,
    );
    expect(page).toContain('action="/automations/connector-owner-from-ticket/pause"');
    expect(rows(page)).toContain(`/runs/${inState("held")}`);
    expect(page).toContain("Name of the request type.");
    expect(page).toContain('<a href="/runs?automation=connector-owner-from-ticket">All its runs</a>');
    const passed = [{ reason: 'The form is "<b>Phone".', automations: ["campaign-from-ticket"] }];
    await record(LEDGER, [eventAt(930, NOW, { passed })], []);
    const other = await read("/automations/campaign-from-ticket");
    expect(other).toContain("The form is &quot;&lt;b&gt;Phone&quot;.");
    expect(other).toContain(`/events/${eventId(930, NOW)}`);
    expect(await read("/automations/catalog-changes")).toContain("npm run backtest -- catalog-changes");
    expect((await open("/automations/leavr")).status).toBe(404);
    const approver = await read("/automations/connector-owner-from-ticket", as("approver"));
    expect(approver).not.toContain('action="/automations');
  });

  it("Overview calls a source quiet when the notice does, and never one that may be quiet", async () => {
    const hour = 3_600_000;
    let id = 9_000;
    const heard = (source: string, hoursAgo: readonly number[]) =>
      hoursAgo.map((hours) => eventAt(id++, NOW - hours * hour, { source }));
    const steady = Array.from({ length: 60 }, (_, n) => 30 + 4 * n);
    // Silent for a week now and then, however often it speaks between.
    const byTurns = [...Array.from({ length: 60 }, (_, n) => 30 + n / 60), 31 + 7 * 24];
    await record(
      LEDGER,
      [...heard("personio", steady), ...heard("gusto", byTurns), ...heard("hibob", steady)],
      [],
    );
    const ignoring = { ...settingsOf(settings, "silent-source"), ignore: ["hibob"] };
    const app = httpApp({ ...sample, settings: { ...settings, automations: { "silent-source": ignoring } } });
    const page = await (await asking(app).open("/")).text();
    expect(rowOf(page, "personio")).toMatch(/quiet for 30 h.*its longest silence was 4/);
    expect(rowOf(page, "gusto")).not.toContain("quiet for");
    expect(rowOf(page, "hibob")).not.toContain("quiet for");
  });

  it("Sources has every address and secret's name, and no secret", async () => {
    const secret = "a-very-secret-webhook-secret";
    const response = await open("/sources", {}, { ...local, JIRA_WEBHOOK_SECRET: secret } as typeof local);
    const page = await response.text();
    for (const { secretVariable } of sources.values()) expect(page).toContain(secretVariable);
    expect(page).toContain("http://127.0.0.1:8787/hooks/jira");
    expect(page.match(/secret is set/g)).toHaveLength(1);
    expect(page).not.toContain(secret);
  });

  it("a source has each value of its last body with its path, redacted, and the names that the settings have", async () => {
    const event = {
      type: "ticket.updated",
      ticket: { system: "jira", fields: { customfield_10061: "ada.marsh@example.com", odd: HOSTILE } },
    };
    const payload = {
      issue: { fields: { customfield_10050: HOSTILE, salary: "90210" }, "a b": [{ n: 1 }, null] },
    };
    const row = { source: "jira", event: JSON.stringify(event), payload: JSON.stringify(payload) };
    await record(LEDGER, [eventAt(940, NOW + 60_000, row)], []);
    const page = await read("/sources/jira");
    expect(page).toContain(
      '<th scope="row" class="id"><bdi>issue.fields.customfield_10050</bdi></th><td><bdi>&lt;script',
    );
    expect(page).toContain("<bdi>issue[&quot;a b&quot;][0].n</bdi></th><td><bdi>1</bdi>");
    expect(page).toContain("<bdi>issue[&quot;a b&quot;][1]</bdi></th><td><bdi>null</bdi>");
    expect(page).not.toContain("90210");
    expect(page).toMatch(
      /customfield_10061<\/bdi>.*?ada.marsh@example.com<\/bdi> <span class="badge good">user/,
    );
    expect(page).toContain("/hooks/jira");
    expect(await read("/sources/gitlab")).toContain("Nothing has come in yet.");
    expect((await open("/sources/nobody")).status).toBe(404);
  });

  it("Settings has what is in effect, and of secrets only whether they are set", async () => {
    const secret = "secret-token:example:hush";
    const bindings = {
      ...local,
      GOVERNANCE_CLIENT_SECRET: secret,
      SLACK_BOT_TOKEN: "xoxb-hush",
    } as typeof local;
    const page = await (await open("/settings", {}, bindings)).text();
    expect(page).not.toContain("hush");
    expect(page.match(/set \(secret\)/g)).toHaveLength(2);
    expect(page).toContain("approvalExpiresAfterHours");
    const [changed = "", usual = ""] = page.split("settings are as by default");
    expect(page).not.toContain('<td data-label="What it is"><span class="dim">–');
    expect(changed).toContain("<code>timeZone</code>");
    expect(changed).toMatch(/Europe\/Berlin<\/bdi><span class="under">by default: <bdi>UTC/);
    expect(changed).toContain('<code>settings.automations.leaver</code> <a href="/automations/leaver">');
    expect(changed).not.toContain("<code>retentionDays</code>");
    expect(usual).toMatch(/<code>retentionDays<\/code>.*Days that events, payloads and ended runs stay/);
    expect(page).not.toContain("Nobody has a role");
    const { open: openElsewhere } = asking(appWithPeople([]));
    expect(await (await openElsewhere("/settings")).text()).toContain("Nobody has a role");
    expect(page).toContain("Europe/Berlin");
  });

  it("Overview and Settings say that the governance credential ends, from two weeks ahead", async () => {
    const credential = {
      GOVERNANCE_CLIENT_ID: "fern-otter-1@acme.example.com/api",
      GOVERNANCE_CLIENT_SECRET: `secret-token:acme:v1:${btoa(JSON.stringify({ kty: "OKP", crv: "Ed25519", d: "A".repeat(43), x: "A".repeat(43) })).replaceAll("=", "")}`,
    };
    const shown = async (days: number) => {
      const ends = new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
      const bindings = { ...local, ...credential, GOVERNANCE_CREDENTIAL_EXPIRES: ends } as typeof local;
      const pages = await Promise.all(["/", "/settings"].map((path) => open(path, {}, bindings)));
      return Promise.all(pages.map((page) => page.text()));
    };
    for (const page of await shown(5))
      expect(page).toMatch(/The governance credential ends on \S+, in [45] days\. Make/);
    for (const page of await shown(-2)) expect(page).toContain("The governance credential ended on");
    for (const page of await shown(60)) expect(page).not.toContain("The governance credential e");
  });

  it("Inventory has its entries, by kind, and removing them for operators", async () => {
    const page = await read("/inventory");
    expect(page).toContain("The app_1, The con_1, &lt;script&gt;");
    expect(page).toContain('<span class="under"><bdi>approved, bypassed</bdi></span>');
    expect(page).toContain('<td data-label="Ends">31 Dec 2026</td>');
    expect(page.match(/action="\/inventory\/removed"/g)).toHaveLength(2);
    expect(await read("/inventory?kind=session_policy&untilBy=2026-12-31")).not.toContain("con_1");
    expect(await read("/inventory?kind=campaign")).toContain("No entries match these filters.");
    expect(await read("/inventory", as("viewer"))).not.toContain("/inventory/removed");
  });

  it("Audit has the entries, the ends of the chains and the export", async () => {
    const page = await read("/audit");
    const { hash } =
      (await LEDGER.prepare(
        "SELECT entries->>'$[#-1].hash' AS hash FROM audit ORDER BY seq DESC LIMIT 1",
      ).first<{ hash: string }>()) ?? {};
    expect(hash).toBeTruthy();
    expect(page).toContain(hash);
    expect(page).toContain('href="/api/audit.ndjson"');
    expect(page).toContain("nora.field@example.com");
    expect(rows(await read("/audit?actor=nobody@example.com"))).toEqual([]);
  });
});

/** Labels of the buttons that can be used, and of those that can't, be it for the reason that is given. */
const forms = (page: string) =>
  Array.from(page.matchAll(/<summary class="button[^"]*">([^<]+)/g), ([, label]) => label);
const barred = (page: string) => barredFor(page, "");
const barredFor = (page: string, why: string) =>
  Array.from(page.matchAll(/<p class="barred">.*?<\/p>/gs), ([group]) => group)
    .filter((group) => group.includes(why))
    .flatMap((group) =>
      Array.from(group.matchAll(/<button type="button" disabled="">([^<]+)/g), ([, label]) => label),
    );
