import fc from "fast-check";
import { expect, it } from "vitest";
import { readForm } from "../../../src/systems/reading/form.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

it("reads a form as browsers do, whatever is in it", () => {
  const texts = fc.string({
    unit: fc.constantFrom("a", "b", "=", "&", "+", "%", "2", "0", "C3%BC", "%ff", "ü", "__proto__", " ", "#"),
  });
  fc.assert(
    fc.property(texts, (text) => {
      expect(readForm(utf8(text))).toEqual(Object.fromEntries(new URLSearchParams(text)));
    }),
    { numRuns: 2_000 },
  );
});

it("reads no form in bytes that are no text", () => {
  expect(readForm(Uint8Array.of(0x61, 0x3d, 0xff))).toBeNull();
});

it("keeps a hostile name from reaching a prototype", () => {
  expect(Object.keys(readForm(utf8("__proto__=x&constructor=y")) ?? {})).toEqual([
    "__proto__",
    "constructor",
  ]);
});
