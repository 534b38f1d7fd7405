import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { newRun, type Run } from "../../src/desk/run/run.ts";
import { type AuditLink, chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { leastId } from "../../src/ledger/ids.ts";

const MINUTE = 60_000;
const PEOPLE = ["Ada Marsh", "Bram Cole", "Nora Field", "Gita Lund", "Hugo Pike"];
const emailOf = (name: string) => `${name.toLowerCase().replace(" ", ".")}@example.com`;
const id = (kind: "evt" | "run", n: number, at: number) =>
  `${leastId(kind, at)}-7000-8000-${String(n).padStart(12, "0")}`;

/** What each action acts on. */
const TARGETS: Readonly<Record<string, string>> = {
  "connector-owner.add": "connector con_github_mcp of app_github",
  "tool.retire": "tool tool_github_delete_branch",
  "campaign.start": "a new campaign",
};

interface Story {
  readonly source: string;
  readonly type: string;
  readonly automation: string;
  readonly subject: (n: number) => string;
  readonly operation: Run["journal"][number]["operation"];
  readonly action: string;
  readonly summary: (name: string) => string;
}
const STORIES: readonly Story[] = [
  {
    source: "jira",
    type: "ticket.transitioned",
    automation: "connector-owner-from-ticket",
    subject: (n) => `jira:IAM-${400 + n}`,
    operation: "createConnectorOwner",
    action: "connector-owner.add",
    summary: (name) =>
      `Make ${name} (${emailOf(name)}) an owner of the connector GitHub MCP (app GitHub), as Owner.`,
  },
  {
    source: "workday",
    type: "worker.terminated",
    automation: "leaver",
    subject: (n) => `workday:${3000 + n}`,
    operation: "createCampaign",
    action: "campaign.start",
    summary: (name) =>
      `Start the access review “Access of a leaver: ${name}”, owned by Nora Field, open for 7 days.`,
  },
  {
    source: "servicenow",
    type: "ticket.transitioned",
    automation: "tool-retirement-from-ticket",
    subject: (n) => `servicenow:RITM00${12000 + n}`,
    operation: "deleteMcpTool",
    action: "tool.retire",
    summary: () => "Retire the tool “Delete branch” of the connector GitHub MCP.",
  },
  {
    source: "bamboohr",
    type: "worker.changed",
    automation: "mover",
    subject: (n) => `bamboohr:${700 + n}`,
    operation: "createCampaign",
    action: "campaign.start",
    summary: (name) =>
      `Start the access review “Access after a move: ${name}”, owned by Gita Lund, open for 14 days.`,
  },
];

/** What the runs that are done have people told. */
const NOTICE: Run["notice"] = {
  title: "MCP catalog",
  summary: "2 new, 1 changed, none removed.",
  lines: [
    { name: "GitHub MCP / Create issue", detail: "new" },
    { name: "GitHub MCP / Delete branch", detail: "new; it deletes" },
    { name: "GitHub MCP / Search code", detail: "changed: its description" },
  ],
  people: [emailOf("Nora Field")],
};

/** What each run was decided by. */
const READS: Run["reads"] = {
  made: [
    { operation: "searchUsers", input: { body: { email: "ada.marsh@example.com", pageSize: 2 } } },
    {
      operation: "getMcpTool",
      input: {
        path: { app_id: "app_github", connector_id: "con_github_mcp", id: "tool_github_delete_branch" },
      },
    },
  ],
  more: 1,
};

/** How the n-th run stands: most are done. */
function stateOf(n: number): Run["state"] {
  if (n < 3) return "awaiting_approval";
  if (n === 4) return "held";
  if (n === 6) return "needs_review";
  if (n === 9 || n === 31) return "failed";
  if (n === 12) return "scheduled";
  if (n === 14) return "planning";
  if (n % 17 === 0) return "dry_run";
  return n % 11 === 0 ? "cancelled" : "done";
}

/** A day and a half of sample events and runs, the newest first, put on record. @returns ids of the runs, by state */
export async function recordSample({ miniflare }: RunningWorker, now: number): Promise<Map<string, string>> {
  const events: (string | number | null)[][] = [];
  const runs: Run[] = [];
  const entries: Omit<AuditLink, "hash" | "previous" | "desk" | "seq">[] = [];
  const byState = new Map<string, string>();
  for (let n = 140; n >= 0; n--) {
    const story = STORIES[n % STORIES.length];
    const name = PEOPLE[(n * 3) % PEOPLE.length];
    if (!story || !name) continue;
    const at = now - Math.round(n * n * 0.11 + n * 2 + 1) * MINUTE;
    const subject = story.subject(n);
    const [eventId, runId] = [id("evt", 1_000 - n, at), id("run", 1_000 - n, at)];
    const actor = { name: "Hugo Pike", email: "hugo.pike@example.com" };
    const ticket = {
      system: story.source,
      id: String(n),
      key: subject.split(":")[1],
      title: `Access of ${name}`,
      url: "https://example.atlassian.net/browse/IAM-42",
      requester: actor,
      fields: { user: emailOf(name) },
    };
    const worker = {
      system: story.source,
      id: String(n),
      name,
      email: emailOf(name),
      department: "Security",
      fields: { salary: "90210" },
    };
    const about = story.type.startsWith("ticket") ? { ticket } : { worker };
    const event = { type: story.type, subject, occurredAt: new Date(at).toISOString(), actor, ...about };
    const payload = {
      webhookEvent: "jira:issue_updated",
      timestamp: at,
      user: { displayName: "Hugo Pike", accessToken: "hush" },
      ...about,
    };
    events.push([
      2 * n + 1,
      eventId,
      story.source,
      story.type,
      subject,
      n % 23 === 5 ? "ignored" : "taken",
      "signed",
      at,
      null,
      "[]",
      JSON.stringify(event),
      JSON.stringify(payload),
    ]);
    if (n % 23 === 5) continue;
    const state = stateOf(n);
    const done = state === "done";
    const call = {
      operation: story.operation,
      input: {
        path: { app_id: "app_github", connector_id: "con_github_mcp" },
        body: { userId: `usr_${name.toLowerCase().replace(" ", "_")}`, roleSlug: "owner" },
      },
    };
    const sent = done || state === "needs_review" || (state === "failed" && n === 9);
    const journal: Run["journal"] = sent
      ? [
          {
            operation: story.operation,
            state: done ? "applied" : state === "failed" ? "refused" : "unknown",
            attempts: 1,
            settledAt: at + 900,
            ...(done ? { answer: { id: `own_${n}` } } : {}),
          },
        ]
      : [];
    const run: Run = {
      ...newRun({ id: runId, eventId, automation: story.automation, subject, mode: "live" }, at),
      state,
      version: 4,
      plan:
        state === "scheduled" || state === "planning"
          ? null
          : {
              hash: `${"3f9a".repeat(15)}${String(n).padStart(4, "0")}`,
              actions: [
                {
                  action: story.action,
                  input: {},
                  summary: story.summary(name),
                  target: TARGETS[story.action] ?? "",
                  effects: [call as never],
                  beneficiaries: [],
                  leaves: [],
                },
              ],
            },
      journal,
      progress: state === "planning" ? { state: {}, done: 500, of: 3_000, what: "tools" } : null,
      notice: done ? NOTICE : null,
      reads: READS,
      asks: state === "awaiting_approval" ? ["it starts an access review campaign"] : [],
      hold: state === "held" ? { budget: "deletes an hour", limit: 20, used: 20, windowMinutes: 60 } : null,
      scheduledFor: state === "scheduled" ? "30 November 2026, the day it takes effect" : null,
      problem:
        state === "failed"
          ? {
              code: n === 9 ? "governance_refused" : "user_not_found",
              message:
                n === 9
                  ? `${story.operation}: 403, the credential has not the role for this`
                  : `no governance user has the email ${emailOf(name)}`,
              public: "It was refused.",
            }
          : state === "needs_review"
            ? {
                code: "governance_outcome_unknown",
                message: `${story.operation}: the connection was lost after the request was sent`,
                public: "Whether it was carried out is not known.",
              }
            : null,
      ended: state === "cancelled" ? { by: "gita.lund@example.com", reason: "asked for by mistake" } : null,
      dueAt:
        state === "awaiting_approval"
          ? at + 72 * 60 * MINUTE
          : state === "scheduled"
            ? at + 200 * 60 * MINUTE
            : null,
      updatedAt: at + 1_200,
    };
    runs.push(run);
    byState.set(state, runId);
    const entry = (type: string, delay: number, detail = {}, actor = "reeve") =>
      entries.push({
        at: at + delay,
        type,
        runId,
        eventId,
        actor,
        detail: { automation: run.automation, ...detail },
      });
    if (run.plan) entry("plan.made", 300, { asks: run.asks });
    if (done && n % 3 === 0)
      entry(
        "approval.granted",
        500,
        { reason: "agreed with the owner of the app" },
        "nora.field@example.com",
      );
    if (state === "held") entry("run.held", 400, { budget: "deletes an hour" });
    if (sent) entry("effect.sending", 600, { effect: 0, operation: story.operation });
    if (done) entry("effect.applied", 842, { effect: 0, operation: story.operation });
    if (state === "needs_review")
      entry("effect.unknown", 900, {
        effect: 0,
        operation: story.operation,
        code: "governance_outcome_unknown",
      });
    if (state === "cancelled")
      entry("run.cancelled", 900, { reason: "asked for by mistake" }, "gita.lund@example.com");
  }
  const links = await chain(
    FIRST_PREVIOUS,
    entries.map((entry, n) => ({ ...entry, desk: "desk-0", seq: n + 1 })),
  );
  const db = await miniflare.getD1Database("LEDGER", "reeve");
  // One statement a table: Miniflare stops this process for each.
  const insert = (table: string, rows: readonly (readonly (string | number | null)[])[]) => {
    const columns = rows[0]?.map((_, n) => `value->>${n}`).join();
    return db.prepare(`INSERT INTO ${table} SELECT ${columns} FROM json_each(?)`).bind(JSON.stringify(rows));
  };
  await db.batch([
    ...insertInventory(db, now),
    insert("events", events),
    insert(
      "runs",
      runs.map((run, n) => [
        run.id,
        run.eventId,
        run.automation,
        run.subject,
        run.state,
        run.createdAt,
        run.updatedAt,
        run.version,
        2 * n + 2,
        JSON.stringify(
          run.journal.map(({ operation, state, settledAt }) => ({ operation, state, settledAt })),
        ),
        JSON.stringify(run),
      ]),
    ),
    insert(
      "audit",
      links.map(({ desk, seq, at, type, runId, eventId, actor, detail, previous, hash }) => [
        desk,
        seq,
        seq,
        at,
        runId,
        eventId,
        actor,
        ` ${type} `,
        previous,
        JSON.stringify([{ at, type, detail, hash }]),
      ]),
    ),
  ]);
  return byState;
}

type Ledger = Awaited<ReturnType<RunningWorker["miniflare"]["getD1Database"]>>;

/** Two tools, an ownership that ends, and a session policy. */
function insertInventory(db: Ledger, now: number) {
  const app = { id: "app_github", name: "GitHub" };
  const connector = { id: "con_github_mcp", name: "GitHub MCP" };
  const user = { id: "usr_ada_marsh", name: "Ada Marsh" };
  const entries: [kind: string, key: string, data: object][] = [
    ["tool", "1", { app, connector, tool: { id: "tool_github_create_issue", name: "Create issue" } }],
    [
      "retired_tool",
      "2",
      { app, connector, tool: { id: "tool_github_delete_branch", name: "Delete branch" } },
    ],
    ["ownership", "3", { of: "connector", app, connector, roleSlug: "owner", user, until: "2026-12-31" }],
    ["session_policy", "4", { policy: { id: "sp_kiosk", name: "Shared kiosks" }, until: "2026-12-15" }],
    ["campaign", "5", { name: "First quarter 2026" }],
  ];
  return entries.map(([kind, key, data]) =>
    db
      .prepare(
        "INSERT INTO inventory (kind, key, data, runs, by_person, changed_at) VALUES (?, ?, ?, '{}', ?, ?)",
      )
      .bind(kind, key, JSON.stringify(data), "gita.lund@example.com", now),
  );
}
