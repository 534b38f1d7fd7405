// Verifies client assertions, and remembers used ones.
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { MAX_ASSERTION_LIFETIME_SECONDS } from "../../../governance/contract/token.ts";
import type { Credential } from "./credentials.ts";

export interface Assertion {
  readonly jti: string | undefined;
  /** Seconds since 1970. */
  readonly exp: number;
}

/**
 * Verifies a client assertion (identity-governance-api.md, Authentication; RFC 7523, section 3). In order: alg,
 * signature, iss, sub, aud (a string, or an array with it), exp (required, not past), nbf if present, exp at most five
 * minutes ahead. The caller checks the `jti`.
 * @returns the fault, for the client's author, or the assertion
 */
export async function verifyAssertion(
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
    // Whole seconds, rounded in the client's favour, as its clock may have moved on.
    if (exp - Math.ceil(now.getTime() / 1_000) > MAX_ASSERTION_LIFETIME_SECONDS)
      return `exp is more than ${MAX_ASSERTION_LIFETIME_SECONDS} seconds ahead`;
    if (jti !== undefined && typeof jti !== "string") return "jti must be a string";
    return { exp, jti };
  } catch (error) {
    // jose's messages name the failed claim or check, and nothing of the assertion.
    return error instanceof Error ? error.message : "cannot be verified";
  }
}

/** Remembers a `jti` until its assertion expires. @returns false for a repeated one (RFC 7523, section 3) */
export function useJti(sql: SqlStorage, clientId: string, { jti, exp }: Assertion, now: Date): boolean {
  if (jti === undefined) return true;
  sql.exec("DELETE FROM jtis WHERE expires_at < ?", now.getTime());
  return (
    sql.exec("INSERT INTO jtis VALUES (?, ?, ?) ON CONFLICT DO NOTHING", clientId, jti, exp * 1_000)
      .rowsWritten > 0
  );
}
