// Caps hold in both directions.
import { expect, it } from "vitest";
import { checkCaps, lowerCaps } from "./caps.ts";

const caps = { caps: { src: { base: 10, desk: 20 } }, grants: {} };

it("accepts numbers that are exactly what their caps say", () => {
  expect(checkCaps(caps, { src: { base: 10, desk: 20 } })).toEqual([]);
});

it("rejects a higher number, and says that only a named capability may raise it", () => {
  expect(checkCaps(caps, { src: { base: 11, desk: 20 } })).toEqual([
    "src: base is 11, and the cap allows 10: take it from elsewhere, or name the capability that was granted it.",
  ]);
});

it("rejects a lower number, and says by how much to lower the cap", () => {
  expect(checkCaps(caps, { src: { base: 10, desk: 17 } })).toEqual([
    "Lower the cap of src: desk by 3: it is 17, and the cap allows 20.",
  ]);
});

it("rejects a number without a cap, and a cap without a number", () => {
  expect(checkCaps(caps, { src: { base: 10, console: 5 } })).toEqual([
    "src: desk is no longer measured: remove its cap.",
    "src: console has no cap: add one of 5.",
  ]);
});

it("allows what was granted to a capability, and no less", () => {
  const granted = {
    ...caps,
    grants: { "emergency plans": { src: { desk: 5 } }, receipts: { src: { desk: 1 } } },
  };
  expect(checkCaps(granted, { src: { base: 10, desk: 26 } })).toEqual([]);
  expect(checkCaps(granted, { src: { base: 10, desk: 25 } })).toHaveLength(1);
  expect(checkCaps(granted, { src: { base: 10, desk: 27 } })).toHaveLength(1);
});

it("lowers caps to the numbers, and raises none", () => {
  const granted = { ...caps, grants: { receipts: { src: { base: 4 } } } };
  const lowered = lowerCaps(granted, { src: { base: 13, desk: 99 } });
  expect(lowered).toEqual({ caps: { src: { base: 9, desk: 20 } }, grants: granted.grants });
});
