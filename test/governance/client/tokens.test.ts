import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parseCredential, variablesOfCredential } from "../../../src/governance/client/credential.ts";
import {
  createGovernance,
  type GovernanceBindings,
  governanceOver,
} from "../../../src/governance/client/index.ts";
import { cacheName, sealedCache } from "../../../src/governance/client/token.ts";
import type { TokenKeeper } from "../../../src/governance/client/token-keeper.ts";
import { cachedTokens } from "../../../src/governance/client/tokens.ts";
import { getUser } from "../../../src/governance/contract/users.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { until } from "../../support/until.ts";
import { type TestTenant, tenantAt } from "../tenant.ts";
import { TOKEN_KEEPER, TOKENS } from "./bindings.ts";

const ada = { path: { id: samples.users.ada.id } };

/** Creates a client in another isolate, with the same credential, KV and keeper, and nothing in memory. */
function elsewhere(env: GovernanceBindings) {
  const credential = parseCredential(env);
  const tokens = cachedTokens(env, credential, Date.now, {});
  return governanceOver(() => ({ root: credential.root, tokens }));
}

const readEntry = async (env: GovernanceBindings) =>
  `governance-token:${await cacheName(parseCredential(env))}`;
const written = (env: GovernanceBindings) =>
  until("a token in KV", async () => TOKENS.get(await readEntry(env)));

/**
 * Moves the clock of the tenant, the keeper and this test, so that no test waits, and no token expires because a
 * machine is slow.
 */
async function everywhereLater(tenant: TestTenant, seconds: number): Promise<void> {
  await tenant.advance(seconds);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1_000 });
}
afterEach(() => void vi.useRealTimers());

describe("one token", () => {
  it("is used by 100 concurrent calls that start with nothing cached", async () => {
    const tenant = await tenantAt("cold.client.example");
    const governance = tenant.client();
    const answers = await Promise.all(Array.from({ length: 100 }, () => governance.call(getUser, ada)));
    expect(new Set(answers.map(({ userView }) => userView?.user?.id))).toEqual(
      new Set([samples.users.ada.id]),
    );
    expect(await tenant.calls("createToken")).toBe(1);
    expect(await tenant.calls("getUser")).toBe(100);
  });

  it("is shared by all isolates through KV, or through the keeper if KV does not return it yet", async () => {
    const tenant = await tenantAt("isolates.client.example");
    await tenant.client().call(getUser, ada);
    await elsewhere(tenant.env).call(getUser, ada);
    await written(tenant.env);
    await elsewhere(tenant.env).call(getUser, ada);
    await TOKENS.delete(await readEntry(tenant.env));
    await elsewhere(tenant.env).call(getUser, ada);
    expect(await tenant.calls("createToken")).toBe(1);
  });

  it("is returned even if a deployment resets the keeper during the call", async () => {
    const tenant = await tenantAt("deploy.client.example");
    let asked = 0;
    const resetting = {
      getByName: (name: string) => ({
        token: async (...question: Parameters<ReturnType<typeof TOKEN_KEEPER.getByName>["token"]>) => {
          if (++asked === 1) throw new Error("reset because its code was updated");
          return TOKEN_KEEPER.getByName(name).token(...question);
        },
      }),
    } as unknown as typeof TOKEN_KEEPER;
    await elsewhere({ ...tenant.env, TOKEN_KEEPER: resetting }).call(getUser, ada);
    expect(asked).toBe(2);
  });

  it("survives the eviction of its keeper because it is stored in KV", async () => {
    const tenant = await tenantAt("evicted.client.example");
    await tenant.client().call(getUser, ada);
    await written(tenant.env);
    const name = await cacheName(parseCredential(tenant.env));
    await evictDurableObject(TOKEN_KEEPER.getByName(name));
    const answer = await TOKEN_KEEPER.getByName(name).token(
      variablesOfCredential(parseCredential(tenant.env)),
    );
    expect(answer).toMatchObject({ ok: true });
    expect(await tenant.calls("createToken")).toBe(1);
  });

  it("can be requested ahead of a call, which then requests no token", async () => {
    const tenant = await tenantAt("prepared.client.example");
    const governance = elsewhere(tenant.env);
    expect(await governance.prepare()).toBe(true);
    expect(await governance.prepare()).toBe(false);
    await tenant.fault({ operation: "createToken", count: 9, status: 500 });
    await governance.call(getUser, ada);
    expect(await tenant.calls("createToken")).toBe(1);
  });

  it.for(["assertion", "secret"])("is issued with the flow %s", async (flow) => {
    const tenant = await tenantAt(`flow-${flow}.client.example`, {
      secretFormat: flow === "secret" ? "plain" : "v1",
    });
    const governance = createGovernance({ ...tenant.env, GOVERNANCE_TOKEN_FLOW: flow });
    expect((await governance.call(getUser, ada)).userView?.user?.id).toBe(samples.users.ada.id);
  });

  it("is requested at the configured base URL", async () => {
    const tenant = await tenantAt("named.client.example");
    const proxy = await tenantAt("proxy.client.example");
    const governance = createGovernance({
      ...tenant.env,
      GOVERNANCE_BASE_URL: "https://proxy.client.example",
    });
    await expect(governance.call(getUser, ada)).rejects.toMatchObject({ code: "governance_unauthenticated" });
    expect([await tenant.calls("createToken"), await proxy.calls("createToken")]).toEqual([0, 1]);
  });
});

describe("a token that the service no longer accepts", () => {
  it("is replaced only once, even if 50 concurrent calls fail with it", async () => {
    const tenant = await tenantAt("storm.client.example", { tokenLifetimeSeconds: 60 });
    const governance = tenant.client();
    await governance.call(getUser, ada);
    await tenant.advance(61);
    await Promise.all(Array.from({ length: 50 }, () => governance.call(getUser, ada)));
    expect(await tenant.calls("createToken")).toBe(2);
    expect(await tenant.calls("getUser")).toBeLessThanOrEqual(101);
  });

  it("is replaced only once, even if several isolates use it one after the other", async () => {
    const tenant = await tenantAt("late.client.example", { tokenLifetimeSeconds: 60 });
    const one = elsewhere(tenant.env);
    const two = elsewhere(tenant.env);
    await Promise.all([one.call(getUser, ada), two.call(getUser, ada)]);
    await tenant.advance(61);
    await one.call(getUser, ada);
    await two.call(getUser, ada);
    expect(await tenant.calls("createToken")).toBe(2);
  });

  it("is not used again even if KV still returns it", async () => {
    const tenant = await tenantAt("stale.client.example", { tokenLifetimeSeconds: 60 });
    await tenant.client().call(getUser, ada);
    const stale = await written(tenant.env);
    await tenant.advance(61);
    await tenant.client().call(getUser, ada);
    await expect.poll(() => written(tenant.env)).not.toBe(stale);
    await TOKENS.put(await readEntry(tenant.env), stale);
    await elsewhere(tenant.env).call(getUser, ada);
    expect(await tenant.calls("createToken")).toBe(2);
  });

  it("is not returned to the caller that reported it, even while other callers get it from KV", async () => {
    const tenant = await tenantAt("shared.client.example");
    let refused = "";
    await tenant
      .client({
        fetch: (url, init) => {
          refused = new Headers(init.headers).get("authorization")?.slice("Bearer ".length) ?? "";
          return fetch(url, init);
        },
      })
      .call(getUser, ada);
    await written(tenant.env);
    const credential = parseCredential(tenant.env);
    const keeper = TOKEN_KEEPER.getByName(await cacheName(credential));
    await evictDurableObject(keeper);
    const variables = variablesOfCredential(credential);
    const [others, own] = await runInDurableObject(keeper, (instance) =>
      Promise.all([
        (instance as unknown as TokenKeeper).token(variables),
        (instance as unknown as TokenKeeper).token(variables, refused),
      ]),
    );
    expect(others).toMatchObject({ ok: true, token: { accessToken: refused } });
    expect(own.ok && own.token.accessToken).toBeTruthy();
    expect(own.ok && own.token.accessToken).not.toBe(refused);
    expect(await tenant.calls("createToken")).toBe(2);
  });
});

describe("a token that expires soon", () => {
  it("is renewed before it expires", async () => {
    const tenant = await tenantAt("ahead.client.example", { tokenLifetimeSeconds: 600 });
    await tenant.client().call(getUser, ada);
    await everywhereLater(tenant, 541);
    await Promise.all([tenant.client().call(getUser, ada), elsewhere(tenant.env).call(getUser, ada)]);
    expect(await tenant.calls("createToken")).toBe(2);
    expect(await tenant.calls("getUser")).toBe(3);
  });

  it("is still used if no new token can be obtained", async () => {
    const tenant = await tenantAt("grace.client.example", { tokenLifetimeSeconds: 600 });
    await tenant.client().call(getUser, ada);
    await tenant.fault({ operation: "createToken", count: 9, status: 500 });
    await everywhereLater(tenant, 541);
    const governance = tenant.client();
    expect(await governance.prepare()).toBe(true);
    expect(await governance.prepare()).toBe(false);
    await governance.call(getUser, ada);
    expect(await tenant.calls("createToken")).toBe(2);
  });
});

describe("without a token", () => {
  it("20 calls with the secret of another client fail after one token request", async () => {
    const tenant = await tenantAt("wrong.client.example");
    const other = await tenant.credential();
    const governance = createGovernance({
      ...tenant.env,
      GOVERNANCE_CLIENT_SECRET: other.GOVERNANCE_CLIENT_SECRET,
    });
    const calls = await Promise.allSettled(Array.from({ length: 20 }, () => governance.call(getUser, ada)));
    for (const call of calls) {
      expect(call).toMatchObject({
        status: "rejected",
        reason: {
          name: "GovernanceProblem",
          code: "governance_unauthenticated",
          operation: "createToken",
          httpStatus: 401,
        },
      });
    }
    expect(await tenant.calls("createToken")).toBe(1);
    expect(await tenant.calls("getUser")).toBe(0);
  });

  it("a call requests a new token once the service is available again", async () => {
    const tenant = await tenantAt("back.client.example");
    await tenant.fault({ operation: "createToken", count: 1, status: 500 });
    await expect(tenant.client().call(getUser, ada)).rejects.toMatchObject({
      code: "governance_unavailable",
    });
    await everywhereLater(tenant, 2);
    await tenant.client().call(getUser, ada);
  });

  it("a call requests a new token immediately if the clock was ahead when the last request failed", async () => {
    const tenant = await tenantAt("set-back.client.example");
    await tenant.fault({ operation: "createToken", count: 1, status: 500 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    await expect(tenant.client().call(getUser, ada)).rejects.toMatchObject({
      code: "governance_unavailable",
    });
    vi.useRealTimers();
    await tenant.client().call(getUser, ada);
  });

  it("an aborted call does not wait for the token", async () => {
    const tenant = await tenantAt("slow.client.example");
    await tenant.fault({ operation: "createToken", delayMs: 1_000 });
    const call = tenant.client().call(getUser, ada, { signal: AbortSignal.timeout(20) });
    await expect(call).rejects.toMatchObject({ name: "TimeoutError" });
    await tenant.client().call(getUser, ada);
    expect(await tenant.calls("createToken")).toBe(1);
  });

  it("a call does not use a value that an attacker stored in KV", async () => {
    const tenant = await tenantAt("poison.client.example");
    const attacker = await tenant.credential();
    const foreign = await sealedCache(
      TOKENS,
      parseCredential(attacker),
      await cacheName(parseCredential(tenant.env)),
    );
    const in1h = Date.now() + 3_600_000;
    await foreign.put({ accessToken: "c4n4ry", expiresAtMs: in1h, refreshAtMs: in1h }, Date.now());
    await tenant.client().call(getUser, ada);
    expect(await tenant.calls("createToken")).toBe(1);
    expect(await tenant.calls("getUser")).toBe(1);
  });
});

it("a missing credential makes each call fail, but not the creation of the client", async () => {
  const governance = createGovernance({ TOKENS, TOKEN_KEEPER });
  await expect(governance.call(getUser, ada)).rejects.toMatchObject({
    code: "configuration_invalid",
    message: expect.stringContaining("GOVERNANCE_CLIENT_ID is not set"),
  });
});
