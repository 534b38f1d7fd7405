// Proves with each request that the sender has the key to which the access token is bound (DPoP, RFC 9449).
import { base64url, exportJWK, generateKeyPair, SignJWT } from "jose";
import { importSigningKey, toIssuedAt } from "./assertion.ts";
import type { PreparedRequest } from "./attempt.ts";
import { Ed25519Key } from "./credential.ts";

/** Creates the key pair of one access token. */
export async function newProofKey(): Promise<Ed25519Key> {
  const { privateKey } = await generateKeyPair("Ed25519", { extractable: true });
  return Ed25519Key.parse(await exportJWK(privateKey));
}

/**
 * Returns the request headers that contain the proof and, if there is one, the access token.
 * @param token The access token; absent in a token request
 * @param nonce The server's last nonce
 */
export async function proofHeaders(
  key: Ed25519Key,
  { method, url }: Pick<PreparedRequest, "method" | "url">,
  { token, nonce, nowMs }: { readonly token?: string; readonly nonce?: string; readonly nowMs: number },
): Promise<Readonly<Record<string, string>>> {
  const { d: _, ...jwk } = key;
  const { origin, pathname } = new URL(url);
  const proof = await new SignJWT({
    htm: method,
    htu: `${origin}${pathname}`,
    ...(token && { ath: await hash(token) }),
    ...(nonce && { nonce }),
  })
    .setProtectedHeader({ alg: "EdDSA", typ: "dpop+jwt", jwk })
    .setJti(crypto.randomUUID())
    .setIssuedAt(toIssuedAt(nowMs))
    .sign(await importSigningKey({ key }));
  return { dpop: proof, ...(token && { authorization: `DPoP ${token}` }) };
}

/** Returns the claim `ath`: the SHA-256 of an access token in base64url. */
async function hash(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return base64url.encode(new Uint8Array(digest));
}
