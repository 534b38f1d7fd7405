// The journal of a run's effects: the next call, and the result of each call that was made.
import { type EffectCall, type FollowUp, VERIFY_WITHIN_MS } from "../actions/action.ts";
import { withAnswer } from "../actions/campaign.ts";
import type { InventoryChange } from "../actions/inventory.ts";
import { findReadBack } from "../actions/read-back.ts";
import { DAY_MS } from "../base/days.ts";
import { byteLength, exceeds } from "../base/platform.ts";
import { User } from "../governance/contract/users.ts";
import {
  isFinished,
  type JournalEntry,
  type OpenedFollowUp,
  type Plan,
  type Run,
  type RunProblem,
} from "./run.ts";

const MIN_LOOK_MS = 5_000;
/** Maximum total size of the responses in a journal, in UTF-8 bytes. */
const MAX_ANSWERS_BYTES = 600_000;
/** Maximum size of one response in a journal, in UTF-8 bytes. */
const MAX_ANSWER_BYTES = 10_000;
/** Maximum characters of responses in the run's row, which is rewritten with each step. */
const MAX_ANSWERS_IN_ROW_CHARS = 4_000;

export const effectCalls = (plan: Plan): EffectCall[] => plan.actions.flatMap(({ effects }) => effects);

export const newJournal = (plan: Plan): JournalEntry[] =>
  effectCalls(plan).map(({ operation }) => ({ operation, state: "planned", attempts: 0 }));

export function currentEffect({ journal }: Pick<Run, "journal">): { n: number; entry: JournalEntry } | null {
  const n = journal.findIndex(({ state, passed }) => state !== "applied" && !passed);
  const entry = journal[n];
  return entry ? { n, entry } : null;
}

/**
 * Returns the problem of the first failed call that did not stop the rest of the plan and whose action no person has
 * completed, or `null` if there is none.
 */
export const findPassed = (run: Pick<Run, "plan" | "journal" | "followUps">): RunProblem | null =>
  listSteps(run).flatMap(({ entries }, step) => {
    const { end } = run.followUps?.find((one) => one.step === step) ?? {};
    return end?.verdict === "done" ? [] : entries.flatMap(({ passed }) => passed ?? []);
  })[0] ?? null;

/** Returns true if a rejected call ended the run, and the plan has later calls that were not skipped. */
export function canSkip(run: Pick<Run, "state" | "journal">): boolean {
  const current = currentEffect(run);
  const rest = run.journal.slice((current?.n ?? 0) + 1);
  return run.state === "failed" && current?.entry.state === "refused" && rest.some(({ passed }) => !passed);
}

/** Pairs the actions of a run's plan with the journal entries of their calls. */
export function listSteps({ plan, journal }: Pick<Run, "plan" | "journal">) {
  let from = 0;
  return (plan?.actions ?? []).map((action) => {
    const entries = journal.slice(from, from + action.effects.length);
    from += action.effects.length;
    const isMade =
      entries.length === action.effects.length && entries.every(({ state }) => state === "applied");
    return { action, entries, isMade };
  });
}

/**
 * Lists the follow-ups of a run whose calls have been made: the follow-ups that were opened before, the follow-ups of
 * actions whose calls were accepted, and those that failed calls leave to a person.
 */
export const listFollowUps = (
  run: Pick<Run, "plan" | "journal" | "followUps">,
  at: number,
): readonly OpenedFollowUp[] => {
  const { followUps = [], plan } = run;
  const opened = listSteps(run).flatMap(({ action: { followUp, summary }, entries, isMade }, step) => {
    const failed = entries.find(({ passed }) => passed)?.passed;
    const task =
      failed &&
      isForPerson(followUp) &&
      `Do this in the tenant, unless it has already been done: ${summary} The call failed: ${failed.message}.`;
    if (!followUp || !(isMade || task) || followUps.some((one) => one.step === step)) return [];
    const days = followUp.days ?? plan?.followUps?.dueDays ?? 0;
    const dueAt = followUp.due === undefined ? at + days * DAY_MS : Date.parse(followUp.due);
    return { step, dueAt, ...(task && { task }) };
  });
  return [...followUps, ...opened];
};

/**
 * Returns true for a follow-up that a person reports: that person can complete the action if its call fails. After a
 * failed call, a follow-up that Reeve reads would have nothing to read.
 */
export const isForPerson = (followUp: FollowUp | undefined): boolean =>
  followUp !== undefined && !followUp.isRead;

/** Returns true if the final failure of the current effect does not stop the rest of the plan. */
export function canPass(run: Pick<Run, "journal" | "plan">, { code }: Pick<RunProblem, "code">): boolean {
  const actions = run.plan?.actions.flatMap((action) => action.effects.map(() => action));
  const { apart, followUp } = actions?.[currentEffect(run)?.n ?? -1] ?? {};
  return apart === true && (code === "governance_refused" || isForPerson(followUp));
}

export function mark(run: Pick<Run, "journal">, change: Partial<JournalEntry>): JournalEntry[] {
  const current = currentEffect(run);
  return run.journal.map((entry, n) => (n === current?.n ? { ...entry, ...change } : entry));
}

/**
 * Returns the next effect to verify: one that is accepted, readable and not yet seen. While a run acts, each effect is
 * checked once, after the last call. Returns `null` if no effect can be verified now.
 */
export function nextVerification(
  run: Pick<Run, "state" | "journal">,
): { n: number; entry: JournalEntry } | null {
  const again = isFinished(run);
  if (!again && (run.state !== "acting" || currentEffect(run))) return null;
  const n = run.journal.findIndex((entry) => isUnlooked(entry) || (again && entry.shows?.is === "not_yet"));
  const entry = run.journal[n];
  return entry ? { n, entry } : null;
}

/** Returns true if the effect was accepted, the API can read it back, and it has not been checked yet. */
const isUnlooked = ({ state, operation, wasMissing, shows }: JournalEntry): boolean =>
  state === "applied" && !wasMissing && !shows && findReadBack(operation)?.shows !== undefined;

/**
 * Returns the journal after a verification. While a run is acting, the verification ends at the first effect that is
 * not visible yet, so that the requester does not wait.
 */
export const afterVerification = (
  run: Pick<Run, "state" | "journal">,
  looked: number,
  shows: NonNullable<JournalEntry["shows"]>,
): JournalEntry[] =>
  run.journal.map((entry, n) =>
    n === looked || (shows.is === "not_yet" && !isFinished(run) && isUnlooked(entry))
      ? { ...entry, shows }
      : entry,
  );

/**
 * Returns when the effects of a run that has ended are verified next, or `null` if the run has not ended or no effect
 * is left to verify.
 * @param at Unix milliseconds
 */
export function nextVerificationAt(run: Pick<Run, "state" | "journal">, at: number): number | null {
  const entry = isFinished(run) ? nextVerification(run)?.entry : undefined;
  if (!entry) return null;
  if (!entry.shows) return at;
  const since = entry.settledAt ?? at;
  return at + Math.max(MIN_LOOK_MS, Math.min(at - since, since + VERIFY_WITHIN_MS - at));
}

/** Returns true if every call of the plan has been made and only the verification of effects is left. */
export const isVerifying = (run: Run): boolean => run.state === "acting" && nextVerification(run) !== null;

export const isOver = (run: Run): boolean => isFinished(run) && !nextVerification(run);

/** The part of a user in a response that a journal stores: identity without the rest of the profile. */
const Identity = User.pick({ id: true, displayName: true, email: true, status: true }).strip();
const withoutProfile = (name: string, value: unknown): unknown =>
  name === "user" ? (Identity.safeParse(value).data ?? value) : value;

/**
 * Shortens a response for the journal: reduces users to their identity, and replaces a response that is too large, or
 * is not JSON, with the reason for the omission.
 * @param effects The number of effects in the plan
 */
export function shortAnswer(answer: unknown, effects: number): unknown {
  if (answer === undefined) return undefined;
  let text: string;
  try {
    text = JSON.stringify(answer, withoutProfile) ?? "null";
  } catch {
    // A schema of a user's own operation can return any value.
    return { omitted: "it can't be stored as JSON" };
  }
  const isTooLarge = exceeds(text, Math.min(MAX_ANSWER_BYTES, MAX_ANSWERS_BYTES / effects));
  return isTooLarge ? { omitted: `it is too large to store: ${byteLength(text)} bytes` } : JSON.parse(text);
}

/** Returns a response that is short enough for the run's row, or `undefined` if it belongs in the run's details. */
export const answerInRow = (answer: unknown, effects: number): unknown =>
  typeof answer === "object" && JSON.stringify(answer).length > MAX_ANSWERS_IN_ROW_CHARS / effects
    ? undefined
    : answer;

/** Returns true if the call of the current effect might be in flight. */
export const isSending = (run: Run): boolean =>
  run.state === "acting" && currentEffect(run)?.entry.state === "sending";

/**
 * Lists the inventory changes of the actions that a step of a live run completed.
 * @param answer The response to the step's call
 */
export function inventoryChanges(before: Run, after: Run, answer?: unknown): readonly InventoryChange[] {
  if (after.mode !== "live") return [];
  const [was, is] = [listCompleted({ ...before, plan: after.plan }), listCompleted(after)];
  return (after.plan?.actions ?? []).flatMap(({ effects, leaves = [] }, step) =>
    is[step] && !was[step]
      ? leaves.map((change) => (effects.length === 1 ? withAnswer(change, answer) : change))
      : [],
  );
}

/**
 * Returns for each action whether it is completed. An action with calls is completed when its calls have been made.
 * Without calls, it is completed when its follow-up is done or, if it has no follow-up, when no call of the plan is
 * left to make.
 */
function listCompleted(run: Run): readonly boolean[] {
  const { state, followUps = [] } = run;
  const isOver = state === "failed" && findPassed(run) !== null && currentEffect(run) === null;
  const areMade = state === "done" || state === "awaiting_follow_up" || isOver;
  return listSteps(run).map(({ action: { effects, followUp }, isMade }, step) => {
    if (effects.length > 0) return isMade;
    const end = followUps.find((one) => one.step === step)?.end;
    return followUp ? end?.verdict === "done" : areMade;
  });
}

/** Describes the progress of a run that was cancelled after it had begun, or returns `null` for any other run. */
export function formatProgress({
  state,
  stop,
  journal,
}: Pick<Run, "state" | "stop" | "journal">): string | null {
  const made = journal.filter((entry) => entry.state === "applied").length;
  return stop || (state === "cancelled" && journal.some(({ attempts }) => attempts > 0))
    ? `${made} of ${journal.length} calls were made`
    : null;
}

/** Describes the state of a call for people. The effect of an accepted call might not be visible yet. */
export function formatCallState({ state, wasMissing, shows }: JournalEntry): string {
  if (state !== "applied") return state;
  if (wasMissing) return "was already missing";
  return shows ? SHOWS[shows.is] : "accepted by the service";
}

const SHOWS = {
  seen: "seen at the service",
  not_yet: "accepted by the service, not seen yet",
  unseen: `accepted by the service, not seen within ${VERIFY_WITHIN_MS / 60_000} minutes: check it there`,
} as const;
