// Counts the work that one event causes, and compares it with its caps in work.json.
import { afterAll, beforeAll, it } from "vitest";
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import { interactionWith, readPayload } from "../../src/cli/send/slack-forms.ts";
import { bundle, root } from "../../src/cli/shared/bundle.ts";
import { BEFORE, type RunningWorker, run } from "../../src/cli/shared/runtime.ts";
import { ADA_IN_SLACK } from "../../src/cli/start/sample.ts";
import { control, newCredential, startReeve } from "../../src/cli/start/stack.ts";
import { jira, senders, slack as slackSender } from "../../src/sandbox/vendors/senders.ts";
import { momentAt } from "../../src/sandbox/vendors/template.ts";
import { recordOthers } from "../support/other-events.ts";
import { postJson } from "../support/post-json.ts";
import { type SlackStub, slackVariables, startSlack } from "../vendors/slack.ts";
import { requireCaps } from "./caps.ts";

const HOUR_MS = 60 * 60_000;
/** Milliseconds in which all work of an event is done and recorded. */
const DONE_MS = 6_000;

let tenant: RunningWorker;
let reeve: RunningWorker;
let slack: SlackStub;
/** Reeve's time, in Unix milliseconds. */
let now = 0;
/** Number of deliveries so far. */
let sent = 0;

beforeAll(async () => {
  const entry = "test/caps/counted-reeve.ts";
  [tenant, slack] = await Promise.all([
    run({
      name: "reeve-tenant",
      config: "src/sandbox/tenant/wrangler.toml",
      entry: "test/caps/still-tenant.ts",
      bindings: { CONTROL: "on" },
    }),
    startSlack({
      users: {
        [ADA_IN_SLACK]: { name: "Ada Marsh", email: "ada.marsh@example.com" },
        U0HUGO0001: { name: "Hugo Pike", email: "hugo.pike@example.com" },
      },
    }),
    bundle(entry, BEFORE),
  ]);
  await control(tenant, "POST", "seed", {});
  reeve = await startReeve({
    entry,
    bindings: {
      ...(await newCredential(tenant, "caps")),
      REEVE_URL: "https://reeve.example.com",
      DESKS: "1",
      ...slackVariables(slack.url),
    },
  });
});
afterAll(() => Promise.all([reeve?.stop(), tenant?.stop(), slack?.stop()]));

/** Keeps Reeve's objects in memory until Reeve stops. */
const stay = () => void post("/_stay").catch(() => {});

interface Counted {
  readonly now: number;
  readonly counts: Readonly<Record<string, number>>;
}

async function post(path: string): Promise<Counted> {
  return (await fetch(new URL(path, reeve.url), { method: "POST" })).json() as Promise<Counted>;
}

/** Lets Reeve finish all its work. */
async function work(): Promise<void> {
  ({ now } = await post(`/_pass?ms=${DONE_MS}`));
}

const ledger = () => reeve.miniflare.getD1Database("LEDGER", "reeve");

/** Returns the first row of a query, which is not counted. */
async function one<Row>(sql: string, ...values: readonly unknown[]): Promise<Row> {
  const row = await (await ledger())
    .prepare(sql)
    .bind(...values)
    .first<Row>();
  if (row === null) throw new Error(`there is no row: ${sql}`);
  return row;
}

/** Returns the bytes of all columns of all rows in the ledger's tables, without the search index. */
async function ledgerBytes(): Promise<number> {
  const { sums } = await one<{ sums: string }>(
    `SELECT group_concat('(SELECT ifnull(sum(' || columns || '), 0) FROM "' || name || '")', ' + ') AS sums FROM (
       SELECT tables.name AS name, group_concat('ifnull(length(CAST("' || columns.name || '" AS BLOB)), 0)', ' + ') AS columns
       FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND tables.name NOT GLOB 'search*' AND tables.name NOT GLOB '_cf*'
         AND tables.name NOT GLOB 'sqlite*'
       GROUP BY tables.name)`,
  );
  return (await one<{ bytes: number }>(`SELECT ${sums} AS bytes`)).bytes;
}

/** Returns the recorded approval of a Jira ticket for a new ticket. */
function nextTicket(at: number) {
  const id = String(10_000 + ++sent);
  const recorded = fixture("jira", "issue_updated.transitioned", momentAt(at)).body;
  return { id, body: recorded.replaceAll("10427", id).replaceAll("IAM-42", `IAM-${id}`) };
}

/** Delivers approved Jira tickets at the same time. */
async function ticketsAtOnce(count: number): Promise<void> {
  const url = new URL("/hooks/jira", reeve.url);
  const deliveries = Array.from({ length: count }, async () => {
    const { id, body } = nextTicket(now);
    const signing = { secret: jira.localSecret, at: now, id: `delivery-${id}`, url };
    const { headers } = await jira.sign(new TextEncoder().encode(body), signing);
    return { path: "/hooks/jira", headers: { "content-type": jira.contentType, ...headers }, body };
  });
  const delivered = await fetch(new URL(`/_deliver?ms=${DONE_MS}`, reeve.url), {
    method: "POST",
    body: JSON.stringify(await Promise.all(deliveries)),
  });
  const statuses: unknown = await delivered.json();
  if (String(statuses) !== String(Array(count).fill(202))) throw new Error(`not accepted: ${statuses}`);
  await work();
}

/**
 * Delivers an approved Jira ticket.
 * @param change Changes the recorded ticket
 * @param at Time of the approval
 */
async function ticket(
  change: (issue: { fields: Record<string, unknown> }) => void = () => {},
  { at = now, headers = {} }: { readonly at?: number; readonly headers?: Record<string, string> } = {},
): Promise<string> {
  const { id, body: text } = nextTicket(at);
  const body = JSON.parse(text);
  change(body.issue);
  const response = await deliver(
    reeve.url,
    jira,
    { body: JSON.stringify(body), headers },
    { id: `delivery-${id}` },
  );
  if (!response.ok) throw new Error(`not accepted: ${response.status}`);
  await work();
  return `jira:${id}`;
}

const requesting = (name: string) => (issue: { fields: Record<string, unknown> }) => {
  const field = issue.fields["customfield_10010"] as { requestType: { name: string } };
  field.requestType.name = name;
};

interface RecordedRun {
  readonly id: string;
  readonly state: string;
  readonly hash: string | null;
}

/** Returns the last run of a subject. @throws if it is not in this state */
async function requireRun(subject: string, state: string): Promise<RecordedRun> {
  const last = await one<RecordedRun & { readonly run: string }>(
    "SELECT id, state, run->>'$.plan.hash' AS hash, run FROM runs WHERE subject = ? ORDER BY id DESC LIMIT 1",
    subject,
  );
  if (last.state !== state) throw new Error(`a run of ${subject} is ${last.state}: ${last.run}`);
  return last;
}

async function approve({ id, hash }: RecordedRun, operator: string): Promise<void> {
  const decision = { decision: "approved", hash, reason: "as agreed" };
  const response = await postJson(reeve.url, `/api/runs/${id}/decisions`, decision, operator);
  if (!response.ok) throw new Error(`not approved: ${await response.text()}`);
  await work();
}

async function fromSlack(body: string): Promise<void> {
  const response = await deliver(reeve.url, slackSender, { body }, { at: now });
  if (!response.ok) throw new Error(`not accepted: ${await response.text()}`);
  await work();
}

/** Returns a recorded interaction with changed properties. */
const interaction = (name: string, members: object): string =>
  interactionWith(fixture("slack", name, momentAt(now)).body, { ...members });

/** Two names of one kind: the event about the first prepares the measurement of the event about the second. */
type Pair = readonly [string, string];
const WORKERS: Pair = ["cleo.hart", "hugo.pike"];
const ENTITLEMENTS: Pair = ["GitHub admin", "Jira admin"];
const ROLES: Pair = ["Reviewer", "Owner"];

/** Causes each event, from its delivery to the end of its run. @param n 0 to prepare, 1 to measure */
const EVENTS: Readonly<Record<string, (n: 0 | 1) => Promise<void>>> = {
  "for nobody, kept": async () => void (await ticket(requesting("New laptop"))),

  "for nobody, counted": async () =>
    void (await ticket(requesting("New laptop"), { headers: { "count-ignored": "yes" } })),

  "ticket with one call": async () => void (await requireRun(await ticket(), "done")),

  "ticket approved in two stages": async (n) => {
    const subject = await ticket((issue) => {
      requesting("Remove app owner")(issue);
      const [app] = ENTITLEMENTS[n].split(" ");
      Object.assign(issue.fields, { customfield_10065: ENTITLEMENTS[n], customfield_10066: app });
    });
    const waiting = await requireRun(subject, "awaiting_approval");
    await approve(waiting, "hugo.pike@example.com");
    await approve(waiting, "nora.field@example.com");
    await requireRun(subject, "done");
  },

  "leaver, approved": async (n) => {
    const workday = senders.find(({ source }) => source === "workday");
    if (!workday) throw new Error("nobody plays Workday");
    const notice = JSON.parse(fixture("workday", "terminated", momentAt(now)).body);
    const [email, id] = [`${WORKERS[n]}@example.com`, `worker-${n}`];
    const body = JSON.stringify({ ...notice, worker: { ...notice.worker, id, email } });
    const response = await deliver(reeve.url, workday, { body }, { at: now });
    if (!response.ok) throw new Error(`not accepted: ${response.status}`);
    await work();
    await approve(await requireRun(`workday:${id}`, "awaiting_approval"), "nora.field@example.com");
    await requireRun(`workday:${id}`, "awaiting_follow_up");
  },

  "Slack form, confirmed": async (n) => {
    const responseUrl = slack.responseUrl("command");
    const view = (readPayload(fixture("slack", "form.owner-add").body)["view"] ?? {}) as {
      state: { values: { role: { role: object } } };
    };
    Object.assign(view, {
      id: `V0ASKFORM${n}`,
      private_metadata: JSON.stringify({ action: "connector-owner.add", responseUrl }),
    });
    view.state.values.role.role = { type: "static_select", selected_option: { value: ROLES[n] } };
    await fromSlack(interaction("form.owner-add", { view }));
    const shown = JSON.stringify(slack.answersTo(responseUrl));
    const [, value] = /"action_id":"confirm"[^}]*?"value":"([^"]+)"/.exec(shown) ?? [];
    if (value === undefined) throw new Error(`there is nothing to confirm: ${shown}`);
    const action = {
      type: "button",
      action_id: "confirm",
      block_id: "b",
      value,
      action_ts: `${now / 1_000}`,
    };
    await fromSlack(
      interaction("click.approve", {
        user: { id: ADA_IN_SLACK, username: "ada.marsh", team_id: "T0REEVE01" },
        response_url: slack.responseUrl("click"),
        actions: [action],
      }),
    );
  },
};
const late = async () => void (await requireRun(await ticket(undefined, { at: now - 24 * HOUR_MS }), "done"));

it("each event causes exactly the work that its caps allow", async () => {
  const measured: Record<string, Record<string, number>> = {};
  const measure = async (name: string, cause: () => Promise<void>) => {
    await post("/_counts");
    const before = await ledgerBytes();
    await cause();
    const { counts } = await post("/_counts");
    measured[name] = { ...counts, ledgerBytes: (await ledgerBytes()) - before };
  };
  stay();
  await work();
  for (const cause of Object.values(EVENTS)) await cause(0);
  for (const [name, cause] of Object.entries(EVENTS)) await measure(name, () => cause(1));
  await recordOthers(await ledger(), 1_000, now - HOUR_MS);
  await measure("the same ticket a day late, 1,000 events since", late);
  await recordOthers(await ledger(), 9_000, now - HOUR_MS);
  await measure("the same ticket a day late, 10,000 events since", late);
  const [together, count] = ["16 tickets with one call each, at once", 16];
  await measure(together, () => ticketsAtOnce(count));
  // The number of rows that SQLite visits depends on the random ids of the runs.
  delete measured[together]?.["objectRowsRead"];
  requireCaps(root("test/caps/work.json"), measured);
});
