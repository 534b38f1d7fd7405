import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { effectOperations } from "../../../src/actions/action.ts";
import { automations } from "../../../src/automations/index.ts";
import { compareEvents } from "../../../src/cli/backtest/backtest.ts";
import { type Compared, summaryLines } from "../../../src/cli/backtest/outcome.ts";
import { findRun, planner, type Rules, recordedResult, reeveRecord } from "../../../src/cli/backtest/plan.ts";
import { deliver, fixture } from "../../../src/cli/send/deliver.ts";
import { root } from "../../../src/cli/shared/bundle.ts";
import { settled } from "../../../src/cli/shared/reeve-api.ts";
import { dataFolder, keepStackVariables } from "../../../src/cli/start/data-folder.ts";
import { sample } from "../../../src/cli/start/sample.ts";
import { control, type Stack } from "../../../src/cli/start/stack.ts";
import type { EventRecord } from "../../../src/ledger/shapes.ts";
import { senders } from "../../../src/sandbox/vendors/senders.ts";
import { startStack } from "../../e2e/stack.ts";
import { postJson } from "../../support/post-json.ts";
import { until } from "../../support/until.ts";
import { jiraFixture, sendAsJira } from "../../vendors/jira.ts";
import { makeFolder } from "../fork.ts";
import { startOneProcess } from "../one-process.ts";
import { changedRules } from "./changed-rules.ts";

const AUTOMATION = "connector-owner-from-ticket";
/** A number of events that exceeds one page of the ledger. */
const UNHEARD = 105;

let stack: Stack;
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
  const { event, ignored } = (await response.json()) as { event: string; ignored?: string };
  expect(response.status).toBe(ignored === undefined ? 202 : 200);
  return event;
}

async function calls(): Promise<Record<string, number>> {
  return (await control<{ calls: Record<string, number> }>(stack.tenant, "GET", "calls")).calls;
}
const effects = async () => {
  const counts = await calls();
  return effectOperations.map((operation) => [operation, counts[operation]]);
};

const UNCHANGED: Rules = { ...sample, automations };

/** The time of the back-test, which differs from the times of all runs. */
const START = Date.UTC(2099, 0, 1);

/** Compares the result of every recorded event with the plan under these rules. */
async function plannedAgain(rules = UNCHANGED, settings = stack.variables): Promise<Compared[]> {
  const record = reeveRecord(stack.reeve.url);
  const automation = rules.automations.get(AUTOMATION);
  if (!automation) throw new Error(`there is no ${AUTOMATION}`);
  const sides = { before: recordedResult, now: planner(rules, settings, START) };
  const events = compareEvents([automation], { since: 0, until: Date.now() + 1 }, record, sides);
  return (await Array.fromAsync(events)).flat();
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
  keepStackVariables(dataFolder(Number(stack.reeve.url.port)), stack.variables);
  const events: string[] = [];
  for (const ticket of TICKETS) events.push(await send(ticket));
  await Promise.all(events.map((id) => settled(stack.reeve.url, id)));
  const how = { automation: AUTOMATION, mode: "dry_run", reason: "to see it" };
  const replay = await postJson(stack.reeve.url, `/api/events/${events[0]}/replay`, how);
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
const folder = makeFolder(afterAll);
afterAll(async () => {
  rmSync(dataFolder(Number(stack.reeve.url.port)), { recursive: true });
  await stack.stop();
});

describe("a back-test", () => {
  it("of unchanged code finds no difference, and makes only read calls", async () => {
    const before = await effects();
    const events = await plannedAgain();
    expect(events.map(({ difference }) => difference)).toEqual(TICKETS.map(() => null));
    expect(await effects()).toEqual(before);
    // The dry run that was requested afterwards is newer, but made no change.
    expect(events.at(-1)).toMatchObject({ before: { is: "planned", state: "done" } });
  });

  it("of changed code reports the differences, newest first, and makes only read calls", async () => {
    const before = await effects();
    const events = await plannedAgain(changedRules);
    const always = ["every plan of this automation needs an approval"];
    const [owner, reviewer] = ["owner", "reviewer"].map(
      (role) => `Add Ada Marsh as ${role} of the connector GitHub MCP (app GitHub).`,
    );
    const done = { is: "planned", summaries: [owner], approvalReasons: [] };
    expect(
      events.map(({ difference, before, now }) => ({ difference, before, now })).reverse(),
    ).toMatchObject([
      { difference: "other approval", before: done, now: { summaries: [owner], approvalReasons: always } },
      { difference: "other plan", before: done, now: { summaries: [reviewer], approvalReasons: always } },
      { difference: "now ignored", before: done, now: { reason: "not any more" } },
      { difference: "now failing", before: done, now: { code: "automation_threw" } },
      { difference: "now failing", before: done, now: { code: "governance_bad_input" } },
      { difference: "now planned", before: { reason: "not run" }, now: { summaries: [owner] } },
      { difference: null, before: { reason: "not run" } },
      { difference: null, before: { is: "failed", code: "user_not_found" } },
    ]);
    expect(await effects()).toEqual(before);

    const lines = summaryLines(
      events.map((event) => [event]),
      true,
    );
    const at = lines.indexOf("  other plan: 1");
    const planned = (then: string) => expect.stringMatching(new RegExp(`planned${then} \\([0-9a-f]{12}\\)$`));
    expect(lines.slice(at + 1, at + 7)).toEqual([
      expect.stringMatching(/^ {4}\d{4}-\d\d-\d\d \d\d:\d\d {2}IAM-42 another role {2}evt_\S+$/),
      planned(", done"),
      `            - ${owner}`,
      planned(""),
      `            - ${reviewer}`,
      `            needs an approval: ${always[0]}`,
    ]);
  });

  it("plans each event at the time of its recorded run, or at the back-test's time if it has no run", async () => {
    const times: number[] = [];
    const own = UNCHANGED.automations.get(AUTOMATION);
    if (!own) throw new Error(`there is no ${AUTOMATION}`);
    const propose: typeof own.propose = (event, context) => {
      times.push(context.now);
      return own.propose(event, context);
    };
    const noting = new Map([[AUTOMATION, { ...own, propose }]]);
    const events = await plannedAgain({ ...UNCHANGED, automations: noting });
    const record = reeveRecord(stack.reeve.url);
    const runs = await Promise.all(events.map(({ event }) => findRun(record, own, event)));
    const expected = runs.flatMap((run) => run?.facts?.now ?? START);
    expect(times.toSorted()).toEqual(expected.toSorted());
    expect(expected.filter((time) => time !== START).length).toBeGreaterThan(4);
  });

  it("stops if the tenant can't be read, instead of reporting a difference", async () => {
    const settings = { ...stack.variables, GOVERNANCE_CLIENT_ID: "quiet-owl-1@localhost/reeve" };
    await expect(plannedAgain(undefined, settings)).rejects.toThrow("governance_unauthenticated");
  });
});

describe("npm run reeve -- backtest", () => {
  const commands = startOneProcess(root());
  afterAll(() => commands.end());
  const backtestCommand = async (
    args: readonly string[],
    env: Readonly<Record<string, string | undefined>> = {},
  ) => {
    const file = root("src/cli/reeve.ts");
    const {
      status: code,
      stdout,
      stderr,
    } = await commands.run(file, ["backtest", ...args], { ...process.env, ...env });
    return { code, stdout, stderr };
  };

  it("counts the events without a difference, and exits 0", async () => {
    const args = [AUTOMATION, "--since", "1h", "--reeve", stack.reeve.url.origin];
    const { code, stdout, stderr } = await backtestCommand(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("\n8 events, 1 automation: 8 the same, 0 differ\n");
    expect(stdout).toMatch(/\nIgnored, as before: \d\n {2}\d {2}The status is "\w+", not "Approved"\.\n/);
    expect(stdout).not.toContain(stack.variables["GOVERNANCE_CLIENT_SECRET"]);
  });

  it("compares earlier settings with --against, and groups the differences by automation and kind", async () => {
    const before = join(folder, "config.ts");
    const [dry, none] = ['dryRun: ["connector-owner-from-ticket", ', "dryRun: ["] as const;
    const text = readFileSync(root("src/config.ts"), "utf8");
    expect(text).toContain(none);
    const settings = async (old: string, ...args: readonly string[]) => {
      writeFileSync(before, old);
      return backtestCommand([
        "--against",
        before,
        "--since",
        "1h",
        "--reeve",
        stack.reeve.url.origin,
        ...args,
      ]);
    };
    const ahead = await effects();
    const acting = await settings(text.replace(none, dry));
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

    const approval = await settings(text.replace(none, `approvals: [{ when: "always" }], dryRun: [`));
    expect(approval.stdout).toContain("  other approval: 5\n");
    expect(await effects()).toEqual(ahead);
    const asJson = JSON.parse((await settings(text.replace(none, dry), "--json")).stdout);
    expect(asJson).toMatchObject({ reeve: stack.reeve.url.origin, events: 8 });
    expect(asJson.differences).toHaveLength(5);
    expect(asJson.differences[0]).toMatchObject({ automation: AUTOMATION, difference: "now acting" });

    const mistaken = await settings(text.replace("defaultOwnerRole", "defaultRole"));
    expect(mistaken).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("are not valid for the current code:\n  settings.defaultRole"),
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

  it("finds no difference if only a comment in the settings changes, even in plans that contain a due date", async () => {
    const [workday] = senders.filter(({ source }) => source === "workday");
    if (!workday) throw new Error("there is no Workday");
    // Use a person who is not in the inventory, because a back-test plans without it.
    const { body, headers } = fixture("workday", "terminated");
    const text = body.replaceAll("ada.marsh@", "iris.vale@").replaceAll("Ada Marsh", "Iris Vale");
    const answer = await deliver(stack.reeve.url, workday, { body: text, headers });
    const { event = "" } = (await answer.json()) as { event?: string };
    await settled(stack.reeve.url, event);
    const { runs } = (await (
      await fetch(new URL(`/api/events/${event}`, stack.reeve.url))
    ).json()) as EventRecord;
    expect(runs.map(({ automation }) => automation)).toContain("leaver");

    const args = ["--since", "1h", "--reeve", stack.reeve.url.origin];
    const before = join(folder, "commented.ts");
    writeFileSync(before, `${readFileSync(root("src/config.ts"), "utf8")}\n// A comment.\n`);
    const settings = await backtestCommand(["--against", before, ...args]);
    expect(settings.stdout).toMatch(/^9 events, \d+ automations: 9 the same, 0 differ$/m);
  });

  it.for<[string, string]>([
    ["stale-tools", "npm run reeve -- backtest stale-tools --now shows its current plan"],
    ["mover", "No event of worker.changed is recorded in this period: send one with npm run send"],
  ])("suggests a command if no event for %s is recorded", async ([name, what]) => {
    const { code, stdout } = await backtestCommand([name, "--reeve", stack.reeve.url.origin]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(what)]);
  });

  it("exits 2 if the automation is unknown", async () => {
    expect(await backtestCommand(["no-such-thing"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^Unknown automation "no-such-thing"\.\n\nUsage: npm run reeve -- backtest/,
      ),
    });
  });

  it("exits 1 if no Reeve responds at the URL", async () => {
    const args = [AUTOMATION, "--reeve", "http://127.0.0.1:1"];
    expect(await backtestCommand(args, stack.variables)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("there is no Reeve at http://127.0.0.1:1"),
    });
  });
});
