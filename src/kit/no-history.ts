// An empty history, for back-tests and tests.
import type { History } from "./automation.ts";

export const noHistory: History = {
  hasCalled: async () => false,
  rejected: async () => new Set(),
  inventory: async () => [],
  entry: async () => null,
  ticket: async () => ({ events: [], moves: [] }),
  known: async () => [],
  created: async () => [],
  applied: async () => null,
  countInventory: async () => 0,
  readRhythms: async () => [],
};
