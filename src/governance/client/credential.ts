// Parses the client credential, derives the API's address from it, and determines when it expires.
import * as base64url from "jose/base64url";
import * as z from "zod";
import { DAY_MS } from "../../base/days.ts";
import { ifPossible } from "../../base/if-possible.ts";
import { Problem } from "../../base/problem.ts";
import { readVariable, type Variables } from "../../env.ts";

/**
 * Matches a host whose last label is a decimal or hexadecimal number: URL parsers read such a host as an IPv4 address
 * (WHATWG URL, 3.5). Also matches a host that ends in a dot.
 */
const ENDS_AS_ADDRESS = /(?:^|\.)(?:\d*|0x[0-9a-f]*)$/;
/**
 * A plain DNS name, converted to lower case, without port or userinfo. IP addresses are rejected: they could direct
 * requests into an internal network.
 */
const Hostname = z
  .hostname()
  .toLowerCase()
  .refine((name) => !ENDS_AS_ADDRESS.test(name));

/** The variables of both credentials: the newer one, which is used first, and the one that it replaces. */
export const CREDENTIAL_PARTS = {
  newer: { id: "GOVERNANCE_NEW_CLIENT_ID", secret: "GOVERNANCE_NEW_CLIENT_SECRET" },
  current: { id: "GOVERNANCE_CLIENT_ID", secret: "GOVERNANCE_CLIENT_SECRET" },
} as const;
export type CredentialOf = keyof typeof CREDENTIAL_PARTS;
type Part = (typeof CREDENTIAL_PARTS)[CredentialOf]["id" | "secret"];

export type CredentialSettings = Pick<Variables, Part | "GOVERNANCE_BASE_URL" | "GOVERNANCE_TOKEN_FLOW">;

/** A parsed credential. It contains the secret: never log or store it. */
export interface Credential {
  readonly clientId: string;
  /** The tenant's domain, which is the audience of assertions: the hostname in the client id, without a port. */
  readonly hostname: string;
  /** The address that the contract's paths are appended to, without a trailing slash. */
  readonly root: string;
  /**
   * The authentication of token requests: `assertion` signs them, and `secret` sends the client secret. `dpop` is like
   * `assertion`, and also binds each access token to its own key.
   */
  readonly flow: "assertion" | "secret" | "dpop";
  readonly secret: string;
  readonly key: Ed25519Key;
}

/** An Ed25519 private key in JWK form (RFC 8037, section 2). */
export const Ed25519Key = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  d: z.string().regex(/^[\w-]{43}$/),
  x: z.string().regex(/^[\w-]{43}$/),
});
export type Ed25519Key = z.infer<typeof Ed25519Key>;

const MEND = "an API credential's Client ID has the form <random_id>@<hostname>/<use_case>";
const ISSUED = "copy the Client Secret as it was shown when the API credential was created";

/**
 * Parses a credential (identity-governance-api.md, Authentication, 4 and 5).
 * @throws Problem `configuration_invalid`, naming the variable, but never its value
 */
export function parseCredential(settings: CredentialSettings, of: CredentialOf = "current"): Credential {
  const { id } = CREDENTIAL_PARTS[of];
  const clientId = requirePart(settings, id);
  const secret = requirePart(settings, CREDENTIAL_PARTS[of].secret);
  const hostname = Hostname.safeParse(/@([^/]+)\//.exec(clientId)?.[1]).data;
  if (hostname === undefined) {
    throw invalid(id, `contains no valid DNS name between @ and /; ${MEND}`);
  }
  const root = readVariable(settings, "GOVERNANCE_BASE_URL") ?? `https://${hostname}`;
  const flow = readVariable(settings, "GOVERNANCE_TOKEN_FLOW");
  return { clientId, hostname, root, flow, secret, key: parseKey(secret, of) };
}

/** Lists the credentials whose variables are both set, the newer one first. */
export const credentialsSet = (settings: CredentialSettings): CredentialOf[] =>
  (["newer", "current"] as const).filter((of) => {
    const { id, secret } = CREDENTIAL_PARTS[of];
    return settings[id] && settings[secret];
  });

/**
 * Parses the credentials, the newer one first. A newer credential that is malformed, or belongs to a different tenant
 * from the one it replaces, is skipped: `npm run doctor` reports it.
 * @throws Problem as {@link parseCredential} does, if the current credential, or the only one, is invalid
 */
export function parseCredentials(settings: CredentialSettings): readonly [Credential, ...Credential[]] {
  const [first, another] = credentialsSet(settings);
  if (!another) return [parseCredential(settings, first)];
  const current = parseCredential(settings, another);
  const newer = ifPossible(() => requireSameTenant(parseCredential(settings, first), current));
  return newer ? [newer, current] : [current];
}

/**
 * Returns the newer credential.
 * @throws Problem `configuration_invalid` if it belongs to a different tenant from the current one
 */
export function requireSameTenant(newer: Credential, current: Credential): Credential {
  if (newer.hostname === current.hostname) return newer;
  throw invalid(
    "GOVERNANCE_NEW_CLIENT_ID",
    `belongs to ${newer.hostname}, but GOVERNANCE_CLIENT_ID belongs to ${current.hostname}: both credentials must be for the same tenant`,
  );
}

export const variablesOfCredential = ({ clientId, secret, root, flow }: Credential): CredentialSettings => ({
  GOVERNANCE_CLIENT_ID: clientId,
  GOVERNANCE_CLIENT_SECRET: secret,
  GOVERNANCE_BASE_URL: root,
  GOVERNANCE_TOKEN_FLOW: flow,
});

function requirePart(settings: CredentialSettings, name: Part): string {
  const value = readVariable(settings, name)?.trim();
  if (!value) throw invalid(name, "is not set; see .dev.vars.example");
  return value;
}

/**
 * Parses the key in a client secret, `secret-token:<label>:<key>`. A version can precede the key, as in the secrets
 * that the service issues; only `v1` is supported.
 */
function parseKey(secret: string, of: CredentialOf): Ed25519Key {
  const fault = (what: string) => invalid(CREDENTIAL_PARTS[of].secret, `${what}; ${ISSUED}`);
  const [scheme, label, ...rest] = secret.split(":");
  if (scheme !== "secret-token" || !label) throw fault("does not begin with secret-token:<label>:");
  const encoded = rest.at(-1);
  if (!encoded || rest.length > 2) throw fault("does not have the parts of a client secret");
  if (rest.length === 2 && rest[0] !== "v1") throw fault("has a version other than v1");
  // The problem has no cause: a parser's error quotes its input, which is secret.
  const jwk = ifPossible((): unknown => JSON.parse(new TextDecoder().decode(base64url.decode(encoded))));
  if (jwk === undefined) throw fault("does not end in a base64url-encoded JWK");
  const key = Ed25519Key.safeParse(jwk);
  if (!key.success) throw fault("does not contain an Ed25519 private key (kty OKP, crv Ed25519, d and x)");
  return key.data;
}

const invalid = (setting: keyof CredentialSettings, what: string) =>
  new Problem("configuration_invalid", `${setting} ${what}`);

export type ExpirySettings = Pick<Variables, "GOVERNANCE_CREDENTIAL_EXPIRES" | "GOVERNANCE_CREDENTIAL_DAYS">;

/** Days before the end of a credential at which a warning is due; `0` is the end itself. */
const WARN_DAYS = [0, 1, 7, 14] as const;
export type WarnDays = (typeof WARN_DAYS)[number];

/**
 * Returns true if a variable that determines the credential's end is set. This includes a malformed variable, which
 * doctor reports.
 */
export const hasExpiry = (env: ExpirySettings): boolean =>
  Boolean(env.GOVERNANCE_CREDENTIAL_EXPIRES || env.GOVERNANCE_CREDENTIAL_DAYS);

/**
 * Returns the client id of the credential whose expiry is watched: the one that is used first.
 * @throws Problem as {@link parseCredentials} does
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

/**
 * Returns when the credential expires, in Unix milliseconds, or `null` if the time is unknown or a variable is
 * malformed. `npm run doctor` reports malformed variables.
 * @param seen When each credential was first recorded, in Unix milliseconds
 */
export function readCredentialEnd(
  env: CredentialSettings & ExpirySettings,
  seen: readonly { readonly clientId: string; readonly firstSeen: number }[],
): number | null {
  const firstSeen = (id: string) => seen.find(({ clientId }) => clientId === id)?.firstSeen ?? null;
  const end = ifPossible(() => hasExpiry(env) && credentialEnd(env, firstSeen(lastingCredential(env))));
  return end || null;
}

/** The instruction to replace a credential that has expired or expires soon, in lower case and without a full stop. */
export const REPLACE_CREDENTIAL = "create a new one as described in docs/operate/secrets.md";

/** Formats the warning about a credential's end. @param clientId The credential's client id, or `null` to omit it */
export const formatExpiry = (clientId: string | null, end: number, now: number): string => {
  const days = daysUntil(end, now);
  const day = new Date(end).toISOString().slice(0, 10);
  const when =
    days === 0 ? `expired on ${day}` : `expires on ${day}, in ${days === 1 ? "a day" : `${days} days`}`;
  return `The governance credential${clientId === null ? "" : ` ${clientId}`} ${when}`;
};
