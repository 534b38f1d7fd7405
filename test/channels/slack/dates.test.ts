import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDate, readTime } from "../../../src/channels/slack/grammar/dates.ts";

/** A Saturday. */
const clock = { now: Date.parse("2026-11-21T15:00:00Z"), timeZone: "Europe/Berlin" };
const on = (day: string) => ({ ...clock, now: Date.parse(`${day}T12:00:00Z`) });

describe("a day to come", () => {
  it.for<[string, string]>([
    ["2026-12-31", "2026-12-31"],
    ["today", "2026-11-21"],
    [" Tomorrow ", "2026-11-22"],
    ["in 3 days", "2026-11-24"],
    ["in 2 weeks", "2026-12-05"],
  ])("%s is %s", ([text, day]) => {
    expect(readDate(text, clock)).toEqual({ ok: true, value: day });
  });

  it.for<[string, string, string]>([
    ["2028-02-28", "tomorrow", "2028-02-29"],
    ["2027-12-31", "tomorrow", "2028-01-01"],
  ])("on %s, %s is %s", ([today, text, day]) => {
    expect(readDate(text, on(today))).toEqual({ ok: true, value: day });
  });

  it.for<[string, string]>([
    ["Pacific/Kiritimati", "2026-11-23"],
    ["Europe/Berlin", "2026-11-22"],
    ["America/Los_Angeles", "2026-11-22"],
    ["Pacific/Pago_Pago", "2026-11-22"],
    ["No/Such_Zone", "2026-11-22"],
  ])("tomorrow in %s is %s", ([timeZone, day]) => {
    expect(readDate("tomorrow", { ...clock, timeZone })).toEqual({ ok: true, value: day });
  });

  it.for(["2026-11-20", "1970-01-01"])("%s is past", (text) => {
    expect(readDate(text, clock)).toMatchObject({ ok: false, reason: expect.stringMatching(/ is past\.$/) });
  });

  it.for([
    "2027-02-30",
    "31 Dec",
    "next Monday",
    "2027-02-29",
    "soon",
    "31/12/2026",
    "12/31/2026",
    "in 9999 years",
    "",
    "31 x",
  ])("%s is none", (text) => {
    expect(readDate(text, clock)).toMatchObject({
      ok: false,
      reason: expect.stringContaining("is not a day"),
    });
  });
});

describe("a time that is past", () => {
  it.for<[string, string]>([
    ["12h", "2026-11-21T03:00:00.000Z"],
    ["30d", "2026-10-22T15:00:00.000Z"],
    ["2 W", "2026-11-07T15:00:00.000Z"],
    ["today", "2026-11-20T23:00:00.000Z"],
    ["yesterday", "2026-11-19T23:00:00.000Z"],
    ["2026-07-01", "2026-06-30T22:00:00.000Z"],
  ])("%s is %s", ([text, time]) => {
    expect(readTime(text, clock)).toEqual({ ok: true, value: time });
  });

  it("begins after the gap where clocks skip midnight, and in UTC where there is no such zone", () => {
    const inZone = (timeZone: string) => readTime("2018-11-04", { ...clock, timeZone });
    expect(inZone("America/Sao_Paulo")).toEqual({ ok: true, value: "2018-11-04T03:00:00.000Z" });
    expect(inZone("No/Such_Zone")).toEqual({ ok: true, value: "2018-11-04T00:00:00.000Z" });
  });

  it("is not yet to come, and not something else", () => {
    expect(readTime("2026-11-22", clock)).toEqual({ ok: false, reason: "2026-11-22 is yet to come." });
    expect(readTime("lately", clock)).toMatchObject({ ok: false });
  });
});

it("throws for no text", () => {
  const word = fc.constantFrom(
    "in",
    "end",
    "of",
    "next",
    "9999",
    "0",
    "31",
    "month",
    "feb",
    "2026-02-30",
    "years",
    "d",
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(word).map((words) => words.join(" ")),
  );
  fc.assert(
    fc.property(
      text,
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(8e12) }),
      (said, now) => {
        const at = { now: now.getTime(), timeZone: "Asia/Tokyo" };
        const day = readDate(said, at);
        if (day.ok) expect(day.value).toMatch(/^\d{4}-\d\d-\d\d$/);
        expect(readTime(said, at).ok).toBeTypeOf("boolean");
      },
    ),
  );
});
