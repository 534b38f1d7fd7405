// Asks Control whether the next effect of a plan may be carried out, and checks again that the plan is unchanged, that
// its approvals are valid, and that the people affected by its remaining effects are enabled.
import { Problem } from "../../base/problem.ts";
import { type ReadOnlyGovernance, readOnly } from "../../governance/client/index.ts";
import { MAX_PAGE_SIZE } from "../../governance/contract/paging.ts";
import { searchUsers } from "../../governance/contract/users.ts";
import { usersIn } from "../../governance/people.ts";
import { type SizeName, wantedEffect } from "../../policy/budget.ts";
import { approvalHoldsMs, approvalTimes } from "../../policy/policy.ts";
import { findUnfillable, formatStage, type Stage } from "../../policy/stages.ts";
import type { StepResult } from "../../runs/events.ts";
import { effectCalls, listSteps } from "../../runs/journal.ts";
import {
  hasBegun,
  isApproved,
  isCheckDue,
  type JournalEntry,
  makePlan,
  type Plan,
  type Run,
} from "../../runs/run.ts";
import type { AdmissionRequest } from "../control/store.ts";
import { findDryReason } from "../match.ts";
import { fromControl } from "../one-plan.ts";
import type { DeskContext } from "./inside.ts";
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
        // A plan that must be made again counts towards budgets only once it has been made.
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
  // A pause might have been set during the fetches above.
  if (admission.admitted && ((await desk.governance.prepare()) || looks)) admission = await ask();
  if (admission.admitted) return { type: "admitted", ...(looks && { looked: true }) };
  if (admission.because === "paused") return { type: "paused", reason: admission.reason };
  if (admission.because === "dry_run") return { type: "dried", reason: admission.reason };
  // Control still lacks the size although the desk has just sent it.
  if (admission.because === "size_unknown") throw new Problem("control_unavailable", admission.size);
  const { admitted: _, because: __, ...hold } = admission;
  return { type: "over_budget", hold };
}

/** Plans whose hash was checked after they were read. */
const unchanged = new WeakSet<Plan>();

/**
 * Checks the hash of a stored plan, so that a plan that was changed after its approval is not carried out. @throws
 * Problem `plan_changed` if the hash does not match
 */
async function requireUnchanged(automation: string, plan: Plan): Promise<void> {
  if (unchanged.has(plan)) return;
  if ((await makePlan(automation, plan.actions)).hash !== plan.hash)
    throw new Problem("plan_changed", `the stored plan no longer has the hash ${plan.hash}`);
  unchanged.add(plan);
}

/** Maximum pages of people to count. Beyond that, a share is based on the number counted so far. */
const MAX_COUNTED_PAGES = 50;

async function countSize(name: SizeName, { governance, history }: DeskContext): Promise<number> {
  if (name === "tools") return history.countInventory("tool");
  const [, app] = /^owners:(.*)$/s.exec(name) ?? [];
  if (app !== undefined) return history.countInventory("ownership", app);
  let people = 0;
  let pageToken: string | undefined;
  for (let page = 0; page < MAX_COUNTED_PAGES; page++) {
    const body = {
      userStatuses: ["ENABLED" as const],
      pageSize: MAX_PAGE_SIZE,
      ...(pageToken && { pageToken }),
    };
    const answer = await readOnly(governance).call(searchUsers, { body });
    people += answer.list.length;
    pageToken = answer.nextPageToken;
    if (!pageToken) break;
  }
  return people;
}

/**
 * Requires that every user affected by the remaining effects is an enabled governance user.
 * @throws Problem `user_not_found`, with the names of the users who are not enabled
 */
export async function requirePeople(
  plan: Plan,
  journal: readonly JournalEntry[],
  governance: ReadOnlyGovernance,
): Promise<void> {
  const left = listSteps({ plan, journal }).flatMap(({ action, isMade }) =>
    isMade ? [] : action.beneficiaries,
  );
  const ids = [...new Set(left)];
  const missing: string[] = [];
  for (let n = 0; n < ids.length; n += MAX_PAGE_SIZE) {
    const some = ids.slice(n, n + MAX_PAGE_SIZE);
    const body = {
      refs: some.map((id) => ({ id })),
      userStatuses: ["ENABLED" as const],
      pageSize: MAX_PAGE_SIZE,
    };
    const { list } = await governance.call(searchUsers, { body });
    const there = new Set(usersIn(list).map(({ id }) => id));
    missing.push(...some.filter((id) => !there.has(id)));
  }
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
  const message = `the plan waits for ${formatStage(hopeless)}, and too few of the people who can approve it are left.`;
  return { type: "failed", failure: toFailure(new Problem("nobody_can_approve", message)) };
}
