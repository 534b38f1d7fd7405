import { expect, it } from "vitest";
import { readTimestamp } from "../../../src/systems/schemes/hmac.ts";

it.for([
  ["a leading zero", "01781510405"],
  ["a sign", "+1781510405"],
  ["a fraction", "1781510405.5"],
  ["an exponent", "1e9"],
  ["milliseconds", "1781510405000"],
  ["a list", ["1781510405"]],
  ["an object with its own text", { toString: 1 }],
  ["a boolean", true],
] as const)("%s is rejected as a number of seconds", ([, value]) => {
  expect(readTimestamp(value, "seconds")).toEqual({ ok: false, reason: "timestamp_malformed" });
});

it.for([
  ["as text", "1781510405"],
  ["as a number", 1_781_510_405],
] as const)("a number of seconds is read %s", ([, value]) => {
  expect(readTimestamp(value, "seconds")).toEqual({ ok: true, value: 1_781_510_405_000 });
});
