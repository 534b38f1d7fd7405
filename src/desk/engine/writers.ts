// Attributes the actions of a proposal to the people who wrote the inventory entries that it was based on.
import { isDelete, type PlannedAction } from "../../actions/action.ts";
import {
  type EntryQuery,
  findWriters,
  type InventoryEntry,
  type InventoryKind,
} from "../../actions/inventory.ts";
import type { History } from "../../kit/automation.ts";

type ReadEntry = Pick<InventoryEntry, "kind" | "key" | "changedBy">;

/**
 * Records which inventory entries a proposal reads.
 * @param before Authors of the entries that earlier steps of the proposal have read
 */
export function observeWriters(history: History, before: readonly string[] = []) {
  const entries = new Map<string, ReadEntry>();
  const note = ({ kind, key, changedBy }: ReadEntry): void => {
    // Only automations write snapshots.
    if (kind !== "snapshot") entries.set(`${kind} ${key}`, { kind, key, changedBy });
  };
  const observed: History = {
    ...history,
    async inventory<Kind extends InventoryKind>(kind: Kind, query: EntryQuery) {
      const found = await history.inventory(kind, query);
      for (const entry of found) note(entry);
      return found;
    },
    async entry<Kind extends InventoryKind>(kind: Kind, key: string) {
      const found = await history.entry(kind, key);
      if (found) note(found);
      return found;
    },
  };
  const writers = () => [...new Set([...before, ...listWriters([...entries.values()])])];
  return {
    history: observed,
    /** Lists the authors of the entries that this step and the earlier ones have read. */
    writers,
    /**
     * Adds to each action the authors of the entries that it is based on: the entries of its object. If no entry of its
     * object was read, a delete might be based on any entry that no action of the plan is about.
     */
    attribute(actions: readonly PlannedAction[]): readonly PlannedAction[] {
      // Most proposals read no entry that a person wrote.
      if (writers().length === 0) return actions;
      const plan = actions.map((action) => ({
        action,
        texts: listTexts([action.input, action.effects, action.leaves.map(({ key }) => key)]),
        entries: [] as ReadEntry[],
      }));
      const unused: ReadEntry[] = [];
      for (const entry of entries.values()) {
        const users = plan.filter(({ texts }) => isAbout(entry, texts));
        for (const one of users) one.entries.push(entry);
        if (users.length === 0) unused.push(entry);
      }
      const others = [...before, ...listWriters(unused)];
      return plan.map(({ action, entries: own }) => {
        const isUnexplained = own.length === 0 && action.effects.some(({ operation }) => isDelete(operation));
        const people = isUnexplained ? others : listWriters(own);
        const requestedBy = [...new Set([...(action.requestedBy ?? []), ...people])];
        return requestedBy.length > 0 ? { ...action, requestedBy } : action;
      });
    },
  };
}

const listWriters = (entries: readonly ReadEntry[]): string[] => entries.flatMap(findWriters);

/** True if an action contains every id in an entry's key. The first part of an ownership's key is its kind. */
function isAbout({ kind, key }: ReadEntry, texts: ReadonlySet<string>): boolean {
  const ids = key.split("/").slice(kind === "ownership" ? 1 : 0);
  return texts.has(key) || ids.every((id) => texts.has(id));
}

/** Returns every text in a value, as it is and as part of an entry's key. */
function listTexts(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === "string") found.add(value).add(encodeURIComponent(value.toWellFormed()));
  else if (typeof value === "object" && value !== null)
    for (const member of Object.values(value)) listTexts(member, found);
  return found;
}
