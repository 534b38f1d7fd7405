import { expect, it } from "vitest";
import { joined } from "../../../src/systems/schemes/bytes.ts";

const digest = async (bytes: BufferSource) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

it.for([1, 20_000, 200_000])(
  "pieces of %d bytes are joined correctly for hashes that are computed concurrently",
  async (length) => {
    const bodies = Array.from({ length: 20 }, (_, n) => utf8(String.fromCharCode(97 + n).repeat(length)));
    const hashes = await Promise.all(bodies.map((body, n) => digest(joined([`ü${n}.`, body]))));
    for (const [n, body] of bodies.entries())
      expect(hashes[n]).toBe(await digest(new Uint8Array([...utf8(`ü${n}.`), ...body])));
  },
);
