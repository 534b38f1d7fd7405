// Functions with which the demo's scenes print, wait, decide, and read the owners that the API can't list.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { formatCallState } from "../../runs/journal.ts";
import { listOpen, type Run, type ShownFollowUp } from "../../runs/run.ts";
import { askReeve, recordedRun, settled } from "../shared/reeve-api.ts";
import { control, type Stack } from "../start/stack.ts";

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
  printLine(`${requester[0]}, may not approve the plan; ${approver[0]} does`);
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

/** Prints the open follow-ups of a run, with the owners of each. */
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
