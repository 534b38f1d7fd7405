// Verifies checkpoints and receipts against an exported audit trail, without access to Reeve.

import * as z from "zod";
import { toHex } from "../base/hash.ts";
import { ok, type Result, refused } from "../base/result.ts";
import { tryParseJson } from "../base/text.ts";
import type { CheckpointRecord } from "../ledger/evidence.ts";
import { append, computeRoot, listAdded, openNote, type Range, readCheckpoint } from "./checkpoints.ts";
import { fromHex, type PublicKey } from "./keys.ts";
import { Envelope, FOLLOW_UP_TYPE, openEnvelope, RECEIPT_TYPE, STATEMENT_TYPE } from "./receipt.ts";

/** The hashes of a verified trail by desk. The hash of entry `seq` is at index `seq - from`. */
export type ExportedTrail = ReadonlyMap<
  string,
  { readonly from: number; readonly hashes: readonly string[] }
>;

/**
 * Verifies that each checkpoint is signed and matches the trail: no entry was changed, cut off, reordered or forked
 * since the checkpoint was made.
 * @param records All checkpoints from the first one on, in any order. The list can contain several copies of a
 *   checkpoint
 * @param keys Trusted public keys
 * @returns the last checkpoint, or `null` if there is none; or the first error, as a sentence
 */
export async function verifyCheckpoints(
  records: readonly CheckpointRecord[],
  trail: ExportedTrail,
  keys: readonly PublicKey[],
): Promise<Result<CheckpointRecord | null, string>> {
  let range: Range = [];
  let last: CheckpointRecord | null = null;
  for (const one of records.toSorted((a, b) => a.n - b.n)) {
    const { n, size, ends, note } = one;
    const fault = (words: string) => refused(`checkpoint ${n} ${words}`);
    const text = await openNote(note, keys);
    const checkpoint = text === null ? null : readCheckpoint(text);
    if (!checkpoint) return fault("is not signed with these keys");
    if (n === last?.n && note === last.note) continue;
    if (n === last?.n) return fault("exists twice with different content: the log was forked");
    if (n !== (last?.n ?? 0) + 1) return refused(`checkpoint ${(last?.n ?? 0) + 1} is missing`);
    const before = last?.ends ?? {};
    const sum = Object.values(ends).reduce((all, end) => all + end, 0);
    const back = Object.keys(before).find((desk) => (ends[desk] ?? 0) < (before[desk] ?? 0));
    if (checkpoint.size !== size || sum !== size || back !== undefined)
      return fault("has entry numbers (`ends`) that contradict its size or the previous checkpoint");
    for (const { desk, after, to } of listAdded(before, ends)) {
      const { from = 1, hashes = [] } = trail.get(desk) ?? {};
      if (from !== 1) return fault(`needs the first entries of ${desk}: export the whole trail`);
      if (hashes.length < to)
        return fault(`has ${to} entries of ${desk}, but the trail has ${hashes.length}: its end was cut off`);
      range = await append(range, hashes.slice(after, to).map(fromHex));
    }
    if (toHex(await computeRoot(range)) !== toHex(checkpoint.root))
      return fault("does not match the trail: entries were changed, reordered or forked");
    last = one;
  }
  return ok(last);
}

const Statement = z.object({
  _type: z.literal("https://in-toto.io/Statement/v1"),
  predicateType: z.enum([RECEIPT_TYPE, FOLLOW_UP_TYPE]),
  subject: z.tuple([z.object({ name: z.string(), digest: z.object({ sha256: z.string() }) })]),
  predicate: z.object({
    run: z.object({ id: z.string() }),
    plan: z.object({ hash: z.string() }).nullable(),
    record: z.array(z.object({ desk: z.string(), seq: z.int(), hash: z.string() })),
  }),
});

/**
 * Verifies that a receipt is signed, that its subject matches its run and plan, and that its entries are in the trail.
 * @param text JSON of the envelope
 * @param last The last verified checkpoint, or `null` if none was given
 * @param keys Trusted public keys
 * @returns the run's id, and whether the checkpoint covers all of its entries; or the error, as the end of a sentence
 */
export async function verifyReceipt(
  text: string,
  trail: ExportedTrail,
  last: CheckpointRecord | null,
  keys: readonly PublicKey[],
): Promise<Result<{ readonly run: string; readonly isCovered: boolean }, string>> {
  const envelope = Envelope.safeParse(tryParseJson(text));
  if (!envelope.success || envelope.data.payloadType !== STATEMENT_TYPE) return refused("is not a receipt");
  const payload = await openEnvelope(envelope.data, keys);
  if (payload === null) return refused("is not signed with these keys");
  const statement = Statement.safeParse(tryParseJson(payload));
  if (!statement.success) return refused("is signed, but is not a receipt");
  const { subject, predicate } = statement.data;
  const { run, plan, record } = predicate;
  const [{ name, digest }] = subject;
  if (name !== run.id || (plan && plan.hash !== digest.sha256))
    return refused("has a subject that does not match its run and plan");
  for (const { desk, seq, hash } of record) {
    const { from = 1, hashes = [] } = trail.get(desk) ?? {};
    if (hashes[seq - from] !== hash)
      return refused(`of ${name} lists entry ${seq} of ${desk}, which is not in the trail`);
  }
  return ok({ run: name, isCovered: record.every(({ desk, seq }) => seq <= (last?.ends[desk] ?? 0)) });
}
