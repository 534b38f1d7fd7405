/** Looks at everything of a kind in the inventory, in steps that the platform allows. */

import * as z from "zod";
import type { Memory, Watch, WatchKind, WatchQuery } from "../../actions/inventory.ts";
import type { Context } from "./automation.ts";
import type { Proposal } from "./proposal.ts";

/** Watches looked at in one step: few enough calls for the least that the platform allows in one go. */
const WATCHES_PER_STEP = 250;
/** Looked at side by side: a Worker has six connections open at a time. */
const MAX_CONNECTIONS = 6;
/** Findings that one plan is made of. The others are for the next time. */
const MAX_FINDINGS_PER_PLAN = 200;

const State = z.object({
  after: z.string(),
  done: z.int(),
  of: z.int(),
  /** Keys of what was found. */
  found: z.array(z.string()),
  /** How many were found beyond those. */
  more: z.int(),
  /** Whether all of them have been looked at. */
  over: z.boolean(),
});
type State = z.output<typeof State>;

/** What a look at one watch comes to. */
export interface Look<Finding> {
  /** What there is to do about it. @default nothing */
  readonly finding?: Finding;
  /** What is known of it from now on. */
  readonly memory?: Memory;
}

/** What was found, of how many. */
export interface Swept<Finding> {
  readonly found: readonly Finding[];
  /** Found as well, and left for the next time. */
  readonly more: number;
  readonly of: number;
}

/**
 * Looks at every watch of a kind, a bounded number in each step, so that many thousand take many steps of one run; what
 * was found is looked at again at the end, and when the plan is made again after an approval.
 * @param what What is counted, for whoever watches the run: "tools".
 * @param only Which of them: all, or those that end by a day.
 */
export async function sweep<Kind extends WatchKind, Finding>(
  { history, progress }: Pick<Context, "history" | "progress">,
  kind: Kind,
  what: string,
  look: (watch: Watch<Kind>) => Promise<Look<Finding>>,
  conclude: (swept: Swept<Finding>) => Proposal,
  only: Pick<WatchQuery, "untilBy"> = {},
): Promise<Proposal> {
  const before: State = progress
    ? State.parse(progress)
    : {
        after: "",
        done: 0,
        of: only.untilBy ? 0 : await history.countWatches(kind),
        found: [],
        more: 0,
        over: false,
      };
  const step = (state: State) => ({ state, done: state.done, of: Math.max(state.of, state.done), what });
  if (!before.over) {
    const watches = await history.watches(kind, { ...only, after: before.after, limit: WATCHES_PER_STEP });
    const looks = await atOnce(watches, async (watch) => ({ watch, ...(await look(watch)) }));
    const found = looks.flatMap(({ watch, finding }) => (finding === undefined ? [] : [watch.key]));
    const all = [...before.found, ...found];
    const memories = looks.flatMap(({ memory }) => memory ?? []);
    const goOn = step({
      ...before,
      after: watches.at(-1)?.key ?? before.after,
      done: before.done + watches.length,
      found: all.slice(0, MAX_FINDINGS_PER_PLAN),
      more: before.more + Math.max(0, all.length - MAX_FINDINGS_PER_PLAN),
      over: watches.length < WATCHES_PER_STEP,
    });
    return { goOn, memories };
  }
  const again = await atOnce(before.found, async (key) => {
    const watch = await history.watch(kind, key);
    const finding = watch && (await look(watch)).finding;
    return finding === undefined || finding === null ? [] : [finding];
  });
  const proposal = conclude({ found: again.flat(), more: before.more, of: before.done });
  return "actions" in proposal ? { ...proposal, progress: step(before) } : proposal;
}

/** Each item's result, in the items' order, a bounded number at a time. */
export async function atOnce<Item, Result>(
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
