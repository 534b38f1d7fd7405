// Waits: how much is left of one, by a clock that may be set back, and how long until something is tried again.

/**
 * Milliseconds until a moment that was set by the clock; 0 once it has come. A moment further ahead than the longest wait
 * was set by a clock that was ahead, or has been set back since: it counts as come.
 * @param at Unix milliseconds
 * @param longest The longest wait that is ever set, milliseconds
 */
export const leftOf = (at: number, now: number, longest: number): number =>
  at - now > longest ? 0 : Math.max(0, at - now);

/** Waits before something that failed is tried again: a step of a run, a reply, a message. Past the last, it is given up. */
export const RETRY_DELAYS_MS = [2_000, 15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000] as const;
/** The longest of them: one that is due later was put off by a clock that has been set back since. */
export const LONGEST_RETRY_MS = Math.max(...RETRY_DELAYS_MS);

/**
 * Milliseconds until something that failed is tried again; `null` if it is given up.
 * @param failure A Problem says whether the same attempt may help later
 * @param before How often it had failed before
 */
export const retryDelay = (
  { retry }: { readonly retry: "never" | "backoff" },
  before: number,
): number | null => (retry === "backoff" ? RETRY_DELAYS_MS[before] : undefined) ?? null;
