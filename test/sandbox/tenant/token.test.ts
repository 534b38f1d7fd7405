import { importJWK, type JWTPayload, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { CLIENT_ASSERTION_TYPE, TokenError, TokenResponse } from "../../../src/governance/contract/token.ts";
import { isSpecificationAlone } from "../../support/sweep.ts";
import { tenantAt } from "./client.ts";

const HOST = "token.tenant.example";
const FORM = "application/x-www-form-urlencoded";

const tenant = await tenantAt(HOST);
const { clientId, clientSecret } = await tenant.issue();

const post = (fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
  fetch(`https://${HOST}/auth/v1/token`, {
    method: "POST",
    body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
    headers: { "content-type": FORM, ...headers },
  });
const basic = (more: Record<string, string> = {}) => ({
  grant_type: "client_credentials",
  client_id: clientId,
  client_secret: clientSecret,
  ...more,
});
const refused = async (response: Response) => {
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { error, error_description } = TokenError.parse(await response.json());
  expect(error_description).toBeTruthy();
  return `${response.status} ${error}`;
};

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** Makes a signed assertion that is valid except for the given claims. */
async function assertion(
  claims: JWTPayload = {},
  { secret = clientSecret, header = {} }: { secret?: string; header?: object } = {},
): Promise<string> {
  const jwk = JSON.parse(atob((secret.split(":").at(-1) ?? "").replaceAll("-", "+").replaceAll("_", "/")));
  const payload = { iss: clientId, sub: clientId, aud: HOST, exp: nowSeconds() + 120, ...claims };
  const key = await importJWK(jwk, "EdDSA");
  return new SignJWT(payload).setProtectedHeader({ alg: "EdDSA", ...header }).sign(key);
}
const signed = (jwt: string, more: Record<string, string> = {}) => ({
  grant_type: "client_credentials",
  client_id: clientId,
  client_assertion_type: CLIENT_ASSERTION_TYPE,
  client_assertion: jwt,
  ...more,
});
const without = (fields: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));

async function accessWith(response: Response, headers: Record<string, string> = {}) {
  const { access_token } = TokenResponse.parse(await response.json());
  return fetch(`https://${HOST}/api/v1/users/usr_ada_marsh`, {
    headers: { authorization: `Bearer ${access_token}`, ...headers },
  });
}

describe("a client secret", () => {
  it("gets a one-hour bearer token, which the API accepts", async () => {
    const response = await post(basic());
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.clone().json()).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
    expect((await accessWith(response)).status).toBe(200);
  });

  it("is rejected with the same error whether it is wrong or the client is unknown", async () => {
    const answers = await Promise.all([
      post(basic({ client_secret: `${clientSecret}x` })),
      post(basic({ client_secret: clientSecret.slice(0, -1) })),
      post(basic({ client_id: "nobody@token.tenant.example/api" })),
    ]);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ error: "invalid_client" });
  });

  it("is rejected if it belongs to another credential", async () => {
    const other = await tenant.issue();
    expect(await refused(await post(basic({ client_secret: other.clientSecret })))).toBe(
      "401 invalid_client",
    );
  });
});

describe("a signed assertion", () => {
  it("gets a token that the API accepts", async () => {
    const response = await post(signed(await assertion()));
    expect(response.status).toBe(200);
    expect((await accessWith(response)).status).toBe(200);
  });

  it.for<[string, JWTPayload, object?]>([
    ["an audience in an array", { aud: ["https://elsewhere.example.com", HOST] }],
    ["an nbf in the past", { nbf: nowSeconds() - 30 }],
    ["an nbf of now", { nbf: nowSeconds() }],
    ["a nonce in the header", {}, { nonce: "r4nd0m", typ: "JWT" }],
    ["other claims and headers", { scope: "x", nonce: 5 }, { kid: "k", typ: "client-authentication+jwt" }],
    ["an exp five minutes ahead", { exp: nowSeconds() + 300 }],
    ["times with fractions", { exp: nowSeconds() + 100.5, iat: nowSeconds() + 0.25 }],
    ["an iat in the future", { iat: nowSeconds() + 30 }],
  ])("can have %s", async ([, claims, header = {}]) => {
    expect((await post(signed(await assertion(claims, { header })))).status).toBe(200);
  });

  it.for<[string, JWTPayload]>([
    ["another issuer", { iss: "someone@token.tenant.example/api" }],
    ["no issuer", { iss: undefined } as unknown as JWTPayload],
    ["another subject", { sub: "someone@token.tenant.example/api" }],
    ["another audience", { aud: "other.example.com" }],
    ["an audience with a port", { aud: `${HOST}:443` }],
    ["an audience with a scheme", { aud: `https://${HOST}` }],
    ["an array of other audiences", { aud: ["other.example.com"] }],
    ["no audience", { aud: undefined } as unknown as JWTPayload],
    ["no expiry", { exp: undefined } as unknown as JWTPayload],
    ["an expiry in the past", { exp: nowSeconds() - 10 }],
    ["an expiry more than five minutes ahead", { exp: nowSeconds() + 330 }],
    ["an nbf in the future", { nbf: nowSeconds() + 60 }],
    ["an expiry that is not a number", { exp: "soon" } as unknown as JWTPayload],
  ])("is rejected with %s", async ([, claims]) => {
    expect(await refused(await post(signed(await assertion(claims))))).toBe("401 invalid_client");
  });

  it("is rejected with another credential's key", async () => {
    const { clientSecret: secret } = await tenant.issue();
    expect(await refused(await post(signed(await assertion({}, { secret }))))).toBe("401 invalid_client");
  });

  it("is rejected if its algorithm is wrong or missing, or if it is not a JWT", async () => {
    const hmac = await new SignJWT({ iss: clientId, sub: clientId, aud: HOST, exp: nowSeconds() + 60 })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(clientSecret));
    const [, payload = ""] = (await assertion()).split(".");
    const none = `${btoa('{"alg":"none"}').replaceAll("=", "")}.${payload}.`;
    for (const jwt of [hmac, none, "not-a-jwt", "a.b.c", `${await assertion()}x`])
      expect(await refused(await post(signed(jwt)))).toBe("401 invalid_client");
  });

  it("is rejected if its jti was already used", async () => {
    const jwt = await assertion({ jti: "once" });
    expect((await post(signed(jwt))).status).toBe(200);
    expect(await refused(await post(signed(jwt)))).toBe("401 invalid_client");
    expect(await refused(await post(signed(await assertion({ jti: "once" }))))).toBe("401 invalid_client");
    expect((await post(signed(await assertion({ jti: "twice" })))).status).toBe(200);
  });

  it("is accepted only once per jti, even if it arrives eight times concurrently", async () => {
    const jwt = await assertion({ jti: "race" });
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(signed(jwt))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("can be used again if it has no jti, which some clients never send", async () => {
    const jwt = await assertion({}, { header: { nonce: "random" } });
    expect((await post(signed(jwt))).status).toBe(200);
    expect((await post(signed(jwt))).status).toBe(200);
  });

  it("is rejected if the request has another client_id", async () => {
    const other = await tenant.issue();
    const fields = signed(await assertion(), { client_id: other.clientId });
    expect(await refused(await post(fields))).toBe("401 invalid_client");
  });

  it("is rejected if the assertion type is missing or wrong", async () => {
    const fields = signed(await assertion());
    expect(await refused(await post(without(fields, "client_assertion_type")))).toBe("400 invalid_request");
    expect(await refused(await post({ ...fields, client_assertion_type: "saml" }))).toBe(
      "400 invalid_request",
    );
  });
});

describe("the form of a token request", () => {
  it.for<[string, (form: string) => string, Record<string, string>?]>([
    ["an empty scope", (form) => `${form}&scope=`],
    ["other fields that clients send", (form) => `${form}&scope=openid+profile&audience=x&resource=y`],
    ["empty fields", (form) => `${form}&client_assertion=&client_assertion_type=`],
    ["an ampersand at the end", (form) => `${form}&`],
    ["characters that need no encoding", decodeURIComponent],
    ["a charset", String, { "content-type": `${FORM}; charset=UTF-8` }],
    ["an Accept header without JSON", String, { accept: "text/plain" }],
  ])("can have %s", async ([, change, headers]) => {
    expect((await post(change(new URLSearchParams(basic()).toString()), headers)).status).toBe(200);
  });

  it("is rejected with both a client secret and an assertion, or with neither", async () => {
    const both = { ...basic(), ...signed(await assertion()) };
    expect(await refused(await post(both))).toBe("400 invalid_request");
    expect(await refused(await post(without(basic(), "client_secret")))).toBe("400 invalid_request");
    expect(await refused(await post(basic({ client_secret: "" })))).toBe("400 invalid_request");
  });

  it("is rejected without a supported grant type or without a client id", async () => {
    for (const grant_type of [
      "password",
      "CLIENT_CREDENTIALS",
      "urn:ietf:params:oauth:grant-type:jwt-bearer",
    ])
      expect(await refused(await post(basic({ grant_type })))).toBe("400 unsupported_grant_type");
    expect(await refused(await post(without(basic(), "grant_type")))).toBe("400 invalid_request");
    expect(await refused(await post(without(basic(), "client_id")))).toBe("400 invalid_request");
  });

  it("is rejected if it repeats a field, is JSON or invalid UTF-8, exceeds 1 MiB, or is sent by GET", async () => {
    const form = new URLSearchParams(basic()).toString();
    expect(await refused(await post(`${form}&grant_type=client_credentials`))).toBe("400 invalid_request");
    expect(await refused(await post(JSON.stringify(basic()), { "content-type": "application/json" }))).toBe(
      "400 invalid_request",
    );
    const bytes = new Uint8Array([0xff, 0xfe]);
    const broken = await fetch(`https://${HOST}/auth/v1/token`, { method: "POST", body: bytes });
    expect(await refused(broken)).toBe("400 invalid_request");
    expect(await refused(await post("a".repeat(1024 * 1024 + 1)))).toBe("413 invalid_request");
    expect(await refused(await fetch(`https://${HOST}/auth/v1/token`))).toBe("405 invalid_request");
  });

  it("must contain the credentials, which are not accepted in a header or in the query", async () => {
    const header = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
    const inHeader = await post({ grant_type: "client_credentials" }, header);
    expect(inHeader.headers.get("www-authenticate")).toMatch(/^Basic /);
    expect(await refused(inHeader)).toBe("401 invalid_client");
    expect(await refused(await post(basic(), header))).toBe("400 invalid_request");
    const inQuery = await fetch(`https://${HOST}/auth/v1/token?${new URLSearchParams(basic())}`, {
      method: "POST",
      body: "",
      headers: { "content-type": FORM },
    });
    expect(await refused(inQuery)).toBe("400 invalid_request");
  });
});

describe("a bearer token", () => {
  const get = (headers: Record<string, string>) =>
    fetch(`https://${HOST}/api/v1/users/usr_ada_marsh`, { headers });

  it("is required: a call with no token, an unknown token or another scheme gets a 401", async () => {
    for (const headers of [
      {},
      { authorization: "Bearer" },
      { authorization: "Bearer unknown" },
      { authorization: `Basic ${btoa("a:b")}` },
      { authorization: `Bearer ${tenant.token} ${tenant.token}` },
    ]) {
      const answer = await get(headers as Record<string, string>);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm="token.tenant.example"/);
      expect(await answer.json()).toMatchObject({ code: isSpecificationAlone ? "unauthenticated" : 16 });
    }
  });

  it("is checked before the request is validated", async () => {
    const answer = await fetch(`https://${HOST}/api/v1/search/users`, { method: "POST", body: "{" });
    expect(answer.status).toBe(401);
  });
});
