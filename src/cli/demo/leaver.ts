// A scene of the demo: somebody leaves, and a person approves what is taken from them.
import assert from "node:assert/strict";
import { workday } from "../../sandbox/vendors/senders.ts";
import { deliver, fixture } from "../send/deliver.ts";
import { recordedRun } from "../shared/reeve-api.ts";
import { control, type Stack } from "../start/stack.ts";
import { accountOwners } from "./owners.ts";
import { narrate, post, scene, showRunOf, until } from "./show.ts";

/** Workday says that somebody left: nothing is taken on one notice alone; a person approves, and then all of it happens. */
export async function leaverLeaves(stack: Stack): Promise<void> {
  const { reeve, tenant } = stack;
  scene("Workday: Ada Marsh has left");
  assert.deepEqual(await accountOwners(stack), ["ent_github_maintainer"], "Ada's account has an owner");
  const response = await deliver(reeve.url, workday, fixture("workday", "terminated"));
  assert.equal(response.status, 202, "the notice is taken in");
  const { event } = (await response.json()) as { event: string };
  const waiting = await showRunOf(reeve.url, event, "leaver");
  assert.equal(waiting.state, "awaiting_approval", "it waits for a person");
  assert.deepEqual(await accountOwners(stack), ["ent_github_maintainer"], "nothing is done yet");

  const hash = waiting.plan?.hash;
  const approval = { decision: "approved", hash };
  await assert.rejects(
    () => post(stack, `runs/${waiting.id}/decisions`, approval, "gita.lund@example.com"),
    /403/,
    "who sent the notice can't approve",
  );
  narrate("Gita Lund, who entered it, may not approve it; Hugo Pike does");
  await post(stack, `runs/${waiting.id}/decisions`, approval, "hugo.pike@example.com");
  await until(
    async () => (await recordedRun(reeve.url, waiting.id)).state === "done",
    "the leaver's run is done",
  );
  assert.deepEqual(await accountOwners(stack), [], "Ada's account has no owner any more");
  const { campaigns } = await control<{ campaigns: { accessReview: { displayName: string } }[] }>(
    tenant,
    "GET",
    "campaigns",
  );
  const review = campaigns.find(({ accessReview }) => accessReview.displayName.includes("Ada Marsh"));
  assert.ok(review, "an access review of Ada is under way");
  narrate(
    `  done: her account has no owner, and the campaign “${review.accessReview.displayName}” has begun`,
  );

  scene("The clock: what the API can't end, a person is asked to");
  const due = { automation: "connector-owners-end" };
  const asked = await post<{ event: string }>(
    stack,
    `automations/${due.automation}/due`,
    {},
    "iris.vale@example.com",
  );
  const request = await showRunOf(reeve.url, asked.event, due.automation);
  assert.equal(request.state, "awaiting_task", "it waits until somebody reports it as done");
  const done = { decision: "completed", verdict: "done" };
  await post(stack, `runs/${request.id}/decisions`, done, "hugo.pike@example.com");
  await until(
    async () => (await recordedRun(reeve.url, request.id)).state === "done",
    "the ownership is reported as ended",
  );
  narrate("Hugo Pike ended it in the admin console, and reports that it is done");
}
