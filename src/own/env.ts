// Variables and secrets of your own systems: they become part of src/env.ts.

export const ownVariables = {} as const;
