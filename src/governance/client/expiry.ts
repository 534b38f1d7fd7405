// Finds when the credential ends, and which warning is due.
import { DAY_MS } from "../../base/days.ts";
import { readVariable, type Variables } from "../../env.ts";
import { type CredentialSettings, parseCredentials } from "./credential.ts";

export type ExpirySettings = Pick<Variables, "GOVERNANCE_CREDENTIAL_EXPIRES" | "GOVERNANCE_CREDENTIAL_DAYS">;

/** Days ahead at which the end of a credential is announced; `0` for the end itself. */
const WARN_DAYS = [0, 1, 7, 14] as const;
export type WarnDays = (typeof WARN_DAYS)[number];

/** True if the credential's end can be known. A malformed variable counts as none, and doctor reports it. */
export const hasExpiry = (env: ExpirySettings): boolean =>
  Boolean(env.GOVERNANCE_CREDENTIAL_EXPIRES || env.GOVERNANCE_CREDENTIAL_DAYS);

/** The credential whose end matters: the one that is used first. @throws Problem if no valid credential is set */
export const lastingCredential = (env: CredentialSettings): string => parseCredentials(env)[0].clientId;

/**
 * The end of the credential, Unix milliseconds: the start of the configured day, else the configured number of days after
 * it was first seen; `null` if unknown.
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

/** The warning of a credential's end. @param clientId `null` if only one can be meant */
export const formatExpiry = (clientId: string | null, end: number, now: number): string => {
  const days = daysUntil(end, now);
  const day = new Date(end).toISOString().slice(0, 10);
  const when = days === 0 ? `ended on ${day}` : `ends on ${day}, in ${days === 1 ? "a day" : `${days} days`}`;
  const which = clientId === null ? "" : ` ${clientId}`;
  return `The governance credential${which} ${when}. Make its successor: docs/secrets.md.`;
};
