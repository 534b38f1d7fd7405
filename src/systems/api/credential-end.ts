// Describes when a credential for a sender's API expires.
import { DAY_MS, formatDay } from "../../base/days.ts";

/**
 * A credential's expiry: the day on which the vendor ends all credentials of this kind, the longest lifetime that the
 * vendor allows, `renewed` if a refresh token renews it, or `unknown` to Reeve. With `unknown`, the credential might
 * never expire, or its expiry might be shown only on the vendor's own page.
 */
export type CredentialEnd = { readonly day: string } | { readonly maxDays: number } | "renewed" | "unknown";

/**
 * Returns the latest possible expiry in Unix milliseconds, or `null` if the expiry is unknown. @param firstSeen When
 * Reeve first saw the credential, in Unix milliseconds, or `null` if unknown
 */
export function endsAt(end: CredentialEnd, firstSeen: number | null): number | null {
  if (typeof end === "string") return null;
  if ("day" in end) return Date.parse(`${end.day}T00:00:00Z`);
  return firstSeen === null ? null : firstSeen + end.maxDays * DAY_MS;
}

/**
 * Describes a credential's expiry, as a phrase that follows "it". @param firstSeen When Reeve first saw the
 * credential, in Unix milliseconds, or `null` if unknown
 */
export function formatEnd(end: CredentialEnd, firstSeen: number | null = null): string {
  if (end === "unknown") return "has no known expiry";
  if (end === "renewed") return "is renewed with a refresh token";
  const at = endsAt(end, firstSeen);
  const day = at === null ? "" : formatDay(new Date(at).toISOString().slice(0, 10));
  if ("day" in end) return `ends on ${day}`;
  return at === null ? `lasts at most ${end.maxDays} days` : `ends on ${day} at the latest`;
}
