// Verifies proofs of possession (DPoP, RFC 9449, section 4.3). Each proof is valid for one request, which prevents
// replays.
import {
  base64url,
  calculateJwkThumbprint,
  decodeProtectedHeader,
  EmbeddedJWK,
  type JWK,
  jwtVerify,
} from "jose";
import { sha256 } from "../../../base/hash.ts";
import { TenantError } from "../errors.ts";
import { dice } from "../seed/samples.ts";
import type { Place } from "../world.ts";

/** Time for which a proof is accepted, in seconds. */
const PROOF_SECONDS = 5 * 60;
/** How long a nonce is current, in seconds. After that, it is accepted for as long again. */
const NONCE_SECONDS = 60;

/**
 * Verifies the proof of a request.
 * @param token The access token of the request; absent in a token request
 * @returns the thumbprint of the proof's key (RFC 7638)
 * @throws TenantError 400 `invalid_dpop_proof` or `use_dpop_nonce`, the latter with a nonce
 */
export async function verifyProof(request: Request, place: Place, token?: string): Promise<string> {
  const proof = request.headers.get("dpop") ?? "";
  const now = place.now();
  const { origin, pathname } = new URL(request.url);
  try {
    const { payload } = await jwtVerify(proof, EmbeddedJWK, {
      algorithms: ["EdDSA", "Ed25519"],
      typ: "dpop+jwt",
      currentDate: now,
      maxTokenAge: PROOF_SECONDS,
      requiredClaims: ["jti", "htm", "htu"],
    });
    const { htm, htu, ath, nonce, jti = "" } = payload;
    if (htm !== request.method) throw new Error("htm is not the method of the request");
    if (htu !== `${origin}${pathname}`) throw new Error("htu is not the address of the request");
    if (token !== undefined && ath !== base64url.encode(await sha256(token)))
      throw new Error("ath is not the token's hash");
    const earlier = new Date(now.getTime() - NONCE_SECONDS * 1_000);
    const [fresh, last] = [nonceAt(place, now), nonceAt(place, earlier)];
    if (nonce !== fresh && nonce !== last)
      throw new TenantError("use_dpop_nonce", "The proof must have the nonce in DPoP-Nonce.", [], {
        "dpop-nonce": fresh,
      });
    const jkt = await calculateJwkThumbprint(decodeProtectedHeader(proof).jwk as JWK);
    if (!useJti(place, `dpop ${jkt}`, jti, now.getTime() + 2 * PROOF_SECONDS * 1_000))
      throw new Error("this jti was used before");
    return jkt;
  } catch (error) {
    if (error instanceof TenantError) throw error;
    // jose's messages name the failed claim or check, but contain no part of the proof.
    const reason = error instanceof Error ? error.message : "it cannot be verified";
    throw new TenantError("invalid_dpop_proof", `DPoP: ${reason}.`);
  }
}

/**
 * Stores the `jti` of a proof or assertion until `expiresAt`, to reject replays (RFC 7523, section 3).
 * @param expiresAt Unix milliseconds
 * @returns false if the `jti` was used before
 */
export function useJti({ sql, now }: Place, client: string, jti: string, expiresAt: number): boolean {
  sql.exec("DELETE FROM jtis WHERE expires_at < ?", now().getTime());
  const put = "INSERT INTO jtis VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
  return sql.exec(put, client, jti, expiresAt).rowsWritten > 0;
}

const nonceAt = ({ hostname }: Place, at: Date): string =>
  dice(`dpop ${hostname} ${Math.floor(at.getTime() / 1_000 / NONCE_SECONDS)}`).hex(24);
