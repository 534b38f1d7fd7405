// Reads how many desks there are, and picks a subject's desk among them.
import { type DeskCounts, readVariable, type Variables } from "../env.ts";

/** How many desks there are and were. @throws Problem `configuration_invalid` */
export const deskCounts = (env: Pick<Variables, "DESKS">): DeskCounts => readVariable(env, "DESKS");

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
