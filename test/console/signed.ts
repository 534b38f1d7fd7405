import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { vi } from "vitest";
import type { Env } from "../../src/env.ts";
import type { Role } from "../../src/policy/roles.ts";
import { app } from "../support/app.ts";

/** The local stack answers by this machine's names alone. */
export const SITE = "http://127.0.0.1:8787";
export const TEAM = "example.cloudflareaccess.com";
const AUDIENCE = "console-audience";

/** The bindings of the test project, with nobody to ask who somebody is. */
export const bare = env as unknown as Env;
export const local: Env = { ...bare, LOCAL_STACK: "yes" };
export const behindAccess: Env = { ...bare, ACCESS_TEAM_DOMAIN: TEAM, ACCESS_AUD: AUDIENCE };

/** As on the local stack somebody with these roles and no others. */
export const as = (...roles: Role[]): Record<string, string> => ({
  "reeve-operator": `${roles.join("-")}@example.com`,
  "reeve-roles": roles.join(","),
});

/** What a browser asks of Reeve, with a configuration of the test's own or the sample's. */
export function asking(reeve: Pick<typeof app, "request">) {
  /** A request as a browser sends it when somebody opens a page. */
  const open = (path: string, headers: Record<string, string> = {}, bindings = local) =>
    reeve.request(
      SITE + path,
      { headers: { accept: "text/html", ...headers } },
      bindings,
      createExecutionContext(),
    );

  /** A form as a browser sends it, from a page of our own unless the headers say otherwise. */
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

  /** The token of the forms that somebody is shown. */
  async function makeToken(headers: Record<string, string> = {}, bindings = local): Promise<string> {
    const all = await open("/automations", headers, bindings);
    // A requester has the forms alone.
    const page = await (all.ok ? all : await open("/ask/tool.retire", headers, bindings)).text();
    return /name="csrf" value="([\w-]+)"/.exec(page)?.[1] ?? "";
  }
  return { open, submit, tokenOf: makeToken };
}

export const { open, submit, tokenOf } = asking(app);

let keys: ReturnType<typeof generateKeyPair> | undefined;
/** The team's keys, which stay the same: whoever verifies with them keeps them. */
const keysOfTeam = () => {
  keys ??= generateKeyPair("RS256", { extractable: true });
  return keys;
};

/** Cloudflare Access of the team. It serves a newer key first, and signs tokens with the older one. */
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
    /** The header of a request that Access lets through. */
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
