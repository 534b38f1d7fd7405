// Times in ids. Ids are prefixed UUIDs of version 7, so they sort by time.

/** The lowest possible id made at a time or later. @param at Unix milliseconds */
export function leastId(kind: "evt" | "run", at: number): string {
  const hex = Math.min(Math.max(Math.floor(at), 0), MAX_TIME)
    .toString(16)
    .padStart(12, "0");
  return `${kind}_${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** UUIDs of version 7 have 48 bits for the time. */
const MAX_TIME = 2 ** 48 - 1;

/** A complete id, as people search for it. */
export const ID = /^(evt|run)_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Most that a row's time may differ from the time in its id, since the clock is read twice. */
export const ID_SKEW_MS = 60_000;
