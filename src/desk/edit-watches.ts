import { writeWatches } from "../ledger/watches.ts";
import type { Memory, WatchKind } from "../watches/watch.ts";
import type { DirectoryEnv } from "./directory.ts";
import { noteOfAll } from "./note.ts";

/** Watches named in the audit entry of a change; the others are counted. */
const NAMED = 20;

/**
 * Writes, or forgets, what Reeve watches, as a person says; on record first.
 * @param now Unix milliseconds
 */
export async function editWatches(
  env: DirectoryEnv & { readonly LEDGER: D1Database },
  memories: readonly Memory[],
  { by, reason }: { readonly by: string; readonly reason: string },
  now: number,
): Promise<void> {
  const named = memories.slice(0, NAMED).map(({ kind, key }): [WatchKind, string] => [kind, key]);
  const forgotten = memories.filter(({ data }) => data === null).length;
  const detail = { reason, written: memories.length - forgotten, forgotten, watches: named };
  await noteOfAll(env, "watches.edited", by, detail, now);
  const rows = memories.map((memory) => ({ ...memory, by, at: now }));
  await env.LEDGER.batch(writeWatches(env.LEDGER, rows));
}
