// Calculates the remaining time of a wait, even if the clock was set back, and the delays between attempts.
import { formatDuration } from "./days.ts";
import type { RetryAfter } from "./problem.ts";

/**
 * Wait times in milliseconds. `gather` is the wait for more rows of a write to the ledger, and `join` for more messages
 * of the same kind. `refusals` is the minimum time between two writes of the counts of rejected deliveries. `fault` is
 * the wait before work that failed unexpectedly is retried. Tests shorten these waits and {@link RETRY_DELAYS_MS}
 * (`test/support/reeve-with-rules.ts`).
 */
export const WAITS_MS = { gather: 200, join: 5_000, refusals: 5_000, fault: 5_000 };

/**
 * Returns the milliseconds left until a time, or 0 if it has passed. A time further ahead than the longest wait was set
 * by a clock that ran ahead, and is treated as passed.
 * @param at Unix milliseconds
 * @param longest The longest wait that is ever set, in milliseconds
 */
export const waitLeft = (at: number, now: number, longest: number): number =>
  at - now > longest ? 0 : Math.max(0, at - now);

/**
 * Returns the value that a function finds, or `null` if the function fails or exceeds the time limit.
 * @param ms The limit in milliseconds. @default 2,000: the time that a person who opens a page can wait for an optional
 * part
 */
export const inTime = <Value>(find: () => Promise<Value>, ms = 2_000): Promise<Value | null> =>
  Promise.race([find().catch(() => null), scheduler.wait(ms).then(() => null)]);

/** Returns the words for a server that did not respond within Reeve's own limit. @param ms The limit in milliseconds */
export const notInTime = (ms: number): string =>
  `did not respond within ${formatDuration(ms)} (Reeve's limit)`;

/** Describes the error of a request that `AbortSignal.timeout(ms)` ended, or returns `null` for any other error. */
export const nameTimeout = (error: unknown, ms: number): string | null =>
  error instanceof Error && error.name === "TimeoutError" ? notInTime(ms) : null;

/**
 * Delays before a failed step of a run, a reply or a message is retried, in milliseconds. If the attempt after the last
 * delay fails too, Reeve gives up.
 */
export const RETRY_DELAYS_MS = [2_000, 15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
export const MAX_RETRY_DELAY_MS = Math.max(...RETRY_DELAYS_MS);

type Repeatable = RetryAfter & { readonly retry: "never" | "backoff" };

/**
 * Returns the milliseconds until a failed attempt is repeated, or `null` to give up. A server can ask for a longer
 * delay, up to {@link MAX_RETRY_DELAY_MS}.
 * @param before The number of earlier failures
 */
export function retryDelay({ retry, retryAfterMs = 0 }: Repeatable, before: number): number | null {
  const delay = retry === "backoff" ? RETRY_DELAYS_MS[before] : undefined;
  return delay === undefined ? null : Math.max(delay, Math.min(retryAfterMs, MAX_RETRY_DELAY_MS));
}
