import { jwtVerify } from "jose";
import { JWTExpired } from "jose/errors";
import { ok, refused } from "../../base/result.ts";
import type { Verify } from "../source.ts";
import { utf8 } from "./bytes.ts";
import { asBearer } from "./shared-secret.ts";

/** How far the sender's clock may differ from ours. Seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;

/**
 * Verifies `Authorization: Bearer <JWT>`, signed by HS256 with the secret; no other algorithm is taken. The token must
 * expire. It says who sent the delivery; the body is not signed.
 */
export const bearerJwt: Verify = async (delivery, secrets, now) => {
  const token = asBearer(delivery);
  if (token === null) return refused({ check: "secret_missing" });
  let expired = false;
  for (const [secret, key] of secrets.entries()) {
    try {
      await jwtVerify(token, utf8(key), {
        algorithms: ["HS256"],
        requiredClaims: ["exp"],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now),
      });
      return ok({ secret, signed: null });
    } catch (error) {
      expired ||= error instanceof JWTExpired;
    }
  }
  return refused({ check: expired ? "timestamp_stale" : "token_refused" });
};
