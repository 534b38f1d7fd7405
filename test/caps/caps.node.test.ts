// Caps reject both higher and lower numbers.
import { expect, it } from "vitest";
import { checkCaps, lowerCaps } from "./caps.ts";

it("the check of caps rejects any number other than a cap plus its grants, and the update only lowers caps", () => {
  const grants = { alarms: { src: { desk: 5 } } };
  const caps = { caps: { src: { base: 10, desk: 20 } }, grants };
  const check = (src: Readonly<Record<string, number>>) => checkCaps(caps, { src });
  expect(check({ base: 10, desk: 25 })).toEqual([]);
  for (const other of [{ base: 11, desk: 25 }, { base: 10, desk: 20 }, { base: 10 }])
    expect(check(other)).toHaveLength(1);
  expect(lowerCaps(caps, { src: { base: 11, desk: 15 } })).toEqual({
    caps: { src: { base: 10, desk: 10 } },
    grants,
  });
});
