import * as z from "zod";
import { addDays, daysBetween } from "../days.ts";
import type { Settings } from "../settings.ts";

/** How far back the first look at a vault goes, and for how long the events of a day are counted. */
export const LEARNED_DAYS = 30;
/** Actors, and addresses, that are known of a vault: the ones not seen for the longest time fall out. */
const KNOWN = 100;
/** Before a mean is taken for a rule. */
const LEAST_DAYS = 7;

const Day = z.iso.date();
const Time = z.int();

/** Who or what is known, with the first day, empty where that was before Reeve looked, and the last. */
const Known = z.record(z.string(), z.tuple([Day.or(z.literal("")), Day]));
type Known = z.output<typeof Known>;

/** What is remembered of a vault. Times are Unix milliseconds, days those of the working hours. */
export const VaultSeen = z.object({
  /** The day of the oldest event that was looked at. */
  since: Day,
  /** Events of then and before have been looked at. */
  after: Time,
  /** Those after that which have been, the newest first: when, and what they are known by. */
  recent: z.array(z.tuple([Time, z.string()])),
  actors: Known,
  addresses: Known,
  /** Events of a day, and how many of them were outside working hours. */
  days: z.record(Day, z.tuple([z.int(), z.int()])),
  /** Days with an unusual count. */
  unusual: z.array(Day),
  /** What could not be read of events: the day people were told. */
  unread: z.record(z.string(), Day),
});
export type VaultSeen = z.output<typeof VaultSeen>;

/** The key of what is remembered. */
export const vaultLook = (vaultId: string): string => `secrets-audit/${vaultId}`;

/** Who or what is known after it was seen on a day. */
export function withSeen(known: Known, who: string, day: string, isFirstLook: boolean): Known {
  const [first, last] = known[who] ?? [isFirstLook ? "" : day, day];
  const next = { ...known, [who]: [first < day ? first : day, last > day ? last : day] } satisfies Known;
  return next;
}

/** What is kept of it: the newest, and days not too long ago. */
export function bounded(seen: VaultSeen, today: string): VaultSeen {
  const oldest = addDays(today, -LEARNED_DAYS);
  const newest = (known: Known): Known =>
    Object.fromEntries(
      Object.entries(known)
        .sort(([, [, a]], [, [, b]]) => (a < b ? 1 : a > b ? -1 : 0))
        .slice(0, KNOWN),
    );
  return {
    ...seen,
    actors: newest(seen.actors),
    addresses: newest(seen.addresses),
    days: Object.fromEntries(Object.entries(seen.days).filter(([day]) => day >= oldest)),
    unusual: seen.unusual.filter((day) => day >= oldest),
  };
}

/**
 * The mean of the days before a day, those without events too, where that day has so many more events that it is
 * unusual; `null` where it is not, or where less than a week is known.
 */
export function unusualMean(
  { days, since }: VaultSeen,
  day: string,
  { factor, least }: Settings["secretsAudit"]["unusual"],
): number | null {
  const from = [since, addDays(day, -LEARNED_DAYS)].sort()[1] ?? since;
  const length = daysBetween(from, day);
  if (length < LEAST_DAYS) return null;
  const earlier = Object.entries(days).filter(([one]) => one >= from && one < day);
  const mean = earlier.reduce((sum, [, [events]]) => sum + events, 0) / length;
  const [events] = days[day] ?? [0, 0];
  return events >= least && events > factor * mean ? mean : null;
}
