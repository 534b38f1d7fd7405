import { Cron } from "croner";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cronOf } from "../../src/automations/kit/cron.ts";
import { expressionFault } from "../../src/automations/kit/schedule.ts";

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

const value = (from: number, to: number) => fc.integer({ min: from, max: to }).map(String);
const range = (from: number, to: number) =>
  fc
    .tuple(fc.integer({ min: from, max: to }), fc.integer({ min: from, max: to }))
    .map(([a, b]) => (a < b ? `${a}-${b}` : `${b}-${a}`));
const field = (from: number, to: number, ...more: readonly string[]) => {
  const step = fc.integer({ min: 1, max: to }).map((by) => `/${by}`);
  const one = fc.oneof(
    value(from, to),
    range(from, to),
    fc.tuple(fc.oneof(fc.constant("*"), range(from, to)), step).map((parts) => parts.join("")),
    ...more.map((text) => fc.constant(text)),
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant("*") },
    { weight: 2, arbitrary: value(from, to) },
    fc.array(one, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(",")),
  );
};
const expressions = fc
  .tuple(
    field(0, 59),
    field(0, 23),
    field(1, 31, "L"),
    field(1, 12, "JAN", "feb-Apr"),
    field(0, 7, "SUN", "mon-Fri"),
  )
  .map((fields) => fields.join(" "));

it("is due when croner says, in years with and without changes of clocks", () => {
  fc.assert(
    fc.property(
      expressions,
      fc.constantFrom(...ZONES),
      fc.integer({ min: Date.parse("2024-01-01"), max: Date.parse("2030-01-01") }),
      (expression, timezone, after) => {
        const peer = new Cron(expression, { mode: "5-part", fixedTimeRule: "no-wildcard", timezone });
        const told = cronOf(expression, timezone);
        let [ours, theirs]: [number | null, number | null] = [after, after];
        for (let n = 0; n < 8 && ours !== null && theirs !== null; n++) {
          ours = told(ours);
          theirs = peer.nextRun(new Date(theirs))?.getTime() ?? null;
          expect([expression, timezone, n, ours && new Date(ours)]).toEqual([
            expression,
            timezone,
            n,
            theirs && new Date(theirs),
          ]);
        }
      },
    ),
    { numRuns: 300 },
  );
});

it.for([
  "5/15 * * * *",
  "*/0 * * * *",
  "*/70 * * * *",
  "0 22-2 * * *",
  "a 0 * * *",
  "0 0 0 * *",
  "0 0 32 * *",
  "0 0 * 13 *",
  "0 0 * 0 *",
  "0 0 * * 8",
  "0,,1 0 * * *",
  "0, 0 * * *",
  "-1 * * * *",
  "1-2-3 * * * *",
  "0 0 +1 * *",
  "0 0 1.5 * *",
  "0 0 L-1 * *",
  "0 L * * *",
  "0 0 * * mon-tues",
  "0 0 * * */1/2",
])("is refused with the field that is wrong: %s", (expression) => {
  expect(expressionFault(expression)).toMatch(
    /^Invalid value for (minute|hour|day of month|month|day of week): \S*$/,
  );
});
