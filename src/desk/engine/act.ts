// Acts for a run. Asks Control whether the next effect of a plan may be carried out. Checks again that the plan is
// unchanged, that its approvals are valid, and that the people affected by its remaining effects are enabled. Then
// sends the effect, and verifies that it is visible. Also checks whether follow-ups have ended.
import { type EffectCall, type EffectOperationId, VERIFY_WITHIN_MS } from "../../actions/action.ts";
import type { ReadBack } from "../../actions/define.ts";
import { findReadBack } from "../../actions/read-back.ts";
import { DAY_MS } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";
import {
  declaredReads,
  type Governance,
  type ReadOnlyGovernance,
  readOnly,
  requireDeclared,
} from "../../governance/client/index.ts";
import { type Calls, calls } from "../../governance/contract/index.ts";
import { MAX_PAGE_SIZE } from "../../governance/contract/primitives.ts";
import { searchUsers } from "../../governance/contract/users.ts";
import { idsWith } from "../../governance/people.ts";
import { type SizeName, wantedEffect } from "../../policy/budget.ts";
import { approvalHoldsMs, approvalTimes } from "../../policy/policy.ts";
import { findUnfillable, formatStage, type Stage } from "../../policy/stages.ts";
import type { StepResult } from "../../runs/events.ts";
import { currentEffect, effectCalls, listSteps, shortAnswer } from "../../runs/journal.ts";
import {
  hasBegun,
  isApproved,
  isCheckDue,
  type JournalEntry,
  listOpen,
  makePlan,
  type Plan,
  type Run,
} from "../../runs/run.ts";
import { fromControl } from "../claims.ts";
import type { AdmissionRequest } from "../control/store.ts";
import { findDryReason } from "../match.ts";
import { type DeskContext, findAutomation } from "./inside.ts";
import { toFailure } from "./propose.ts";
import type { DueRun } from "./store.ts";

/**
 * Asks Control to admit the next effect. Between the admission and the call nothing is fetched, because a crash between
 * `sending` and the call leaves the call's outcome unknown.
 */
export async function admit(
  plan: Plan,
  { run, source, event }: DueRun,
  desk: DeskContext,
): Promise<StepResult> {
  const dry = findDryReason(desk, run.automation);
  if (dry !== null) return { type: "dried", reason: dry };
  await requireUnchanged(run.automation, plan);
  const isLate = plan.answerBy !== undefined && desk.now() >= plan.answerBy;
  if (!hasBegun(run) && (isLate || desk.withdrawals.isOvertaken(run, event))) return { type: "outdated" };
  const { policy, now } = desk;
  const aged = run.approvalReasons.length > 0 && !isApproved(run, plan, now(), approvalHoldsMs(policy));
  const isOutdated = !hasBegun(run) && (aged || isCheckDue(run, now()));
  const ask = (size?: AdmissionRequest["size"]) =>
    fromControl(
      desk.admit({
        runId: run.id,
        planHash: plan.hash,
        automation: run.automation,
        source,
        // A plan that must be made again counts towards budgets only once it has been made again.
        effects: isOutdated ? [] : effectCalls(plan).map(wantedEffect),
        override: run.override?.hash === plan.hash,
        ...(size && { size }),
      }),
    );
  let admission = await ask();
  if (!admission.admitted && admission.because === "size_unknown")
    admission = await ask({ name: admission.size, n: await countSize(admission.size, desk) });
  if (admission.admitted && isOutdated) return { type: "outdated" };
  const looks = admission.admitted && (aged || isCheckDue(run, now()));
  if (looks && aged) {
    const nobody = await findNobodyLeft({ ...run, approvals: [] }, desk);
    return nobody ?? { type: "approval_aged", ...approvalTimes(policy, now(), plan.answerBy) };
  }
  // A new plan would repeat completed effects, so only the people affected by the remaining ones are checked.
  if (looks) await requirePeople(plan, run.journal, readOnly(desk.governance));
  // Ask again after a fetch: a pause might have been set meanwhile.
  if (admission.admitted && ((await desk.governance.prepare()) || looks)) admission = await ask();
  if (admission.admitted) return { type: "admitted", ...(looks && { looked: true }) };
  if (admission.because === "paused") return { type: "paused", reason: admission.reason };
  if (admission.because === "dry_run") return { type: "dried", reason: admission.reason };
  // Control needs another size, or one that has expired since. The retry sends it.
  if (admission.because === "size_unknown") throw new Problem("control_unavailable", admission.size);
  const { admitted: _, because: __, ...hold } = admission;
  return { type: "over_budget", hold };
}

/** Stored plans whose hash has been checked since they were read. */
const unchanged = new WeakSet<Plan>();

/**
 * Checks the hash of a stored plan, so that a plan that was changed after its approval is not carried out.
 * @throws Problem `plan_changed` if the hash does not match
 */
async function requireUnchanged(automation: string, plan: Plan): Promise<void> {
  if (unchanged.has(plan)) return;
  if ((await makePlan(automation, plan.actions)).hash !== plan.hash)
    throw new Problem("plan_changed", `the stored plan does not match its hash ${plan.hash}`);
  unchanged.add(plan);
}

/** Maximum number of people to count. Beyond that, a share is based on this number. */
const MAX_COUNTED_PEOPLE = 50 * MAX_PAGE_SIZE;

async function countSize(name: SizeName, { governance, history }: DeskContext): Promise<number> {
  if (name === "tools") return history.countInventory("tool");
  const [, app] = /^owners:(.*)$/s.exec(name) ?? [];
  if (app !== undefined) return history.countInventory("ownership", app);
  let people = 0;
  const body = { userStatuses: ["ENABLED" as const], pageSize: MAX_PAGE_SIZE };
  for await (const _ of readOnly(governance).items(searchUsers, { body }))
    if (++people === MAX_COUNTED_PEOPLE) break;
  return people;
}

/**
 * Requires that every user affected by the remaining effects is an enabled governance user.
 * @throws Problem `user_not_found`, with the ids of the users who are not enabled
 */
export async function requirePeople(
  plan: Plan,
  journal: readonly JournalEntry[],
  governance: ReadOnlyGovernance,
): Promise<void> {
  const left = listSteps({ plan, journal }).flatMap(({ action, isMade }) =>
    isMade ? [] : action.beneficiaries,
  );
  const there = await idsWith(governance, left, "ENABLED");
  const missing = [...new Set(left)].filter((id) => !there.has(id));
  if (missing.length > 0)
    throw new Problem(
      "user_not_found",
      `the rest of the plan affects users who are no longer enabled governance users: ${missing.join(", ")}; nothing more was sent`,
    );
}

/**
 * Returns a failure if a plan waits for named approvers and too few of them are still enabled, or `null` if enough of
 * them are enabled or the governance service can't be read.
 */
export async function findNobodyLeft(
  { stages = [], approvals }: Pick<Run, "stages" | "approvals">,
  desk: DeskContext,
): Promise<StepResult | null> {
  const named = stages.flatMap(({ people, role }) => (role === "no" ? people : []));
  const there = await desk
    .find()
    .enabled(named.map(({ id }) => id))
    .catch(() => named);
  const left = stages.map((stage): Stage => {
    const people = stage.people.filter(({ id }) => there.some((one) => one.id === id));
    return stage.role === "no" ? { ...stage, people } : { ...stage, role: "unlisted" };
  });
  const hopeless = findUnfillable(left, approvals);
  if (!hopeless) return null;
  const message = `the plan is waiting for ${formatStage(hopeless)}, and too few of the people who can approve it are left.`;
  return { type: "failed", failure: toFailure(new Problem("nobody_can_approve", message)) };
}

/**
 * Sends the call of an effect that is stored as `sending`.
 * @param written Resolves when the call's outcome is written
 * @throws Problem if the call was not sent, was rejected, or has an unknown outcome
 */
export async function call(
  run: Run,
  effect: EffectCall,
  desk: DeskContext,
  written: Promise<void>,
): Promise<StepResult> {
  requireDeclared(findAutomation(run, desk), effect.operation);
  // The id is the same each time this effect is sent.
  const eventId = `${run.id}-${currentEffect(run)?.n}`;
  const governance = desk.governanceOf(run.automation, written);
  const answer = await send(governance, dateCall(desk.now(), effect), eventId);
  return { type: "applied", answer: shortAnswer(answer, run.journal.length) };
}

/** Checks whether the effect of a call is visible yet. */
export const look = async (n: number, effect: EffectCall, desk: DeskContext): Promise<StepResult> => ({
  type: "looked",
  n,
  shows: (await shows(effect, desk)) ?? false,
});

const send = <Id extends EffectOperationId>(
  governance: Governance,
  { operation, input }: EffectCall<Id>,
  eventId: string,
) => governance.call<Calls[Id]>(calls[operation], input, { eventId });

/** Dates a call at the time of sending: the days of a campaign are counted from now, not from the time of its plan. */
function dateCall(now: number, { openDays, ...call }: EffectCall): EffectCall {
  if (call.operation !== "createCampaign" || openDays === undefined) return call;
  const completionDate = new Date(now + openDays * DAY_MS).toISOString();
  return { ...call, input: { body: { ...call.input.body, completionDate } } };
}

/**
 * Reads an effect back, with the one operation that its read-back declares. Returns `null` if the effect has no
 * read-back with the chosen function, or if the read failed.
 * @param choose Picks a function of the read-back
 */
async function readBack<Id extends EffectOperationId, Result>(
  { operation, input }: EffectCall<Id>,
  { governance, history }: DeskContext,
  choose: (
    one: ReadBack<Id>,
  ) => ((...asked: Parameters<NonNullable<ReadBack<Id>["shows"]>>) => Promise<Result>) | undefined,
  until?: number,
): Promise<Result | null> {
  const found = findReadBack<Id>(operation);
  const read = found && choose(found);
  if (!read) return null;
  const declared = { name: `the read-back of ${operation}`, operations: [found.by] };
  const context = { governance: declaredReads(readOnly(governance), declared), history };
  try {
    return await read(input, { ...context, ...(until !== undefined && { until }) });
  } catch {
    return null;
  }
}

const shows = (call: EffectCall, desk: DeskContext, until?: number): Promise<boolean | null> =>
  readBack(call, desk, (one) => one.shows, until);

/**
 * Checks whether a follow-up has ended. It has ended if the read-back of its call reports this. A follow-up with
 * `isRead` has also ended if the effect is no longer visible, or is still visible when the follow-up is due.
 */
export async function readEnd(run: Run, desk: DeskContext): Promise<StepResult> {
  for (const { step, isRead, dueAt } of listOpen(run)) {
    const { action, entries } = listSteps(run)[step] ?? {};
    const [call] = action?.effects ?? [];
    const end = call ? await readBack(call, desk, (one) => one.ends) : null;
    if (end) {
      const reason = `Reeve read that ${end.read}`;
      return { type: "completed", verdict: end.verdict, by: "reeve", reason, steps: [step] };
    }
    const until = (entries?.[0]?.settledAt ?? run.updatedAt) + VERIFY_WITHIN_MS;
    const isThere = call && isRead ? await shows(call, desk, until) : null;
    if (isThere === null || (isThere && dueAt > desk.now())) continue;
    const [verdict, is] = isThere ? (["done", "lasted"] as const) : (["not_done", "did not last"] as const);
    const reason = `Reeve checked at the service: the effect ${is}`;
    return { type: "completed", verdict, by: "reeve", reason, steps: [step] };
  }
  return { type: "reminded" };
}
