import { describe, expect, it } from "vitest";
import { type Issued, invalid, refusal, requestToken, tenantAt } from "./client.ts";

const HOST = "credentials.tenant.example";
const DAY_SECONDS = 24 * 60 * 60;

const issue = (request?: object) => tenant.issue(request);
const askToken = (credential: Issued, ip?: string) =>
  requestToken(`https://${HOST}`, credential, ip === undefined ? {} : { "x-forwarded-for": ip });
const fetchToken = async (credential: Issued, ip?: string) =>
  (await (await askToken(credential, ip)).json<{ access_token: string }>()).access_token;
const use = async (token: string, ip?: string) =>
  (
    await fetch(`https://${HOST}/api/v1/users/usr_ada_marsh`, {
      headers: { authorization: `Bearer ${token}`, ...(ip && { "x-forwarded-for": ip }) },
    })
  ).status;
const advance = (days: number) => tenant.control("POST", "/clock", { advanceSeconds: days * DAY_SECONDS });

const tenant = await tenantAt(HOST);

describe("a credential of the tenant", () => {
  it("has an id with a random part, the hostname and the use case, and a secret with an Ed25519 key", async () => {
    const { clientId, clientSecret } = await issue({ displayName: "Tickets", useCase: "reeve" });
    expect(clientId).toMatch(/^[\w-]{16}@credentials\.tenant\.example\/reeve$/);
    const [prefix, label, version, key = ""] = clientSecret.split(":");
    expect([prefix, label, version]).toEqual(["secret-token", "reeve-tenant", "v1"]);
    const jwk = JSON.parse(atob(key.replaceAll("-", "+").replaceAll("_", "/")));
    expect(jwk).toEqual({ kty: "OKP", crv: "Ed25519", x: expect.any(String), d: expect.any(String) });
  });

  it("has an unversioned secret on request", async () => {
    const credential = await issue({ secretFormat: "plain" });
    expect(credential.clientSecret.split(":")).toHaveLength(3);
    expect((await askToken(credential)).status).toBe(200);
  });

  it("is listed without its secret", async () => {
    const { clientId, clientSecret } = await issue();
    const listed = JSON.stringify(await tenant.control("GET", "/credentials"));
    expect(listed).toContain(clientId);
    expect(listed).not.toContain("secret");
    expect(listed).not.toContain(clientSecret.split(":").at(-1));
  });

  it("is listed with its name and permissions", async () => {
    const permissions = { roles: ["role_reviewer"] };
    const { id } = await issue({ displayName: "Reviews", permissions });
    const { credentials } = await tenant.control("GET", "/credentials");
    expect(credentials).toContainEqual(expect.objectContaining({ id, displayName: "Reviews", permissions }));
  });

  it.for([
    [{ lifespan: "60d" }, "lifespan"],
    [{ allowedCidrs: ["10.0.0.0/8", "10.0.0.1"] }, "allowedCidrs.1"],
    [{ allowedCidrs: ["10.0.0.0/33"] }, "allowedCidrs.0"],
    [{ allowedCidrs: ["0xa000000/8"] }, "allowedCidrs.0"],
    [{ useCase: "a/b" }, "useCase"],
  ] as const)("is not issued for the request %j", async ([request, field]) => {
    expect(refusal(await tenant.call("POST", "/_control/credentials", request))).toEqual(invalid(field));
  });

  it("is rejected after its deletion, as are its tokens", async () => {
    const credential = await issue();
    const token = await fetchToken(credential);
    expect(await use(token)).toBe(200);
    await tenant.control("DELETE", `/credentials/${credential.id}`);
    expect(await use(token)).toBe(401);
    expect((await askToken(credential)).status).toBe(401);
  });
});

describe("the ranges of source addresses", () => {
  it.for<[string[], string, boolean]>([
    [["192.0.2.0/24"], "192.0.2.77", true],
    [["192.0.2.0/24"], "192.0.3.1", false],
    [["192.0.2.0/24"], "::ffff:192.0.2.77", true],
    [["192.0.2.0/24"], "0xc0000207", false],
    [["192.0.2.0/24"], "3221225991", false],
    [["192.0.2.0/24"], "192.0.519", false],
    [["192.0.2.0/24"], "::ffff:c000:34d", false],
    [["::ffff:192.0.2.0/120"], "192.0.2.77", true],
    [["::ffff:192.0.2.0/120"], "192.0.3.77", false],
    [["2001:db8::/32"], "2001:db8:1::5", true],
    [["2001:db8::/32"], "2001:db9::5", false],
    [["2001:db8::/32"], "192.0.2.77", false],
    [["0.0.0.0/0"], "2001:db8::1", false],
    [["198.51.100.0/24", "2001:db8::/32"], "2001:db8::1", true],
    [["127.0.0.0/8"], "not an address", false],
    [[], "203.0.113.9", true],
  ])(
    "are checked for a token request (ranges %j, address %s, allowed: %s)",
    async ([allowedCidrs, ip, allowed]) => {
      const credential = await issue({ allowedCidrs });
      expect((await askToken(credential, ip)).status).toBe(allowed ? 200 : 401);
    },
  );

  it("are compared with 127.0.0.1 if the caller's address is unknown", async () => {
    expect((await askToken(await issue({ allowedCidrs: ["127.0.0.1/32"] }))).status).toBe(200);
    expect((await askToken(await issue({ allowedCidrs: ["192.0.2.0/24"] }))).status).toBe(401);
  });

  it("cause a 403 for a valid token from an address outside the ranges", async () => {
    const token = await fetchToken(await issue({ allowedCidrs: ["192.0.2.0/24"] }), "192.0.2.1");
    expect(await use(token, "192.0.2.2")).toBe(200);
    expect(await use(token, "198.51.100.1")).toBe(403);
  });
});

// The clock only moves forward, so these tests run last.
describe("the lifetime of credentials", () => {
  it("exceeds the lifetime of an access token, which is an hour", async () => {
    const credential = await issue();
    const token = await fetchToken(credential);
    await tenant.control("POST", "/clock", { advanceSeconds: 3_590 });
    expect(await use(token)).toBe(200);
    await tenant.control("POST", "/clock", { advanceSeconds: 10 });
    expect(await use(token)).toBe(401);
    expect(await use(await fetchToken(credential))).toBe(200);
  });

  it("does not change a shorter lifetime that is configured for access tokens", async () => {
    const answer = await askToken(await issue({ tokenLifetimeSeconds: 60 }));
    expect(await answer.json()).toMatchObject({ expires_in: 60 });
  });

  it("is 30 days, 90 days or unlimited, and also limits the lifetime of access tokens", async () => {
    const [month, quarter, ever] = await Promise.all([
      issue({ lifespan: "30d", tokenLifetimeSeconds: DAY_SECONDS }),
      issue({ lifespan: "90d" }),
      issue({ lifespan: "never" }),
    ]);
    const statuses = async () => {
      const answers = await Promise.all([month, quarter, ever].map((credential) => askToken(credential)));
      return answers.map(({ status }) => status);
    };
    expect(ever.expiresAt).toBeUndefined();
    await advance(29.5);
    expect(await statuses()).toEqual([200, 200, 200]);
    const token = await fetchToken(month);
    await advance(0.5);
    expect(await statuses()).toEqual([401, 200, 200]);
    expect(await use(token)).toBe(401);
    await advance(60);
    expect(await statuses()).toEqual([401, 401, 200]);
    await advance(3_000);
    expect(await statuses()).toEqual([401, 401, 200]);
  });
});
