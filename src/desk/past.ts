import type { RunRecord } from "../automations/automation.ts";
import { hasCalled, rejectedTargets } from "../ledger/read.ts";
import { heardSources } from "../ledger/rhythm.ts";
import { countWatches, readWatch, watchesAfter } from "../ledger/watches.ts";

/** What the ledger has on record, as automations ask for it. */
export const pastOf = (ledger: D1Database): RunRecord => ({
  hasCalled: (query) => hasCalled(ledger, query),
  rejected: (query) => rejectedTargets(ledger, query),
  watches: (kind, query) => watchesAfter(ledger, kind, query),
  watch: (kind, key) => readWatch(ledger, kind, key),
  countWatches: (kind) => countWatches(ledger, kind),
  heardSources: (query) => heardSources(ledger, query),
});
