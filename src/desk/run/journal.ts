// The journal of a run's effects: which call is next, and what came of each.
import { type EffectCall, SEEN_WITHIN_MS } from "../../actions/action.ts";
import type { InventoryChange } from "../../actions/inventory.ts";
import { readBackOf } from "../../actions/read-back.ts";
import { isFinished, type JournalEntry, type Plan, type Run } from "./run.ts";

/** The shortest wait between two looks. Each is as long as the effect has been looked for so far. */
const MIN_LOOK_MS = 5_000;

/** The calls of a plan in the order they are made. */
export const effectCalls = (plan: Plan): EffectCall[] => plan.actions.flatMap(({ effects }) => effects);

/** The journal of a plan of which nothing is done. */
export const newJournal = (plan: Plan): JournalEntry[] =>
  effectCalls(plan).map(({ operation }) => ({ operation, state: "planned", attempts: 0 }));

/** The effect a run is at: the first that is not applied. */
export function currentEffect({ journal }: Pick<Run, "journal">): { n: number; entry: JournalEntry } | null {
  const n = journal.findIndex(({ state }) => state !== "applied");
  const entry = journal[n];
  return entry ? { n, entry } : null;
}

/** The journal with the effect a run is at changed. */
export function mark(run: Pick<Run, "journal">, change: Partial<JournalEntry>): JournalEntry[] {
  const current = currentEffect(run);
  return run.journal.map((entry, n) => (n === current?.n ? { ...entry, ...change } : entry));
}

/**
 * The effect that is to be looked for at the service next: the first that was accepted, that the API can read back, and
 * that has not been seen. Where a run acts each is looked for once, after the last call; the rest once it has ended.
 */
export function nextLook(run: Pick<Run, "state" | "journal">): { n: number; entry: JournalEntry } | null {
  const again = isFinished(run);
  if (!again && (run.state !== "acting" || currentEffect(run))) return null;
  const n = run.journal.findIndex((entry) => isUnlooked(entry) || (again && entry.shows?.is === "not_yet"));
  const entry = run.journal[n];
  return entry ? { n, entry } : null;
}

/** Whether an effect was accepted that the API can read back, and nobody has looked for it. */
const isUnlooked = ({ state, operation, gone, shows }: JournalEntry): boolean =>
  state === "applied" && !gone && !shows && readBackOf(operation) !== undefined;

/**
 * The journal after a look. Where a run that acts does not see an effect, those behind it are not looked for now either:
 * whoever asked is answered, and not kept waiting.
 */
export const afterLook = (
  run: Pick<Run, "state" | "journal">,
  looked: number,
  shows: NonNullable<JournalEntry["shows"]>,
): JournalEntry[] =>
  run.journal.map((entry, n) =>
    n === looked || (shows.is === "not_yet" && !isFinished(run) && isUnlooked(entry))
      ? { ...entry, shows }
      : entry,
  );

/** When a run that has ended looks for an effect again; `null` where there is none to look for. @param at Unix milliseconds */
export function nextLookAt(run: Pick<Run, "state" | "journal">, at: number): number | null {
  const entry = isFinished(run) ? nextLook(run)?.entry : undefined;
  if (!entry) return null;
  if (!entry.shows) return at;
  const since = entry.settledAt ?? at;
  return at + Math.max(MIN_LOOK_MS, Math.min(at - since, since + SEEN_WITHIN_MS - at));
}

/** Whether every call of its plan is made, and it only looks for what came of them. */
export const isLooking = (run: Run): boolean => run.state === "acting" && nextLook(run) !== null;

/** Whether nothing is left to do: it has ended, its reply is settled, and nothing is looked for. */
export const isOver = (run: Run): boolean =>
  isFinished(run) && run.reply?.state !== "due" && run.reply?.state !== "sending" && !nextLook(run);

/** Whether the call of the effect a run is at may be under way. */
export const isSending = (run: Run): boolean =>
  run.state === "acting" && currentEffect(run)?.entry.state === "sending";

/** What the actions that this step completed leave in the inventory. */
export function inventoryChanges(before: Run, after: Run): readonly InventoryChange[] {
  if (after.mode !== "live") return [];
  let from = 0;
  return (after.plan?.actions ?? []).flatMap(({ effects, task, leaves = [] }) => {
    const to = from + effects.length;
    const isComplete = ({ journal, state }: Run) =>
      from === to
        ? state === "done" || (state === "awaiting_task" && task === undefined)
        : journal.length >= to && journal.slice(from, to).every((entry) => entry.state === "applied");
    const completed = isComplete(after) && !isComplete(before);
    from = to;
    return completed ? leaves : [];
  });
}
