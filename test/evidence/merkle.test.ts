import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toHex } from "../../src/base/hash.ts";
import { append, computeRoot, type Range } from "../../src/evidence/checkpoints.ts";
import { fromHex } from "../../src/evidence/keys.ts";
import { joined } from "../../src/systems/schemes/bytes.ts";

/** Leaves of the tests in google/certificate-transparency, and the roots of the first n leaves. */
const LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

/** Computes a root by the definition in RFC 6962, section 2.1, word by word. */
async function hashTree(leaves: readonly Uint8Array[]): Promise<Uint8Array> {
  const digest = async (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const [first, ...others] = leaves;
  if (!first) return digest(new Uint8Array());
  if (others.length === 0) return digest(joined([Uint8Array.of(0), first]));
  let k = 1;
  while (2 * k < leaves.length) k *= 2;
  return digest(
    joined([Uint8Array.of(1), await hashTree(leaves.slice(0, k)), await hashTree(leaves.slice(k))]),
  );
}

describe("a tree", () => {
  it("has the roots of Certificate Transparency's own tests", async () => {
    const leaves = LEAVES.map(fromHex);
    for (const [n, root] of ROOTS.entries())
      expect(toHex(await computeRoot(await append([], leaves.slice(0, n))))).toBe(root);
  });

  it("has the root that the definition gives, regardless of the steps in which entries were added", async () => {
    const sizes = fc.array(fc.nat(40), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(sizes, async (steps) => {
        const size = steps.reduce((sum, step) => sum + step, 0);
        const leaves = Array.from({ length: size }, (_, n) => Uint8Array.of(n >> 8, n));
        let range: Range = [];
        let at = 0;
        for (const step of steps) {
          range = await append(range, leaves.slice(at, at + step));
          at += step;
        }
        expect(
          range.map((hash) => (hash === null ? 0 : 1)).reduce<number>((sum, bit, n) => sum + bit * 2 ** n, 0),
        ).toBe(size);
        expect(toHex(await computeRoot(range))).toBe(toHex(await hashTree(leaves)));
      }),
    );
  });
});
