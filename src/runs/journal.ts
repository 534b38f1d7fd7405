// The journal of a run's effects: the next call, and the result of each.
import { type EffectCall, VERIFY_WITHIN_MS } from "../actions/action.ts";
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
/** Most bytes (UTF-8) of the answers of the service that a journal keeps, and of one of them. */
const MAX_ANSWERS_BYTES = 600_000;
const MAX_ANSWER_BYTES = 10_000;
/** Most characters of them in the run's row, which is written with each step. */
const MAX_ANSWERS_IN_ROW_CHARS = 4_000;

export const effectCalls = (plan: Plan): EffectCall[] => plan.actions.flatMap(({ effects }) => effects);

export const newJournal = (plan: Plan): JournalEntry[] =>
  effectCalls(plan).map(({ operation }) => ({ operation, state: "planned", attempts: 0 }));

export function currentEffect({ journal }: Pick<Run, "journal">): { n: number; entry: JournalEntry } | null {
  const n = journal.findIndex(({ state, passed }) => state !== "applied" && !passed);
  const entry = journal[n];
  return entry ? { n, entry } : null;
}

/** The problem of a refused call that kept nothing else from being done; `null` for none. */
export const findPassed = ({ journal }: Pick<Run, "journal">): RunProblem | null =>
  journal.find(({ passed }) => passed)?.passed ?? null;

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

/** The follow-ups of a run whose calls are made: those that it has, and those of the actions whose calls were accepted. */
export const listFollowUps = (
  run: Pick<Run, "plan" | "journal" | "followUps">,
  at: number,
): readonly OpenedFollowUp[] => {
  const { followUps = [], plan } = run;
  const opened = listSteps(run).flatMap(({ action: { followUp }, isMade }, step) => {
    if (!followUp || !isMade || followUps.some((one) => one.step === step)) return [];
    const days = followUp.days ?? plan?.followUps?.dueDays ?? 0;
    return { step, dueAt: followUp.due === undefined ? at + days * DAY_MS : Date.parse(followUp.due) };
  });
  return [...followUps, ...opened];
};

/** True if the service's refusal of the current effect keeps nothing else from being done. */
export function isApart(run: Pick<Run, "journal" | "plan">): boolean {
  const calls = run.plan?.actions.flatMap(({ effects, apart = false }) => effects.map(() => apart));
  return calls?.[currentEffect(run)?.n ?? -1] === true;
}

export function mark(run: Pick<Run, "journal">, change: Partial<JournalEntry>): JournalEntry[] {
  const current = currentEffect(run);
  return run.journal.map((entry, n) => (n === current?.n ? { ...entry, ...change } : entry));
}

/** The next effect to look for: accepted, readable, not seen. While a run acts, each once, after the last call. */
export function nextVerification(
  run: Pick<Run, "state" | "journal">,
): { n: number; entry: JournalEntry } | null {
  const again = isFinished(run);
  if (!again && (run.state !== "acting" || currentEffect(run))) return null;
  const n = run.journal.findIndex((entry) => isUnlooked(entry) || (again && entry.shows?.is === "not_yet"));
  const entry = run.journal[n];
  return entry ? { n, entry } : null;
}

/** True of an effect that was accepted, that the API can read back, and that nobody has looked for. */
const isUnlooked = ({ state, operation, gone, shows }: JournalEntry): boolean =>
  state === "applied" && !gone && !shows && findReadBack(operation)?.shows !== undefined;

/** If a run that acts does not see an effect, it looks for none behind it either: the requester is not kept waiting. */
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

/** The next look of a run that has ended; `null` if there is no effect to look for. @param at Unix milliseconds */
export function nextVerificationAt(run: Pick<Run, "state" | "journal">, at: number): number | null {
  const entry = isFinished(run) ? nextVerification(run)?.entry : undefined;
  if (!entry) return null;
  if (!entry.shows) return at;
  const since = entry.settledAt ?? at;
  return at + Math.max(MIN_LOOK_MS, Math.min(at - since, since + VERIFY_WITHIN_MS - at));
}

/** True if every call of its plan is made, and it only looks for their effects. */
export const isVerifying = (run: Run): boolean => run.state === "acting" && nextVerification(run) !== null;

export const isOver = (run: Run): boolean => isFinished(run) && !nextVerification(run);

/** What a journal keeps of a user in a response: who they are, and not their whole profile. */
const Identity = User.pick({ id: true, displayName: true, email: true, status: true }).strip();
const withoutProfile = (name: string, value: unknown): unknown =>
  name === "user" ? (Identity.safeParse(value).data ?? value) : value;

/**
 * The response of the service as the journal keeps it: without the profiles of users, or just its size.
 * @param effects How many the plan has
 */
export function shortAnswer(answer: unknown, effects: number): unknown {
  if (answer === undefined) return undefined;
  const text = JSON.stringify(answer, withoutProfile);
  const isTooLarge = exceeds(text, Math.min(MAX_ANSWER_BYTES, MAX_ANSWERS_BYTES / effects));
  return isTooLarge ? { omitted: `too large to keep: ${byteLength(text)} bytes` } : JSON.parse(text);
}

/** Returns a response that is short enough for the run's row, or `undefined` for one that belongs to the run's details. */
export const answerInRow = (answer: unknown, effects: number): unknown =>
  typeof answer === "object" && JSON.stringify(answer).length > MAX_ANSWERS_IN_ROW_CHARS / effects
    ? undefined
    : answer;

/** True if the call of the current effect may be under way. */
export const isSending = (run: Run): boolean =>
  run.state === "acting" && currentEffect(run)?.entry.state === "sending";

/** The changes that the actions which this step completed make in the inventory. @param answer The response to its call */
export function inventoryChanges(before: Run, after: Run, answer?: unknown): readonly InventoryChange[] {
  if (after.mode !== "live") return [];
  const [was, is] = [listCompleted({ ...before, plan: after.plan }), listCompleted(after)];
  return (after.plan?.actions ?? []).flatMap(({ effects, leaves = [] }, step) =>
    is[step] && !was[step]
      ? leaves.map((change) => (effects.length === 1 ? withAnswer(change, answer) : change))
      : [],
  );
}

/** For each action, true if its calls are made; or, if it has none, its follow-up done, or every call of the plan made. */
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

/** The state of a call in words, as people read it: that the service accepted it does not say that its effect shows. */
export function formatCallState({ state, gone, shows }: JournalEntry): string {
  if (state !== "applied") return state;
  if (gone) return "was gone already";
  return shows ? SHOWS[shows.is] : "accepted by the service";
}

const SHOWS = {
  seen: "seen at the service",
  not_yet: "accepted by the service, not seen yet",
  unseen: `accepted by the service, not seen within ${VERIFY_WITHIN_MS / 60_000} minutes: look at it there`,
} as const;
