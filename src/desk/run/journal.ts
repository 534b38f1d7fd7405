// The journal of a run's effects: which call is next, and what came of each.
import type { EffectCall } from "../../actions/action.ts";
import type { InventoryChange } from "../../actions/inventory.ts";
import type { JournalEntry, Plan, Run } from "./run.ts";

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
