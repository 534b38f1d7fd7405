import { writeWatches } from "../ledger/watches.ts";
import type { Memory } from "../watches/watch.ts";
import type { DirectoryEnv } from "./directory.ts";
import { noteOfAll } from "./note.ts";

/** How much of a change one audit entry holds, in characters of JSON; a larger change has several. */
const MOST_CHARS = 100_000;

/**
 * Writes, or forgets, what Reeve watches, as a person says; on record first, every watch with all it says.
 * @param now Unix milliseconds
 */
export async function editWatches(
  env: DirectoryEnv & { readonly LEDGER: D1Database },
  memories: readonly Memory[],
  { by, reason }: { readonly by: string; readonly reason: string },
  now: number,
): Promise<void> {
  const parts = inParts(memories);
  const forgotten = memories.filter(({ data }) => data === null).length;
  for (const [n, watches] of parts.entries()) {
    const counts = { written: memories.length - forgotten, forgotten, part: n + 1, parts: parts.length };
    await noteOfAll(env, "watches.edited", by, { reason, ...counts, watches }, now);
  }
  const rows = memories.map((memory) => ({ ...memory, by, at: now }));
  await env.LEDGER.batch(writeWatches(env.LEDGER, rows));
}

/** The watches in their order, no more together than an audit entry holds. */
function inParts(memories: readonly Memory[]): readonly (readonly Memory[])[] {
  const parts: Memory[][] = [];
  let left = 0;
  for (const memory of memories) {
    const chars = JSON.stringify(memory).length;
    const part = parts.at(-1);
    if (part && chars <= left) part.push(memory);
    else {
      parts.push([memory]);
      left = MOST_CHARS;
    }
    left -= chars;
  }
  return parts;
}
