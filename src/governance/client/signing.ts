// Signs client assertions with a credential's key, and DPoP proofs with a token's key. This code is loaded only when it
// is needed: few isolates request tokens, and few tokens are bound to keys.
import { base64url, exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import { sha256 } from "../../base/hash.ts";
import { type Credential, Ed25519Key } from "./credential.ts";
import type { PreparedRequest } from "./request.ts";

/**
 * Lifetime of an assertion in seconds. The service accepts up to five minutes (identity-governance-api.md, Limits); two
 * minutes leave room for clock differences.
 */
const ASSERTION_LIFETIME_SECONDS = 2 * 60;
/** Maximum seconds that the service's clock can be behind. */
const MAX_SKEW_SECONDS = 60;

/** Imports the private key of a credential or a token for EdDSA, as a key that WebCrypto can't export. */
export async function importSigningKey({ key }: Pick<Credential, "key">): Promise<CryptoKey> {
  const imported = await importJWK({ ...key, ext: false }, "EdDSA");
  if (imported instanceof Uint8Array) throw new TypeError("an OKP key cannot be symmetric");
  return imported;
}

/**
 * Returns the time of issue for an assertion or a proof, in Unix seconds: ten seconds before now, because a server
 * whose clock is behind might reject a time ahead of its own.
 */
const toIssuedAt = (nowMs: number): number => Math.floor(nowMs / 1000) - 10;

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

/** Creates the key pair of one access token. */
export async function newProofKey(): Promise<Ed25519Key> {
  const { privateKey } = await generateKeyPair("Ed25519", { extractable: true });
  return Ed25519Key.parse(await exportJWK(privateKey));
}

/**
 * Returns the request headers that contain the DPoP proof (RFC 9449) and, if there is one, the access token.
 * @param token The access token; absent in a token request
 * @param nonce The server's last nonce
 */
export async function proofHeaders(
  key: Ed25519Key,
  { method, url }: Pick<PreparedRequest, "method" | "url">,
  { token, nonce, nowMs }: Partial<Record<"token" | "nonce", string | undefined>> & { nowMs: number },
): Promise<Readonly<Record<string, string>>> {
  const { d: _, ...jwk } = key;
  const { origin, pathname } = new URL(url);
  const proof = await new SignJWT({
    htm: method,
    htu: `${origin}${pathname}`,
    ...(token && { ath: base64url.encode(await sha256(token)) }),
    ...(nonce && { nonce }),
  })
    .setProtectedHeader({ alg: "EdDSA", typ: "dpop+jwt", jwk })
    .setJti(crypto.randomUUID())
    .setIssuedAt(toIssuedAt(nowMs))
    .sign(await importSigningKey({ key }));
  return { dpop: proof, ...(token && { authorization: `DPoP ${token}` }) };
}
