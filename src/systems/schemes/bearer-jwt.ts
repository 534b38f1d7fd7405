// Verifies deliveries that come with a JWT as bearer token.
import { jwtVerify } from "jose";
import { JWTExpired } from "jose/errors";
import { ok, refused } from "../../base/result.ts";
import type { Verify } from "../system.ts";
import { utf8 } from "./bytes.ts";
import { hmacKey, keptKeys } from "./hmac.ts";
import { queryHash } from "./query-hash.ts";
import { asBearer } from "./shared-secret.ts";

/** How far the sender's clock may differ from ours. Seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;
/** How far ahead a token may expire. Atlassian's live for three minutes; whoever gets hold of one has no longer. */
const MAX_LIFETIME_SECONDS = 15 * 60;

const keyOf = keptKeys((secret) => hmacKey(utf8(secret), "SHA-256"));

/**
 * Verifies `Authorization: Bearer <JWT>`, signed by HS256 with the secret; no other algorithm is taken. The token must
 * expire soon, and where it says which request it is for (`qsh`), that must be this one. It says who sent the delivery;
 * the body is not signed. Issuer and audience are not looked at: the secret is one app's, and Atlassian does not
 * document what they are for OAuth 2.0 apps.
 */
export const bearerJwt: Verify = async (delivery, secrets, now) => {
  const token = asBearer(delivery);
  if (token === null) return refused({ check: "secret_missing" });
  let expired = false;
  for (const [secret, key] of secrets.entries()) {
    try {
      const { payload } = await jwtVerify(token, await keyOf(key), {
        algorithms: ["HS256"],
        requiredClaims: ["exp"],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now),
      });
      const { exp = Number.POSITIVE_INFINITY, qsh } = payload;
      const isLasting = exp - now / 1_000 > MAX_LIFETIME_SECONDS + CLOCK_TOLERANCE_SECONDS;
      if (isLasting || (qsh !== undefined && qsh !== (await queryHash(delivery)))) break;
      return ok({ secret, signed: null });
    } catch (error) {
      expired ||= error instanceof JWTExpired;
    }
  }
  return refused({ check: expired ? "timestamp_stale" : "token_refused" });
};
