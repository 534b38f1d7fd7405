import { expect, it } from "vitest";
import { joined } from "../../../src/systems/schemes/bytes.ts";
import { readTimestamp } from "../../../src/systems/schemes/hmac.ts";

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

it.for([
  ["a leading zero", "01781510405"],
  ["a sign", "+1781510405"],
  ["a fraction", "1781510405.5"],
  ["an exponent", "1e9"],
  ["milliseconds", "1781510405000"],
  ["a list", ["1781510405"]],
  ["an object with its own text", { toString: 1 }],
  ["a boolean", true],
] as const)("%s is rejected as a timestamp in seconds", ([, value]) => {
  expect(readTimestamp(value, "seconds")).toEqual({ ok: false, reason: "timestamp_malformed" });
});

it.for([
  ["as text", "1781510405"],
  ["as a number", 1_781_510_405],
] as const)("a timestamp in seconds can be sent %s", ([, value]) => {
  expect(readTimestamp(value, "seconds")).toEqual({ ok: true, value: 1_781_510_405_000 });
});
