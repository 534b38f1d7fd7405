// The scenes of the demo, in order. Each scene ends the demo with an error if a check fails.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { addDays } from "../../base/days.ts";
import { toPublicKey } from "../../evidence/keys.ts";
import { verifyReceipt } from "../../evidence/verify.ts";
import { verify } from "../../ledger/audit-verify.ts";
import { formatCallState } from "../../runs/journal.ts";
import { listOpen, type Run, type ShownFollowUp } from "../../runs/run.ts";
import { actions, jira, workday } from "../../sandbox/vendors/senders.ts";
import { deliver, fixture } from "../send/deliver.ts";
import { converse, readable } from "../send/slack.ts";
import { interactionWith } from "../send/slack-forms.ts";
import { askReeve, recordedRun, settled } from "../shared/reeve-api.ts";
import { ADA_IN_SLACK } from "../start/sample.ts";
import { control, LOCAL_EVIDENCE_KEY, type Stack } from "../start/stack.ts";

const TOOL = "tool_github_delete_branch";
const POLICY = { id: "sp_kiosk", name: "Shared kiosks" };
const GITA = "gita.lund@example.com";
const HUGO = "hugo.pike@example.com";
const NORA = ["Nora Field", "nora.field@example.com"] as const;

/** Sends an approved ticket twice concurrently and once with a forged signature: one connector owner is created. */
async function ticketBecomesOwner(stack: Stack): Promise<void> {
  const { reeve, tenant } = stack;
  const before = await owners(stack);
  printLine(`  tenant ${tenant.url.origin}, Reeve ${reeve.url.origin}`);
  scene("Before: owners of GitHub MCP");
  list(before);
  assert.ok(!before.some((owner) => owner.includes("usr_ada_marsh")), "Ada Marsh is not an owner yet");

  const ticket = fixture("jira", "issue_updated.transitioned");
  scene("Jira: IAM-42 went from “Waiting for approval” to “Approved”");
  const send = () => deliver(reeve.url, jira, ticket, { id: "demo-delivery-1" });
  const sent = await Promise.all([send(), send()]);
  const answers = sent.map(({ status }) => status).sort();
  const [event = "", same] = await Promise.all(sent.map(eventIn));
  printLine(`  sent twice at the same moment → ${answers.join(" and ")}, event ${event}`);
  assert.deepEqual(answers, [200, 202], "one delivery is accepted, the other is recognized as a duplicate");
  assert.equal(event, same, "both deliveries are the same event");

  const secret = "somebody else's secret";
  const forged = await deliver(reeve.url, jira, ticket, { id: "demo-delivery-2", secret });
  printLine(`  sent by another sender, with a wrong signature → ${forged.status}`);
  assert.equal(forged.status, 401, "a forged delivery is rejected");

  printLine();
  const states = (await showRuns(reeve.url, event)).map(({ state }) => state);
  assert.deepEqual(states, ["done"], "one automation listens to the event, and its run is done");
  // The service might show an accepted ownership only after a delay.
  await untilOwner(stack, "usr_ada_marsh");
  const after = await owners(stack);
  scene("After: owners of GitHub MCP");
  list(after);
  assert.equal(after.length, before.length + 1, "there is one more owner");

  const { calls } = await control<{ calls: Record<string, number> }>(tenant, "GET", "calls");
  const made = Object.entries(calls).filter(([, count]) => count > 0);
  scene(`Calls the tenant saw: ${made.map(([operation, count]) => `${operation} ${count}`).join(", ")}`);
  assert.equal(await ownersMade(stack), 1, "the owner was created by one call");
}

/**
 * Sends a policy step from the governance service. Reeve approves the step because the request names an approved
 * ticket, and the demo verifies the run's receipt.
 */
async function serviceAsks(stack: Stack): Promise<void> {
  const { reeve, tenant } = stack;
  scene("The governance service asks: may Ada Marsh have GitHub admin for a week? Her request names IAM-42");
  const url = new URL("/hooks/conductorone", reeve.url).href;
  const wanted = { url, event: "PolicyApprovalStep", description: "See IAM-42.", grantSeconds: 604_800 };
  await control(tenant, "POST", "webhooks", wanted);
  type Webhooks = { webhooks: { state: string; answer?: { approve?: { comment: string } } }[] };
  const readAnswer = async () => (await control<Webhooks>(tenant, "GET", "webhooks")).webhooks[0];
  await until(async () => (await readAnswer())?.state === "answered", "the service receives an answer");
  const readRuns = async () =>
    Runs.parse(await askReeve(reeve.url, "runs?automation=policy-step-by-ticket")).items;
  // The run is recorded after the response.
  await until(async () => (await readRuns()).length > 0, "the run is recorded");
  const run = await findAndShowRun(reeve.url, (await readRuns())[0]?.eventId ?? "", "policy-step-by-ticket");
  assert.equal(run.state, "done", "the run is done");
  const comment = (await readAnswer())?.answer?.approve?.comment;
  assert.ok(comment, "the request is approved");
  printLine(`  the tenant has recorded: approved, “${comment}”`);
  const receipt = JSON.stringify(await askReeve(reeve.url, `runs/${run.id}/receipt`));
  const text = await (await fetch(new URL("/api/audit.ndjson", reeve.url))).text();
  const exported = await verify(text.split("\n"));
  assert.ok(exported.ok, "the audit trail is valid");
  const trail = new Map(exported.value.chains.map((chain) => [chain.desk, chain]));
  const { x } = JSON.parse(LOCAL_EVIDENCE_KEY) as { x: string };
  assert.ok((await verifyReceipt(receipt, trail, null, [toPublicKey(x)])).ok, "the receipt is valid");
  printLine("  the run's receipt is signed, and refers to entries of the audit trail");
}

const Runs = z.object({ items: z.array(z.object({ eventId: z.string() })) });

/** Requests an owner in Slack, and confirms the plan as the requester. */
async function slackAsks(stack: Stack): Promise<void> {
  const { reeve } = stack;
  scene(
    "Slack: Ada types /reeve connector-owner.add, and fills in the form: Hugo Pike, GitHub MCP, Reviewer",
  );
  const user = { id: ADA_IN_SLACK, username: "ada" };
  const recorded = fixture("slack", "form.owner-add").body;
  const given = interactionWith(recorded.replace("ada.marsh%40", "hugo.pike%40"), { user });
  const asked = await converse(reeve.url, given);
  const [plan] = asked.later;
  assert.ok(plan, "Slack shows the plan");
  for (const answer of [asked.atOnce, plan]) list(readable(answer).split("\n"));
  assert.ok(!(await owners(stack)).some((owner) => owner.includes("reviewer")), "nothing is done yet");

  const value = /"action_id":"confirm"[^}]*"value":"([0-9a-f-]{36})"/.exec(plan)?.[1];
  assert.ok(value, "the plan has a button to confirm it");
  printLine("Ada presses Confirm");
  const click = interactionWith(fixture("slack", "click.approve").body, {
    user,
    actions: [{ type: "button", action_id: "confirm", block_id: "b", value, action_ts: "1" }],
  });
  for (const answer of (await converse(reeve.url, click)).later) list(readable(answer).split("\n"));
  await untilOwner(stack, "reviewer");
  assert.equal(await ownersMade(stack), 2, "the second owner was created by one call");
  scene("After: owners of GitHub MCP");
  list(await owners(stack));
}

/**
 * Sends a termination from Workday: Reeve changes nothing until a person approves the plan. Reeve then removes the
 * owner of the leaver's account and creates an access review, and people report the follow-ups.
 */
async function leaverLeaves(stack: Stack): Promise<void> {
  const { reeve, tenant } = stack;
  scene("Workday: Ada Marsh has left");
  assert.deepEqual(await accountOwners(stack), ["ent_github_maintainer"], "Ada's account has an owner");
  const response = await deliver(reeve.url, workday, fixture("workday", "terminated"));
  assert.equal(response.status, 202, "the delivery is accepted");
  const waiting = await findAndShowRun(reeve.url, await eventIn(response), "leaver");
  assert.deepEqual(await accountOwners(stack), ["ent_github_maintainer"], "nothing is done yet");

  const iris = ["Iris Vale", "iris.vale@example.com"] as const;
  await approve(stack, waiting, ["Gita Lund, who entered the termination", GITA], iris, "awaiting_follow_up");
  assert.deepEqual(await accountOwners(stack), [], "Ada's account has no owner any more");
  const review = await findReview(stack);
  assert.equal(review.state, "ACCESS_REVIEW_STATE_DRAFT", "the access review of Ada is a draft");
  printLine(
    `  done: her account has no owner. The campaign “${review.displayName}” is a draft, so the run stays open`,
  );

  scene("Follow-ups: a person does the work that no API call can do, and reports it");
  const [ends, starts] = (await showOpen(stack, waiting)).toSorted((one, other) => other.step - one.step);
  assert.ok(ends && starts, "a person must remove Ada as an owner, and start the draft");
  await report(stack, waiting, ends.step, ["Hugo Pike", HUGO]);
  printLine("  No API call can check this: the audit trail has only Hugo's report");
  await control(tenant, "POST", `campaigns/${review.id}`);
  assert.equal((await findReview(stack)).state, "ACCESS_REVIEW_STATE_OPEN", "the review is open");
  await report(stack, waiting, starts.step, ["Gita Lund, who owns the draft and started it,", GITA]);
  await untilIt(stack, waiting, "done");
  const statements = await askReeve(reeve.url, `runs/${waiting.id}/receipt?of=follow_ups`);
  assert.ok(statements, "a second statement lists the results of the follow-ups");
  printLine("  done: no follow-up is open, and a second signed statement lists each report and its author");
}

/** Returns Ada's access review in the tenant. */
async function findReview({ tenant }: Stack) {
  type Campaigns = { campaigns: { accessReview: { id: string; displayName: string; state: string } }[] };
  const { campaigns } = await control<Campaigns>(tenant, "GET", "campaigns");
  const review = campaigns.find(({ accessReview }) => accessReview.displayName.includes("Ada Marsh"));
  assert.ok(review, "there is an access review of Ada");
  return review.accessReview;
}

/** Reports a future leaver in another time zone, and withdraws the termination before the last day has ended there. */
async function leaverInAnotherZone(stack: Stack): Promise<void> {
  const { reeve } = stack;
  scene("Workday: Hugo Pike, who works in Auckland, leaves tomorrow");
  const lastDay = addDays(new Date().toISOString().slice(0, 10), 1);
  const hugo = { id: "demo-auckland", name: "Hugo Pike", email: HUGO, department: "Support" };
  const worker = { ...hugo, timeZone: "Pacific/Auckland", lastDay };
  const occurredAt = new Date().toISOString();
  const notice = { id: "demo-leaves", type: "worker.terminated", occurredAt, worker };
  const response = await deliver(reeve.url, workday, { body: JSON.stringify(notice) });
  const run = await findAndShowRun(reeve.url, await eventIn(response), "leaver");
  assert.equal(run.state, "scheduled", "nothing is done before the day is over in Auckland");
  assert.match(run.scheduledFor ?? "", /in Pacific\/Auckland/);

  const back = { ...notice, id: "demo-stays", type: "worker.returned" };
  await eventIn(await deliver(reeve.url, workday, { body: JSON.stringify(back) }));
  await untilIt(stack, run, "cancelled");
  printLine("Workday withdraws the termination: the waiting run is cancelled");
}

/**
 * Moves a ticket to “Approved” as the ticket's requester, so that the plan waits for another person. Then declines the
 * ticket.
 */
async function ticketIsWithdrawn(stack: Stack): Promise<void> {
  const { reeve } = stack;
  const made = await ownersMade(stack);
  const approved = JSON.parse(fixture("jira", "issue_updated.transitioned").body);
  const { issue } = approved;
  const [item] = approved.changelog.items;
  const moved = (from: string, to: string, timestamp: number) =>
    JSON.stringify({
      ...approved,
      timestamp,
      user: issue.fields.reporter,
      issue: {
        ...issue,
        ...{ id: "10428", key: "IAM-43" },
        fields: { ...issue.fields, status: { ...issue.fields.status, id: to, name: to } },
      },
      changelog: { id: String(timestamp), items: [{ ...item, fromString: from, toString: to }] },
    });
  scene("Jira: Ada Marsh moves her own ticket IAM-43 to “Approved”");
  const now = Date.now();
  const approval = { body: moved("Open", "Approved", now - 2_000) };
  const first = await deliver(reeve.url, jira, approval, { id: "demo-delivery-3" });
  const run = await findAndShowRun(reeve.url, await eventIn(first), "connector-owner-from-ticket");
  assert.equal(run.state, "awaiting_approval", "another person must approve the plan");
  const refusal = { body: moved("Approved", "Declined", now - 1_000) };
  await deliver(reeve.url, jira, refusal, { id: "demo-delivery-4" });
  await untilIt(stack, run, "cancelled");
  printLine("The ticket is declined: its waiting run is cancelled, and nobody can approve it any more");
  assert.equal(await ownersMade(stack), made, "nobody became an owner");
}

/**
 * Retires a tool by a signed request from a script. The tool's connector restores the tool, and the scheduled check
 * retires it again.
 */
async function toolStaysRetired(stack: Stack): Promise<void> {
  const { reeve, tenant } = stack;
  scene("A script: POST /hooks/actions/tool.retire, signed");
  const requester = { email: "ada.marsh@example.com" };
  const input = { tool: "Delete branch" };
  const request = { action: "tool.retire", input, requester, timestamp: new Date().toISOString() };
  const sender = { ...actions, path: "actions/tool.retire" };
  const response = await deliver(reeve.url, sender, { body: JSON.stringify(request) });
  assert.equal(response.status, 202, `the request is accepted: ${await response.clone().text()}`);
  const asked = await findAndShowRun(reeve.url, await eventIn(response), "requested-action");
  await approve(stack, asked, ["Ada Marsh, who requested it", "ada.marsh@example.com"], NORA);
  assert.ok(await isRetired(stack), "the tool is retired");

  scene("A sync of GitHub MCP restores the tool. On schedule, Reeve retires the tool again");
  await control(tenant, "POST", "sync", { appId: "app_github", connectorId: "con_github_mcp" });
  assert.ok(!(await isRetired(stack)), "the connector has the tool again");
  const run = await runDue(stack, "retired-tools-stay-retired", GITA);
  assert.equal(run.state, "awaiting_follow_up", "the run waits to see whether the tool stays retired");
  await showOpen(stack, run);
  assert.ok(await isRetired(stack), "the tool is retired again");
}

/** Deletes a temporary session policy after its last day. */
async function policyEnds(stack: Stack): Promise<void> {
  scene("On schedule, Reeve deletes session policies past their last day");
  const data = { policy: POLICY, until: "2026-01-31" };
  await post(stack, "inventory", { entries: [{ kind: "session_policy", data }] }, GITA);
  const ending = await runDue(stack, "last-days", GITA);
  await approve(stack, ending, ["Gita Lund, who entered the policy", GITA], NORA);
  type Policies = { readonly sessionPolicies: readonly { readonly id: string }[] };
  const { sessionPolicies } = await control<Policies>(stack.tenant, "GET", "session-policies");
  assert.ok(!sessionPolicies.some(({ id }) => id === POLICY.id), "the policy is deleted");
  printLine(`  the tenant has ${sessionPolicies.length} session policies left`);
}

export const SCENES: readonly ((stack: Stack) => Promise<void>)[] = [
  ticketBecomesOwner,
  serviceAsks,
  slackAsks,
  leaverLeaves,
  leaverInAnotherZone,
  ticketIsWithdrawn,
  toolStaysRetired,
  policyEnds,
];

const eventIn = async (response: Response) => ((await response.json()) as { event: string }).event;

const untilOwner = (stack: Stack, part: string): Promise<void> =>
  until(async () => (await owners(stack)).some((owner) => owner.includes(part)), `${part} is an owner`);

async function isRetired({ tenant }: Stack): Promise<boolean> {
  const { tools } = await control<{ tools: { id: string; deletedAt?: string }[] }>(tenant, "GET", "tools");
  return tools.some(({ id, deletedAt }) => id === TOOL && deletedAt !== undefined);
}

export const printLine = (line = ""): void => console.log(line);
export const scene = (line: string): void => printLine(`\n${line}`);

export const list = (lines: readonly string[]): void =>
  printLine((lines.length > 0 ? lines : ["nobody"]).map((line) => `  ${line}`).join("\n"));

/** Waits until every run of an event has ended or is waiting, prints lines about each run, and returns the runs. */
export async function showRuns(url: URL, event: string): Promise<Run[]> {
  const { runs } = await settled(url, event);
  const recorded = await Promise.all(runs.map(({ id }) => recordedRun(url, id)));
  for (const run of recorded) showRun(run);
  return recorded;
}

export async function findAndShowRun(url: URL, event: string, automation: string): Promise<Run> {
  const run = (await showRuns(url, event)).find((one) => one.automation === automation);
  assert.ok(run, `${automation} has a run`);
  return run;
}

function showRun(run: Run): void {
  const { state, plan, journal, ignored, problem, notice, scheduledFor } = run;
  printLine(`Run ${run.id} of ${run.automation}: ${state} in ${run.updatedAt - run.createdAt} ms`);
  if (notice) printLine(`  notice  ${notice.title}: ${notice.summary}`);
  if (scheduledFor) printLine(`  waits   for ${scheduledFor}`);
  if (ignored) printLine(`  ignored ${ignored}`);
  for (const { summary } of plan?.actions ?? []) printLine(`  plan    ${summary}`);
  if (state === "awaiting_approval") for (const ask of run.approvalReasons) printLine(`  asks    ${ask}`);
  for (const entry of journal)
    printLine(`  effect  ${entry.operation}: ${formatCallState(entry)}, sent ${entry.attempts}×`);
  if (problem) printLine(`  problem ${problem.message}`);
}

/** Sends `POST /api/…` as a given person. @throws Error if the request is rejected */
export const post = ({ reeve }: Stack, path: string, body: object, operator: string): Promise<unknown> =>
  askReeve(reeve.url, path, { reason: "the demo", ...body }, { "reeve-operator": operator });

const Due = z.object({ event: z.string() });

export async function runDue(stack: Stack, automation: string, operator: string): Promise<Run> {
  const { event } = Due.parse(await post(stack, `automations/${automation}/due`, {}, operator));
  return findAndShowRun(stack.reeve.url, event, automation);
}

type Named = readonly [name: string, email: string];

/**
 * Tries to approve a waiting plan as its requester, which must fail, and then approves the plan as another person.
 * @param is The state that the run then reaches
 */
export async function approve(
  stack: Stack,
  run: Run,
  requester: Named,
  approver: Named,
  is: Run["state"] = "done",
): Promise<void> {
  assert.equal(run.state, "awaiting_approval", "the plan waits for a second person");
  const decision = { decision: "approved", hash: run.plan?.hash };
  const decide = ([, email]: Named) => post(stack, `runs/${run.id}/decisions`, decision, email);
  await assert.rejects(() => decide(requester), /403/, "the requester can't approve");
  printLine(`${requester[0]}, can't approve the plan; ${approver[0]} can`);
  await decide(approver);
  await untilIt(stack, run, is);
}

/** Reports an open follow-up as done. */
export async function report(stack: Stack, { id }: Run, step: number, [name, email]: Named): Promise<void> {
  const run = await recordedRun(stack.reeve.url, id);
  const [open] = listOpen(run).filter((one) => one.step === step);
  assert.ok(open, "the follow-up is open");
  printLine(`${name} reports “${open.done}”: ${open.task}`);
  await post(stack, `runs/${id}/decisions`, { decision: "completed", verdict: "done", steps: [step] }, email);
}

/** Prints the open follow-ups of a run, with the assignees of each, and returns the follow-ups. */
export async function showOpen({ reeve }: Stack, { id }: Run): Promise<readonly ShownFollowUp[]> {
  const open = listOpen(await recordedRun(reeve.url, id));
  list(open.map(({ task, assignees }) => `open    ${task} For ${assignees.join(", ") || "an operator"}.`));
  return open;
}

export const untilIt = ({ reeve }: Stack, { id, automation }: Run, is: Run["state"]): Promise<void> =>
  until(async () => (await recordedRun(reeve.url, id)).state === is, `${automation} is ${is}`);

export async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let n = 0; n < 600; n++) {
    if (await holds()) return;
    await sleep(50);
  }
  throw new Error(what);
}

type Owners = Record<"connectorOwners" | "appUserEntitlementOwners", Record<string, string>[]>;
const ownersNow = ({ tenant }: Stack): Promise<Owners> => control(tenant, "GET", "owners");

export async function owners(stack: Stack): Promise<string[]> {
  const { connectorOwners } = await ownersNow(stack);
  return connectorOwners
    .filter(({ connectorId }) => connectorId === "con_github_mcp")
    .map(({ userId, roleSlug }) => `${userId} (${roleSlug})`);
}

/** Lists the entitlements that own Ada's GitHub account. */
export async function accountOwners(stack: Stack): Promise<(string | undefined)[]> {
  const { appUserEntitlementOwners } = await ownersNow(stack);
  return appUserEntitlementOwners
    .filter(({ appUserId }) => appUserId === "acc_github_usr_ada_marsh")
    .map(({ entitlementId }) => entitlementId);
}

/** Counts the accepted calls that created a connector owner. */
export async function ownersMade({ tenant }: Stack): Promise<number> {
  type Counts = Record<"calls" | "refused", Record<string, number>>;
  const { calls, refused } = await control<Counts>(tenant, "GET", "calls");
  return (calls["createConnectorOwner"] ?? 0) - (refused["createConnectorOwner"] ?? 0);
}
