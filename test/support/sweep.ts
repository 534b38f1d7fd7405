/** How much of a sweep a test file runs: a sample in `npm test`, everything in `npm run test:long`. */
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Set by the project in vitest.config.ts. */
    readonly sweep: "sample" | "full";
  }
}

/** True in `npm run test:long`. */
export const isFullSweep = inject("sweep") === "full";

/** Returns all cases of a full sweep, or else as many as given, spread evenly over them. */
export function sampleOf<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (isFullSweep || cases.length <= count) return cases;
  return Array.from({ length: count }, (_, n) => cases[Math.floor((n * cases.length) / count)] as Case);
}
