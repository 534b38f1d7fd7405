// Reads who is on call from a calendar that is published in the iCalendar format (RFC 5545).
import ICAL from "ical.js";
import { clockIn, DAY_MS } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";
import { bytesUpTo } from "../../base/request.ts";
import { readVariable, type Variables } from "../../env.ts";
import { isLocalStackAddress } from "../api/api.ts";
import type { Fetch } from "../api/send.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
/** Maximum number of dates to calculate in one calendar: five years of a daily shift, for five people. */
const MAX_DATES = 10_000;
/** How far ahead to search for a date of a series that was moved to an earlier day, in milliseconds. */
const MAX_MOVE_MS = 31 * DAY_MS;
/**
 * The supported recurrence rules: every so many days, weeks (on some weekdays), months or years, with or without an
 * end. Another rule might match no day, and the library would then search forever.
 */
const RULE =
  /^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;(?:INTERVAL=\d{1,2}|COUNT=\d+|UNTIL=[\w:-]+|WKST=[A-Z]{2}|(?<=^FREQ=WEEKLY;.*)BYDAY=[A-Z]{2}(?:,[A-Z]{2})*))*$/;
/**
 * The supported rules for a time zone's changes to and from daylight saving time: yearly, on a weekday of a month, with
 * or without an end.
 */
const ZONE_RULE =
  /^FREQ=YEARLY(?:;(?:INTERVAL=1|BYMONTH=(?:[1-9]|1[0-2])|BYDAY=-?[1-4][A-Z]{2}|UNTIL=[\w:-]+|WKST=[A-Z]{2}))*$/;

/**
 * Reads the emails of the attendees of a calendar's current events, except attendees who have declined.
 * @param name Name of the calendar in `ON_CALL_CALENDARS`. The calendar's address is a secret: no error contains it.
 * @param timeZone IANA name of the time zone for the calendar's days, and for its times without a zone
 * @param now Unix milliseconds
 * @throws Problem `sender_not_configured` if the calendar is unknown or its address is not allowed,
 * `sender_unavailable` if the calendar can't be read
 */
export async function readCalendar(
  name: string,
  timeZone: string,
  now: number,
  env: Variables,
  fetched: Fetch = fetch,
): Promise<readonly string[]> {
  const no = (why: string) =>
    new Problem("sender_unavailable", `the calendar "${name}" can't be read: ${why}`);
  const address = readVariable(env, "ON_CALL_CALENDARS")?.get(name);
  if (!address) throw new Problem("sender_not_configured", `ON_CALL_CALENDARS has no calendar "${name}"`);
  const url = new URL(address);
  isLocalStackAddress("ON_CALL_CALENDARS", url, env);
  const request = { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  // The error of a failed request can contain the address.
  const response = await fetched(url, request).catch(() => null);
  if (response?.status !== 200) throw no(`its address responded with ${response?.status ?? "nothing"}`);
  const bytes = await bytesUpTo(response, MAX_BYTES).catch(() => null);
  if (!bytes) throw no(`the response was cut off, or has more than ${MAX_BYTES} bytes`);
  try {
    return listComing(new TextDecoder().decode(bytes), timeZone, now, no);
  } catch (error) {
    throw error instanceof Problem ? error : no("the response is not a calendar");
  }
}

function listComing(text: string, timeZone: string, now: number, no: (why: string) => Problem): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const parts = calendar.getAllSubcomponents("vevent");
  const clocks = calendar.getAllSubcomponents("vtimezone").flatMap((zone) => zone.getAllSubcomponents());
  if (!clocks.every((part) => repeatsBy(ZONE_RULE, part))) throw no("a time zone has an unsupported rule");
  const exceptions = Map.groupBy(parts.filter(isException), (part) => part.getFirstPropertyValue("uid"));
  // A time without a zone is compared with the clock time in `timeZone`.
  const clock = Date.parse(`${clockIn(timeZone)(now)}Z`);
  const isPast = (time: ICAL.Time, ahead = 0) =>
    time.toUnixTime() * 1_000 <= (time.zone === ICAL.Timezone.localTimezone ? clock : now) + ahead;
  const emails: string[] = [];
  let dates = 0;
  for (const part of parts.filter((one) => !isException(one))) {
    const uid = part.getFirstPropertyValue("uid");
    const event = new ICAL.Event(part, { exceptions: exceptions.get(uid) ?? [] });
    if (!repeatsBy(RULE, part)) throw no("an event has an unsupported recurrence rule");
    const zone = part.getFirstProperty("dtstart")?.getFirstParameter("tzid");
    if (zone && event.startDate.zone === ICAL.Timezone.localTimezone)
      throw no(`it does not define the time zone "${zone}"`);
    const series = event.isRecurring() ? event.iterator() : null;
    let date: ICAL.Time | null = series ? series.next() : event.startDate;
    for (; date && isPast(date, MAX_MOVE_MS); date = series?.next() ?? null) {
      if (++dates > MAX_DATES) throw no("its events repeat too often");
      const { item, startDate, endDate } = event.getOccurrenceDetails(date);
      if (isPast(startDate) && !isPast(endDate)) emails.push(...listAttendees(item));
    }
  }
  return emails;
}

const repeatsBy = (rules: RegExp, part: ICAL.Component): boolean =>
  part.getAllProperties("rrule").every((rule) => rules.test(String(rule.getFirstValue())));

const isException = (part: ICAL.Component): boolean => part.hasProperty("recurrence-id");

/** Lists the emails of an event's attendees who have not declined. A cancelled event has none. */
const listAttendees = ({ component }: ICAL.Event): readonly string[] =>
  component.getFirstPropertyValue("status") === "CANCELLED"
    ? []
    : component
        .getAllProperties("attendee")
        .filter((one) => one.getFirstParameter("partstat")?.toUpperCase() !== "DECLINED")
        .map((one) => String(one.getFirstValue()).replace(/^mailto:/i, ""));
