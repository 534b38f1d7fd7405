import type { MiddlewareHandler } from "hono";
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from "jose";
import { log } from "../base/log.ts";
import { Problem } from "../base/problem.ts";
import type { Operator } from "../console/decisions.ts";

/** Bindings that say who may read. */
export interface AccessEnv {
  /** Cloudflare Access team domain, as `example.cloudflareaccess.com`. */
  readonly ACCESS_TEAM_DOMAIN?: string;
  /** The Access application's audience tag. */
  readonly ACCESS_AUD?: string;
  /** `"yes"` on the local stack, which only this machine reaches: lets everyone in. Never set it on a deployment. */
  readonly LOCAL_STACK?: string;
}

/** Says on the local stack, which asks nobody to sign in, who one wants to be. */
const LOCAL_OPERATOR_HEADER = "reeve-operator";
const LOCAL_OPERATOR = "operator@example.com";

const keySets = new Map<string, JWTVerifyGetKey>();

/**
 * Lets in only whom Cloudflare Access has signed in: the JWT it puts on each request is verified (RS256, issuer,
 * audience, expiry). Not configured means closed.
 * Source: developers.cloudflare.com/cloudflare-one/identity/authorization-cookie/validating-json
 */
export const access: MiddlewareHandler<{ Bindings: AccessEnv; Variables: Operator }> = async (c, next) => {
  const { ACCESS_TEAM_DOMAIN: team, ACCESS_AUD: audience, LOCAL_STACK: local } = c.env;
  const origin = c.req.header("origin");
  if (origin && c.req.method !== "GET" && origin !== new URL(c.req.url).origin)
    throw new Problem("foreign_origin", "the request comes from another site's page");
  if (local === "yes") {
    c.set("operator", c.req.header(LOCAL_OPERATOR_HEADER) ?? LOCAL_OPERATOR);
    return next();
  }
  if (!team || !audience) {
    throw new Problem("access_not_configured", "set ACCESS_TEAM_DOMAIN and ACCESS_AUD, or nobody is let in");
  }
  const issuer = `https://${team}`;
  const token = c.req.header("cf-access-jwt-assertion");
  if (!token) throw new Problem("access_denied", "no Access token");
  try {
    const { payload } = await jwtVerify(token, keysOf(issuer), { issuer, audience, algorithms: ["RS256"] });
    c.set("operator", typeof payload["email"] === "string" ? payload["email"] : "");
  } catch (error) {
    log("access_denied", { reason: error instanceof Error ? error.name : "unknown" });
    throw new Problem("access_denied", "the Access token does not verify", { cause: error });
  }
  return next();
};

/** The team's public keys, fetched when first needed and again when one is unknown. */
function keysOf(issuer: string): JWTVerifyGetKey {
  const known = keySets.get(issuer);
  if (known) return known;
  const keys = createRemoteJWKSet(new URL(`${issuer}/cdn-cgi/access/certs`));
  keySets.set(issuer, keys);
  return keys;
}
