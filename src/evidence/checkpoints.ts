// Makes checkpoints. Each checkpoint is one signed root over the chains of all desks, and continues the previous
// checkpoint.
import { toHex } from "../base/hash.ts";
import { log } from "../base/log.ts";
import { Problem } from "../base/problem.ts";
import { type Env, readSite, type Variables } from "../env.ts";
import { readChains } from "../ledger/audit-list.ts";
import {
  type CheckpointRecord,
  type KeptCheckpoint,
  keepCheckpoint,
  readCheckpointRow,
  readHashes,
  type Stretch,
} from "../ledger/evidence/checkpoints.ts";
import { fromHex, readSigner } from "./keys.ts";
import { append, computeRoot, type Range } from "./merkle.ts";
import { signNote, writeCheckpoint } from "./note.ts";

/** Returns the name of the log and of its key: Reeve's own address without its scheme. */
export const nameLog = (env: Variables): string =>
  (readSite(env) ?? "reeve").replace(/^https?:\/\//, "").replaceAll("+", "%2B");

/** Lists the entries added since the previous checkpoint, one range per desk, in the order of desk names. */
export const listAdded = (
  before: CheckpointRecord["ends"],
  ends: CheckpointRecord["ends"],
): readonly Stretch[] =>
  Object.keys(ends)
    .sort((one, other) => (one < other ? -1 : 1))
    .map((desk) => ({ desk, after: before[desk] ?? 0, to: ends[desk] ?? 0 }))
    .filter(({ after, to }) => to > after);

/**
 * Maximum number of entries that one checkpoint adds: about 2 s of CPU time, of the 30 s that an invocation may take.
 * The next checkpoint continues where it stopped.
 */
const MAX_ADDED = 250_000;

/**
 * Makes a checkpoint of the recorded entries if there are new ones.
 * @param now Unix milliseconds
 * @param maxEntries Number of added entries after which the checkpoint ends
 * @returns the latest checkpoint, or `null` if nothing is recorded
 * @throws Problem `signing_not_configured` if there is no key
 */
export async function makeCheckpoint(
  env: Env,
  now: number,
  maxEntries = MAX_ADDED,
): Promise<KeptCheckpoint | null> {
  const db = env.LEDGER;
  const signer = await readSigner(env);
  const last = await readCheckpointRow(db);
  const before = last?.ends ?? {};
  const recorded = { ...before };
  for (const { desk, seq } of await readChains(db)) recorded[desk] = Math.max(seq, recorded[desk] ?? 0);
  const added = listAdded(before, recorded);
  if (added.length === 0) return last;
  let range: Range = (last?.tree ?? []).map((hash) => (hash === null ? null : fromHex(hash)));
  let size = last?.size ?? 0;
  const ends = { ...before };
  const full = size + maxEntries;
  for await (const { desk, end, hashes } of readHashes(db, added)) {
    range = await append(range, hashes);
    size += hashes.length;
    ends[desk] = end;
    if (size >= full) break;
  }
  const expected = Object.values(ends).reduce((sum, end) => sum + end, 0);
  if (size !== expected)
    throw new Problem("internal", `the audit trail has ${size} entries, but its chains have ${expected}`);
  const origin = nameLog(env);
  const more = [`time ${new Date(now).toISOString()}`];
  const text = writeCheckpoint({ origin, size, root: await computeRoot(range), more });
  const note = await signNote(text, origin, signer);
  const tree = range.map((hash) => hash && toHex(hash));
  const made = { n: (last?.n ?? 0) + 1, at: now, size, ends, tree, note };
  // If two checkpoints are made concurrently, only one is stored; the other is discarded before anybody has seen it.
  return (await keepCheckpoint(db, made)) ? made : readCheckpointRow(db);
}

/** Minutes between checkpoints. */
const EVERY_MINUTES = 10;

/** Makes a checkpoint every tenth minute. The cron calls this function every minute. @param now Unix milliseconds */
export async function watchCheckpoints(env: Env, now: number): Promise<void> {
  if (Math.floor(now / 60_000) % EVERY_MINUTES !== 0) return;
  try {
    await makeCheckpoint(env, now);
  } catch (error) {
    log("checkpoint_fault", { level: "alert", error: String(error) });
  }
}
