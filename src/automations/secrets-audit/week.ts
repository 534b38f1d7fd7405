import { counted } from "../counted.ts";
import { addDays } from "../days.ts";
import type { VaultSeen } from "./seen.ts";

const DAYS = 7;
/** Names in a line; the others are counted. */
const NAMES = 10;

/** What a vault's week was. */
export interface Week {
  readonly events: number;
  /** Events of the week before. */
  readonly before: number;
  readonly afterHours: number;
  readonly actors: readonly string[];
  readonly addresses: readonly string[];
  readonly unusual: readonly string[];
}

/** The seven days before a day, of what is remembered of a vault. */
export function weekOf({ days, actors, addresses, unusual }: VaultSeen, today: string): Week {
  const from = addDays(today, -DAYS);
  const isIn = (day: string) => day >= from && day < today;
  const sum = (first: string, end: string, n: 0 | 1) =>
    Object.entries(days).reduce(
      (total, [day, counts]) => total + (day >= first && day < end ? counts[n] : 0),
      0,
    );
  const newIn = (known: VaultSeen["actors"]) =>
    Object.entries(known).flatMap(([who, [first]]) => (isIn(first) ? [who] : []));
  return {
    events: sum(from, today, 0),
    before: sum(addDays(from, -DAYS), from, 0),
    afterHours: sum(from, today, 1),
    actors: newIn(actors),
    addresses: newIn(addresses),
    unusual: unusual.filter(isIn),
  };
}

/** A vault's week as people read it. */
export function weekText({ events, before, actors, addresses, afterHours, unusual }: Week): string {
  return [
    `${counted(events, "event")} (${before} the week before)`,
    ...(actors.length > 0 ? [`new actors: ${some(actors)}`] : []),
    ...(addresses.length > 0 ? [`new addresses: ${some(addresses)}`] : []),
    ...(afterHours > 0 ? [`${afterHours} outside working hours`] : []),
    ...(unusual.length > 0 ? [`unusual: ${unusual.join(", ")}`] : []),
  ].join("; ");
}

const some = (names: readonly string[]): string =>
  names.length <= NAMES
    ? names.join(", ")
    : `${names.slice(0, NAMES).join(", ")} and ${names.length - NAMES} more`;
