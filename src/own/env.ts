// Variables and secrets of your own systems, included in src/env.ts.

export const ownVariables = {} as const;
