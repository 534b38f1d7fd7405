import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { jiraFixture, sendAsJira } from "./jira-sender.ts";
import { recordedRun, settled } from "./record.ts";
import { converse, readable } from "./send-slack.ts";
import { fixture } from "./senders/deliver.ts";
import { formWith, interactionWith } from "./senders/slack.ts";
import { control, type Stack, startStack } from "./stack.ts";

/**
 * `npm run demo`: through Reeve's front door, a signed Jira ticket becomes a connector owner in the tenant, and somebody
 * asks for another in Slack and confirms the plan. Exits 0 only if all is as it should be.
 */
/** Ada in Slack, as the sample settings have her. */
const DEMO_SLACK_USER = "U0ADA0001";

const say = (line = "") => console.log(line);

say("Reeve demo: a Jira ticket and a Slack command make people owners of a connector");
say();
say("… starting the embedded tenant and Reeve, each on a workerd of its own");
const stack = await startStack();
try {
  await ticketBecomesOwner(stack);
  await slackAsks(stack);
  say();
  say("All as it should be.");
} catch (error) {
  say();
  say(`NOT as it should be: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await stack.stop();
}

async function ticketBecomesOwner({ reeve, tenant }: Stack): Promise<void> {
  const before = await owners(stack);
  say(`  tenant ${tenant.url.origin}, Reeve ${reeve.url.origin}`);
  say();
  say("Before: owners of GitHub MCP");
  list(before);
  assert.ok(!before.some((owner) => owner.includes("usr_ada_marsh")), "Ada Marsh is no owner yet");

  const body = jiraFixture("issue_updated.transitioned");
  say();
  say("Jira: IAM-42 went from “Waiting for approval” to “Approved”");
  const delivery = { id: "demo-delivery-1" };
  const [first, again] = await Promise.all([
    sendAsJira(reeve.url, body, delivery),
    sendAsJira(reeve.url, body, delivery),
  ]);
  const answers = [first, again].map(({ status }) => status).sort();
  const events = await Promise.all(
    [first, again].map(async (answer) => ((await answer.json()) as { event: string }).event),
  );
  say(`  sent twice at the same moment → ${answers.join(" and ")}, event ${events[0]}`);
  assert.deepEqual(answers, [200, 202], "one delivery is taken in, the other is known");
  assert.equal(events[0], events[1], "both are the same event");

  const forged = await sendAsJira(reeve.url, body, {
    id: "demo-delivery-2",
    secret: "somebody else's secret",
  });
  say(`  sent by somebody else, with a wrong signature → ${forged.status}`);
  assert.equal(forged.status, 401, "a forged delivery is refused");

  const event = await settled(reeve.url, events[0] ?? "");
  assert.equal(event.runs.length, 1, "one automation listens to this");
  for (const { id } of event.runs) {
    const run = await recordedRun(reeve.url, id);
    say();
    say(`Run ${run.id} of ${run.automation}: ${run.state} in ${run.updatedAt - run.createdAt} ms`);
    for (const { summary } of run.plan?.actions ?? []) say(`  plan    ${summary}`);
    for (const { operation, state, attempts } of run.journal)
      say(`  effect  ${operation}: ${state}, sent ${attempts}×`);
    if (run.problem) say(`  problem ${run.problem.message}`);
    assert.equal(run.state, "done", "the run is done");
  }

  const after = await owners(stack);
  say();
  say("After: owners of GitHub MCP");
  list(after);
  assert.equal(after.length, before.length + 1, "there is one owner more");
  assert.ok(
    after.some((owner) => owner.includes("usr_ada_marsh")),
    "Ada Marsh is an owner",
  );

  const { calls } = await control<{ calls: Record<string, number> }>(tenant, "GET", "calls");
  say();
  const made = Object.entries(calls).filter(([, count]) => count > 0);
  say(`Calls the tenant saw: ${made.map(([operation, count]) => `${operation} ${count}`).join(", ")}`);
  assert.equal(calls["createConnectorOwner"], 1, "the owner was created by one call");
}

async function slackAsks({ reeve, tenant }: Stack): Promise<void> {
  const text = "owner add hugo.pike@example.com to GitHub MCP as Reviewer";
  say();
  say(`Slack: Ada types /reeve ${text}`);
  const given = formWith(fixture("slack", "command.owner-add").body, { text, user_id: DEMO_SLACK_USER });
  const asked = await converse(reeve.url, given);
  list(linesOf(asked.atOnce));
  const [plan] = asked.later;
  assert.ok(plan, "Slack is shown the plan");
  list(linesOf(plan));
  assert.ok(!(await owners(stack)).some((owner) => owner.includes("reviewer")), "nothing is done yet");

  const value = /"action_id":"confirm"[^}]*"value":"([0-9a-f-]{36})"/.exec(plan)?.[1];
  assert.ok(value, "the plan has a button to confirm it");
  say("Ada presses Confirm");
  const click = interactionWith(fixture("slack", "click.approve").body, {
    user: { id: DEMO_SLACK_USER, username: "ada" },
    actions: [{ type: "button", action_id: "confirm", block_id: "b", value, action_ts: "1" }],
  });
  const confirmed = await converse(reeve.url, click);
  for (const answer of confirmed.later) list(linesOf(answer));
  await until(
    async () => (await owners(stack)).some((owner) => owner.includes("reviewer")),
    "the owner is made",
  );
  const { calls } = await control<{ calls: Record<string, number> }>(tenant, "GET", "calls");
  assert.equal(calls["createConnectorOwner"], 2, "the second owner was created by one call");
  say();
  say("After: owners of GitHub MCP");
  list(await owners(stack));
}

function linesOf(message: string): string[] {
  return readable(message).split("\n");
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let n = 0; n < 100; n++) {
    if (await holds()) return;
    await sleep(50);
  }
  throw new Error(what);
}

interface Owners {
  readonly connectorOwners: readonly {
    readonly connectorId: string;
    readonly roleSlug: string;
    readonly userId: string;
  }[];
}

async function owners({ tenant }: Stack): Promise<string[]> {
  const { connectorOwners } = await control<Owners>(tenant, "GET", "owners");
  return connectorOwners
    .filter(({ connectorId }) => connectorId === "con_github_mcp")
    .map(({ userId, roleSlug }) => `${userId} (${roleSlug})`);
}

function list(lines: readonly string[]): void {
  for (const line of lines.length > 0 ? lines : ["nobody"]) say(`  ${line}`);
}
