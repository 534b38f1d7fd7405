/** How much of a sweep a test file runs: a sample in `npm test`, everything in `npm run test:long`. */
import { inject } from "vitest";

/** Samples of the sweeps, all of them, or samples again on tenants that follow the specification alone. */
export type Suite = "sample" | "full" | "specification";

declare module "vitest" {
  interface ProvidedContext {
    /** Set by the project in vitest.config.ts. */
    readonly suite: Suite;
  }
}

/** True in `npm run test:long`. */
export const isFullSweep = inject("suite") === "full";

/** True in the run in which each tenant follows the specification alone: a part of `npm run test:long`. */
export const isSpecificationAlone = inject("suite") === "specification";

/** Returns all cases of a full sweep, or else as many as given, spread evenly over them. */
export function sampleOf<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (isFullSweep || cases.length <= count) return cases;
  return Array.from({ length: count }, (_, n) => cases[Math.floor((n * cases.length) / count)] as Case);
}

/** Returns how many random cases a property is tried with: all of a full sweep, or else a sixth. */
export const casesOf = (full: number): number => (isFullSweep ? full : Math.ceil(full / 6));
