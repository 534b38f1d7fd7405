import { expect, it } from "vitest";
import { readForm } from "../../../src/systems/reading/form.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

it("bytes that are not text are not read as a form", () => {
  expect(readForm(Uint8Array.of(0x61, 0x3d, 0xff))).toBeNull();
});

it("a hostile field name is read like any other name", () => {
  expect(Object.keys(readForm(utf8("__proto__=x&constructor=y")) ?? {})).toEqual([
    "__proto__",
    "constructor",
  ]);
});
