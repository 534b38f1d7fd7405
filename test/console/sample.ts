import { putEntry } from "../../src/actions/inventory.ts";
import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { type AuditLink, chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { leastId } from "../../src/ledger/page.ts";
import { type EventRow, record } from "../../src/ledger/record.ts";
import { newRun, type Run } from "../../src/runs/run.ts";
import { ANY_STAGE } from "../support/stages.ts";

const MINUTE = 60_000;
const PEOPLE = ["Ada Marsh", "Bram Cole", "Nora Field", "Gita Lund", "Hugo Pike"];
const makeEmail = (name: string) => `${name.toLowerCase().replace(" ", ".")}@example.com`;
const id = (kind: "evt" | "run", n: number, at: number) =>
  `${leastId(kind, at)}-7000-8000-${String(n).padStart(12, "0")}`;

/** The target of each action. */
const TARGETS: Readonly<Record<string, string>> = {
  "connector-owner.add": "connector con_github_mcp of app_github",
  "tool.retire": "tool tool_github_delete_branch",
  "campaign.create": "a new campaign",
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
      `Make ${name} (${makeEmail(name)}) an owner of the connector GitHub MCP (app GitHub), as Owner.`,
  },
  {
    source: "workday",
    type: "worker.terminated",
    automation: "leaver",
    subject: (n) => `workday:${3000 + n}`,
    operation: "createCampaign",
    action: "campaign.create",
    summary: (name) =>
      `Create the access review “Access of a leaver: ${name}”, owned by Nora Field, open for 7 days.`,
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
];

/** The notice of the runs that are done. */
const NOTICE: Run["notice"] = {
  title: "MCP catalog",
  summary: "2 new, 1 changed, none removed.",
  lines: [
    { name: "GitHub MCP / Create issue", detail: "new" },
    { name: "GitHub MCP / Delete branch", detail: "new; it deletes" },
    { name: "GitHub MCP / Search code", detail: "changed: its description" },
  ],
  people: [makeEmail("Nora Field")],
};

/** The reads that each run's proposal is based on. */
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

/** Returns the state of the n-th run, and the properties that follow from it: most runs are done. */
function standing(n: number, at: number, { operation }: Story, name: string): Partial<Run> {
  const problem = (code: string, message: string) => ({ code, message, public: "It was refused." });
  const sent = (state: Run["journal"][number]["state"], answer?: object): Run["journal"] => [
    { operation, state, attempts: 1, settledAt: at + 900, ...(answer && { answer }) },
  ];
  if (n < 3)
    return {
      state: "awaiting_approval",
      approvalReasons: ["it creates an access review campaign"],
      stages: [ANY_STAGE],
      dueAt: at + 72 * 60 * MINUTE,
    };
  const hold = { budget: "deletes an hour", limit: 20, used: 20, windowMinutes: 60 };
  if (n === 4) return { state: "held", hold };
  const lost = `${operation}: the connection was lost after the request was sent`;
  if (n === 6)
    return {
      state: "needs_review",
      journal: sent("unknown"),
      problem: problem("governance_outcome_unknown", lost),
    };
  const forbidden = `${operation}: 403, the credential has not the role for this`;
  if (n === 9)
    return { state: "failed", journal: sent("refused"), problem: problem("governance_refused", forbidden) };
  const nobody = `no governance user has the email ${makeEmail(name)}`;
  if (n === 31) return { state: "failed", problem: problem("user_not_found", nobody) };
  const scheduledFor = "30 November 2026, the day it takes effect";
  if (n === 12) return { state: "scheduled", plan: null, scheduledFor, dueAt: at + 200 * 60 * MINUTE };
  const progress = { state: {}, done: 500, of: 3_000, what: "tools" };
  if (n === 14) return { state: "planning", plan: null, progress };
  if (n % 17 === 0) return { state: "dry_run" };
  const ended = { by: "gita.lund@example.com", reason: "asked for by mistake" };
  if (n % 11 === 0) return { state: "cancelled", ended };
  return { state: "done", journal: sent("applied", { id: `own_${n}` }), notice: NOTICE };
}

/** Returns the entries of a run's trail other than its plan: type, milliseconds after its event, detail and person. */
function makeTrail(
  { state, journal: [call] }: Run,
  n: number,
): readonly [string, number, object?, string?][] {
  const effect = { effect: 0, operation: call?.operation };
  const agreed = { reason: "agreed with the owner of the app" };
  return [
    ...(state === "done" && n % 3 === 0
      ? [["approval.granted", 500, agreed, "nora.field@example.com"] as const]
      : []),
    ...(state === "held" ? [["run.held", 400, { budget: "deletes an hour" }] as const] : []),
    ...(call ? [["effect.sending", 600, effect] as const] : []),
    ...(state === "done" ? [["effect.applied", 842, effect] as const] : []),
    ...(state === "needs_review"
      ? [["effect.unknown", 900, { ...effect, code: "governance_outcome_unknown" }] as const]
      : []),
    ...(state === "cancelled"
      ? [["run.cancelled", 900, { reason: "asked for by mistake" }, "gita.lund@example.com"] as const]
      : []),
  ].map((entry) => [...entry]);
}

/** Records sample events and runs of a day and a half, the newest first. @returns ids of the runs, by state */
export async function recordSample({ miniflare }: RunningWorker, now: number): Promise<Map<string, string>> {
  const events: EventRow[] = [];
  const runs: Run[] = [];
  const entries: Omit<AuditLink, "hash" | "previous" | "desk" | "seq">[] = [];
  for (let n = 140; n >= 0; n--) {
    const story = STORIES[n % STORIES.length];
    const name = PEOPLE[(n * 3) % PEOPLE.length];
    if (!story || !name) continue;
    const { source, type, automation } = story;
    const at = now - Math.round(n * n * 0.11 + n * 2 + 1) * MINUTE;
    const subject = story.subject(n);
    const [eventId, runId] = [id("evt", 1_000 - n, at), id("run", 1_000 - n, at)];
    const actor = { name: "Hugo Pike", email: "hugo.pike@example.com" };
    const own = { system: source, id: String(n) };
    const ticket = {
      ...own,
      key: subject.split(":")[1],
      title: `Access of ${name}`,
      url: "https://example.atlassian.net/browse/IAM-42",
      requester: actor,
      fields: { user: makeEmail(name) },
    };
    const [department, fields] = ["Security", { salary: "90210" }];
    const worker = { ...own, name, email: makeEmail(name), department, fields };
    const about = type.startsWith("ticket") ? { ticket } : { worker };
    const user = { displayName: "Hugo Pike", accessToken: "hush" };
    events.push({
      id: eventId,
      source,
      type,
      subject,
      state: n % 23 === 5 ? "ignored" : "taken",
      authentication: "signed",
      receivedAt: at,
      detail: null,
      declined: [],
      event: JSON.stringify({ type, subject, occurredAt: new Date(at).toISOString(), actor, ...about }),
      payload: JSON.stringify({ webhookEvent: "jira:issue_updated", timestamp: at, user, ...about }),
    });
    if (n % 23 === 5) continue;
    const userId = `usr_${name.toLowerCase().replace(" ", "_")}`;
    const call = {
      operation: story.operation,
      input: {
        path: { app_id: "app_github", connector_id: "con_github_mcp" },
        body: { userId, roleSlug: "owner" },
      },
    };
    const action = {
      action: story.action,
      input: {},
      summary: story.summary(name),
      target: TARGETS[story.action] ?? "",
      effects: [call as never],
      beneficiaries: [],
      leaves: [],
    };
    const run: Run = {
      ...newRun({ id: runId, eventId, automation, subject, mode: "live" }, at),
      version: 4,
      plan: { hash: `${"3f9a".repeat(15)}${String(n).padStart(4, "0")}`, actions: [action] },
      reads: READS,
      dueAt: null,
      updatedAt: at + 1_200,
      ...standing(n, at, story, name),
    };
    runs.push(run);
    const trail = makeTrail(run, n);
    for (const [type, delay, detail, actor = "reeve"] of run.plan
      ? [["plan.made", 300, { approvalReasons: run.approvalReasons }] as const, ...trail]
      : trail)
      entries.push({ at: at + delay, type, runId, eventId, actor, detail: { automation, ...detail } });
  }
  await record(
    await miniflare.getD1Database("LEDGER", "reeve"),
    events,
    runs.map((run) => ({ id: run.id, version: run.version, run: JSON.stringify(run) })),
    await chain(
      FIRST_PREVIOUS,
      entries.map((entry, n) => ({ ...entry, desk: "desk-0", seq: n + 1 })),
    ),
    inventory(now),
  );
  return new Map(runs.map(({ state, id }) => [state, id]));
}

/** Returns two tools, an ownership that ends, a session policy, and a campaign. */
function inventory(at: number) {
  const app = { id: "app_github", name: "GitHub" };
  const connector = { id: "con_github_mcp", name: "GitHub MCP" };
  const user = { id: "usr_ada_marsh", name: "Ada Marsh" };
  const tool = (id: string, name: string) => ({ app, connector, tool: { id: `tool_github_${id}`, name } });
  const owned = { of: "connector", app, connector, roleSlug: "owner", user, until: "2026-12-31" } as const;
  return [
    putEntry("tool", tool("create_issue", "Create issue")),
    putEntry("retired_tool", tool("delete_branch", "Delete branch")),
    putEntry("ownership", owned),
    putEntry("session_policy", {
      policy: { id: "sp_kiosk", name: "Shared kiosks" },
      until: "2026-12-15",
    }),
    putEntry("campaign", { name: "First quarter 2026" }),
  ].map((entry) => ({ ...entry, by: { person: "gita.lund@example.com" }, at }));
}
