// Fills the templates of recorded bodies, so that they tell of the present.
import { addDays } from "../../base/days.ts";

export interface Moment {
  /** Unix milliseconds. */
  readonly now: number;
  /** The day on which its news takes effect, `YYYY-MM-DD`. */
  readonly day: string;
  /** Digits that no other delivery has. */
  readonly id: string;
}

/** The time of the recordings. */
export const RECORDED: Moment = { now: Date.parse("2026-06-15T08:00:02Z"), day: "2026-06-30", id: "" };

/** @param day @default the day before `now`: a last day that is over */
export const momentAt = (
  now: number,
  day = addDays(new Date(now).toISOString().slice(0, 10), -1),
): Moment => ({ now, day, id: String(now) });

/**
 * A body, or the headers beside it, as of a moment:
 * - `{{now}}` is the time, `2026-06-15T08:00:02`, and `{{now-61}}` that of 61 seconds before;
 * - `{{clock}}` is the same with a space in the place of `T`, and `{{unix}}` in seconds since 1970;
 * - `{{day}}` is the day, and `{{day-8}}` eight days before;
 * - `{{id}}` tells one delivery from the next.
 *
 * Fractions and zones follow in the template. A string that begins with `#`, `"{{#unix}}123"`, becomes a number.
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
      throw new Error(`{{${name}}} stands for nothing`);
  }
}
