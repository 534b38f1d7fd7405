/** How much of a sweep a test file runs: a sample in `npm test`, everything in `npm run test:long`. */
import { inject } from "vitest";

/** Samples of the sweeps, all of them, or samples again on tenants that only follow the specification. */
export type Suite = "sample" | "full" | "specification";

declare module "vitest" {
  interface ProvidedContext {
    /** Set by the project in vitest.config.ts. */
    readonly suite: Suite;
  }
}

/** True in `npm run test:long`. */
export const isFullSweep = inject("suite") === "full";

/** True in the run in which each tenant only follows the specification, which is part of `npm run test:long`. */
export const isSpecificationAlone = inject("suite") === "specification";

/** Returns all cases in a full sweep, otherwise the given number, spread evenly over them. */
export function sampleOf<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (isFullSweep || cases.length <= count) return cases;
  return Array.from({ length: count }, (_, n) => cases[Math.floor((n * cases.length) / count)] as Case);
}

/** Returns the number of random cases to test a property with: all in a full sweep, otherwise a sixth. */
export const casesOf = (full: number): number => (isFullSweep ? full : Math.ceil(full / 6));
