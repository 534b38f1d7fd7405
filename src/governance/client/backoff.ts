/** First upper bound of the wait between attempts; it doubles with each. */
const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** Longest `Retry-After` that a call waits out. Past it the call fails, and says how long it was asked to wait. */
export const MAX_RETRY_AFTER_MS = 30_000;

/**
 * How long to wait after the failed attempt of this number, the first being 1: full-jitter exponential
 * backoff, after what the service asked for, so that callers told the same second do not come back together.
 * @returns Milliseconds; undefined when the service asked for longer than a call waits.
 */
export function delayBefore(attempt: number, random: () => number, retryAfterMs = 0): number | undefined {
  if (retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
  return retryAfterMs + random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (attempt - 1));
}

/**
 * Reads `Retry-After`: seconds, or an HTTP date (RFC 9110, section 10.2.3).
 * @returns Milliseconds from now, at least 0; undefined when absent or unreadable.
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = header.endsWith("GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
