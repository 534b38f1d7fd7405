import type { RunRecord } from "./automation.ts";

/** Nothing on record: what a back-test, which has no ledger, and a test go by. */
export const noRecord: RunRecord = {
  hasCalled: async () => false,
  rejected: async () => new Set(),
  watches: async () => [],
  watch: async () => null,
  countWatches: async () => 0,
  heardSources: async () => [],
};
