/**
 * Tests two credentials while one replaces the other: the newer is used first, and the older if the newer is rejected.
 */
import { beforeEach, describe, expect, it } from "vitest";
import { createGovernance, type GovernanceBindings } from "../../../src/governance/client/index.ts";
import { getUser } from "../../../src/governance/contract/users.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { hearLog } from "../../support/log.ts";
import { type TestTenant, tenantAt } from "../tenant.ts";

const ada = { path: { id: samples.users.ada.id } };

let lines: ReturnType<typeof hearLog>;
beforeEach(() => {
  lines = hearLog();
});

let tenants = 0;
/** Creates a tenant with two credentials, and a client that has both. */
async function rotating() {
  const tenant = await tenantAt(`rotating-${++tenants}.client.example`);
  const newer = await tenant.credential();
  const env: GovernanceBindings = {
    ...tenant.env,
    GOVERNANCE_NEW_CLIENT_ID: newer.GOVERNANCE_CLIENT_ID,
    GOVERNANCE_NEW_CLIENT_SECRET: newer.GOVERNANCE_CLIENT_SECRET,
  };
  let now = Date.now();
  const client = (change: Partial<GovernanceBindings> = {}) =>
    createGovernance({ ...env, ...change }, { now: () => now });
  return { tenant, newer, env, client, pass: (ms: number) => (now += ms) };
}

async function revoke(tenant: TestTenant, { GOVERNANCE_CLIENT_ID: clientId }: GovernanceBindings) {
  const { credentials } = (await tenant.control("GET", "credentials")) as {
    credentials: { id: string; clientId: string }[];
  };
  const found = credentials.find((one) => one.clientId === clientId);
  await tenant.control("DELETE", `credentials/${found?.id}`);
}

describe("while a new credential replaces an old one", () => {
  it("calls use the new credential, even if the old one is revoked", async () => {
    const { tenant, client } = await rotating();
    await revoke(tenant, tenant.env);
    await client().call(getUser, ada);
    expect(await tenant.calls("createToken")).toBe(1);
    expect(lines).toEqual([]);
  });

  it("calls use the old credential if the token endpoint rejects the new one, which is not retried for a while", async () => {
    const { tenant, newer, client } = await rotating();
    await revoke(tenant, newer);
    const governance = client();
    await Promise.all(Array.from({ length: 20 }, () => governance.call(getUser, ada)));
    await client().call(getUser, ada);
    expect(await tenant.calls("createToken")).toBe(2);
    expect(await tenant.calls("getUser")).toBe(21);
    expect(JSON.stringify(lines)).toContain("credential_refused");
    expect(JSON.stringify(lines)).toContain(newer.GOVERNANCE_CLIENT_ID);
    expect(JSON.stringify(lines)).not.toContain("secret-token");
  });

  it("no call fails when the new credential is revoked, or when the client tries the new credential again", async () => {
    const { tenant, newer, client, pass } = await rotating();
    const governance = client();
    await governance.call(getUser, ada);
    await revoke(tenant, newer);
    await Promise.all(Array.from({ length: 20 }, () => governance.call(getUser, ada)));
    pass(61_000);
    await governance.call(getUser, ada);
    expect(await tenant.calls("getUser")).toBeGreaterThanOrEqual(22);
  });

  it("calls use the old credential if the API rejects the tokens of the new one", async () => {
    const { tenant, client } = await rotating();
    await tenant.fault({ operation: "getUser", count: 2, status: 401, message: "not yet" });
    await client().call(getUser, ada);
    expect(await tenant.calls("getUser")).toBe(3);
    expect(await tenant.calls("createToken")).toBe(3);
    expect(JSON.stringify(lines)).toContain("credential_refused");
  });

  it("a call fails if the tokens of both credentials are rejected", async () => {
    const { tenant, client } = await rotating();
    await tenant.fault({ operation: "getUser", count: 9, status: 401, message: "no" });
    await expect(client().call(getUser, ada)).rejects.toMatchObject({
      code: "governance_unauthenticated",
      operation: "getUser",
    });
    expect(await tenant.calls("getUser")).toBe(4);
  });

  it("a call fails with the error of the token request if both credentials are revoked", async () => {
    const { tenant, newer, client } = await rotating();
    await revoke(tenant, newer);
    await revoke(tenant, tenant.env);
    await expect(client().call(getUser, ada)).rejects.toMatchObject({
      code: "governance_unauthenticated",
      operation: "createToken",
    });
  });

  it("calls ignore a new credential that is malformed, incomplete or of another tenant", async () => {
    const { tenant, client } = await rotating();
    const elsewhere = await tenantAt(`rotating-elsewhere.client.example`);
    for (const change of [
      { GOVERNANCE_NEW_CLIENT_SECRET: "secret-token:x:none" },
      { GOVERNANCE_NEW_CLIENT_SECRET: "" },
      {
        GOVERNANCE_NEW_CLIENT_ID: elsewhere.env.GOVERNANCE_CLIENT_ID,
        GOVERNANCE_NEW_CLIENT_SECRET: elsewhere.env.GOVERNANCE_CLIENT_SECRET,
      },
    ])
      await client(change).call(getUser, ada);
    expect(await tenant.calls("getUser")).toBe(3);
    expect(await elsewhere.calls("createToken")).toBe(0);
  });

  it("calls succeed with only the new credential, in the variables of either credential", async () => {
    const { newer, client } = await rotating();
    await client({ GOVERNANCE_CLIENT_ID: undefined, GOVERNANCE_CLIENT_SECRET: undefined }).call(getUser, ada);
    await createGovernance(newer).call(getUser, ada);
  });
});
