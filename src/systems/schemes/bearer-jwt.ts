// Verifies deliveries that come with a JWT as bearer token.
import { ok, refused } from "../../base/result.ts";
import { type JsonObject, Members, readJson } from "../reading/json.ts";
import type { Delivery, Refusal, Verify } from "../system.ts";
import { bytesOf, fromBase64, utf8 } from "./bytes.ts";
import { fits, hmacKey, keptKeys, MAC_BYTES } from "./hmac.ts";
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
 * document what they are for OAuth 2.0 apps. What a token says counts once it is known to be signed.
 * Source: RFC 7515, RFC 7519
 */
export const bearerJwt: Verify = async (delivery, secrets, now) => {
  const token = asBearer(delivery);
  if (token === null) return refused({ check: "secret_missing" });
  const [head = "", claims = "", mac = "", ...more] = token.split(".", 4);
  const header = partOf(head);
  const signature = bytesOf(mac, "base64url", MAC_BYTES["SHA-256"]);
  // Whatever a token declares critical is something that we don't know.
  if (more.length > 0 || signature === null || header?.["alg"] !== "HS256" || Object.hasOwn(header, "crit"))
    return refused({ check: "token_refused" });
  for (const [secret, text] of secrets.entries()) {
    if (!(await fits(await keyOf(text), [signature], [`${head}.${claims}`]))) continue;
    const check = await faultIn(partOf(claims), delivery, now / 1000);
    return check ? refused({ check }) : ok({ secret, signed: null });
  }
  return refused({ check: "token_refused" });
};

/** What is wrong with the claims of a token that the sender signed, if anything. @param now Unix seconds */
async function faultIn(
  claims: JsonObject | null,
  delivery: Delivery,
  now: number,
): Promise<Refusal["check"] | null> {
  if (!claims) return "token_refused";
  const { exp, nbf = 0, iat = 0, qsh } = claims;
  if (typeof exp !== "number" || typeof nbf !== "number" || typeof iat !== "number") return "token_refused";
  if (nbf > now + CLOCK_TOLERANCE_SECONDS) return "token_refused";
  if (exp <= now - CLOCK_TOLERANCE_SECONDS) return "timestamp_stale";
  if (exp > now + MAX_LIFETIME_SECONDS + CLOCK_TOLERANCE_SECONDS) return "token_refused";
  return qsh === undefined || qsh === (await queryHash(delivery)) ? null : "token_refused";
}

/** The object that a part of a token is; `null` where it is none. */
function partOf(text: string): JsonObject | null {
  const bytes = fromBase64(text, "base64url");
  const read = bytes && readJson(bytes, Members);
  return read?.ok ? read.value.json : null;
}
