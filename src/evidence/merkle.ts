// Merkle trees by RFC 6962, section 2.1, which grow without being kept: a range has one hash for each complete subtree.

/** SHA-256. */
export type Hash = Uint8Array<ArrayBuffer>;

/** The complete subtrees of a tree, by level: the one at `n` has 2^n leaves; `null` where the size has no such bit. */
export type Range = readonly (Hash | null)[];

const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<Hash> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** The hash of a leaf, or of two nodes: one byte tells them apart. Made by the million. */
function hashBehind(prefix: 0 | 1, first: Uint8Array, second?: Hash): Promise<Hash> {
  const bytes = new Uint8Array(1 + first.length + (second?.length ?? 0));
  bytes[0] = prefix;
  bytes.set(first, 1);
  if (second) bytes.set(second, 1 + first.length);
  return digest(bytes);
}

/** A range with more leaves behind those that it has. */
export async function append(range: Range, leaves: readonly Uint8Array[]): Promise<Range> {
  const grown = [...range];
  let nodes: Hash[] = [];
  // One after the other: a million promises at once take more time than they save.
  for (const leaf of leaves) nodes.push(await hashBehind(0, leaf));
  for (let level = 0; nodes.length > 0; level++) {
    const waiting = grown[level];
    if (waiting) nodes.unshift(waiting);
    grown[level] = nodes.length % 2 === 1 ? (nodes.pop() ?? null) : null;
    const above: Hash[] = [];
    for (let at = 0; at < nodes.length; at += 2) {
      const [left, right] = [nodes[at], nodes[at + 1]];
      if (left && right) above.push(await hashBehind(1, left, right));
    }
    nodes = above;
  }
  return grown;
}

/** The root of a range's tree. */
export async function computeRoot(range: Range): Promise<Hash> {
  const [smallest, ...larger] = range.filter((hash) => hash !== null);
  let root = smallest ?? (await digest(new Uint8Array()));
  for (const left of larger) root = await hashBehind(1, left, root);
  return root;
}
