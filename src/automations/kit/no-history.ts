// A history without anything in it, for back-tests and tests.
import type { History } from "./automation.ts";

/** An empty history: what a back-test, which has no ledger, and a test go by. */
export const noHistory: History = {
  hasCalled: async () => false,
  rejected: async () => new Set(),
  inventory: async () => [],
  entry: async () => null,
  countInventory: async () => 0,
  readRhythms: async () => [],
};
