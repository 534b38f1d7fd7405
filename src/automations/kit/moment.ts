// The moment at which a worker's event takes effect, on the clocks of where they work.
import { byName } from "../../actions/names.ts";
import {
  addDays,
  findTimeZone,
  formatClockTime,
  formatDay,
  momentIn,
  startOfDay,
  timeOfDay,
  toIsoDay,
} from "../../base/days.ts";
import { canonicalJson, sha256Hex } from "../../base/hash.ts";
import type { Event, Worker, WorkerEvent } from "../../systems/event.ts";
import type { Settings } from "../settings.ts";

type MomentSettings = Pick<Settings, "accessEnds" | "timeZone" | "timeZones">;

/**
 * The moment an event takes effect: the start of the first day, the end of the last; `null`: on receipt. Its words are for
 * people: in the worker's time zone and, where clocks differ, in the company's.
 */
export function takesEffect(event: Event, settings: MomentSettings) {
  if (!("worker" in event)) return null;
  const { timeZone: ours } = settings;
  const zone = findWorkerZone(event.worker, settings);
  const { effectiveOn } = event;
  const day = effectiveOn?.includes("T") ? toIsoDay(Date.parse(effectiveOn), zone) : effectiveOn;
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

/** A worker's event as claims compare it: see {@link Claim}. */
export type PersonReport = Readonly<Awaited<ReturnType<typeof readReport>>>;

/**
 * What an event reports of a person: who, what happens, on which day, in which record. Details that decide nothing of
 * that, as a phone number of a leaver, make no other facts.
 * @param receivedAt Unix milliseconds, for an event without a time of its own
 */
export async function readReport(event: Event, settings: MomentSettings, receivedAt: number) {
  const { type, subject, occurredAt } = event;
  const at = takesEffect(event, settings)?.at ?? Date.parse(occurredAt ?? "");
  return {
    type,
    facts: await sha256Hex(canonicalJson("worker" in event ? listFacts(event) : [type, subject, receivedAt])),
    effectAt: Number.isNaN(at) ? receivedAt : at,
    confirmed: "confirmed" in event,
  };
}

function listFacts({ type, effectiveOn = "", changed = [], worker }: WorkerEvent): unknown[] {
  const { lastDay, leavesAt, department = "", jobTitle = "" } = worker;
  if (type === "worker.changed") return [type, worker, changed];
  if (type !== "worker.terminated") return [effectiveOn, department, jobTitle];
  return [type, lastDay ?? leavesAt?.slice(0, "YYYY-MM-DD".length) ?? ""];
}

/**
 * Returns the reason why later news of a worker leaves nothing to do for an earlier event, or `null` if both hold: somebody
 * who begins in May and leaves in June still begins.
 * @param now Unix milliseconds
 */
export function whyOvertaken(
  earlier: WorkerEvent,
  later: WorkerEvent,
  settings: MomentSettings,
  now: number,
): string | null {
  // An event that may be of another type is read again of the worker's system, whenever it comes in.
  if (later.type === "worker.changed" || later.mayBe) return null;
  if (earlier.type === "worker.changed" && later.type !== "worker.terminated") return null;
  const [before, after] = [earlier, later].map(
    (event) => takesEffect(event, settings)?.at ?? Date.parse(event.occurredAt ?? ""),
  );
  const isCorrection = earlier.type === later.type;
  if (!isCorrection && !(Number(after) <= Math.max(now, Number(before)))) return null;
  return `overtaken by later news: ${later.type} of ${later.occurredAt}`;
}

interface LocalMoment {
  readonly at: number;
  readonly local: string;
}

/** The end of somebody's access, moved by `accessEnds`: the earlier one if the last day and a time are known. */
function findEnd(
  { lastDay, leavesAt }: Worker,
  zone: string,
  { accessEnds: { time, offsetDays } }: MomentSettings,
): LocalMoment | null {
  const ends: LocalMoment[] = [];
  if (lastDay !== undefined) {
    const day = addDays(lastDay, offsetDays);
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

/** The time zone (IANA) where somebody works: their system's, else their office's or country's, else the company's. */
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
