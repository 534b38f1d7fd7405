import assert from "node:assert/strict";
import { jiraFixture, sendAsJira } from "./jira-sender.ts";
import { recordedRun, settled } from "./record.ts";
import { control, type Stack, startStack } from "./stack.ts";

/**
 * `npm run demo`: a signed Jira ticket, through Reeve's front door, becomes a connector owner in the tenant. Exits 0
 * only if all is as it should be.
 */
const say = (line = "") => console.log(line);

say("Reeve demo: a Jira ticket makes somebody an owner of a connector");
say();
say("… starting the embedded tenant and Reeve, each on a workerd of its own");
const stack = await startStack();
try {
  await ticketBecomesOwner(stack);
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
