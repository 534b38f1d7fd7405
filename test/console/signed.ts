import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { vi } from "vitest";
import type { Env } from "../../src/env.ts";
import type { Role } from "../../src/policy/acts.ts";
import { app } from "../support/app.ts";

/** An origin that the local stack accepts: it only answers to this machine's names. */
export const SITE = "http://127.0.0.1:8787";
export const TEAM = "example.cloudflareaccess.com";
const AUDIENCE = "console-audience";

/** The bindings of the test project, without Access and without the local stack's sign-in. */
export const bare = env as unknown as Env;
export const local: Env = { ...bare, LOCAL_STACK: "yes" };
export const behindAccess: Env = { ...bare, ACCESS_TEAM_DOMAIN: TEAM, ACCESS_AUD: AUDIENCE };

/** Returns the headers of a person on the local stack with exactly these roles. */
export const as = (...roles: Role[]): Record<string, string> => ({
  "reeve-operator": `${roles.join("-")}@example.com`,
  "reeve-roles": roles.join(","),
});

/** Sends requests to Reeve as a browser does. */
export function asking(reeve: Pick<typeof app, "request">) {
  /** Requests a page as a browser does when a user opens it. */
  const open = (path: string, headers: Record<string, string> = {}, bindings = local) =>
    reeve.request(
      SITE + path,
      { headers: { accept: "text/html", ...headers } },
      bindings,
      createExecutionContext(),
    );

  /** Submits a form as a browser does, from a page of our own unless the headers state another. */
  const submit = (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
    bindings = local,
  ) =>
    reeve.request(
      SITE + path,
      {
        method: "POST",
        headers: {
          accept: "text/html",
          origin: SITE,
          "sec-fetch-site": "same-origin",
          "content-type": "application/x-www-form-urlencoded",
          ...headers,
        },
        body: new URLSearchParams(fields).toString(),
      },
      bindings,
      createExecutionContext(),
    );

  /** Returns the CSRF token of the forms that a person sees. */
  async function makeToken(headers: Record<string, string> = {}, bindings = local): Promise<string> {
    const all = await open("/automations", headers, bindings);
    // A requester has access to the forms only.
    const page = await (all.ok ? all : await open("/ask/tool.retire", headers, bindings)).text();
    return /name="csrf" value="([\w-]+)"/.exec(page)?.[1] ?? "";
  }
  return { open, submit, tokenOf: makeToken };
}

export const { open, submit, tokenOf } = asking(app);

let keys: ReturnType<typeof generateKeyPair> | undefined;
/** Returns the team's keys. They stay the same, because Reeve caches them. */
const keysOfTeam = () => {
  keys ??= generateKeyPair("RS256", { extractable: true });
  return keys;
};

/** Replaces the team's Cloudflare Access. It serves a newer key first, and signs tokens with the older one. */
export async function accessOfTeam() {
  const { publicKey, privateKey } = await keysOfTeam();
  const jwk = { ...(await exportJWK(publicKey)), kid: "1", alg: "RS256", use: "sig" };
  const newer = { ...jwk, n: jwk.n?.toUpperCase(), kid: "2" };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (request) => {
    const url = request instanceof Request ? request.url : String(request);
    if (url === `https://${TEAM}/cdn-cgi/access/certs`) return Response.json({ keys: [newer, jwk] });
    return new Response(null, { status: 404 });
  });
  return {
    /** Returns the header of a request that Access admits. */
    async signIn(
      claims: Record<string, unknown>,
      {
        audience = AUDIENCE,
        issuer = `https://${TEAM}`,
        expires = "10m" as string | null,
        key = privateKey,
      } = {},
    ): Promise<Record<string, string>> {
      const jwt = new SignJWT({ type: "app", identity_nonce: "nonce-1", ...claims })
        .setProtectedHeader({ alg: "RS256", kid: "1" })
        .setAudience(audience)
        .setIssuer(issuer);
      if (!("iat" in claims)) jwt.setIssuedAt();
      if (expires !== null) jwt.setExpirationTime(expires);
      return { "cf-access-jwt-assertion": await jwt.sign(key) };
    },
  };
}
