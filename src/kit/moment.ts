// Computes the moment at which a worker's event takes effect, in the worker's time zone, and finds events that a later
// event makes obsolete.
import { byName } from "../actions/names.ts";
import {
  addDays,
  findTimeZone,
  formatClockTime,
  formatDay,
  momentIn,
  startOfDay,
  timeOfDay,
  toIsoDay,
} from "../base/days.ts";
import type { Event, Worker, WorkerEvent } from "../systems/event.ts";
import type { Settings } from "./settings.ts";

type MomentSettings = Pick<Settings, "accessEnds" | "timeZone" | "timeZones">;

/**
 * Returns the moment at which a worker's event takes effect: for a termination, the end of the worker's access
 * (`accessEnds`); for any other event, the start of its effective day. Returns `null` if the event takes effect on
 * receipt. `words` gives the moment in the worker's time zone, and also in the company's if the clocks there show
 * another time.
 *
 * @example
 * export const describeMoment = (event: WorkerEvent, { settings }: Context): string =>
 *   takesEffect(event, settings)?.words ?? "on receipt";
 */
export function takesEffect(event: Event, settings: MomentSettings) {
  if (!("worker" in event) || event.immediate) return null;
  const { timeZone: ours } = settings;
  const zone = findWorkerZone(event.worker, settings);
  const { effectiveOn } = event;
  const day = effectiveOn && dayIn(zone, effectiveOn);
  const start = day === undefined ? null : { at: startOfDay(day, zone), local: formatDay(day) };
  const moment = event.type === "worker.terminated" ? findEnd(event.worker, zone, settings) : start;
  if (!moment) return null;
  const { at, local } = moment;
  const here = formatClockTime(at, ours);
  return {
    at,
    words: here === formatClockTime(at, zone) ? local : `${local} in ${zone} (${here} in ${ours})`,
  };
}

/** Returns the day of a date-time in a time zone. Returns a date unchanged. */
export const dayIn = (zone: string, time: string): string =>
  time.includes("T") ? toIsoDay(Date.parse(time), zone) : time;

/**
 * Returns the reason why a later event about a worker makes an earlier one obsolete, or `null` if both remain valid. A
 * later event of the same type corrects the earlier one. An event of another type makes the earlier one obsolete if it
 * takes effect by now, or no later than the earlier one: a person who begins in May and leaves in June still begins. A
 * person whose last day is the first day, or before it, never starts. A `worker.changed` event makes nothing obsolete,
 * and only a termination can make it obsolete.
 * @param now Unix milliseconds
 */
export function whyOvertaken(
  earlier: WorkerEvent,
  later: WorkerEvent,
  settings: MomentSettings,
  now: number,
): string | null {
  // A later event whose type is uncertain overtakes nothing before Reeve has read its type from the worker's system.
  if (later.type === "worker.changed" || later.possibleTypes) return null;
  if (earlier.type === "worker.changed" && later.type !== "worker.terminated") return null;
  const [before, after] = [earlier, later].map(
    (event) => takesEffect(event, settings)?.at ?? Date.parse(event.occurredAt ?? ""),
  );
  const zone = findWorkerZone(earlier.worker, settings);
  const { lastDay, leavesAt = "9999" } = later.worker;
  const neverStarts =
    later.type === "worker.terminated" &&
    dayIn(zone, lastDay ?? leavesAt) <= dayIn(zone, earlier.effectiveOn ?? "");
  const isCorrection = earlier.type === later.type;
  if (!isCorrection && !neverStarts && !(Number(after) <= Math.max(now, Number(before)))) return null;
  return `overtaken by a later event: ${later.type} of ${later.occurredAt}`;
}

/**
 * Returns the end of a worker's access, shifted by `accessEnds`. If both the last day and an exact time are known,
 * returns the earlier of the two ends. Returns `null` if neither is known.
 */
function findEnd(
  { lastDay, leavesAt }: Worker,
  zone: string,
  { accessEnds: { time, offsetDays } }: MomentSettings,
) {
  const ends: { readonly at: number; readonly local: string }[] = [];
  if (lastDay !== undefined) {
    const day = addDays(dayIn(zone, lastDay), offsetDays);
    const at = time === undefined ? startOfDay(addDays(day, 1), zone) : momentIn(`${day}T${time}`, zone);
    ends.push({ at, local: time === undefined ? `the end of ${formatDay(day)}` : formatClockTime(at, zone) });
  }
  if (leavesAt !== undefined) {
    const exact = Date.parse(leavesAt);
    const moved = `${addDays(toIsoDay(exact, zone), offsetDays)}T${timeOfDay(exact, zone)}`;
    const at = offsetDays === 0 ? exact : momentIn(moved, zone);
    ends.push({ at, local: formatClockTime(at, zone) });
  }
  return ends.sort((one, other) => one.at - other.at)[0] ?? null;
}

/**
 * Returns a worker's time zone (IANA): the zone in the worker's system, or else that of the worker's office, location
 * or country, or else the company's.
 */
export function findWorkerZone(
  { timeZone, fields }: Pick<Worker, "timeZone" | "fields">,
  settings: Pick<Settings, "timeZone" | "timeZones">,
): string {
  const zones = [timeZone, fields["timeZone"]].flatMap((zone) =>
    typeof zone === "string" ? (findTimeZone(zone) ?? []) : [],
  );
  if (zones[0] !== undefined) return zones[0];
  const places = [fields["office"], fields["location"], fields["country"]].flatMap((place) => place ?? []);
  const known = places.flatMap((place) => byName(settings.timeZones, place)?.value ?? []);
  return known[0] ?? settings.timeZone;
}
