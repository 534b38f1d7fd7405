// Signs client assertions with the key of a credential.
import { importJWK, SignJWT } from "jose";
import type { Credential } from "./credential.ts";

/**
 * Lifetime of an assertion in seconds. The service accepts up to five minutes (identity-governance-api.md, Limits); two
 * minutes leave room for clock differences.
 */
const ASSERTION_LIFETIME_SECONDS = 2 * 60;
/** Maximum seconds that the service's clock can be behind. */
const MAX_SKEW_SECONDS = 60;

/** Imports the credential's private key for EdDSA, as a key that WebCrypto can't export. */
export async function importSigningKey({ key }: Pick<Credential, "key">): Promise<CryptoKey> {
  const imported = await importJWK({ ...key, ext: false }, "EdDSA");
  if (imported instanceof Uint8Array) throw new TypeError("an OKP key cannot be symmetric");
  return imported;
}

/**
 * Returns the time of issue of a token, in seconds: a little back, because a server whose clock is behind may refuse a
 * time ahead of its own.
 */
export const toIssuedAt = (nowMs: number): number => Math.floor(nowMs / 1000) - 10;

/**
 * Signs a client assertion (RFC 7523, section 3). An assertion can be used only once, so every attempt signs a new one.
 */
export async function signAssertion(
  credential: Pick<Credential, "clientId" | "hostname" | "key">,
  nowMs: number,
): Promise<string> {
  const issuedAt = Math.floor(nowMs / 1000);
  return (
    new SignJWT()
      // The vendor's SDKs send a nonce in the header; the standard claim is `jti` (RFC 7519).
      .setProtectedHeader({ alg: "EdDSA", typ: "JWT", nonce: crypto.randomUUID() })
      .setIssuer(credential.clientId)
      .setSubject(credential.clientId)
      .setAudience(credential.hostname)
      .setIssuedAt(toIssuedAt(nowMs))
      .setNotBefore(issuedAt - MAX_SKEW_SECONDS)
      .setExpirationTime(issuedAt + ASSERTION_LIFETIME_SECONDS)
      .setJti(crypto.randomUUID())
      .sign(await importSigningKey(credential))
  );
}
