// Waits: the rest of one, by a clock that may be set back, and the delays between tries.

/**
 * Waits in milliseconds: `gather` for further rows of a batch for the ledger, `join` for further alike messages, `refusals`
 * between two writes of refused deliveries, `fault` before work that failed unexpectedly is tried again.
 * Tests shorten these and {@link RETRY_DELAYS_MS} (`test/support/reeve-with-rules.ts`).
 */
export const WAITS_MS = { gather: 200, join: 5_000, refusals: 5_000, fault: 5_000 };

/**
 * Milliseconds left until a moment; 0 once it has come. A moment further ahead than the longest wait was set by a clock
 * that ran ahead, and counts as come.
 * @param at Unix milliseconds
 * @param longest The longest wait that is ever set, milliseconds
 */
export const waitLeft = (at: number, now: number, longest: number): number =>
  at - now > longest ? 0 : Math.max(0, at - now);

/** Waits before a failed step of a run, reply or message is tried again. After the last it is given up. */
export const RETRY_DELAYS_MS = [2_000, 15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
export const MAX_RETRY_DELAY_MS = Math.max(...RETRY_DELAYS_MS);

/** Milliseconds until a failed attempt is repeated; `null` to give up. @param before The number of earlier failures */
export const retryDelay = ({ retry }: { readonly retry: "never" | "backoff" }, before: number) =>
  (retry === "backoff" ? RETRY_DELAYS_MS[before] : null) ?? null;
