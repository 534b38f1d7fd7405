// Fills the templates of recorded bodies, so that their times are current.
import { addDays } from "../../base/days.ts";

export interface Moment {
  /** The current time, in Unix milliseconds. */
  readonly now: number;
  /** The day on which the reported change takes effect, `YYYY-MM-DD`. */
  readonly day: string;
  /** Digits that distinguish one delivery from another; empty in {@link RECORDED}. */
  readonly id: string;
}

/** The time of the recordings. */
export const RECORDED: Moment = { now: Date.parse("2026-06-15T08:00:02Z"), day: "2026-06-30", id: "" };

/** Returns a moment with its own id. @param day By default, the day before `now`, so that a last day is over */
export const momentAt = (
  now: number,
  day = addDays(new Date(now).toISOString().slice(0, 10), -1),
): Moment => ({ now, day, id: String(now) });

/**
 * Fills a body, or the headers recorded with it, with the values of a {@link Moment}:
 * - `{{now}}` is the time, `2026-06-15T08:00:02`, and `{{now-61}}` is 61 seconds earlier;
 * - `{{clock}}` is the time with a space instead of `T`, and `{{unix}}` is the time in seconds since 1970;
 * - `{{day}}` is the day, and `{{day-8}}` is eight days earlier;
 * - `{{id}}` distinguishes a delivery from the next.
 *
 * Fractions and time zones follow in the template. A string whose placeholder begins with `#`, such as
 * `"{{#unix}}123"`, becomes a number.
 */
export const fill = (template: string, moment: Moment = RECORDED): string =>
  template
    .replace(/"\{\{#(\w+(?:[+-]\d+)?)\}\}(\d*)"/g, "{{$1}}$2")
    .replace(/\{\{(\w+)([+-]\d+)?\}\}/g, (_, name: string, offset = "0") =>
      valueAt(name, Number(offset), moment),
    );

function valueAt(name: string, offset: number, { now, day, id }: Moment): string {
  const seconds = Math.floor(now / 1_000) + offset;
  const time = new Date(seconds * 1_000).toISOString().slice(0, 19);
  switch (name) {
    case "now":
      return time;
    case "clock":
      return time.replace("T", " ");
    case "unix":
      return String(seconds);
    case "day":
      return addDays(day, offset);
    case "id":
      return id;
    default:
      throw new Error(`{{${name}}} is unknown`);
  }
}
