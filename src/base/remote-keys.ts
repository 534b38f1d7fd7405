// Verifies tokens with the public keys that their issuer serves.
import { createRemoteJWKSet, customFetch, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { JOSEError, JWTClaimValidationFailed } from "jose/errors";
import { bytesUpTo } from "./request.ts";
import { ok, type Result, refused } from "./result.ts";

/** Maximum size of a key set, in bytes. */
const MAX_KEYS_BYTES = 64 * 1024;
/**
 * Key sets by address. A set is fetched on first use and again after ten minutes. An unknown key triggers another
 * fetch, at most every 30 s.
 */
const keySets = new Map<string, JWTVerifyGetKey>();
/**
 * Codes of errors in fetching keys, in this order: a timeout, an unexpected status or invalid JSON, JSON of an
 * unexpected shape.
 */
const NO_KEYS: ReadonlySet<string> = new Set(["ERR_JWKS_TIMEOUT", "ERR_JOSE_GENERIC", "ERR_JWKS_INVALID"]);

/** Maximum difference between the clocks of a token's issuer and the Worker, in seconds. */
const CLOCK_SKEW_S = 30;

interface TokenRefusal {
  /** True if the keys could not be fetched, so that the token could not be checked. */
  readonly unavailable: boolean;
  /** The error code of `jose`, or the error in fetching the keys. */
  readonly code: string;
  /** The claim that failed its check. @default the error concerns no claim */
  readonly claim?: string;
  readonly cause: unknown;
}

/**
 * Verifies a token.
 * @param keysUrl The address of the key set
 * @param expected The algorithms and claims that the token must have
 */
export async function verifyToken(
  token: string,
  keysUrl: string,
  expected: Parameters<typeof jwtVerify>[2] & { readonly algorithms: string[] },
): Promise<Result<JWTPayload, TokenRefusal>> {
  try {
    return ok(
      (await jwtVerify(token, keysAt(keysUrl), { clockTolerance: CLOCK_SKEW_S, ...expected })).payload,
    );
  } catch (cause) {
    if (!(cause instanceof JOSEError) || NO_KEYS.has(cause.code))
      return refused({ unavailable: true, code: String(cause), cause });
    const claim = cause instanceof JWTClaimValidationFailed && { claim: cause.claim };
    return refused({ unavailable: false, code: cause.code, ...claim, cause });
  }
}

function keysAt(address: string): JWTVerifyGetKey {
  const known = keySets.get(address);
  if (known) return known;
  const keys = createRemoteJWKSet(new URL(address), {
    [customFetch]: async (url, init) => {
      const response = await fetch(url, init);
      const bytes = await bytesUpTo(response, MAX_KEYS_BYTES);
      return new Response(bytes ?? "too large", response);
    },
  });
  keySets.set(address, keys);
  return keys;
}
