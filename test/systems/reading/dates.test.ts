import { expect, it } from "vitest";
import { day, isoTime } from "../../../src/systems/reading/text.ts";

it.for(["9999-12-31", "0001-01-01", "0000-01-01", "1753-01-01", "9999-12-31T23:59:59Z", "2026-02-30", ""])(
  "%s is no day, and no time",
  (text) => {
    expect(day(text)).toBeUndefined();
    if (text !== "2026-02-30") expect(isoTime(text)).toBeUndefined();
  },
);

it("days and times of people's lives are taken", () => {
  expect(["1900-01-01", "2026-06-30", "9998-12-31"].map(day)).toEqual([
    "1900-01-01",
    "2026-06-30",
    "9998-12-31",
  ]);
  expect(isoTime("2026-06-30T17:00:00+02:00")).toBe("2026-06-30T15:00:00.000Z");
  expect(isoTime(8.64e15)).toBeUndefined();
});
