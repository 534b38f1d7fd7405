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
});

it.for([
  ...["2026-06-30T17:00:00+02:00", "2026-06-30 15:00:00 UTC", "2026-06-30T17:00:00.000+0200"],
  ...["2026-06-30t15:00z", "2026-06-30T15:00:00.000000000Z", " 2026-06-30 17:00:00 +02"],
  ...["2026-06-30T15:00:00", 1_782_831_600, 1_782_831_600_000, "1782831600", "1782831600.000"],
])("%j is a time", (time) => {
  expect(isoTime(time)).toBe("2026-06-30T15:00:00.000Z");
});

it.for([
  ..."November 28|Update 12|05/12/2026|just now|20261128|2026-11|2026-02-30T08:00:00Z|12|2026-11-28T08".split(
    "|",
  ),
  ..."2026-11-28T25:00:00Z|2026-11-28T08:00:00+99:99|2026-11-28 in the morning|1e12|Infinity|-1782831600".split(
    "|",
  ),
  ...["Sat, 28 Nov 2026 08:00:00 GMT", 0, 12, 8.64e15, Number.NaN, true, null],
])("%j is no time", (time) => {
  expect(isoTime(time)).toBeUndefined();
});

it("a day without a time is kept as a day", () => {
  expect(isoTime("2026-11-28")).toBe("2026-11-28");
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
