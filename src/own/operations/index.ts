// Your own operations of the governance API: they become part of src/governance/contract/index.ts.

export const ownOperations = {} as const;
