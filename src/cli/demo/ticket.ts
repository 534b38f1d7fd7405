// A scene of the demo: an approved Jira ticket becomes a connector owner, once.
import assert from "node:assert/strict";
import { jiraFixture, sendAsJira } from "../send/deliver.ts";
import { control, type Stack } from "../start/stack.ts";
import { list, narrate, owners, ownersMade, showRuns, until } from "./show.ts";

/** An approved ticket, sent twice at the same moment, and once by somebody else. */
export async function ticketBecomesOwner(stack: Stack): Promise<void> {
  const { reeve, tenant } = stack;
  const before = await owners(stack);
  narrate(`  tenant ${tenant.url.origin}, Reeve ${reeve.url.origin}`);
  narrate();
  narrate("Before: owners of GitHub MCP");
  list(before);
  assert.ok(!before.some((owner) => owner.includes("usr_ada_marsh")), "Ada Marsh is not an owner yet");

  const body = jiraFixture("issue_updated.transitioned");
  narrate();
  narrate("Jira: IAM-42 went from “Waiting for approval” to “Approved”");
  const delivery = { id: "demo-delivery-1" };
  const [first, again] = await Promise.all([
    sendAsJira(reeve.url, body, delivery),
    sendAsJira(reeve.url, body, delivery),
  ]);
  const answers = [first, again].map(({ status }) => status).sort();
  const events = await Promise.all(
    [first, again].map(async (answer) => ((await answer.json()) as { event: string }).event),
  );
  narrate(`  sent twice at the same moment → ${answers.join(" and ")}, event ${events[0]}`);
  assert.deepEqual(answers, [200, 202], "one delivery is taken in, the other is known");
  assert.equal(events[0], events[1], "both are the same event");

  const forged = await sendAsJira(reeve.url, body, {
    id: "demo-delivery-2",
    secret: "somebody else's secret",
  });
  narrate(`  sent by somebody else, with a wrong signature → ${forged.status}`);
  assert.equal(forged.status, 401, "a forged delivery is refused");

  narrate();
  const runs = await showRuns(reeve.url, events[0] ?? "");
  assert.deepEqual(
    runs.map(({ state }) => state),
    ["done"],
    "one automation listens to this, and is done",
  );

  // A service may take a while to show an ownership that it accepted.
  await until(
    async () => (await owners(stack)).some((owner) => owner.includes("usr_ada_marsh")),
    "Ada Marsh is an owner",
  );
  const after = await owners(stack);
  narrate();
  narrate("After: owners of GitHub MCP");
  list(after);
  assert.equal(after.length, before.length + 1, "there is one owner more");

  const { calls } = await control<{ calls: Record<string, number> }>(tenant, "GET", "calls");
  narrate();
  const made = Object.entries(calls).filter(([, count]) => count > 0);
  narrate(`Calls the tenant saw: ${made.map(([operation, count]) => `${operation} ${count}`).join(", ")}`);
  assert.equal(await ownersMade(stack), 1, "the owner was created by one call");
}
