// Verifies tokens with the public keys that their issuer serves.
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from "jose";
import { JOSEError, JWTClaimValidationFailed } from "jose/errors";
import { bytesUpTo } from "./request.ts";
import { ok, type Result, refused } from "./result.ts";
import { tryParseJson } from "./text.ts";

/** Maximum size of a key set, in bytes. */
const MAX_KEYS_BYTES = 256 * 1024;
/**
 * Key sets by address. A set is fetched on first use and again after ten minutes. An unknown key triggers another
 * fetch, at most every 30 s.
 */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
/**
 * Codes of errors in fetching keys, in this order: a timeout, an unexpected status or invalid JSON, JSON of an
 * unexpected shape.
 */
const NO_KEYS: ReadonlySet<string> = new Set(["ERR_JWKS_TIMEOUT", "ERR_JOSE_GENERIC", "ERR_JWKS_INVALID"]);

/** Maximum difference between the clocks of a token's issuer and the Worker, in seconds. */
const CLOCK_SKEW_S = 30;

export interface TokenRefusal {
  /** True if the keys could not be fetched, so that the token could not be checked. */
  readonly unavailable: boolean;
  /**
   * The error code of `jose`, the error in fetching the keys, or `a key for another purpose` if `mayUse` rejects the
   * key.
   */
  readonly code: string;
  /** The claim that failed its check. @default the error concerns no claim */
  readonly claim?: string;
  readonly cause: unknown;
}

/**
 * Verifies a token.
 * @param keysUrl The address of the key set, or of OpenID metadata that names it
 * @param expected The algorithms and claims that the token must have
 * @param mayUse Returns true if the key that signed the token may be used. If this function is given, the key must have
 * an id. @default every key in the set is accepted
 */
export async function verifyToken(
  token: string,
  keysUrl: string,
  expected: Parameters<typeof jwtVerify>[2] & { readonly algorithms: string[] },
  mayUse?: (key: Readonly<Record<string, unknown>>) => boolean,
): Promise<Result<JWTPayload, TokenRefusal>> {
  try {
    const keys = keysAt(keysUrl);
    const options = { clockTolerance: CLOCK_SKEW_S, ...expected };
    const { payload, protectedHeader } = await jwtVerify(token, keys, options);
    const key = keys.jwks()?.keys.find(({ kid }) => kid !== undefined && kid === protectedHeader.kid);
    if (mayUse && !(key && mayUse({ ...key })))
      return refused({ unavailable: false, code: "a key for another purpose", cause: null });
    return ok(payload);
  } catch (cause) {
    if (!(cause instanceof JOSEError) || NO_KEYS.has(cause.code))
      return refused({ unavailable: true, code: String(cause), cause });
    const claim = cause instanceof JWTClaimValidationFailed && { claim: cause.claim };
    return refused({ unavailable: false, code: cause.code, ...claim, cause });
  }
}

function keysAt(address: string) {
  const known = keySets.get(address);
  if (known) return known;
  const keys = createRemoteJWKSet(new URL(address), { [customFetch]: (url, init) => fetchKeys(url, init) });
  keySets.set(address, keys);
  return keys;
}

/**
 * Fetches a key set, or the key set that OpenID metadata names. The named key set must have the same origin as the
 * metadata.
 */
async function fetchKeys(url: string, init: RequestInit, isNamed = false): Promise<Response> {
  const response = await fetch(url, init);
  const bytes = await bytesUpTo(response, MAX_KEYS_BYTES);
  const { jwks_uri: named } = Object(bytes && tryParseJson(new TextDecoder().decode(bytes)));
  if (named === undefined || isNamed) return new Response(bytes ?? "too large", response);
  const isThere = URL.parse(String(named))?.origin === new URL(url).origin;
  return isThere ? fetchKeys(String(named), init, true) : new Response("another host", { status: 502 });
}
