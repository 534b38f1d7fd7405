// Your own operations of the governance API, included in src/governance/contract/index.ts.

export const ownOperations = {} as const;
