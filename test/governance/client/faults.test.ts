import { describe, expect, it } from "vitest";
import { operations } from "../../../src/governance/contract/index.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { tenantAt } from "../tenant.ts";

const { createCampaign, createConnectorOwner, deleteSessionPolicy, getUser } = operations;
const { users, connectors, policies, sessionPolicies } = samples;

const ada = { path: { id: users.ada.id } };
const campaign = {
  body: { displayName: "c4n4ry review", policyId: policies.managerReview.id, ownerIds: [users.gita.id] },
};
const kiosk = { path: { id: sessionPolicies.kiosk.id } };
const owner = {
  path: {
    app_id: connectors.githubMcp.appId,
    connector_id: connectors.githubMcp.id,
    role_slug: samples.roleSlug,
    user_ref_id: users.ada.id,
  },
  body: { userRef: { id: users.ada.id } },
};

describe("a connection that breaks", () => {
  it("before a repeatable operation arrives makes the client send the operation again", async () => {
    const tenant = await tenantAt("drop-before.client.example");
    await tenant.fault({ operation: "createConnectorOwner", drop: "before" });
    const { connectorOwnerUser } = await tenant.client().call(createConnectorOwner, owner);
    expect(connectorOwnerUser?.user?.id).toBe(users.ada.id);
    expect(await tenant.calls("createConnectorOwner")).toBe(2);
  });

  it.for([
    [false, { connectorOwnerUser: { roleSlug: "owner" } }],
    [true, { code: "governance_refused", httpStatus: 500, isDuplicate: true, sent: 2 }],
  ] as const)(
    "after a repeatable operation arrived makes the client send the operation again, which creates no second owner (duplicates rejected: %s)",
    async ([refusedDuplicates, expected]) => {
      const tenant = await tenantAt(`drop-after-${refusedDuplicates}.client.example`);
      await tenant.control("POST", "switches", { refusedDuplicates, failingRefusals: true });
      await tenant.fault({ operation: "createConnectorOwner", drop: "after" });
      const result = await tenant
        .client()
        .call(createConnectorOwner, owner)
        .catch((error: unknown) => error);
      expect(result).toMatchObject(expected);
      const { connectorOwners } = await tenant.control("GET", "owners");
      const made = (connectorOwners as { connectorId: string }[]).filter(
        ({ connectorId }) => connectorId === connectors.githubMcp.id,
      );
      expect(JSON.stringify(made).split(users.ada.id).length - 1).toBe(1);
      expect(await tenant.calls("createConnectorOwner")).toBe(2);
    },
  );

  it("after a delete arrived makes the client repeat the delete, so that the caller receives a 404", async () => {
    const tenant = await tenantAt("drop-delete.client.example");
    await tenant.fault({ operation: "deleteSessionPolicy", drop: "after" });
    await expect(tenant.client().call(deleteSessionPolicy, kiosk)).rejects.toMatchObject({
      code: "governance_refused",
      httpStatus: 404,
    });
  });
});

const SLOW = { delayMs: 4_000 };

describe("a campaign", () => {
  it.for([
    ["the connection breaks before the call arrives", { drop: "before" }, 0],
    ["the connection breaks after the call arrived", { drop: "after" }, 1],
    ["the service fails", { status: 500 }, 0],
    ["the service restarts", { status: 503, retryAfterSeconds: 0 }, 0],
    ["no response arrives in time", SLOW, undefined],
  ] as const)("is created at most once if %s", async ([name, fault, made]) => {
    const tenant = await tenantAt(`once-${name.replaceAll(" ", "-")}.client.example`);
    const before = await campaigns();
    const governance = tenant.client({ timeoutMs: 2_000 });
    await governance.call(getUser, ada); // Caches the token.
    await tenant.fault({ operation: "createCampaign", ...fault });
    const failed = governance.call(createCampaign, campaign);
    await expect(failed).rejects.toMatchObject({
      code: "governance_outcome_unknown",
      operation: "createCampaign",
      ...(fault === SLOW && {
        message: "createCampaign: the service did not respond within 2 seconds (Reeve's limit)",
      }),
    });
    await expect(failed).rejects.not.toThrow("c4n4ry");
    expect(await tenant.calls("createCampaign")).toBe(1);
    if (made !== undefined) expect((await campaigns()) - before).toBe(made);

    async function campaigns() {
      const listed = await tenant.control("GET", "campaigns");
      return (listed["campaigns"] as unknown[]).length;
    }
  });

  it("is created once if the token has expired and the service is busy", async () => {
    const tenant = await tenantAt("once-later.client.example", { tokenLifetimeSeconds: 60 });
    const governance = tenant.client();
    await governance.call(getUser, ada);
    await tenant.advance(61);
    await tenant.fault({ operation: "createCampaign", status: 429 });
    const { accessReview } = await governance.call(createCampaign, campaign);
    expect(accessReview?.accessReview?.displayName).toBe("c4n4ry review");
    expect(await tenant.calls("createCampaign")).toBe(3);
    const { campaigns } = await tenant.control("GET", "campaigns");
    expect(JSON.stringify(campaigns).split("c4n4ry review").length - 1).toBe(1);
  });
});

it("no error contains the secret, the token or the request", async () => {
  const tenant = await tenantAt("canary.client.example");
  const key = tenant.clientSecret.split(":").at(-1) ?? "";
  const { d } = JSON.parse(atob(key.replaceAll("-", "+").replaceAll("_", "/"))) as { d: string };
  let token = "";
  const watching = tenant.client({
    fetch: (url, init) => {
      token = new Headers(init.headers).get("authorization")?.slice("Bearer ".length) ?? token;
      return fetch(url, init);
    },
  });
  await watching.call(getUser, ada);
  expect(token.length).toBeGreaterThan(20);
  const faults = [
    { status: 400, message: `You sent Bearer ${token}` },
    { status: 401, count: 2, message: `Bearer ${token} is unknown` },
    { status: 500, message: token },
    { drop: "before" },
  ] as const;
  for (const fault of faults) {
    await tenant.fault({ operation: "createCampaign", ...fault });
    const error = await watching.call(createCampaign, campaign).then(String, (thrown: Error) => thrown);
    expect(error).toBeInstanceOf(Error);
    const told = [error, (error as Error).message, (error as Error).stack, JSON.stringify(error)].join("\n");
    for (const canary of [key, d, token, "c4n4ry"]) expect(told).not.toContain(canary);
  }
});
