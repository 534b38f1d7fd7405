// Issues, finds, lists and deletes credentials, and checks the IP ranges from which they may be used.
import ipaddr from "ipaddr.js";
import { base64url, exportJWK, generateKeyPair, type JWK } from "jose";
import { z } from "zod";
import { DAY_MS } from "../../../base/days.ts";
import { sha256Hex } from "../../../base/hash.ts";
import { Id, Ids, MAX_LIST_LENGTH, Name } from "../../../governance/contract/primitives.ts";
import { readAll, readFirst } from "../rows.ts";
import { samples } from "../seed/samples.ts";
import type { Place } from "../world.ts";

/** The assumed address of callers whose request has no header with the address, for example on the local stack. */
const LOOPBACK = "127.0.0.1";

/**
 * Returns true for an address in a usual form: four decimal parts, or IPv6. Returns false for `0xc0000207` or
 * `3221225991`.
 */
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** Returns true for an IPv4 or IPv6 range such as `10.0.0.0/8`, and false for an address without a prefix length. */
export const isCidr = (text: string): boolean =>
  ipaddr.isValidCIDR(text) && isAddress(text.slice(0, text.indexOf("/")));

/**
 * Returns true if the address is in one of the ranges, or if there are no ranges. An IPv4 address mapped into IPv6 is
 * compared as IPv4.
 */
export function allows(cidrs: readonly string[], address: string): boolean {
  if (cidrs.length === 0) return true;
  if (!isAddress(address)) return false;
  const ip = ipaddr.process(address);
  return cidrs.some((cidr) => {
    const [range, bits] = unmapped(cidr);
    return ip.kind() === range.kind() && ip.match(range, bits);
  });
}

const MAPPED_PREFIX_BITS = 96;

function unmapped(cidr: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [range, bits] = ipaddr.parseCIDR(cidr);
  if (range instanceof ipaddr.IPv6 && range.isIPv4MappedAddress() && bits >= MAPPED_PREFIX_BITS)
    return [range.toIPv4Address(), bits - MAPPED_PREFIX_BITS];
  return [range, bits];
}

/**
 * Returns the caller's address from Cloudflare's edge. If requests under `/_control/` are allowed (`underControl`),
 * also reads `X-Forwarded-For`, because workerd removes the edge's header. Without either header, returns {@link
 * LOOPBACK}.
 */
export const callerAddress = (request: Request, underControl: boolean): string =>
  request.headers.get("cf-connecting-ip") ??
  (underControl ? request.headers.get("x-forwarded-for") : undefined) ??
  LOOPBACK;

/** Days until a credential expires, by lifespan. Source: identity-governance-api.md, Limits */
const LIFESPAN_DAYS = { "30d": 30, "90d": 90, never: undefined } as const;
const DEFAULT_TOKEN_LIFETIME_SECONDS = 60 * 60;
const ISSUER_LABEL = "reeve-tenant";

/** A request for a credential (Authentication, 3. Credential creation). */
export const CredentialRequest = z.object({
  displayName: Name.default("API credential"),
  lifespan: z.enum(["30d", "90d", "never"]).default("30d"),
  allowedCidrs: z
    .array(z.string().refine(isCidr, "must be an IP range, such as 192.0.2.0/24 or 2001:db8::/32"))
    .max(MAX_LIST_LENGTH)
    .default([])
    .describe("empty: every address"),
  permissions: z
    .union([z.literal("full"), z.object({ roles: Ids.min(1) })])
    .default("full")
    .describe("the roles that allow operations; the switch `permissions` overrides their rights"),
  userId: Id.optional().describe("the user to whom the credential belongs"),
  useCase: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .default("api"),
  secretFormat: z
    .enum(["v1", "plain"])
    .default("v1")
    .describe(
      "`secret-token:<label>:v1:<key>` as the service issues it, or without the version, as documented",
    ),
  dpop: z.boolean().default(false).describe("each call must prove possession of the token's key (RFC 9449)"),
  tokenLifetimeSeconds: z.int().min(1).max(86_400).default(DEFAULT_TOKEN_LIFETIME_SECONDS),
});
export type CredentialRequest = z.output<typeof CredentialRequest>;

/**
 * A stored credential. Instead of the secret, it contains the secret's hash and the public key: enough to verify a
 * client, but not to sign in as one.
 */
export interface Credential
  extends Omit<CredentialRequest, "useCase" | "secretFormat" | "lifespan" | "userId"> {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  readonly secretHash: string;
  readonly publicJwk: JWK;
  /** The expiry in ISO 8601, by the tenant's clock. Absent if the credential never expires. */
  readonly expiresAt?: string;
}

export const randomText = (bytes: number): string =>
  base64url.encode(crypto.getRandomValues(new Uint8Array(bytes)));

export async function issueCredential(place: Place, request: CredentialRequest) {
  const { useCase, secretFormat, lifespan, userId = samples.users.gita.id, ...asked } = request;
  const { publicJwk, clientSecret } = await newKey(secretFormat);
  const days = LIFESPAN_DAYS[lifespan];
  const credential: Credential = {
    ...asked,
    id: `cred_${randomText(12)}`,
    clientId: `${randomText(12)}@${place.hostname}/${useCase}`,
    userId,
    secretHash: await sha256Hex(clientSecret),
    publicJwk,
    ...(days && { expiresAt: new Date(place.now().getTime() + days * DAY_MS).toISOString() }),
  };
  const put = "INSERT INTO credentials (id, client_id, json) VALUES (?, ?, ?)";
  place.sql.exec(put, credential.id, credential.clientId, JSON.stringify(credential));
  return { ...shown(credential), clientSecret, lifespan };
}

const shown = ({ secretHash: _, publicJwk: __, tokenLifetimeSeconds: ___, ...rest }: Credential) => rest;

async function newKey(format: CredentialRequest["secretFormat"]) {
  const { privateKey } = await generateKeyPair("Ed25519", { extractable: true });
  const { d, ...publicJwk } = await exportJWK(privateKey);
  const key = base64url.encode(JSON.stringify({ ...publicJwk, d }));
  const version = format === "v1" ? "v1:" : "";
  return { publicJwk, clientSecret: `secret-token:${ISSUER_LABEL}:${version}${key}` };
}

export const findCredential = (sql: SqlStorage, column: "id" | "client_id", value: string) =>
  readFirst<Credential>(sql.exec(`SELECT json FROM credentials WHERE ${column} = ?`, value));

/** Deletes a credential and all its tokens. @returns true if the credential existed */
export function deleteCredential(sql: SqlStorage, id: string): boolean {
  sql.exec("DELETE FROM tokens WHERE credential_id = ?", id);
  return sql.exec("DELETE FROM credentials WHERE id = ?", id).rowsWritten > 0;
}

export const hasExpired = ({ expiresAt }: Credential, now: Date): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime();

export const listCredentials = (sql: SqlStorage) =>
  readAll<Credential>(sql.exec("SELECT json FROM credentials ORDER BY seq")).map(shown);
