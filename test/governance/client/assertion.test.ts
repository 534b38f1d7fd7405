import { CompactSign, decodeJwt, importJWK, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { parseCredential } from "../../../src/governance/client/credential.ts";
import { importSigningKey, signAssertion } from "../../../src/governance/client/signing.ts";
import { RFC8037_JWK, settings } from "./fixtures.ts";

const NOW_MS = Date.parse("2026-11-01T12:00:00.900Z");
const credential = parseCredential(settings({ GOVERNANCE_BASE_URL: "http://localhost:8788" }));

describe("a client assertion", () => {
  it("is signed with a key that reproduces the signature of RFC 8037, appendix A.4", async () => {
    const jws = await new CompactSign(new TextEncoder().encode("Example of Ed25519 signing"))
      .setProtectedHeader({ alg: "EdDSA" })
      .sign(await importSigningKey(credential));
    expect(jws).toBe(
      "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc." +
        "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
    );
  });

  it("contains its issuer and audience, and is valid for two minutes", async () => {
    const { protectedHeader, payload } = await jwtVerify(
      await signAssertion(credential, NOW_MS),
      await importJWK({ kty: "OKP", crv: "Ed25519", x: RFC8037_JWK.x }, "EdDSA"),
      { currentDate: new Date(NOW_MS), algorithms: ["EdDSA"] },
    );
    const iat = Math.floor(NOW_MS / 1000);
    const unique = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(protectedHeader).toEqual({ alg: "EdDSA", typ: "JWT", nonce: unique });
    expect(payload).toEqual({
      iss: credential.clientId,
      sub: credential.clientId,
      aud: "acme.example.com",
      iat: iat - 10,
      nbf: iat - 60,
      exp: iat + 120,
      jti: unique,
    });
  });

  it("has a unique id", async () => {
    const [one, two] = await Promise.all([
      signAssertion(credential, NOW_MS),
      signAssertion(credential, NOW_MS),
    ]);
    expect(decodeJwt(one).jti).not.toBe(decodeJwt(two).jti);
  });
});
