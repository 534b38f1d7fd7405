import { WEEK } from "../clock-settings.ts";
import { clockIn } from "../days.ts";
import type { Settings } from "../settings.ts";

/** Where a moment is in the working week. */
export interface Moment {
  /** `2027-04-01 09:30`. */
  readonly local: string;
  readonly day: string;
  readonly isAfterHours: boolean;
}

/** Reads the clocks of those whose working hours the settings have. */
export function workClock({ secretsAudit: { workingHours }, timeZone }: Settings): (at: number) => Moment {
  const clock = clockIn(workingHours.timeZone ?? timeZone);
  const { days, from, to } = workingHours;
  return (at) => {
    const local = clock(at);
    const [day, time] = [local.slice(0, 10), local.slice(11)];
    const weekday = WEEK[(new Date(day).getUTCDay() + 6) % 7];
    const isAfterHours = !days.some((one) => one === weekday) || time < from || time >= to;
    return { local, day, isAfterHours };
  };
}
