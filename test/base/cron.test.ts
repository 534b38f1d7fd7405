import { expect, it } from "vitest";
import { dueAfter, isEverDue, readCron } from "../../src/base/cron.ts";

const times = (expression: string, timeZone: string, after: string, count: number) =>
  Array.from(dueAfter(readCron(expression), timeZone, Date.parse(after)).take(count), (at) =>
    new Date(at).toISOString().slice(0, 16),
  );

it.for([
  ["lists and ranges", "0 9-10,17 * * *", ["2027-01-01T09:00", "2027-01-01T10:00", "2027-01-01T17:00"]],
  ["steps", "10-50/20 */12 * * *", ["2027-01-01T00:10", "2027-01-01T00:30", "2027-01-01T00:50"]],
  ["names", "0 0 * feb Sun", ["2027-02-07T00:00", "2027-02-14T00:00", "2027-02-21T00:00"]],
  ["Sunday by both numbers", "0 0 * * 0,7", ["2027-01-03T00:00", "2027-01-10T00:00", "2027-01-17T00:00"]],
  [
    "a day of the month or of the week",
    "0 0 13 * 5",
    ["2027-01-01T00:00", "2027-01-08T00:00", "2027-01-13T00:00"],
  ],
  ["leap days", "0 0 29 2 *", ["2028-02-29T00:00", "2032-02-29T00:00", "2036-02-29T00:00"]],
] as const)("reads %s", ([, expression, expected]) => {
  expect(times(expression, "UTC", "2026-12-31T23:59Z", 3)).toEqual(expected);
});

it("has a midnight that clocks skip right after the gap", () => {
  expect(times("0 0 * * *", "Africa/Cairo", "2023-04-27T00:00Z", 2)).toEqual([
    "2023-04-27T22:00",
    "2023-04-28T21:00",
  ]);
});

it("knows a day that never comes", () => {
  expect(isEverDue(readCron("0 0 31 4,6,9,11 *"))).toBe(false);
  expect(isEverDue(readCron("0 0 29 2 *"))).toBe(true);
});

it.for([
  "60 * * * *",
  "* 24 * * *",
  "* * 0 * *",
  "* * * 13 *",
  "* * * * 8",
  "5/15 * * * *",
  "9-5 * * * *",
  "*/0 * * * *",
  "-1 * * * *",
  "1,,2 * * * *",
  "* * L * *",
  "* * * MONDAY *",
])("refuses %s, and names the field's part", (expression) => {
  expect(() => readCron(expression)).toThrow(
    /^Invalid value for (minute|hour|day of month|month|day of week): /,
  );
});
