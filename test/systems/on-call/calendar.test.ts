// Tests who is on call according to calendars in the format of RFC 5545, as calendar services publish them.
import { expect, it } from "vitest";
import { readCalendar } from "../../../src/systems/on-call/calendar.ts";

const [NORA, IRIS] = ["nora.field@example.com", "iris.vale@example.com"];
const ADDRESS = "https://calendar.example.com/private-0123456789/basic.ics";
const env = { ON_CALL_CALENDARS: `security=${ADDRESS},other=https://calendar.example.com/other.ics` };

const BERLIN = `BEGIN:VTIMEZONE
TZID:W. Europe Standard Time
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`;

/** Returns an event that a person attends. @param lines Its dates, and other properties */
const shift = (email: string, ...lines: readonly string[]): string =>
  ["BEGIN:VEVENT", "SUMMARY:On call", `ATTENDEE;CN=A person:mailto:${email}`, ...lines, "END:VEVENT"].join(
    "\n",
  );

/** Returns the dates of an event in November 2026, in UTC. */
const dates = (start: string, end: string) => `DTSTART:202611${start}00Z\nDTEND:202611${end}00Z`;

const read = (parts: readonly string[], at: string, response = new Response(asFile(parts))) =>
  readCalendar("security", "Europe/Berlin", Date.parse(at), env, async (url) => {
    expect(url.href).toBe(ADDRESS);
    return response;
  });
const asFile = (parts: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...parts, "END:VCALENDAR", ""].join("\n").replaceAll("\n", "\r\n");

it("an attendee is on call from the start of a shift until its end", async () => {
  const shifts = [
    shift(NORA, "UID:1", dates("29T0800", "29T2000")),
    shift(IRIS, "UID:2", dates("29T2000", "30T0800")),
  ];
  expect(await read(shifts, "2026-11-29T07:59:59Z")).toEqual([]);
  expect(await read(shifts, "2026-11-29T08:00:00Z")).toEqual([NORA]);
  expect(await read(shifts, "2026-11-29T19:59:59Z")).toEqual([NORA]);
  expect(await read(shifts, "2026-11-29T20:00:00Z")).toEqual([IRIS]);
});

it("a weekly shift follows the clock of its zone through a change of daylight saving time", async () => {
  const zoned = "TZID=W. Europe Standard Time:2026";
  const shifts = [
    BERLIN,
    shift(NORA, "UID:1", `DTSTART;${zoned}1001T090000`, "DURATION:PT8H", "RRULE:FREQ=WEEKLY;BYDAY=TH"),
  ];
  expect(await read(shifts, "2026-10-22T07:30:00Z")).toEqual([NORA]);
  expect(await read(shifts, "2026-10-29T07:30:00Z")).toEqual([]);
  expect(await read(shifts, "2026-10-29T08:30:00Z")).toEqual([NORA]);
  expect(await read(shifts, "2031-10-30T15:59:00Z")).toEqual([NORA]);
});

it("days, and times without a zone, are read in the settings' time zone", async () => {
  const day = [shift(NORA, "UID:1", "DTSTART;VALUE=DATE:20260701", "DTEND;VALUE=DATE:20260702")];
  expect(await read(day, "2026-06-30T21:59:00Z")).toEqual([]);
  expect(await read(day, "2026-06-30T22:00:00Z")).toEqual([NORA]);
  expect(await read(day, "2026-07-01T22:00:00Z")).toEqual([]);
  const time = [shift(NORA, "UID:1", "DTSTART:20260701T090000", "DURATION:PT1H")];
  expect(await read(time, "2026-07-01T07:30:00Z")).toEqual([NORA]);
});

it("single dates of a series can be left out, moved, given to another person or cancelled", async () => {
  const daily = ["UID:1", dates("01T0800", "01T1000"), "RRULE:FREQ=DAILY;UNTIL=20261120T080000Z"];
  const shifts = [
    shift(NORA, ...daily, "EXDATE:20261102T080000Z"),
    shift(NORA, "UID:1", "RECURRENCE-ID:20261105T080000Z", dates("03T1200", "03T1400")),
    shift(IRIS, "UID:1", "RECURRENCE-ID:20261104T080000Z", dates("04T0800", "04T1000")),
    shift(NORA, "UID:1", "RECURRENCE-ID:20261106T080000Z", dates("06T0800", "06T1000"), "STATUS:CANCELLED"),
    shift(IRIS, "UID:other", "RECURRENCE-ID:20261107T080000Z", dates("07T0800", "07T1000")),
  ];
  const at = (time: string) => read(shifts, `2026-11-${time}:00Z`);
  const times = [
    "01T09:00",
    "02T09:00",
    "03T13:00",
    "04T09:00",
    "05T09:00",
    "06T09:00",
    "07T09:00",
    "21T09:00",
  ];
  expect(await Promise.all(times.map(at))).toEqual([[NORA], [], [NORA], [IRIS], [], [], [NORA], []]);
});

it("an attendee who declined is not on call", async () => {
  const now = ["UID:1", dates("29T0800", "29T2000")];
  const declined = `ATTENDEE;PARTSTAT=declined:mailto:${IRIS}`;
  expect(await read([shift(NORA, ...now, declined)], "2026-11-29T09:00:00Z")).toEqual([NORA]);
});

it.for<[string, Response | string, string]>([
  [
    "a rule that no day matches",
    "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "an event has an unsupported recurrence rule",
  ],
  [
    "a weekday that the interval never meets",
    "RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=TU",
    "an event has an unsupported recurrence rule",
  ],
  [
    "a time zone that changes on no day",
    new Response(asFile([BERLIN.replace("FREQ=YEARLY", "FREQ=DAILY;INTERVAL=7")])),
    "a time zone has an unsupported rule",
  ],
  ["a second Monday of a day", "RRULE:FREQ=DAILY;BYDAY=2MO", "an event has an unsupported recurrence rule"],
  ["a rule that repeats every second", "RRULE:FREQ=SECONDLY", "an event has an unsupported recurrence rule"],
  [
    "a daily series since the year 1900",
    "RRULE:FREQ=DAILY\nDTSTART:19000101T080000Z",
    "its events repeat too often",
  ],
  [
    "a zone that the calendar does not define",
    "DTSTART;TZID=Mars:20261129T080000",
    'it does not define the time zone "Mars"',
  ],
  ["a page", new Response("<html>Sign in</html>"), "the response is not a calendar"],
  ["a cut calendar", new Response("BEGIN:VCALENDAR\r\nBEGIN:VEVENT"), "the response is not a calendar"],
  ["a redirect", Response.redirect("https://example.com/", 302), "its address responded with 302"],
  ["a 404 response", new Response("private-0123456789", { status: 404 }), "its address responded with 404"],
  [
    "a large calendar",
    new Response("x".repeat(1024 * 1024 + 1)),
    "the response was cut off, or has more than 1048576 bytes",
  ],
])("%s is rejected with a reason that does not contain the address", async ([, what, why]) => {
  const parts =
    typeof what === "string"
      ? [shift(NORA, "UID:1", what.includes("DTSTART") ? "" : "DTSTART:20261129T080000Z", what)]
      : [];
  const reading = read(parts, "2026-11-29T09:00:00Z", typeof what === "string" ? undefined : what);
  await expect(reading).rejects.toMatchObject({
    code: "sender_unavailable",
    message: `the calendar "security" can't be read: ${why}`,
  });
});

it("an address that does not respond, and a name without a calendar, are reported as errors", async () => {
  const gone = async () => Promise.reject(new Error(`connect to ${ADDRESS} failed`));
  await expect(readCalendar("security", "UTC", 0, env, gone)).rejects.toMatchObject({
    message: 'the calendar "security" can\'t be read: its address responded with nothing',
  });
  await expect(readCalendar("toString", "UTC", 0, env, gone)).rejects.toMatchObject({
    code: "sender_not_configured",
    message: 'ON_CALL_CALENDARS has no calendar "toString"',
  });
});
