// Merkle trees by RFC 6962, section 2.1, which grow without being kept: a range has one hash for each complete subtree.
import { concat } from "./keys.ts";

/** SHA-256. */
export type Hash = Uint8Array<ArrayBuffer>;

/** The complete subtrees of a tree, by level: the one at `n` has 2^n leaves; `null` where the size has no such bit. */
export type Range = readonly (Hash | null)[];

const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<Hash> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/**
 * Hashes leaves of 32 bytes, and pairs of nodes; one byte before them tells the two apart. The bytes are put together in one place,
 * as there are millions: a digest takes a copy of them when it is called (Web Cryptography, `digest`).
 */
function makeHasher() {
  const [leaf, node] = [new Uint8Array(33), new Uint8Array(65)];
  node[0] = 1;
  return {
    hashLeaf(bytes: Uint8Array): Promise<Hash> {
      if (bytes.length !== 32) return digest(concat(Uint8Array.of(0), bytes));
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

/** A range with more leaves behind those that it has. */
export async function append(range: Range, leaves: readonly Uint8Array[]): Promise<Range> {
  const { hashLeaf, hashNode } = makeHasher();
  const grown = [...range];
  let nodes: Hash[] = [];
  // One after the other: a million promises at once take more time than they save.
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

/** The root of a range's tree. */
export async function computeRoot(range: Range): Promise<Hash> {
  const [smallest, ...larger] = range.filter((hash) => hash !== null);
  const { hashNode } = makeHasher();
  let root = smallest ?? (await digest(new Uint8Array()));
  for (const left of larger) root = await hashNode(left, root);
  return root;
}
