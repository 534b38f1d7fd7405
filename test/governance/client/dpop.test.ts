// Tests access tokens that are bound to a key (DPoP, RFC 9449), against the embedded tenant.
import { decodeJwt, decodeProtectedHeader } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { createGovernance } from "../../../src/governance/client/index.ts";
import { newProofKey, proofHeaders } from "../../../src/governance/client/signing.ts";
import { operations } from "../../../src/governance/contract/index.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { type TestTenant, tenantAt } from "../tenant.ts";

const { getUser, searchUsers } = operations;
const ada = { path: { id: samples.users.ada.id } };
interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await tenantAt("dpop.client.example", { dpop: true });
});

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

describe("the tenant rejects", () => {
  let last: Sent;
  const send = (url: string, headers: Headers, method = "GET") => fetch(url, { method, headers });
  const refused = async (response: Response) => {
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(/^(DPoP|Bearer) /);
    return (await response.json<{ message: string }>()).message;
  };
  const with_ = (changes: Record<string, string>) => {
    const headers = new Headers(last.headers);
    for (const [name, value] of Object.entries(changes)) headers.set(name, value);
    return headers;
  };
  beforeAll(async () => {
    const { governance, sent } = proving();
    await governance.call(getUser, ada);
    const found = sent.at(-1);
    if (!found) throw new Error("nothing was sent");
    last = found;
  });

  it("a proof that was used before", async () => {
    expect(await refused(await send(last.url, last.headers))).toContain("this jti was used before");
  });

  it("a proof for another address or another method", async () => {
    const other = last.url.replace(samples.users.ada.id, samples.users.nora.id);
    expect(await refused(await send(other, last.headers))).toContain("htu is not the address");
    const search = last.url.replace(/users\/.*/, "search/users");
    expect(await refused(await send(search, last.headers, "POST"))).toContain("htm is not the method");
  });

  it("a bound token without a proof, as a bearer token, or with a proof of another key", async () => {
    const headers = new Headers(last.headers);
    headers.delete("dpop");
    expect(await refused(await send(last.url, headers))).toContain("DPoP");
    const token = last.headers.get("authorization")?.slice("DPoP ".length);
    const bearer = with_({ authorization: `Bearer ${token}` });
    expect(await refused(await send(last.url, bearer))).toContain("needs another scheme");
    const { nonce } = decodeJwt<{ nonce: string }>(last.headers.get("dpop") ?? "");
    const request = { method: "GET", url: last.url } as const;
    const stolen = { token: token ?? "", nonce, nowMs: Date.now() };
    const proof = await proofHeaders(await newProofKey(), request, stolen);
    expect(await refused(await send(last.url, new Headers(proof)))).toContain("bound to another key");
  });
});
