import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { effectOperations } from "../../src/actions/action.ts";
import { type ReadCredential, readCredential } from "../../src/cli/backtest/credential.ts";
import { linesOf } from "../../src/cli/backtest/lines.ts";
import { type BacktestedEvent, backtest, startPlanner } from "../../src/cli/backtest/run.ts";
import { jiraFixture, sendAsJira } from "../../src/cli/send/deliver.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { reeveRecord, settled } from "../../src/cli/shared/reeve-api.ts";
import { control, type Stack, tenantOrigin } from "../../src/cli/start/stack.ts";
import type { EventRecord } from "../../src/ledger/shapes.ts";
import { startStack } from "../e2e/stack.ts";
import { until } from "../support/until.ts";
import { type OneProcess, startOneProcess } from "./one-process.ts";

const AUTOMATION = "connector-owner-from-ticket";
/** More than a page of the record. */
const UNHEARD = 105;

let stack: Stack;
let credential: ReadCredential;
let sent = 0;

interface Ticket {
  readonly title: string;
  readonly email?: string;
  readonly status?: string;
  readonly webhookEvent?: string;
}

async function send({ title, email, status, webhookEvent }: Ticket): Promise<string> {
  const id = ++sent;
  const webhook = JSON.parse(jiraFixture("issue_updated.transitioned"));
  const { fields } = webhook.issue;
  webhook.timestamp += id;
  webhook.issue.id = String(20_000 + id);
  fields.summary = title;
  if (email) fields.customfield_10061 = email;
  if (status) fields.status.name = status;
  if (webhookEvent) webhook.webhookEvent = webhookEvent;
  const response = await sendAsJira(stack.reeve.url, JSON.stringify(webhook), { id: `delivery-${id}` });
  expect(response.status).toBe(202);
  return ((await response.json()) as { event: string }).event;
}

async function calls(): Promise<Record<string, number>> {
  return (await control<{ calls: Record<string, number> }>(stack.tenant, "GET", "calls")).calls;
}
const effects = async () => {
  const counts = await calls();
  return effectOperations.map((operation) => [operation, counts[operation]]);
};

/** Plans all that is on record again. @param entry The planner's, if not that of the working tree. */
async function plannedAgain(entry?: string, settings = credential.settings): Promise<BacktestedEvent[]> {
  const planner = await startPlanner(settings, true, entry);
  try {
    const span = { automation: AUTOMATION, since: 0, until: Date.now() + 1 };
    return await Array.fromAsync(backtest(span, { record: reeveRecord(stack.reeve.url), planner }));
  } finally {
    await planner.stop();
  }
}

const TICKETS: readonly Ticket[] = [
  { title: "as it is" },
  { title: "another role" },
  { title: "not any more" },
  { title: "a defect" },
  { title: "acts while it proposes" },
  { title: "any status", status: "Declined" },
  { title: "ignored", status: "Declined" },
  { title: "fails", email: "nobody@example.com" },
];

beforeAll(async () => {
  stack = await startStack();
  credential = await readCredential([], stack.reeve.url, tenantOrigin(stack.tenant));
  const events: string[] = [];
  for (const ticket of TICKETS) events.push(await send(ticket));
  await Promise.all(events.map((id) => settled(stack.reeve.url, id)));
  const replay = await fetch(new URL(`/api/events/${events[0]}/replay`, stack.reeve.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ automation: AUTOMATION, mode: "dry_run", reason: "to see it" }),
  });
  expect(replay.status).toBe(202);
  await until("the replayed run", async () => {
    const response = await fetch(new URL(`/api/events/${events[0]}`, stack.reeve.url));
    const { runs } = (await response.json()) as EventRecord;
    return runs.map(({ state }) => state).join() === "done,dry_run";
  });
  const unheard = await Promise.all(
    Array.from({ length: UNHEARD }, () => send({ title: "deleted", webhookEvent: "jira:issue_deleted" })),
  );
  await Promise.all(unheard.map((id) => settled(stack.reeve.url, id)));
});
const folder = mkdtempSync(join(tmpdir(), "reeve-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stack.stop();
});

describe("a back-test", () => {
  it("of the code that acted finds every event the same, and calls nothing that changes something", async () => {
    const before = await effects();
    const events = await plannedAgain();
    expect(events.map(({ verdict, asksDiffer }) => [verdict, asksDiffer])).toEqual(
      TICKETS.map(() => ["same", false]),
    );
    expect(await effects()).toEqual(before);
    // The dry run that somebody asked for afterwards is newer, and is not what was done.
    expect(events.at(-1)).toMatchObject({ done: { was: "planned", state: "done" } });
  });

  it("of changed code says what differs, newest first, and calls nothing that changes something", async () => {
    const before = await effects();
    const events = await plannedAgain("test/support/changed-planner.ts");
    const always = ["every plan of this automation needs an approval"];
    const [owner, reviewer] = ["owner", "reviewer"].map(
      (role) => `Add Ada Marsh as ${role} of the connector GitHub MCP (app GitHub).`,
    );
    const done = { was: "planned", summaries: [owner], asks: [] };
    expect(events.map(({ verdict, done, now }) => ({ verdict, done, now })).reverse()).toMatchObject([
      { verdict: "same", done, now: { summaries: [owner], asks: always } },
      { verdict: "different", done, now: { summaries: [reviewer], asks: always } },
      { verdict: "now ignored", done, now: { reason: "not any more" } },
      { verdict: "now failing", done, now: { code: "automation_threw" } },
      { verdict: "now failing", done, now: { code: "governance_bad_input" } },
      { verdict: "newly planned", done: { was: "not run" }, now: { summaries: [owner] } },
      { verdict: "same", done: { was: "not run" } },
      { verdict: "same", done: { was: "failed", code: "user_not_found" } },
    ]);
    expect(events.map(({ asksDiffer }) => asksDiffer).reverse()).toEqual(
      TICKETS.map(({ title }) => ["as it is", "another role", "any status"].includes(title)),
    );
    expect(await effects()).toEqual(before);

    const [different] = events.filter(({ verdict }) => verdict === "different").map(linesOf);
    const hash = expect.stringMatching(/\([0-9a-f]{12}\)$/);
    expect(different).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}IAM-42 another role {2}evt_\S+ {2}DIFFERENT$/),
      hash,
      `          - ${owner}`,
      hash,
      `          - ${reviewer}`,
      "    asked for no approval",
      `    asks  for an approval: ${always[0]}`,
    ]);
  });

  it("ends where the tenant can't be read, instead of calling that a difference", async () => {
    const settings = { ...credential.settings, GOVERNANCE_CLIENT_ID: "quiet-owl-1@localhost/reeve" };
    await expect(plannedAgain(undefined, settings)).rejects.toThrow("governance_unauthenticated");
  });
});

describe("npm run backtest", () => {
  let commands: OneProcess;
  beforeAll(() => {
    commands = startOneProcess(root());
  });
  afterAll(() => commands.end());
  const backtestCommand = async (
    args: readonly string[],
    env: Readonly<Record<string, string | undefined>> = {},
  ) => {
    const file = root("src/cli/backtest/backtest.ts");
    const { status: code, stdout, stderr } = await commands.run(file, args, { ...process.env, ...env });
    return { code, stdout, stderr };
  };

  it("prints an event a line, and the counts; exit 0", async () => {
    const args = [AUTOMATION, "--since", "1h", "--reeve", stack.reeve.url.origin];
    const { code, stdout, stderr } = await backtestCommand(args, { TENANT_PORT: stack.tenant.url.port });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.match(/^.*same: plan [0-9a-f]{12}$/gm)).toHaveLength(5);
    expect(stdout.match(/^.*same: ignored: The status is "Declined", not "Approved".$/gm)).toHaveLength(2);
    expect(stdout.match(/^.*same: fails: user_not_found: .*$/gm)).toHaveLength(1);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(
      "8 events: 8 same, 0 different, 0 now ignored, 0 now failing, 0 newly planned; 0 would need a different approval",
    );
    expect(stdout).not.toContain(credential.settings["GOVERNANCE_CLIENT_SECRET"]);
  });

  it("without an automation says what other settings would change, by automation and kind", async () => {
    const before = join(folder, "config.ts");
    const [dry, none] = ['policy: { dryRun: ["connector-owner-from-ticket"]', "policy: { dryRun: ["] as const;
    const text = readFileSync(root("src/config.ts"), "utf8");
    expect(text).toContain(none);
    const settings = async (old: string, ...args: readonly string[]) => {
      writeFileSync(before, old);
      return backtestCommand(
        ["--against", before, "--since", "1h", "--reeve", stack.reeve.url.origin, ...args],
        { TENANT_PORT: stack.tenant.url.port },
      );
    };
    const ahead = await effects();
    const acting = await settings(text.replace(none, dry.replace("]", "")));
    expect(acting).toMatchObject({ code: 0, stderr: "" });
    expect(acting.stdout).toMatch(/^8 events, \d automations?: 3 the same, 5 differ$/m);
    expect(acting.stdout).toContain(`\n${AUTOMATION}\n  now acting: 5\n    `);
    expect(acting.stdout).toMatch(
      /^ {4}\S+ \S+ {2}IAM-42 any status|^ {4}\S+ \S+ {2}IAM-42 acts while it proposes {2}evt_/m,
    );
    expect(acting.stdout).toContain("    and 2 more\n");

    const role = await settings(text.replace('Owner: "owner"', 'Owner: "steward"'), "--all");
    expect(role.stdout.match(/^ {4}.* IAM-42 .* evt_\S+$/gm)).toHaveLength(5);
    expect(role.stdout).toContain("  other plan: 5\n");
    expect(role.stdout).toContain("- Add Ada Marsh as steward of the connector GitHub MCP (app GitHub).\n");
    expect(role.stdout).toContain("- Add Ada Marsh as owner of the connector GitHub MCP (app GitHub).\n");

    const approval = await settings(
      text.replace(none, `policy: { approvals: [{ when: "always" }], dryRun: [`),
    );
    expect(approval.stdout).toContain("  other approval: 5\n");
    expect(await effects()).toEqual(ahead);

    const mistaken = await settings(text.replace("defaultOwnerRole", "defaultRole"));
    expect(mistaken).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("don't fit the code that is here:\n  settings.defaultRole"),
    });
    expect(await settings(text)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is the same as"),
    });
    const unknown = await backtestCommand(["--against", "no-such-commit"]);
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("neither a file nor a commit"),
    });
  });

  it("exits 2 and lists the automations when there is none of that name", async () => {
    expect(await backtestCommand(["no-such-thing"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^there is no automation "no-such-thing"; there are connector-owner.*\n\nusage: npm run backtest/,
      ),
    });
  });

  it("exits 1 where there is no Reeve", async () => {
    const args = [AUTOMATION, "--reeve", "http://127.0.0.1:1"];
    expect(await backtestCommand(args, credential.settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("there is no Reeve at http://127.0.0.1:1"),
    });
  });
});
