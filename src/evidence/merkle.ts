// Merkle trees (RFC 6962, section 2.1) that grow without being stored: a range has one hash for each complete subtree.
import { joined } from "../systems/schemes/bytes.ts";

/** A SHA-256 hash. */
export type Hash = Uint8Array<ArrayBuffer>;

/**
 * The complete subtrees of a tree by level. The one at index `n` has 2^n leaves; it is `null` if bit `n` of the tree's
 * size is 0.
 */
export type Range = readonly (Hash | null)[];

const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<Hash> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/**
 * Returns functions that hash leaves of 32 bytes and pairs of nodes. One byte before the data distinguishes the two.
 * Each function reuses its buffer, because there are millions of calls: a digest copies its input when it is called
 * (Web Cryptography, `digest`).
 */
function makeHasher() {
  const [leaf, node] = [new Uint8Array(33), new Uint8Array(65)];
  node[0] = 1;
  return {
    hashLeaf(bytes: Uint8Array): Promise<Hash> {
      if (bytes.length !== 32) return digest(joined([Uint8Array.of(0), bytes]));
      leaf.set(bytes, 1);
      return digest(leaf);
    },
    hashNode(left: Hash, right: Hash): Promise<Hash> {
      node.set(left, 1);
      node.set(right, 33);
      return digest(node);
    },
  };
}

/** Returns the range extended by these leaves. */
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
  let root = smallest ?? (await digest(new Uint8Array()));
  for (const left of larger) root = await hashNode(left, root);
  return root;
}
