// Issues access tokens for a client secret or a signed assertion, and identifies callers by their tokens. Stores the
// ids of used assertions, to reject replays.

import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import type { z } from "zod";
import { isSameSecret, sha256Hex } from "../../../base/hash.ts";
import {
  CLIENT_ASSERTION_TYPE,
  MAX_ASSERTION_LIFETIME_SECONDS,
  TokenRequest,
  type TokenResponse,
} from "../../../governance/contract/token.ts";
import { TenantError } from "../errors.ts";
import { mediaType, parse, readBytes, readText } from "../request.ts";
import type { Caller, Place } from "../world.ts";
import { allows, type Credential, findCredential, hasExpired, randomText } from "./credentials.ts";
import { useJti, verifyProof } from "./dpop.ts";

/**
 * Authenticates the caller with a bearer token (RFC 6750), or with a token that is bound to a key (RFC 9449).
 * @throws TenantError 401 for a missing, unknown or expired token, for a wrong scheme, proof or key, or if the token's
 * credential was deleted or has expired; 403 if the credential may not be used from the caller's address
 */
export async function authenticate(request: Request, place: Place): Promise<Caller> {
  const header = request.headers.get("authorization");
  const [, scheme, token] = /^(bearer|dpop) +([\w.~+/-]+=*)$/i.exec(header ?? "") ?? [];
  if (token === undefined) throw unauthenticated(place, "This call needs a bearer token.");
  const hash = await sha256Hex(token);
  const now = place.now();
  type Row = { credential_id: string; expires_at: number; jkt: string | null };
  const [row] = place.sql.exec<Row>("SELECT * FROM tokens WHERE hash = ?", hash).toArray();
  const credential = row && findCredential(place.sql, "id", row.credential_id);
  if (!credential) throw unauthenticated(place, "The access token is unknown.", "invalid_token");
  if ((row.jkt !== null) !== (scheme?.toLowerCase() === "dpop"))
    throw unauthenticated(place, "The access token requires another scheme.", "invalid_token");
  if (row.jkt !== null && row.jkt !== (await verifyProof(request, place, token).catch(asChallenge)))
    throw unauthenticated(place, "The access token is bound to another key.", "invalid_token");
  if (row.expires_at <= now.getTime())
    throw unauthenticated(place, "The access token has expired.", "invalid_token");
  if (hasExpired(credential, now))
    throw unauthenticated(place, "The credential has expired.", "invalid_token");
  if (!allows(credential.allowedCidrs, place.address))
    throw new TenantError("permission_denied", "The credential may not be used from this address.");
  const { clientId, userId, permissions } = credential;
  return { clientId, userId, permissions };
}

/** Throws the error for an invalid proof as the 401 of a resource server (RFC 9449, section 7.1). */
function asChallenge(error: unknown): never {
  if (!(error instanceof TenantError)) throw error;
  const { code, message, headers } = error;
  throw new TenantError("unauthenticated", message, [], {
    ...headers,
    "www-authenticate": `DPoP error="${code}"`,
  });
}

function unauthenticated({ hostname }: Place, message: string, error?: "invalid_token"): TenantError {
  const challenge = `Bearer realm="${hostname}"${error ? `, error="${error}", error_description="${message}"` : ""}`;
  return new TenantError("unauthenticated", message, [], { "www-authenticate": challenge });
}

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
    throw new TenantError("invalid_client", "This credential has expired.");
  if (!allows(credential.allowedCidrs, place.address))
    throw new TenantError("invalid_client", "This credential may not be used from this address.");
  const needsProof = credential.dpop || request.headers.has("dpop");
  return issueToken(place, credential, needsProof ? await verifyProof(request, place) : null);
}

/**
 * Reads the fields of the form. Empty fields are treated as absent, and repeated fields are rejected (RFC 6749,
 * sections 3.1 and 3.2).
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
 * Rejects a request with an Authorization header, because client credentials belong in the body. For `invalid_client`,
 * the response's challenge names the scheme of the header (RFC 6749, section 5.2).
 */
function refuseHeader(request: Request, error: "invalid_request" | "invalid_client"): void {
  const header = request.headers.get("authorization");
  if (header === null) return;
  const scheme = /^[\w-]+/.exec(header)?.[0] ?? "Basic";
  const challenge = error === "invalid_client" ? { "www-authenticate": `${scheme} realm="token"` } : {};
  const description = "Client credentials go in the request body, not in the Authorization header.";
  throw new TenantError(error, description, [], challenge);
}

/**
 * Returns the credential whose secret or key the request proves. The error for a wrong secret does not reveal whether
 * the client exists.
 */
async function provenCredential(fields: TokenRequest, place: Place): Promise<Credential> {
  const { client_id, client_secret, client_assertion, client_assertion_type } = fields;
  if ((client_secret === undefined) === (client_assertion === undefined))
    throw new TenantError("invalid_request", "Send either client_secret or client_assertion.");
  const credential = findCredential(place.sql, "client_id", client_id);
  if (client_assertion === undefined) {
    const hash = await sha256Hex(client_secret ?? "");
    if (!credential || !isSameSecret(hash, credential.secretHash))
      throw new TenantError("invalid_client", "Unknown client, or wrong secret.");
    return credential;
  }
  if (client_assertion_type !== CLIENT_ASSERTION_TYPE)
    throw new TenantError("invalid_request", `client_assertion_type must be ${CLIENT_ASSERTION_TYPE}.`);
  if (!credential) throw new TenantError("invalid_client", "Unknown client, or wrong signature.");
  const assertion = await verifyAssertion(client_assertion, credential, place.hostname, place.now());
  if (typeof assertion === "string")
    throw new TenantError("invalid_client", `client_assertion: ${assertion}.`);
  const { jti, exp } = assertion;
  if (jti !== undefined && !useJti(place, client_id, jti, exp * 1_000))
    throw new TenantError("invalid_client", "client_assertion: this jti was used before.");
  return credential;
}

async function issueToken(place: Place, { id, tokenLifetimeSeconds }: Credential, jkt: string | null) {
  const token = randomText(TOKEN_BYTES);
  const hash = await sha256Hex(token);
  const now = place.now().getTime();
  place.sql.exec("DELETE FROM tokens WHERE expires_at <= ?", now);
  place.sql.exec("INSERT INTO tokens VALUES (?, ?, ?, ?)", hash, id, now + tokenLifetimeSeconds * 1_000, jkt);
  return { access_token: token, token_type: jkt ? "DPoP" : "Bearer", expires_in: tokenLifetimeSeconds };
}

/**
 * Verifies a client assertion (identity-governance-api.md, Authentication; RFC 7523, section 3). The order of checks is
 * alg, signature, required claims (iss, sub, aud, exp), iss, sub, aud (a string, or an array that contains it), nbf if
 * present, exp not past, exp at most five minutes ahead. The caller checks that the `jti` is new.
 * @returns the assertion's id and expiry (in seconds since 1970), or the error for the client's author
 */
async function verifyAssertion(
  assertion: string,
  { clientId, publicJwk }: Credential,
  audience: string,
  now: Date,
) {
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
