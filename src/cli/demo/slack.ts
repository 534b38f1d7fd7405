// A scene of the demo: somebody asks in Slack and confirms the plan.
import assert from "node:assert/strict";
import { fixture } from "../send/deliver.ts";
import { converse, readable } from "../send/slack.ts";
import { formWith, interactionWith } from "../send/slack-forms.ts";
import type { Stack } from "../start/stack.ts";
import { list, narrate, owners, ownersMade, until } from "./show.ts";

/** Ada in Slack, as the sample settings have her. */
const DEMO_SLACK_USER = "U0ADA0001";

/** Somebody asks for an owner in Slack, and confirms the plan. */
export async function slackAsks(stack: Stack): Promise<void> {
  const { reeve } = stack;
  const text = "owner add hugo.pike@example.com to GitHub MCP as Reviewer";
  narrate();
  narrate(`Slack: Ada types /reeve ${text}`);
  const given = formWith(fixture("slack", "command.owner-add").body, { text, user_id: DEMO_SLACK_USER });
  const asked = await converse(reeve.url, given);
  list(linesOf(asked.atOnce));
  const [plan] = asked.later;
  assert.ok(plan, "Slack is shown the plan");
  list(linesOf(plan));
  assert.ok(!(await owners(stack)).some((owner) => owner.includes("reviewer")), "nothing is done yet");

  const value = /"action_id":"confirm"[^}]*"value":"([0-9a-f-]{36})"/.exec(plan)?.[1];
  assert.ok(value, "the plan has a button to confirm it");
  narrate("Ada presses Confirm");
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
  assert.equal(await ownersMade(stack), 2, "the second owner was created by one call");
  narrate();
  narrate("After: owners of GitHub MCP");
  list(await owners(stack));
}

function linesOf(message: string): string[] {
  return readable(message).split("\n");
}
