// Reads the time of a signature, and rejects a time that is too old or too far ahead, which limits replay attacks.
import { ok, type Result, refused } from "../../base/result.ts";
import { refuse } from "../system.ts";

/** The format of a signing time, and its maximum age on arrival. */
export interface Freshness {
  readonly unit: "seconds" | "milliseconds" | "iso";
  readonly maxAgeSeconds: number;
}

/**
 * The tolerance that senders document: five minutes, in seconds. Standard Webhooks' reference libraries and Slack use
 * it.
 */
export const FIVE_MINUTES = 5 * 60;

/**
 * The maximum age for senders that may retry a delivery with its first signature, in seconds: as long as their retries
 * last.
 */
export const THREE_HOURS = 3 * 60 * 60;

/** Maximum time that a sender's clock can be ahead, in seconds. */
const MAX_AHEAD_SECONDS = FIVE_MINUTES;

/** 1 January 2100, in seconds: later values are in another unit. */
const MAX_SECONDS = 4_102_444_800;
/** 9 September 2001, in milliseconds: earlier values are in seconds. */
const MIN_MILLISECONDS = 1_000_000_000_000;

/**
 * Reads a timestamp as Unix milliseconds. Rejects a time in another unit. Rejects a leading zero too: if a signature
 * covers the body followed by the time, an attacker could otherwise move a zero from the body's end to the time.
 */
export function readTimestamp(
  value: unknown,
  unit: Freshness["unit"],
): Result<number, "timestamp_missing" | "timestamp_malformed"> {
  if (value === null || value === undefined || value === "") return refused("timestamp_missing");
  const text = typeof value === "object" ? "" : String(value);
  const at = unit === "iso" ? fromIso(text) : /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(at)) return refused("timestamp_malformed");
  switch (unit) {
    case "iso":
      return ok(at);
    case "seconds":
      return at <= MAX_SECONDS ? ok(at * 1000) : refused("timestamp_malformed");
    case "milliseconds":
      return at >= MIN_MILLISECONDS ? ok(at) : refused("timestamp_malformed");
    default:
      return unit satisfies never;
  }
}

const fromIso = (text: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;

/**
 * Returns the error for a signature's timestamp if it is invalid, too old or too far ahead, or `null` if it is
 * acceptable. @param now Unix milliseconds
 */
export function timeFault(value: unknown, now: number, { unit, maxAgeSeconds }: Freshness) {
  const at = readTimestamp(value, unit);
  if (!at.ok) return refuse(at.reason, `a time in ${unit}`, "none");
  const age = (now - at.value) / 1000;
  if (age > maxAgeSeconds) return refuse("timestamp_stale", `at most ${maxAgeSeconds} s old`, `${age} s`);
  if (-age <= MAX_AHEAD_SECONDS) return null;
  return refuse("timestamp_future", `at most ${MAX_AHEAD_SECONDS} s ahead`, `${-age} s`);
}
