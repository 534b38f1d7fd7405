// Converts errors of token verification to refusals of deliveries, for systems that sign tokens with their own keys.
import { Problem } from "../../base/problem.ts";
import type { TokenRefusal } from "../../base/remote-keys.ts";
import { type Refusal, refuse } from "../system.ts";

/**
 * Returns the refusal for a delivery whose token is not valid.
 * @param expected A description of the token that the delivery needs
 * @throws Problem `keys_unavailable` if the keys could not be fetched
 */
export function refuseToken({ unavailable, code, claim, cause }: TokenRefusal, expected: string) {
  if (unavailable) throw new Problem("keys_unavailable", "the sender's keys can't be fetched", { cause });
  return refuse(findCheck(code, claim), expected, claim ? `another ${claim}` : code);
}

function findCheck(code: string, claim?: string): Refusal["check"] {
  if (code === "ERR_JWT_EXPIRED") return "timestamp_stale";
  if (claim === "nbf" || claim === "iat") return "timestamp_future";
  return code === "ERR_JWS_INVALID" || code === "ERR_JWT_INVALID" ? "signature_malformed" : "token_mismatch";
}
