// Declares and describes schedules of automations: cron expressions in a time zone. `due.ts` computes when they are
// due.
import { isTimeZone } from "../base/days.ts";
import { Problem } from "../base/problem.ts";

export interface Schedule {
  readonly expression: string;
  /** IANA name of the time zone. @default the time zone of the settings */
  readonly timeZone?: string;
}

export type ZonedSchedule = Required<Schedule>;

export const isSchedule = (on: unknown): on is Schedule =>
  typeof on === "object" && on !== null && "expression" in on;

/**
 * Regular expression for cron expressions of five fields. Nicknames, dates and "?" do not match: "?" means the minute
 * at which Reeve happens to start.
 */
export const FIVE_FIELDS = /^[^\s?]+(?: [^\s?]+){4}$/;
export const FIELDS_WORDS =
  "the expression must have five fields: minute, hour, day of month, month, day of week";

/**
 * Declares an automation's schedule: a cron expression of five fields, in a time zone.
 *
 * Clock changes affect two kinds of expressions differently. An expression without `*` and `/` in its minute and hour
 * means times of day. A time that a spring change skips is due at the first moment after the gap. A time that an autumn
 * change repeats is due only the first time. Any other expression means even intervals: it is not due in the gap, and
 * is due in both passes of the repeated hour.
 *
 * `src/config.ts` can set another expression and time zone for an automation. The contents of the fields are checked
 * when Reeve starts, for each enabled automation.
 * @throws Problem `configuration_invalid` if there are not five fields or the time zone is unknown, which prevents
 * Reeve from starting
 * @example
 * export const mondays = schedule("0 7 * * 1", { timeZone: "Europe/Berlin" });
 */
export function schedule(expression: string): Schedule;
export function schedule(expression: string, zone: { readonly timeZone: string }): ZonedSchedule;
export function schedule(expression: string, zone?: { readonly timeZone: string }): Schedule {
  const fault = FIVE_FIELDS.test(expression)
    ? zone && !isTimeZone(zone.timeZone) && "the time zone must be an IANA name, such as Europe/Berlin"
    : FIELDS_WORDS;
  if (fault) throw new Problem("configuration_invalid", `${scheduleText({ expression, ...zone })}: ${fault}`);
  return { expression, ...zone };
}

export const scheduleText = ({ expression, timeZone }: Schedule): string =>
  `schedule "${expression}"${timeZone === undefined ? "" : ` in the time zone "${timeZone}"`}`;

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/**
 * Describes a schedule: `daily at 06:15`. If an expression has no simple description, the result contains the
 * expression itself.
 */
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
