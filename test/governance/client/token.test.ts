import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { parseCredential } from "../../../src/governance/client/credential.ts";
import { issueToken, tokenFrom } from "../../../src/governance/client/token.ts";
import { RFC8037_JWK, scripted, settings } from "./fixtures.ts";

const NOW_MS = Date.parse("2026-11-01T12:00:00Z");
const granted = (overrides: object = {}) =>
  Response.json({ access_token: "t1", token_type: "Bearer", expires_in: 3_600, ...overrides });
const credential = parseCredential(settings());
const fields = (init: RequestInit | undefined) => Object.fromEntries(new URLSearchParams(String(init?.body)));

describe("a token", () => {
  it.for([
    [3_600, 3_540],
    [121, 61],
    [120, 60],
    [119, 59.5],
    [10, 5],
    [86_400, 86_340],
  ] as const)("valid for %i s is used for %d s", ([lifetime, used]) => {
    const answer = { access_token: "t", token_type: "Bearer", expires_in: lifetime };
    expect(tokenFrom(answer, NOW_MS)).toEqual({
      accessToken: "t",
      expiresAtMs: NOW_MS + lifetime * 1_000,
      refreshAtMs: NOW_MS + used * 1_000,
    });
  });

  it.for([86_401, 1e9, 1e308])("valid for %d s is treated as valid for a day", (expires_in) => {
    const { expiresAtMs } = tokenFrom({ access_token: "t", token_type: "Bearer", expires_in }, NOW_MS);
    expect(expiresAtMs).toBe(NOW_MS + 86_400_000);
  });

  it.for(["t", "eyJ.e30.c2ln", "AZaz09-._~+/", "mF_9.B5f-4.1JqM=="])("can be %s", async (access_token) => {
    const { transport } = scripted(granted({ access_token }));
    expect((await issueToken(credential, transport)).accessToken).toBe(access_token);
  });

  it("is requested with a signed assertion, and without the secret", async () => {
    const { transport, sent } = scripted(granted());
    await issueToken(credential, transport);
    expect(sent[0]?.url).toBe("https://acme.example.com/auth/v1/token");
    expect(fields(sent[0]?.init)).toEqual({
      grant_type: "client_credentials",
      client_id: credential.clientId,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    expect(String(sent[0]?.init.body)).not.toContain(RFC8037_JWK.d);
  });

  it("is requested with the secret if the settings require it", async () => {
    const { transport, sent } = scripted(granted());
    await issueToken({ ...credential, flow: "secret" }, transport);
    expect(fields(sent[0]?.init)).toEqual({
      grant_type: "client_credentials",
      client_id: credential.clientId,
      client_secret: credential.secret,
    });
  });

  it("is requested with a new assertion at each attempt, because the previous assertion might have arrived", async () => {
    const { transport, sent } = scripted(new Response("", { status: 503 }), new TypeError("lost"), granted());
    await issueToken(credential, transport);
    const ids = sent.map(({ init }) => decodeJwt(fields(init)["client_assertion"] ?? "").jti);
    expect(new Set(ids).size).toBe(3);
  });

  it.for([400, 401, 403])("whose request gets a %i causes an error about the credential", async (status) => {
    const answer = { error: "invalid_client", error_description: `who is ${credential.secret}?` };
    const { transport, sent } = scripted(Response.json(answer, { status }));
    const refused = issueToken(credential, transport);
    await expect(refused).rejects.toMatchObject({ code: "governance_unauthenticated", httpStatus: status });
    await expect(refused).rejects.toThrow("invalid_client; who is [secret]?");
    expect(sent).toHaveLength(1);
  });

  it.for([
    ["is of another type", { token_type: "mac" }],
    ["is empty", { access_token: "" }],
    ["has a line feed in it", { access_token: "c4n4ry\nb" }],
    ["ends with a line feed", { access_token: "c4n4ry\n" }],
    ["has a blank in it", { access_token: "c4n4ry b" }],
    ["has letters that no header can have", { access_token: "c4n4ryé" }],
    ["has an equals sign in the middle", { access_token: "c4n4ry=b" }],
    ["is longer than a header may be", { access_token: "c4n4ry".repeat(3_000) }],
    ["has a lifetime of 0", { expires_in: 0 }],
    ["is valid for less than a second", { expires_in: 0.5 }],
    ["has a lifetime in words", { expires_in: "an hour" }],
    ["has a lifetime of 0 in digits", { expires_in: "0" }],
    ["is missing", { access_token: undefined }],
  ] as const)("that %s is rejected, but can be requested again later", async ([, answer]) => {
    const asked = issueToken(credential, scripted(granted(answer)).transport);
    await expect(asked).rejects.toMatchObject({ code: "governance_unavailable", retry: "backoff" });
    await expect(asked).rejects.not.toThrow("c4n4ry");
  });

  it("can have its lifetime in a string of digits", async () => {
    const { transport } = scripted(granted({ expires_in: "3600" }));
    const { expiresAtMs, refreshAtMs } = await issueToken(credential, transport);
    expect(expiresAtMs - refreshAtMs).toBe(60_000);
  });

  it("with an infinite lifetime is rejected", async () => {
    const text = '{"access_token":"t","token_type":"Bearer","expires_in":1e400}';
    const asked = issueToken(credential, scripted(new Response(text)).transport);
    await expect(asked).rejects.toMatchObject({ code: "governance_unavailable" });
  });

  it("is requested again if an HTML page is returned instead", async () => {
    const page = () => new Response("<html>", { status: 403 });
    const { transport, sent } = scripted(page(), page(), page(), granted());
    expect((await issueToken(credential, transport)).accessToken).toBe("t1");
    expect(sent).toHaveLength(4);
  });
});
