// Tests access tokens that are bound to a key (DPoP, RFC 9449), against the embedded tenant.
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { createGovernance } from "../../../src/governance/client/index.ts";
import { operations } from "../../../src/governance/contract/index.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { tenantAt } from "../tenant.ts";

const { getUser, searchUsers } = operations;
const ada = { path: { id: samples.users.ada.id } };
interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}

const tenant = await tenantAt("dpop.client.example", { dpop: true });

/** Creates a client that sends proofs, and records its requests. */
function proving() {
  const sent: Sent[] = [];
  const governance = createGovernance(
    { ...tenant.env, GOVERNANCE_TOKEN_FLOW: "dpop" },
    {
      fetch: (url, init) => {
        sent.push({ url, init, headers: new Headers(init.headers) });
        return fetch(url, init);
      },
    },
  );
  return { governance, sent };
}

describe("a credential that requires DPoP", () => {
  it("uses a token that is bound to a key, and a new proof for each call", async () => {
    const { governance, sent } = proving();
    await governance.call(getUser, ada);
    await governance.call(searchUsers, { body: {} });
    const proofs = sent.map(({ headers }) => headers.get("dpop") ?? "");
    const claims = proofs.map((proof) => decodeJwt(proof));
    expect(new Set(claims.map(({ jti }) => jti)).size).toBe(sent.length);
    for (const [n, { url, init, headers }] of sent.entries()) {
      expect(claims[n]).toMatchObject({ htm: init.method, htu: url, ath: expect.any(String) });
      expect(claims[n]?.iat).toBeLessThan(Date.now() / 1_000 - 9);
      expect(headers.get("authorization")).toMatch(/^DPoP /);
      const { jwk, ...header } = decodeProtectedHeader(proofs[n] ?? "");
      expect(header).toEqual({ alg: "EdDSA", typ: "dpop+jwt" });
      expect(jwk).not.toHaveProperty("d");
    }
    // The first call learned the nonce, which all others use.
    expect(claims.map(({ nonce }) => typeof nonce)).toEqual(["undefined", "string", "string"]);
  });

  it("causes an error that names DPoP if a token is requested without a proof", async () => {
    const another = createGovernance(await tenant.credential({ dpop: true }));
    await expect(another.call(getUser, ada)).rejects.toMatchObject({
      code: "governance_unauthenticated",
      message: expect.stringContaining("DPoP"),
    });
  });

  it("uses a new nonce when the service requests one", async () => {
    const { governance, sent } = proving();
    await governance.call(getUser, ada);
    await tenant.advance(130);
    expect((await governance.call(getUser, ada)).userView?.user?.id).toBe(ada.path.id);
    const nonces = sent.map(({ headers }) => decodeJwt(headers.get("dpop") ?? "")["nonce"]);
    expect(nonces.at(-1)).not.toBe(nonces[0]);
  });
});
