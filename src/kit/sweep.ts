// Checks all inventory entries of one or more kinds, in steps that fit the platform's limits.
import * as z from "zod";
import type { EntryQuery, InventoryChange, InventoryEntry, InventoryKind } from "../actions/inventory.ts";
import type { Context } from "./automation.ts";
import type { Proposal } from "./proposal.ts";

/** Entries per step: few enough for their API calls to fit within the platform's lowest limit. */
const ENTRIES_PER_STEP = 250;
/** Maximum concurrent checks: a Worker has six connections. */
const MAX_CONNECTIONS = 6;
const MAX_FINDINGS_PER_PLAN = 200;

const State = z.object({
  /** The kind to check next, as its position in the list of kinds. */
  part: z.int().default(0),
  after: z.string().default(""),
  done: z.int().default(0),
  of: z.int(),
  /** The entries with findings: each entry's kind, as its position in the list of kinds, and its key. */
  found: z.array(z.tuple([z.int(), z.string()])).default([]),
  more: z.int().default(0),
});
type State = z.output<typeof State>;

/**
 * The result of checking one entry in a sweep.
 *
 * @example
 * export const findOwnerless = ({ data }: InventoryEntry<"campaign">): Seen<string> =>
 *   data.owners?.length === 0 ? { finding: data.name } : {};
 */
export interface Seen<Finding> {
  /** A finding, from which the proposal is built. @default none */
  readonly finding?: Finding;
  /** A change to the entry, which is stored immediately. @default none */
  readonly change?: InventoryChange;
}

export interface Swept<Finding> {
  readonly found: readonly Finding[];
  readonly more: number;
  readonly of: number;
}

/**
 * Checks every entry of one or more kinds, a limited number in each step of a run. Checks the findings again at the
 * end, and when the plan is made again after an approval.
 *
 * @param what The noun for the counted entries: "tools"
 * @param check Checks one entry, up to six at the same time
 * @param conclude Builds the proposal from the findings, of which there are at most 200; `more` counts the others
 * @param only A filter for the entries to check: all, or only those that end by a day
 * @example
 * export const closeApp = (context: Context): Promise<Proposal> =>
 *   sweep(
 *     context,
 *     "ownership",
 *     "ownerships",
 *     async ({ data }) => (data.of === "app" && data.app.id === app.id ? { finding: proposeRemoval(data) } : {}),
 *     ({ found: [first, ...others], of }) =>
 *       first ? { actions: [first, ...others] } : { ignore: noneText(of, "ownership", "is of the old app") },
 *   );
 */
export async function sweep<Kind extends InventoryKind, Finding>(
  { history, progress }: Pick<Context, "history" | "progress">,
  kind: Kind | readonly Kind[],
  what: string,
  check: (entry: InventoryEntry<Kind>) => Promise<Seen<Finding>>,
  conclude: (swept: Swept<Finding>) => Proposal,
  only: Pick<EntryQuery, "untilBy"> = {},
): Promise<Proposal> {
  const kinds = [kind].flat() as readonly Kind[];
  const count = async () =>
    only.untilBy ? 0 : (await Promise.all(kinds.map((one) => history.countInventory(one)))).reduce(add, 0);
  const before = State.parse(progress ?? { of: await count() });
  const step = (state: State) => ({ state, done: state.done, of: Math.max(state.of, state.done), what });
  const current = kinds[before.part];
  if (current !== undefined) {
    const entries = await history.inventory(current, {
      ...only,
      after: before.after,
      limit: ENTRIES_PER_STEP,
    });
    const looks = await mapConcurrently(entries, async (entry) => ({ entry, ...(await check(entry)) }));
    const found = looks.flatMap(({ entry, finding }): State["found"] =>
      finding === undefined ? [] : [[before.part, entry.key]],
    );
    const all = [...before.found, ...found];
    const leaves = looks.flatMap(({ change }) => change ?? []);
    const isLast = entries.length < ENTRIES_PER_STEP;
    const goOn = step({
      ...before,
      part: before.part + Number(isLast),
      after: isLast ? "" : (entries.at(-1)?.key ?? before.after),
      done: before.done + entries.length,
      found: all.slice(0, MAX_FINDINGS_PER_PLAN),
      more: before.more + Math.max(0, all.length - MAX_FINDINGS_PER_PLAN),
    });
    return { goOn, leaves };
  }
  const again = await mapConcurrently(before.found, async ([part, key]) => {
    const found = kinds[part];
    const entry = found && (await history.entry(found, key));
    const finding = entry && (await check(entry)).finding;
    return finding === undefined || finding === null ? [] : [finding];
  });
  const proposal = conclude({ found: again.flat(), more: before.more, of: before.done });
  return "actions" in proposal ? { ...proposal, progress: step(before) } : proposal;
}

const add = (sum: number, n: number): number => sum + n;

export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const worker = async () => {
    for (const [n, item] of entries) results[n] = await work(item);
  };
  await Promise.all(Array.from({ length: MAX_CONNECTIONS }, worker));
  return results;
}
