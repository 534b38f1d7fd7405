import { expect, it } from "vitest";
import { day, dayOrMoment, isoTime } from "../../../src/systems/reading/text.ts";

it.for(["9999-12-31", "0001-01-01", "0000-01-01", "1753-01-01", "9999-12-31T23:59:59Z", "2026-02-30", ""])(
  "%s is read as neither a day nor a time",
  (text) => {
    expect(day(text)).toBeUndefined();
    if (text !== "2026-02-30") expect(isoTime(text)).toBeUndefined();
  },
);

it("days and times from 1900 to 9998 are accepted", () => {
  expect(["1900-01-01", "2026-06-30", "9998-12-31"].map(day)).toEqual([
    "1900-01-01",
    "2026-06-30",
    "9998-12-31",
  ]);
  expect(isoTime("2026-06-30T17:00:00+02:00")).toBe("2026-06-30T15:00:00.000Z");
  expect(isoTime(8.64e15)).toBeUndefined();
});

it.for([
  ["2026-12-14", "2026-12-14"],
  ["2026-12-14T00:00:00Z", "2026-12-14"],
  ["2026-12-14T00:00:00.000Z", "2026-12-14"],
  ["2026-12-13T15:00:00Z", "2026-12-13T15:00:00.000Z"],
  ["2026-12-14T00:00:00+09:00", "2026-12-14"],
  ["2026-12-14T09:00:00", "2026-12-14"],
  ["0001-01-01T08:00:00Z", undefined],
] as const)("%s is read as the day or time %s", ([text, expected]) => {
  expect(dayOrMoment(text)).toBe(expected);
});
