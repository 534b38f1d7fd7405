import { Cron } from "croner";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, momentIn, startOfDay } from "../../src/base/days.ts";
import { isFullSweep } from "../support/sweep.ts";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "America/Havana",
  "Asia/Kathmandu",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
];

it.for(ZONES)("a day in %s begins at the time that the library croner calculates", (timezone) => {
  const first = isFullSweep ? "2025-01-01" : "2027-01-01";
  for (let day = first; day < "2028-01-01"; day = addDays(day, 1))
    expect([day, startOfDay(day, timezone)]).toEqual([
      day,
      new Cron(`${day}T00:00:00`, { timezone }).nextRun(new Date(0))?.getTime(),
    ]);
});

it("a local time is converted to its first occurrence, or to the end of the gap if clocks skip it", () => {
  const at = (time: string) => new Date(momentIn(time, "Europe/Berlin")).toISOString();
  expect(at("2027-06-01T09:30")).toBe("2027-06-01T07:30:00.000Z");
  expect(at("2027-10-31T02:30:15")).toBe("2027-10-31T00:30:15.000Z");
  expect(at("2027-03-28T02:30")).toBe("2027-03-28T01:00:00.000Z");
  expect(at("1969-12-31T12:00")).toBe("1969-12-31T11:00:00.000Z");
  expect(momentIn("2027-13-01T00:00", "Europe/Berlin")).toBeNaN();
});

it("a local time from 2024 to 2029 is converted to the first moment when the zone's clocks show that time or a later time", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: Date.parse("2024-01-01") / 60_000, max: Date.parse("2030-01-01") / 60_000 }),
      (timeZone, minute) => {
        const time = new Date(minute * 60_000).toISOString().slice(0, 16);
        const moment = momentIn(time, timeZone);
        const shown = (at: number) =>
          new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" })
            .format(at)
            .replace(" ", "T");
        expect(shown(moment) >= time).toBe(true);
        expect(shown(moment - 60_000) < time).toBe(true);
      },
    ),
  );
});

it.for(ZONES)("days in %s begin in order from the year 0 to the year 9999", (timeZone) => {
  const days = [
    "0000-01-01",
    "0001-01-01",
    "0999-12-31",
    "1000-01-01",
    "2026-06-30",
    "9999-12-30",
    "9999-12-31",
  ];
  const begins = days.map((day) => startOfDay(day, timeZone));
  expect(begins.every(Number.isFinite)).toBe(true);
  expect(begins).toEqual(begins.toSorted((a, b) => a - b));
  expect(addDays("9999-12-31", 1)).toBe("9999-12-31");
});
