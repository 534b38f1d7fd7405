// Times in ids. Ids are UUIDs of version 7 with a prefix, so their order is the order of time.

/** The least that an id may be that was made at a time, or later. @param at Unix milliseconds */
export function leastId(kind: "evt" | "run", at: number): string {
  const hex = Math.min(Math.max(Math.floor(at), 0), MAX_TIME)
    .toString(16)
    .padStart(12, "0");
  return `${kind}_${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** A UUID of version 7 has 48 bits for its time. */
const MAX_TIME = 2 ** 48 - 1;

/** An id, whole, as somebody may look for it. */
export const ID = /^(evt|run)_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Most that a row's time may differ from the time in its id: the clock is read twice. */
export const ID_SKEW_MS = 60_000;
