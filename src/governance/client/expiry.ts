// Determines when the credential expires, and which warning is due.
import { DAY_MS } from "../../base/days.ts";
import { readVariable, type Variables } from "../../env.ts";
import { type CredentialSettings, parseCredentials } from "./credential.ts";

export type ExpirySettings = Pick<Variables, "GOVERNANCE_CREDENTIAL_EXPIRES" | "GOVERNANCE_CREDENTIAL_DAYS">;

/** Days before the end of a credential at which a warning is due; `0` is the end itself. */
const WARN_DAYS = [0, 1, 7, 14] as const;
export type WarnDays = (typeof WARN_DAYS)[number];

/**
 * Returns true if a variable that determines the credential's end is set. A malformed variable counts as set; doctor
 * reports it.
 */
export const hasExpiry = (env: ExpirySettings): boolean =>
  Boolean(env.GOVERNANCE_CREDENTIAL_EXPIRES || env.GOVERNANCE_CREDENTIAL_DAYS);

/**
 * Returns the client id of the credential whose end matters: the one that is used first.
 * @throws Problem if no valid credential is set
 */
export const lastingCredential = (env: CredentialSettings): string => parseCredentials(env)[0].clientId;

/**
 * Returns the end of the credential in Unix milliseconds: the start of the configured day in UTC, or else the
 * configured number of days after the credential was first seen. Returns `null` if the end is unknown.
 * @param firstSeen Unix milliseconds, or `null` if the credential was not seen yet
 * @throws Problem `configuration_invalid` for a malformed variable
 */
export function credentialEnd(env: ExpirySettings, firstSeen: number | null): number | null {
  const day = readVariable(env, "GOVERNANCE_CREDENTIAL_EXPIRES");
  if (day !== undefined) return Date.parse(`${day}T00:00:00Z`);
  const days = readVariable(env, "GOVERNANCE_CREDENTIAL_DAYS");
  return days === undefined || firstSeen === null ? null : firstSeen + days * DAY_MS;
}

export const daysUntil = (end: number, now: number): number => Math.max(0, Math.ceil((end - now) / DAY_MS));

export const findWarning = (end: number, now: number): WarnDays | null =>
  WARN_DAYS.find((days) => daysUntil(end, now) <= days) ?? null;

/** Formats the warning about a credential's end. @param clientId The credential's client id, or `null` to omit it */
export const formatExpiry = (clientId: string | null, end: number, now: number): string => {
  const days = daysUntil(end, now);
  const day = new Date(end).toISOString().slice(0, 10);
  const when = days === 0 ? `ended on ${day}` : `ends on ${day}, in ${days === 1 ? "a day" : `${days} days`}`;
  const which = clientId === null ? "" : ` ${clientId}`;
  return `The governance credential${which} ${when}. Create its successor as described in docs/secrets.md.`;
};
