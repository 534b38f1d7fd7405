// Makes checkpoints. Each checkpoint is one signed root over the chains of all desks, and continues the previous
// checkpoint. The root is that of a Merkle tree (RFC 6962, section 2.1), which grows without being stored. The
// signature is in a signed note (c2sp.org/signed-note, c2sp.org/tlog-checkpoint).
//
// A leaf of the tree is the 32 bytes of an entry's `hash`. Each checkpoint appends the entries recorded since the
// previous one, in the order of the desks' names; `ends` contains the last `seq` of each desk.

import { sha256, toHex } from "../base/hash.ts";
import { logged } from "../base/log.ts";
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
} from "../ledger/evidence.ts";
import { joined, utf8 } from "../systems/schemes/bytes.ts";
import {
  decodeBase64,
  encodeBase64,
  fromHex,
  isSigned,
  type PublicKey,
  readSigner,
  type Signer,
} from "./keys.ts";

/** A SHA-256 hash. */
export type Hash = Uint8Array<ArrayBuffer>;

/**
 * The roots of a tree's complete subtrees, by level. The subtree at index `n` has 2^n leaves; its root is `null` if bit
 * `n` of the tree's size is 0.
 */
export type Range = readonly (Hash | null)[];

/**
 * Returns functions that hash leaves and pairs of nodes. One byte before the data distinguishes the two. For leaves of
 * 32 bytes and for pairs, each function reuses its buffer, because there are millions of calls: a digest copies its
 * input when it is called (Web Cryptography, `digest`).
 */
function makeHasher() {
  const [leaf, node] = [new Uint8Array(33), new Uint8Array(65)];
  node[0] = 1;
  return {
    hashLeaf(bytes: Uint8Array): Promise<Hash> {
      if (bytes.length !== 32) return sha256(joined([Uint8Array.of(0), bytes]));
      leaf.set(bytes, 1);
      return sha256(leaf);
    },
    hashNode(left: Hash, right: Hash): Promise<Hash> {
      node.set(left, 1);
      node.set(right, 33);
      return sha256(node);
    },
  };
}

/** Returns a range extended by leaves. */
export async function append(range: Range, leaves: readonly Uint8Array[]): Promise<Range> {
  const { hashLeaf, hashNode } = makeHasher();
  const grown = [...range];
  let nodes: Hash[] = [];
  // Hash one leaf after the other: a million concurrent promises take more time than they save.
  for (const leaf of leaves) nodes.push(await hashLeaf(leaf));
  for (let level = 0; nodes.length > 0; level++) {
    const waiting = grown[level];
    if (waiting) nodes.unshift(waiting);
    grown[level] = nodes.length % 2 === 1 ? (nodes.pop() ?? null) : null;
    const above: Hash[] = [];
    for (let at = 0; at < nodes.length; at += 2) {
      const [left, right] = [nodes[at], nodes[at + 1]];
      if (left && right) above.push(await hashNode(left, right));
    }
    nodes = above;
  }
  return grown;
}

/** Computes the root of the tree that a range represents. */
export async function computeRoot(range: Range): Promise<Hash> {
  const [smallest, ...larger] = range.filter((hash) => hash !== null);
  const { hashNode } = makeHasher();
  let root = smallest ?? (await sha256(new Uint8Array()));
  for (const left of larger) root = await hashNode(left, root);
  return root;
}

/** The byte that identifies Ed25519 as the signature type in a signed note. */
const ED25519 = Uint8Array.of(1);

/** Returns the id of a key under a name: the first four bytes of a hash over both. */
async function identify(name: string, publicKey: PublicKey): Promise<Uint8Array> {
  return (await sha256(joined([name, "\n", ED25519, publicKey]))).subarray(0, 4);
}

/** Formats a key for verifiers of notes: `name+id+key`. */
export const writeVerifierKey = async (name: string, publicKey: PublicKey): Promise<string> =>
  `${name}+${toHex(await identify(name, publicKey))}+${encodeBase64(joined([ED25519, publicKey]))}`;

/**
 * Signs a note.
 * @param text Text that ends with a line feed
 * @param name Name without spaces or plus signs
 */
export async function signNote(text: string, name: string, { publicKey, sign }: Signer): Promise<string> {
  const signature = joined([await identify(name, publicKey), await sign(utf8(text))]);
  return `${text}\n— ${name} ${encodeBase64(signature)}\n`;
}

/** Returns the text of a note, or `null` if the note is malformed or none of the keys signed it. */
export async function openNote(note: string, keys: readonly PublicKey[]): Promise<string | null> {
  const end = note.lastIndexOf("\n\n") + 1;
  const text = note.slice(0, end);
  const lines = note.slice(end + 1).split("\n");
  if (end === 0 || lines.pop() !== "") return null;
  for (const line of lines) {
    const [, name, written] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? [];
    const bytes = written === undefined ? null : decodeBase64(written);
    if (name === undefined || !bytes) return null;
    for (const key of keys) {
      const isItsId = toHex(await identify(name, key)) === toHex(bytes.subarray(0, 4));
      if (isItsId && (await isSigned(key, utf8(text), bytes.slice(4)))) return text;
    }
  }
  return null;
}

/** The content of a checkpoint. */
export interface Checkpoint {
  /** Name of the log. */
  readonly origin: string;
  /** Number of entries. */
  readonly size: number;
  readonly root: Hash;
  /** Further lines, each with a word and its value. */
  readonly more: readonly string[];
}

export const writeCheckpoint = ({ origin, size, root, more }: Checkpoint): string =>
  [origin, size, encodeBase64(root), ...more].map((line) => `${line}\n`).join("");

/** Parses the text of a note as a checkpoint, or returns `null` for any other text. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin = "", size = "", hash = "", ...more] = text.split("\n");
  const root = decodeBase64(hash);
  if (origin === "" || !/^(?:0|[1-9]\d{0,14})$/.test(size) || root?.length !== 32) return null;
  if (more.pop() !== "" || more.includes("")) return null;
  return { origin, size: Number(size), root, more };
}

/**
 * Returns the name of the log and of its key: Reeve's own address without the scheme, or `reeve` if no valid address is
 * set.
 */
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
 * Number of added entries after which a checkpoint ends: about 2 s of CPU time, of the 30 s that an invocation may
 * take. The next checkpoint continues with the remaining entries.
 */
const MAX_ADDED = 250_000;

/**
 * Makes a checkpoint of the recorded entries if there are new ones.
 * @param now Unix milliseconds
 * @param maxEntries Number of added entries after which the checkpoint ends
 * @returns the latest checkpoint, or `null` if nothing is recorded
 * @throws Problem as {@link readSigner} does, or `internal` if the trail lacks entries of its chains
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
  await makeCheckpoint(env, now).catch(logged("checkpoint_fault", { level: "alert" }));
}
