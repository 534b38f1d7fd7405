// The data for the tests of console pages: a run in each state, sixty that are done, and two with odd contents.
import { expect } from "vitest";
import { putEntry } from "../../../src/actions/inventory.ts";
import { chain, FIRST_PREVIOUS } from "../../../src/ledger/audit-chain.ts";
import { writeInventory } from "../../../src/ledger/inventory.ts";
import { record } from "../../../src/ledger/record.ts";
import { RUN_STATES, type RunState } from "../../../src/runs/states.ts";
import {
  auditEntry,
  eventAt,
  eventRow,
  LEDGER,
  migrateLedger,
  runAt,
  runId,
  runRow,
} from "../../ledger/ledger.ts";
import { open } from "../signed.ts";

export const NOW = Date.now();
const LONG = "x".repeat(1_000_000);
export const HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'";
export const ANSWERED = { operation: "createConnectorOwner", state: "applied", attempts: 1, settledAt: NOW };
const NO_USER = { code: "user_not_found", message: "no user xyz", public: "no user" };
const CALLED = { effect: 0, operation: "createConnectorOwner" };
export const call = {
  operation: "createConnectorOwner",
  input: { path: { app_id: "app_1" }, body: { token: "hush" } },
};
export const TASK = { effects: [], followUp: { assignees: ["gita.lund@example.com"] } };
export const plan = (summary = "Make Ada Marsh an owner of GitHub MCP.", change: object = {}) => ({
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
/** Builds the n-th run with a plan that waits for an approval. */
export const waiting = (n: number, change: object = {}) =>
  runRow(n, { state: "awaiting_approval", plan: plan(), journal: [], ...change });
const statedAt = (n: number) => NOW - 1_000 * n;
/** A run in each state, each a second older than the previous one. */
export const stated = RUN_STATES.map((state, n) =>
  runAt(100 + n, statedAt(n), {
    state,
    plan: state === "awaiting_follow_up" ? plan(undefined, TASK) : plan(),
    journal: state === "done" ? [ANSWERED] : [],
    warnings: ["The requester is unknown."],
    ...(state === "awaiting_follow_up" && { followUps: [{ step: 0, dueAt: NOW + 86_400_000 }] }),
    approvalReasons: state === "awaiting_approval" ? ["it creates an access review campaign"] : [],
    hold: state === "held" ? { budget: "deletes an hour", limit: 20, used: 20, windowMinutes: 60 } : null,
    problem: state === "failed" ? NO_USER : null,
  }),
);
export const inState = (state: RunState): string => stated[RUN_STATES.indexOf(state)]?.id ?? "";

const REJECTED = { state: "rejected", type: null, event: null } as const;

/** Records the data. */
export async function arrange(): Promise<void> {
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
          ticket: { title: HOSTILE, url: "javascript:alert(1)", fields: { long: LONG, ssn: "123-45" } },
        }),
        payload: JSON.stringify({ [HOSTILE]: HOSTILE, changes: [{ field: "salary", to: "90210" }] }),
      }),
      eventRow(901, { ...REJECTED, detail: "ticket.id: is missing", receivedAt: 901 }),
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
        reads: { made: [{ operation: "searchUsers", input: {} }] },
      }),
    ],
    await chain(FIRST_PREVIOUS, [
      ...(
        [
          ["plan.made", 500, {}],
          ["effect.sending", 400, CALLED],
          ["effect.applied", 150, CALLED],
        ] as const
      ).map(([type, ago, detail], n) =>
        auditEntry(n + 1, { at: NOW - ago, type, runId: inState("done"), detail }),
      ),
      auditEntry(4, {
        ...{ at: NOW, type: "approval.granted", actor: "nora.field@example.com", runId: runId(1) },
        detail: { reason: HOSTILE },
      }),
    ]),
  );
}

export const named = (id: string) => ({ id, name: `The ${id}` });
export const TOOL = { app: named("app_1"), connector: named("con_1"), tool: { id: "tool_1", name: HOSTILE } };

export async function read(path: string, headers = {}): Promise<string> {
  const response = await open(path, headers);
  expect(response.status, path).toBe(200);
  return response.text();
}
export const rows = (page: string) =>
  Array.from(page.matchAll(/<th scope="row"[^>]*><a href="(\/(?:runs|events)\/[^"]+)"/g), ([, href]) => href);

/** Expects that a page contains all these texts, in this order. */
export function inOrder(page: string, words: readonly string[]): void {
  const places = words.map((one) => page.indexOf(one));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
}

/** Lists the labels of the available decisions. `barred` lists those of the disabled ones, `barredFor` by reason. */
export const forms = (page: string) =>
  Array.from(page.matchAll(/<summary class="button[^"]*">([^<]+)/g), ([, label]) => label).filter(
    (label) => label !== "Comment" && label !== "Ask another person",
  );
export const barred = (page: string) => barredFor(page, "");
export const barredFor = (page: string, why: string) =>
  Array.from(page.matchAll(/<p class="barred">.*?<\/p>/gs), ([group]) => group)
    .filter((group) => group.includes(why))
    .flatMap((group) =>
      Array.from(group.matchAll(/<button type="button" disabled="">([^<]+)/g), ([, label]) => label),
    );
