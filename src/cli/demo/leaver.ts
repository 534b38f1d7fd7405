// A scene of the demo: somebody leaves, and a person approves what is taken from them.
import assert from "node:assert/strict";
import { workday } from "../../sandbox/vendors/senders.ts";
import { deliver, fixture } from "../send/deliver.ts";
import { control, type Stack } from "../start/stack.ts";
import { accountOwners, approve, narrate, post, runDue, scene, showRunOf, untilDone } from "./show.ts";

const HUGO = "hugo.pike@example.com";

/** Workday says that somebody left: nothing is taken on one notice alone; a person approves, and then all of it happens. */
export async function leaverLeaves(stack: Stack): Promise<void> {
  const { reeve, tenant } = stack;
  scene("Workday: Ada Marsh has left");
  assert.deepEqual(await accountOwners(stack), ["ent_github_maintainer"], "Ada's account has an owner");
  const response = await deliver(reeve.url, workday, fixture("workday", "terminated"));
  assert.equal(response.status, 202, "the notice is taken in");
  const { event } = (await response.json()) as { event: string };
  const waiting = await showRunOf(reeve.url, event, "leaver");
  assert.deepEqual(await accountOwners(stack), ["ent_github_maintainer"], "nothing is done yet");

  const gita = ["Gita Lund, who entered it", "gita.lund@example.com"] as const;
  await approve(stack, waiting, gita, ["Hugo Pike", HUGO]);
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
  const request = await runDue(stack, "connector-owners-end", "iris.vale@example.com");
  assert.equal(request.state, "awaiting_task", "it waits until somebody reports it as done");
  const done = { decision: "completed", verdict: "done" };
  await post(stack, `runs/${request.id}/decisions`, done, HUGO);
  await untilDone(stack, request);
  narrate("Hugo Pike ended it in the admin console, and reports that it is done");
}
