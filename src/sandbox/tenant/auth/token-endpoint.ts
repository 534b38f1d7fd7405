// Issues access tokens for a client secret or a signed assertion. It remembers used assertions, to reject replays.

import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import type { z } from "zod";
import { sha256Hex } from "../../../base/hash.ts";
import {
  CLIENT_ASSERTION_TYPE,
  MAX_ASSERTION_LIFETIME_SECONDS,
  TokenRequest,
  type TokenResponse,
} from "../../../governance/contract/token.ts";
import { mediaType, parse, readBytes, readText } from "../body.ts";
import { TenantError } from "../errors.ts";
import type { Place } from "../world.ts";
import { allows } from "./cidr.ts";
import { type Credential, findCredential, hasExpired, randomText } from "./credentials.ts";
import { verifyProof } from "./dpop.ts";

const FORM = "application/x-www-form-urlencoded";
const TOKEN_BYTES = 32;

/** Exchanges client credentials for an access token. @throws TenantError for any error in the request */
export async function createToken(request: Request, place: Place): Promise<z.input<typeof TokenResponse>> {
  const form = await readForm(request);
  if (form.has("client_secret") || form.has("client_assertion")) refuseHeader(request, "invalid_request");
  else refuseHeader(request, "invalid_client");
  const fields = parse(TokenRequest, Object.fromEntries(form), "body");
  if (fields.grant_type !== "client_credentials")
    throw new TenantError("unsupported_grant_type", "grant_type must be client_credentials.");
  const credential = await provenCredential(fields, place);
  if (hasExpired(credential, place.now()))
    throw new TenantError("invalid_client", "This credential is past its lifespan.");
  if (!allows(credential.allowedCidrs, place.address))
    throw new TenantError("invalid_client", "This credential may not be used from this address.");
  const needsProof = credential.dpop || request.headers.has("dpop");
  return issueToken(place, credential, needsProof ? await verifyProof(request, place) : null);
}

/**
 * Reads the fields of the form. Empty fields count as absent, and repeated fields are rejected (RFC 6749, sections 3.1 and
 * 3.2).
 */
async function readForm(request: Request): Promise<Map<string, string>> {
  const text = readText(await readBytes(request));
  if (mediaType(request) !== FORM)
    throw new TenantError("invalid_request", `The body must be sent as ${FORM}.`);
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === "") continue;
    if (fields.has(name)) throw new TenantError("invalid_request", `${name} is given more than once.`);
    fields.set(name, value);
  }
  return fields;
}

/**
 * Rejects client credentials in the header, because they belong in the body. The challenge names the scheme used (RFC
 * 6749, section 5.2).
 */
function refuseHeader(request: Request, error: "invalid_request" | "invalid_client"): void {
  const header = request.headers.get("authorization");
  if (header === null) return;
  const scheme = /^[\w-]+/.exec(header)?.[0] ?? "Basic";
  const challenge = error === "invalid_client" ? { "www-authenticate": `${scheme} realm="token"` } : {};
  const description = "Client credentials go in the request body, not in the Authorization header.";
  throw new TenantError(error, description, [], challenge);
}

/** Returns the credential whose secret or key the request proves. The error does not reveal which part is wrong. */
async function provenCredential(fields: TokenRequest, place: Place): Promise<Credential> {
  const { client_id, client_secret, client_assertion, client_assertion_type } = fields;
  if ((client_secret === undefined) === (client_assertion === undefined))
    throw new TenantError("invalid_request", "Give either client_secret or client_assertion.");
  const credential = findCredential(place.sql, "client_id", client_id);
  if (client_assertion === undefined) {
    const hash = await sha256Hex(client_secret ?? "");
    if (!credential || !sameDigest(hash, credential.secretHash))
      throw new TenantError("invalid_client", "Unknown client, or wrong secret.");
    return credential;
  }
  if (client_assertion_type !== CLIENT_ASSERTION_TYPE)
    throw new TenantError("invalid_request", `client_assertion_type must be ${CLIENT_ASSERTION_TYPE}.`);
  if (!credential) throw new TenantError("invalid_client", "Unknown client, or wrong signature.");
  const assertion = await verifyAssertion(client_assertion, credential, place.hostname, place.now());
  if (typeof assertion === "string")
    throw new TenantError("invalid_client", `client_assertion: ${assertion}.`);
  if (!useJti(place.sql, client_id, assertion, place.now()))
    throw new TenantError("invalid_client", "client_assertion: this jti was used before.");
  return credential;
}

function sameDigest(a: string, b: string): boolean {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  return left.length === right.length && crypto.subtle.timingSafeEqual(left, right);
}

async function issueToken(place: Place, { id, tokenLifetimeSeconds }: Credential, jkt: string | null) {
  const token = randomText(TOKEN_BYTES);
  const hash = await sha256Hex(token);
  const now = place.now().getTime();
  place.sql.exec("DELETE FROM tokens WHERE expires_at <= ?", now);
  place.sql.exec("INSERT INTO tokens VALUES (?, ?, ?, ?)", hash, id, now + tokenLifetimeSeconds * 1_000, jkt);
  return { access_token: token, token_type: jkt ? "DPoP" : "Bearer", expires_in: tokenLifetimeSeconds };
}

interface Assertion {
  readonly jti: string | undefined;
  /** The expiry, in seconds since 1970. */
  readonly exp: number;
}

/**
 * Verifies a client assertion (identity-governance-api.md, Authentication; RFC 7523, section 3), in this order: alg,
 * signature, iss, sub, aud (a string, or an array that contains it), exp (required, not past), nbf if present, exp at
 * most five minutes ahead. The caller checks the `jti`.
 * @returns the assertion, or the error for the client's author
 */
async function verifyAssertion(
  assertion: string,
  { clientId, publicJwk }: Credential,
  audience: string,
  now: Date,
): Promise<Assertion | string> {
  try {
    const { alg } = decodeProtectedHeader(assertion);
    if (alg !== "EdDSA" && alg !== "Ed25519") return "alg must be EdDSA";
    const key = await importJWK({ ...publicJwk, alg }, alg);
    const { payload } = await jwtVerify(assertion, key, {
      algorithms: [alg],
      issuer: clientId,
      subject: clientId,
      audience,
      currentDate: now,
      requiredClaims: ["exp"],
    });
    const { exp, jti } = payload;
    if (exp === undefined) return "exp is required";
    // Round up to whole seconds in the client's favour, because its clock might be ahead.
    if (exp - Math.ceil(now.getTime() / 1_000) > MAX_ASSERTION_LIFETIME_SECONDS)
      return `exp is more than ${MAX_ASSERTION_LIFETIME_SECONDS} seconds ahead`;
    if (jti !== undefined && typeof jti !== "string") return "jti must be a string";
    return { exp, jti };
  } catch (error) {
    // jose's messages name the failed claim or check, but contain no part of the assertion.
    return error instanceof Error ? error.message : "cannot be verified";
  }
}

/**
 * Stores a `jti` until its assertion expires, to reject replays. @returns false if the `jti` was used before (RFC 7523,
 * section 3)
 */
function useJti(sql: SqlStorage, clientId: string, { jti, exp }: Assertion, now: Date): boolean {
  if (jti === undefined) return true;
  sql.exec("DELETE FROM jtis WHERE expires_at < ?", now.getTime());
  return (
    sql.exec("INSERT INTO jtis VALUES (?, ?, ?) ON CONFLICT DO NOTHING", clientId, jti, exp * 1_000)
      .rowsWritten > 0
  );
}
