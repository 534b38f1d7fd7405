// Reads how many desks there are, and picks a subject's desk among them.
import { Problem } from "../base/problem.ts";

/** The variable that says how many desks there are. */
export interface DeskCountEnv {
  /**
   * How many desks share the subjects. To change it, put the new number behind the one so far: `1,4` has four, and asks
   * also the one that a subject had before, for what it knows. @default "1"
   */
  readonly DESKS?: string;
}

/** How many desks there are, and after that how many there were, the last first. */
export type DeskCounts = readonly [number, ...number[]];

const MAX_DESKS = 1_000;

/** How many desks there are and were. @throws Problem `configuration_invalid` */
export function deskCounts({ DESKS = "1" }: DeskCountEnv): DeskCounts {
  const counts = DESKS.split(",").map(Number);
  const valid = counts.every((count) => Number.isInteger(count) && count >= 1 && count <= MAX_DESKS);
  const [now, ...earlier] = counts.toReversed();
  if (valid && now !== undefined && new Set(counts).size === counts.length) return [now, ...earlier];
  throw new Problem(
    "configuration_invalid",
    `DESKS must be a whole number from 1 to ${MAX_DESKS}, or several with commas between them, each once and the newest last; not "${DESKS}"`,
  );
}

/** Name of the desk that a subject has among so many. */
export const deskOf = (count: number, subject: string): string => `desk-${fnv1a(subject) % count}`;

/** Names of the desks that a subject has and had, the one it has now first; each once. */
export const deskNames = (counts: DeskCounts, subject: string): string[] => [
  ...new Set(counts.map((count) => deskOf(count, subject))),
];

/** Names of every desk there is or was. */
export const allDeskNames = (counts: DeskCounts): string[] =>
  Array.from({ length: Math.max(...counts) }, (_, n) => `desk-${n}`);

/** FNV-1a, 32 bits: spreads subjects evenly and never changes. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
