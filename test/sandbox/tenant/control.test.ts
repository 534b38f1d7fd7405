import { beforeEach, describe, expect, it } from "vitest";
import { calls as callable } from "../../../src/governance/contract/index.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { isSpecificationAlone } from "../../support/sweep.ts";
import { refusal, type TestTenant, tenantAt } from "./client.ts";

const HOST = "control.tenant.example";
const ADA = `/api/v1/users/${samples.users.ada.id}`;
const { roleSlug, connectors, users } = samples;
const OWNER = `/api/v2/apps/${connectors.github.appId}/connectors/${connectors.github.id}/owners/users/${roleSlug}/${users.ada.id}`;
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await tenantAt(HOST);
});

const get = (path = ADA) =>
  fetch(`https://${HOST}${path}`, { headers: { authorization: `Bearer ${tenant.token}` } });
const createOwner = () => tenant.call("POST", OWNER, { userRef: { id: users.ada.id } });
const ownersOfAda = async () => {
  const { connectorOwners } = (await tenant.control("GET", "/owners")) as {
    connectorOwners: { userId: string }[];
  };
  return connectorOwners.filter(({ userId }) => userId === users.ada.id).length;
};
const fault = (request: object) => tenant.control("POST", "/faults", request);

describe("the data of a tenant", () => {
  const everyone = async () => {
    const { body } = await tenant.call("POST", "/api/v1/search/users", { pageSize: 100 });
    return (body as { list: unknown[] }).list;
  };

  it("includes 200 users by default", async () => {
    expect(await tenant.control("POST", "/seed")).toEqual({ users: 200 });
  });

  it("can be reset, including credentials, campaigns and counts", async () => {
    expect(await everyone()).not.toHaveLength(0);
    await tenant.control("POST", "/reset");
    expect((await get()).status).toBe(401);
    expect(await tenant.control("GET", "/credentials")).toEqual({ credentials: [] });
    expect(await tenant.control("GET", "/campaigns")).toEqual({ campaigns: [] });
    const { calls } = (await tenant.control("GET", "/calls")) as { calls: Record<string, number> };
    expect(calls["searchUsers"]).toBe(0);
  });
});

describe("calls", () => {
  it("are counted per operation, including token requests and rejected calls", async () => {
    await get();
    await get("/api/v1/users/nobody");
    await fetch(`https://${HOST}${ADA}`);
    const counts = await tenant.control("GET", "/calls");
    expect(Object.keys(counts["calls"] as object)).toEqual(Object.keys(callable));
    expect(counts).toMatchObject({
      calls: { getUser: 3, createToken: 1, createCampaign: 0 },
      refused: { getUser: 2, createToken: 0 },
    });
  });
});

describe("faults", () => {
  it("return a status for a number of calls to an operation, and then end", async () => {
    await fault({ operation: "getUser", count: 2, status: 429, retryAfterSeconds: 7 });
    const first = await get();
    expect([first.status, first.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await first.json()).toMatchObject({
      code: isSpecificationAlone ? "rate_limited" : 8,
      message: expect.any(String),
    });
    expect((await tenant.call("POST", "/api/v1/search/users", {})).status).toBe(200);
    expect((await get()).status).toBe(429);
    expect((await get()).status).toBe(200);
  });

  it("happen in the order in which they were created, and can be removed", async () => {
    await fault({ operation: "getUser", status: 500 });
    await fault({ operation: "getUser", count: 5, status: 503 });
    expect((await get()).status).toBe(500);
    expect((await get()).status).toBe(503);
    expect(await tenant.control("GET", "/faults")).toMatchObject({ faults: [{ count: 4, status: 503 }] });
    await tenant.control("DELETE", "/faults");
    expect((await get()).status).toBe(200);
  });

  it("imitate a proxy's error page, redirect or other response", async () => {
    const page = "<html>Back soon</html>";
    await fault({ operation: "getUser", status: 200, body: page });
    await fault({ operation: "getUser", status: 302 });
    await fault({ operation: "getUser", status: 403, body: '{"error":"blocked"}' });
    await fault({ operation: "getUser", status: 204, body: page });
    const first = await get();
    expect([first.status, first.headers.get("content-type"), await first.text()]).toEqual([
      200,
      "text/html",
      page,
    ]);
    const redirect = await fetch(`https://${HOST}/api/v1/users/${users.ada.id}`, { redirect: "manual" });
    expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "https://sign-in.example/"]);
    const third = await get();
    expect([third.status, await third.json()]).toEqual([403, { error: "blocked" }]);
    const last = await get();
    expect([last.status, await last.text()]).toEqual([204, ""]);
    expect((await get()).status).toBe(200);
  });

  it("use the OAuth format at the token endpoint", async () => {
    await fault({ operation: "createToken", status: 503 });
    const answer = await fetch(`https://${HOST}/auth/v1/token`, { method: "POST" });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ error: "server_error", error_description: expect.any(String) });
  });

  it("delay a call that then succeeds", async () => {
    await fault({ operation: "getUser", delayMs: 300 });
    const quick = get("/openapi.json");
    const slow = get();
    const order: string[] = [];
    await Promise.all([
      slow.then(({ status }) => order.push(`slow ${status}`)),
      quick.then(({ status }) => order.push(`quick ${status}`)),
    ]);
    expect(order).toEqual(["quick 200", "slow 200"]);
  });

  it("return a status without carrying out the call", async () => {
    await fault({ operation: "createConnectorOwner", status: 500 });
    expect((await createOwner()).status).toBe(500);
    expect(await ownersOfAda()).toBe(0);
  });

  it("are rejected if they are incomplete or invalid", async () => {
    const ask = async (request: object) =>
      refusal(await tenant.call("POST", "/_control/faults", request)).fields;
    expect(await ask({ operation: "getUser" })).toEqual(["status"]);
    expect(await ask({ operation: "makeCoffee", status: 418 })).toEqual(["operation"]);
    expect(await ask({ operation: "getUser", drop: "during" })).toEqual(["drop"]);
    expect(await ask({ operation: "getUser", delayMs: 1, body: "<html>" })).toEqual(["status"]);
    expect(await ask({ operation: "getUser", status: 101 })).toEqual(["status"]);
  });
});

it("a control endpoint rejects an unsupported method with 405", async () => {
  const answer = await fetch(`https://${HOST}/_control/seed`);
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
});
