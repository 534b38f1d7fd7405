// Finds the caller of an access token, and verifies that the caller has the key that the token is bound to.

import { sha256Hex } from "../../../base/hash.ts";
import { TenantError } from "../errors.ts";
import type { Caller, Place } from "../world.ts";
import { allows } from "./cidr.ts";
import { findCredential, hasExpired } from "./credentials.ts";
import { verifyProof } from "./dpop.ts";

/**
 * Authenticates the caller with a bearer token (RFC 6750), or with a token that is bound to a key (RFC 9449).
 * @throws TenantError 401 for a missing, unknown or expired token, or if its credential was deleted or has expired; 403
 * if the credential may not be used from the caller's address
 */
export async function authenticate(request: Request, place: Place): Promise<Caller> {
  const header = request.headers.get("authorization");
  const [, scheme, token] = /^(bearer|dpop) +([\w.~+/-]+=*)$/i.exec(header ?? "") ?? [];
  if (token === undefined) throw unauthenticated(place, "This call needs a bearer token.");
  const hash = await sha256Hex(token);
  const now = place.now();
  const [row] = place.sql
    .exec<{ credential_id: string; expires_at: number; jkt: string | null }>(
      "SELECT * FROM tokens WHERE hash = ?",
      hash,
    )
    .toArray();
  const credential = row && findCredential(place.sql, "id", row.credential_id);
  if (!credential) throw unauthenticated(place, "The access token is not known.", "invalid_token");
  if ((row.jkt !== null) !== (scheme?.toLowerCase() === "dpop"))
    throw unauthenticated(place, "The access token needs another scheme.", "invalid_token");
  if (row.jkt !== null && row.jkt !== (await verifyProof(request, place, token).catch(asChallenge)))
    throw unauthenticated(place, "The access token is bound to another key.", "invalid_token");
  if (row.expires_at <= now.getTime())
    throw unauthenticated(place, "The access token has expired.", "invalid_token");
  if (hasExpired(credential, now))
    throw unauthenticated(place, "The credential is past its lifespan.", "invalid_token");
  if (!allows(credential.allowedCidrs, place.address))
    throw new TenantError("permission_denied", "The credential may not be used from this address.");
  const { clientId, userId, permissions } = credential;
  return { clientId, userId, permissions };
}

/** Converts the error for an invalid proof to the 401 of a resource server (RFC 9449, section 7.1). */
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
