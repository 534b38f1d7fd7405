// How much is left of a wait, by a clock that may be set back.

/**
 * Milliseconds until a moment that was set by the clock; 0 once it has come. A moment further ahead than the longest wait
 * was set by a clock that was ahead, or has been set back since: it counts as come.
 * @param at Unix milliseconds
 * @param longest The longest wait that is ever set, milliseconds
 */
export const leftOf = (at: number, now: number, longest: number): number =>
  at - now > longest ? 0 : Math.max(0, at - now);
