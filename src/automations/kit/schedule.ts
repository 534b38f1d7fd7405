// Schedules of automations: a cron expression in a time zone. `due.ts` says when they are due.
import { isTimeZone } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";

export interface Schedule {
  readonly expression: string;
  /** IANA name. @default the time zone of the settings */
  readonly timeZone?: string;
}

export type ZonedSchedule = Required<Schedule>;

export const isSchedule = (on: unknown): on is Schedule =>
  typeof on === "object" && on !== null && "expression" in on;

/** Five fields. Nicknames, dates and "?" (the minute at which Reeve happens to start) are refused. */
export const FIVE_FIELDS = /^[^\s?]+(?: [^\s?]+){4}$/;
export const FIELDS_WORDS =
  "the expression must have five fields: minute, hour, day of month, month, day of week";

/**
 * An automation's trigger: the minutes that a cron expression of five fields names, on the clocks of a time zone.
 *
 * When clocks change, an expression without `*` and `/` in its minute and hour is for times of day: one that a spring
 * change skips is due at the first moment after the gap, and one that an autumn change repeats is due the first time
 * only. Any other expression is for intervals: it goes on evenly, so it has nothing in the gap, and goes through the
 * repeated hour twice.
 *
 * `src/config.ts` may give an automation another expression and time zone. What is in the fields is checked when Reeve
 * starts, for each automation that is enabled.
 * @throws Problem `configuration_invalid` for another form or time zone, which keeps Reeve from starting
 * @example
 * export const mondays = schedule("0 7 * * 1", { timeZone: "Europe/Berlin" });
 */
export function schedule(expression: string): Schedule;
export function schedule(expression: string, zone: { readonly timeZone: string }): ZonedSchedule;
export function schedule(expression: string, zone?: { readonly timeZone: string }): Schedule {
  const fault = FIVE_FIELDS.test(expression)
    ? zone && !isTimeZone(zone.timeZone) && "it is not an IANA time zone (example: Europe/Berlin)"
    : FIELDS_WORDS;
  if (fault) throw new Problem("configuration_invalid", `${scheduleText({ expression, ...zone })}: ${fault}`);
  return { expression, ...zone };
}

export const scheduleText = ({ expression, timeZone }: Schedule): string =>
  `schedule "${expression}"${timeZone === undefined ? "" : ` in the time zone "${timeZone}"`}`;

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** An expression in words: `daily at 06:15`. An expression without such words comes back unchanged. */
export function formatSchedule({ expression }: Schedule): string {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = expression.split(" ");
  const two = (number: string) => number.padStart(2, "0");
  const one = (field: string) => /^\d+$/.test(field);
  const usual = month === "*" && one(minute);
  if (usual && hour === "*" && day === "*" && weekday === "*") return `each hour at :${two(minute)}`;
  if (usual && one(hour)) {
    const at = `at ${two(hour)}:${two(minute)}`;
    if (day === "*" && weekday === "*") return `daily ${at}`;
    if (day === "*" && one(weekday)) return `each ${DAYS[Number(weekday) % 7]} ${at}`;
    if (one(day) && weekday === "*") return `on day ${day} of each month ${at}`;
  }
  return `on the schedule ${expression}`;
}
