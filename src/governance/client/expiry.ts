// Knows when the credential ends, and which warning is due before it does.
import { DAY_MS } from "../../base/days.ts";
import { readVariable, type Variables } from "../../env.ts";
import { type CredentialSettings, parseCredentials } from "./credential.ts";

export type ExpirySettings = Pick<Variables, "GOVERNANCE_CREDENTIAL_EXPIRES" | "GOVERNANCE_CREDENTIAL_DAYS">;

/** Days ahead at which the end of a credential is announced; `0`: it is there. */
const WARN_DAYS = [0, 1, 7, 14] as const;
export type WarnDays = (typeof WARN_DAYS)[number];

/** True if the end of the credential can be known. A variable of a wrong shape is as good as none: doctor says so. */
export const hasExpiry = (env: ExpirySettings): boolean =>
  Boolean(env.GOVERNANCE_CREDENTIAL_EXPIRES || env.GOVERNANCE_CREDENTIAL_DAYS);

/** The credential whose end matters: the one that is used first. @throws Problem where no credential is set, or none is one */
export const lastingCredential = (env: CredentialSettings): string => parseCredentials(env)[0].clientId;

/**
 * When the credential ends, Unix milliseconds: the beginning of the day that is set, else its days after it was first
 * seen; `null` where neither is known.
 * @throws Problem `configuration_invalid` for a variable of another shape
 */
export function credentialEnd(env: ExpirySettings, firstSeen: number | null): number | null {
  const day = readVariable(env, "GOVERNANCE_CREDENTIAL_EXPIRES");
  if (day !== undefined) return Date.parse(`${day}T00:00:00Z`);
  const days = readVariable(env, "GOVERNANCE_CREDENTIAL_DAYS");
  return days === undefined || firstSeen === null ? null : firstSeen + days * DAY_MS;
}

/** Days until then, begun ones whole; `0` once it is there. */
export const daysUntil = (end: number, now: number): number => Math.max(0, Math.ceil((end - now) / DAY_MS));

/** The warning that is due of an end; `null` while it is far away. */
export const warningOf = (end: number, now: number): WarnDays | null =>
  WARN_DAYS.find((days) => daysUntil(end, now) <= days) ?? null;

/** Warning of a credential that ends. @param clientId `null` if there is no doubt which one it is */
export const endSentence = (clientId: string | null, end: number, now: number): string => {
  const days = daysUntil(end, now);
  const day = new Date(end).toISOString().slice(0, 10);
  const when = days === 0 ? `ended on ${day}` : `ends on ${day}, in ${days === 1 ? "a day" : `${days} days`}`;
  const which = clientId === null ? "" : ` ${clientId}`;
  return `The governance credential${which} ${when}. Make its successor: docs/operations.md, "Replacing a secret".`;
};
