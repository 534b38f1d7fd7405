import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { automations } from "../../src/automations/index.ts";
import { Problem } from "../../src/base/problem.ts";
import { defineConfig } from "../../src/define-config.ts";
import { automation, findSchedule } from "../../src/kit/automation.ts";
import { checkSchedules, formatMissed, MAX_CATCH_UP, nextDue, ticks } from "../../src/kit/due.ts";
import { schedule } from "../../src/kit/schedule.ts";
import { Settings } from "../../src/kit/settings.ts";
import { reeve } from "../../src/reeve.ts";

const BERLIN = "Europe/Berlin";
const NEW_YORK = "America/New_York";
const HOUR = 60 * 60_000;
const time = (iso: string) => Date.parse(iso);
const due = (expression: string, timeZone: string, from: string, to: string) =>
  ticks(schedule(expression, { timeZone }), time(from), time(to)).due.map((at) => new Date(at).toISOString());

describe("a schedule", () => {
  it("is due at its local time, with that day's UTC offset", () => {
    expect(due("0 7 * * 1", BERLIN, "2027-03-22T00:00Z", "2027-04-01T00:00Z")).toEqual([
      "2027-03-22T06:00:00.000Z",
      "2027-03-29T05:00:00.000Z",
    ]);
  });

  it("is due after the start of a span, up to and including its end", () => {
    const at = "2027-06-01T05:00:00.000Z";
    expect(due("0 7 * * *", BERLIN, "2027-06-01T04:59:59.999Z", at)).toEqual([at]);
    expect(due("0 7 * * *", BERLIN, at, "2027-06-02T04:59:59.999Z")).toEqual([]);
    expect(due("0 7 * * *", BERLIN, at, at)).toEqual([]);
  });
});

describe("when clocks go forward", () => {
  it("a time of day in a gap at the end of a day is due right after the gap, on the next day", () => {
    // Greenland's clocks jump from Saturday 23:00 to Sunday 00:00.
    const [from, to] = ["2027-03-27T12:00Z", "2027-03-28T12:00Z"];
    for (const expression of ["30 23 * * *", "0,30 23 * * *"]) {
      expect(due(expression, "America/Nuuk", from, to)).toEqual(["2027-03-28T01:00:00.000Z"]);
      const next = nextDue(schedule(expression, { timeZone: "America/Nuuk" }), time(from));
      expect(next).toBe(time("2027-03-28T01:00Z"));
    }
  });

  it.for([
    [BERLIN, "2027-03-27T12:00Z", "2027-03-28T12:00Z", "2027-03-28T01:00:00.000Z"],
    [NEW_YORK, "2027-03-13T12:00Z", "2027-03-14T12:00Z", "2027-03-14T07:00:00.000Z"],
  ] as const)("a time of day that is skipped is due right after the gap: %s", ([zone, from, to, at]) => {
    expect(due("30 2 * * *", zone, from, to)).toEqual([at]);
    expect(due("15,45 2 * * *", zone, from, to)).toEqual([at]);
  });

  it("intervals continue evenly", () => {
    expect(due("*/30 * * * *", BERLIN, "2027-03-28T00:00Z", "2027-03-28T02:00Z")).toEqual([
      "2027-03-28T00:30:00.000Z",
      "2027-03-28T01:00:00.000Z",
      "2027-03-28T01:30:00.000Z",
      "2027-03-28T02:00:00.000Z",
    ]);
  });
});

describe("when clocks go back", () => {
  it.for([
    [BERLIN, "30 2 * * *", "2027-10-30T12:00Z", "2027-10-31T12:00Z", "2027-10-31T00:30:00.000Z"],
    [NEW_YORK, "30 1 * * *", "2027-11-06T12:00Z", "2027-11-07T12:00Z", "2027-11-07T05:30:00.000Z"],
  ] as const)(
    "a time of day that is repeated is due at its first occurrence: %s",
    ([zone, expression, from, to, at]) => {
      expect(due(expression, zone, from, to)).toEqual([at]);
    },
  );

  it("intervals continue evenly", () => {
    expect(due("0 * * * *", NEW_YORK, "2027-11-07T04:30Z", "2027-11-07T07:30Z")).toEqual([
      "2027-11-07T05:00:00.000Z",
      "2027-11-07T06:00:00.000Z",
      "2027-11-07T07:00:00.000Z",
    ]);
  });
});

it("the due times don't depend on how often the schedule is checked", () => {
  const near = [BERLIN, NEW_YORK, "Australia/Lord_Howe", "America/Santiago"].flatMap((zone) =>
    ["2027-03-14", "2027-03-28", "2027-04-04", "2027-09-05", "2027-10-03", "2027-10-31", "2027-11-07"].map(
      (day) => ({ zone, noon: time(`${day}T12:00Z`) }),
    ),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...near),
      fc.constantFrom("30 2 * * *", "0 1-3 * * *", "0 */6 * * *", "15,45 2 * * *", "0 0 * * *"),
      fc.array(fc.integer({ min: 1, max: 24 * HOUR }), { maxLength: 12 }),
      ({ zone, noon }, expression, cuts) => {
        const looked = schedule(expression, { timeZone: zone });
        const from = noon - 24 * HOUR;
        const moments = [...cuts.map((cut) => from + cut), noon].sort((a, b) => a - b);
        const inParts = moments.flatMap((to, n) => ticks(looked, moments[n - 1] ?? from, to).due);
        const whole = ticks(looked, from, noon);
        expect(inParts.slice(-MAX_CATCH_UP)).toEqual(whole.due);
        expect(inParts).toHaveLength(whole.due.length + whole.missed);
        expect(new Set(inParts).size).toBe(inParts.length);
      },
    ),
    { numRuns: 150 },
  );
});

describe("catching up", () => {
  it("returns the newest five due times and the number of dropped ones", () => {
    const weekly = schedule("0 7 * * 1", { timeZone: BERLIN });
    const { due, missed } = ticks(weekly, time("2026-12-31T00:00Z"), time("2027-12-31T00:00Z"));
    expect(due.map((at) => new Date(at).toISOString().slice(0, 10))).toEqual([
      "2027-11-29",
      "2027-12-06",
      "2027-12-13",
      "2027-12-20",
      "2027-12-27",
    ]);
    expect(missed).toBe(47);
  });

  it("stops counting at a limit after years of missed minutes", () => {
    const minutes = schedule("* * * * *", { timeZone: BERLIN });
    const to = time("2027-06-01T00:00Z");
    const { due, missed } = ticks(minutes, time("2017-06-01T00:00Z"), to);
    expect(due).toEqual([4, 3, 2, 1, 0].map((n) => to - n * 60_000));
    expect([missed, missed - 1].map(formatMissed)).toEqual(["1000 or more", 999]);
  });
});

describe("an invalid schedule is a clear configuration error:", () => {
  it.for([
    ["0 7 * *", BERLIN, /five fields/],
    ["0 0 7 * * 1", BERLIN, /five fields/],
    ["@daily", BERLIN, /five fields/],
    ["2027-01-01T00:00:00", BERLIN, /five fields/],
    ["? 7 * * 1", BERLIN, /five fields/],
    ["0 7 * * 1", "Europe/Berlln", /must be an IANA name/],
    ["0 7 * * 1", "", /must be an IANA name/],
  ] as const)("%j in %j", ([expression, timeZone, message]) => {
    const make = () => schedule(expression, { timeZone });
    expect(make).toThrow(Problem);
    expect(make).toThrow(message);
    expect(make).toThrow(`schedule "${expression}" in the time zone "${timeZone}"`);
  });
});

describe("an enabled automation's schedule that is never due or can't be parsed is a clear configuration error:", () => {
  const mine = automation({
    name: "mine",
    on: schedule("0 7 30 2 *"),
    propose: () => ({ ignore: "nothing" }),
  });
  const check = (automations: Record<string, { readonly schedule?: string }>) =>
    checkSchedules(Settings.parse({ timeZone: BERLIN, automations }), new Map([[mine.name, mine]]));

  it.for([
    ["61 7 * * 1", /Invalid value for minute: 61/],
    ["0 7 30 2 *", /never due/],
  ] as const)("%s", ([expression, message]) => {
    const made = () => check({ mine: { schedule: expression } });
    expect(made).toThrow(Problem);
    expect(made).toThrow(message);
    expect(made).toThrow(`settings.automations.mine: schedule "${expression}" in the time zone "${BERLIN}"`);
  });

  it("the automation's own schedule, unless the settings override it", () => {
    expect(() => check({ mine: {} })).toThrow(/never due/);
    expect(() => check({ mine: { schedule: "0 7 * * *" } })).not.toThrow();
    expect(() => check({})).not.toThrow();
  });
});

it("an invalid schedule prevents Reeve from starting", () => {
  const start = (schedule: string) => () =>
    reeve(defineConfig({ settings: { automations: { "stale-tools": { schedule } } } }));
  expect(start("61 7 * * 1")).toThrow(/settings.automations.stale-tools: .*Invalid value for minute: 61/);
  expect(start("0 7 * * 1")).not.toThrow();
});

it("every built-in schedule has a due time", () => {
  const settings = Settings.parse({ timeZone: BERLIN });
  const schedules = [...automations.values()].flatMap((one) => findSchedule(one, settings) ?? []);
  expect(schedules.length).toBeGreaterThan(5);
  for (const one of schedules) expect(nextDue(one, 0), one.expression).not.toBeNull();
});
