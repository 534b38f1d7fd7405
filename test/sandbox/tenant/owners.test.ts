import { beforeEach, describe, expect, it } from "vitest";
import {
  createConnectorOwner,
  deleteAppEntitlementOwner,
  deleteAppUserEntitlementOwner,
} from "../../../src/governance/contract/owners.ts";
import { getUser } from "../../../src/governance/contract/users.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { accepted, invalid, missing, refusal, type TestTenant, tenantAt } from "./client.ts";

const { users, apps, connectors, entitlements, appUsers, roleSlug } = samples;

let tenant: TestTenant;
let n = 0;
beforeEach(async () => {
  n += 1;
  tenant = await tenantAt(`owners-${n}.tenant.example`);
});

describe("creating a connector owner", () => {
  const create = (
    path: Partial<Record<"app" | "connector" | "role" | "user", string>> = {},
    body?: unknown,
  ) => {
    const {
      app = apps.github.id,
      connector = connectors.githubMcp.id,
      role = "owner",
      user = users.ada.id,
    } = path;
    return tenant.call(
      "POST",
      `/api/v2/apps/${app}/connectors/${connector}/owners/users/${encodeURIComponent(role)}/${user}`,
      body ?? { userRef: { id: user } },
    );
  };

  it("answers with the ownership source and the full user", async () => {
    const { connectorOwnerUser } = accepted(createConnectorOwner, await create());
    const { userView } = accepted(getUser, await tenant.call("GET", `/api/v1/users/${users.ada.id}`));
    expect(connectorOwnerUser).toEqual({
      appId: apps.github.id,
      connectorId: connectors.githubMcp.id,
      roleSlug: "owner",
      user: userView.user,
      createdAt: expect.any(String),
    });
    expect((await tenant.control("GET", "/owners"))["connectorOwners"]).toContainEqual({
      appId: apps.github.id,
      connectorId: connectors.githubMcp.id,
      roleSlug: "owner",
      userId: users.ada.id,
      createdAt: connectorOwnerUser.createdAt,
    });
  });

  it("again gives the same owner, created when it was first", async () => {
    const first = accepted(createConnectorOwner, await create());
    const again = accepted(createConnectorOwner, await create());
    expect(again).toEqual(first);
    const { connectorOwners } = await tenant.control("GET", "/owners");
    expect(
      (connectorOwners as { userId: string }[]).filter(({ userId }) => userId === users.ada.id),
    ).toHaveLength(1);
  });

  it("keeps roles apart, whatever they are called", async () => {
    for (const role of ["owner", "back-up", "a/b c"])
      expect(accepted(createConnectorOwner, await create({ role })).connectorOwnerUser.roleSlug).toBe(role);
  });

  it("takes a disabled user, and refuses a deleted one", async () => {
    accepted(createConnectorOwner, await create({ user: users.farid.id }));
    expect(refusal(await create({ user: users.dana.id }))).toEqual(invalid("userRef.id"));
  });

  it.each([[{}], [{ userRef: null }], [{ userRef: {} }], [{ userRef: { id: null } }]])(
    "goes by the path alone where the body says no more: %j",
    async (body) => {
      const { connectorOwnerUser } = accepted(createConnectorOwner, await create({}, body));
      expect(connectorOwnerUser.user.id).toBe(users.ada.id);
    },
  );

  it("refuses a body that contradicts the path", async () => {
    expect(refusal(await create({}, { userRef: { id: users.gita.id } }))).toEqual(invalid("userRef.id"));
  });

  it.each([
    ["an empty id", { userRef: { id: "" } }, "userRef.id"],
    ["an id that is a number", { userRef: { id: 7 } }, "userRef.id"],
    ["an id longer than 256", { userRef: { id: "x".repeat(257) } }, "userRef.id"],
  ])("refuses %s and names the member", async (_, body, field) => {
    expect(refusal(await create({}, body))).toEqual(invalid(field));
  });

  it.each([
    ["app", { app: "app_none" }],
    ["connector", { connector: "con_none" }],
    ["connector of another app", { connector: connectors.jiraMcp.id }],
    ["user", { user: "usr_none" }],
  ])("answers 404 for an unknown %s", async (_, path) => {
    expect(refusal(await create(path))).toEqual(missing);
  });
});

describe("deleting an entitlement owner of an app", () => {
  const { githubAdmin } = entitlements;
  const remove = (path: Partial<Record<"app" | "role" | "refApp" | "ref", string>> = {}, body?: unknown) => {
    const { app = apps.github.id, role = roleSlug, refApp = githubAdmin.appId, ref = githubAdmin.id } = path;
    return tenant.call(
      "DELETE",
      `/api/v2/apps/${app}/owners/entitlements/${role}/${refApp}/${ref}`,
      body ?? { appEntitlementRef: { appId: refApp, id: ref } },
    );
  };

  it("takes the one source away, and the second time it is not there", async () => {
    const before = await tenant.control("GET", "/owners");
    expect(accepted(deleteAppEntitlementOwner, await remove())).toEqual({});
    const after = await tenant.control("GET", "/owners");
    expect(after["appEntitlementOwners"]).toEqual(
      (before["appEntitlementOwners"] as { appId: string; entitlementId: string }[]).filter(
        ({ appId, entitlementId }) => appId !== apps.github.id || entitlementId !== githubAdmin.id,
      ),
    );
    expect(refusal(await remove())).toEqual(missing);
  });

  it("takes a source away whose entitlement belongs to another app", async () => {
    accepted(deleteAppEntitlementOwner, await remove({ app: apps.jira.id }));
    accepted(deleteAppEntitlementOwner, await remove());
  });

  it("refuses a body that contradicts the path, and names the member", async () => {
    expect(
      refusal(await remove({}, { appEntitlementRef: { appId: apps.jira.id, id: githubAdmin.id } })),
    ).toEqual(invalid("appEntitlementRef.appId"));
    expect(
      refusal(await remove({}, { appEntitlementRef: { appId: apps.github.id, id: "ent_other" } })),
    ).toEqual(invalid("appEntitlementRef.id"));
  });

  it.each([
    [{}],
    [{ appEntitlementRef: null }],
    [{ appEntitlementRef: { appId: null, id: null } }],
    [{ appEntitlementRef: { id: githubAdmin.id } }],
  ])("goes by the path alone where the body says no more: %j", async (body) => {
    accepted(deleteAppEntitlementOwner, await remove({}, body));
    expect(refusal(await remove({}, body))).toEqual(missing);
  });

  it.each([
    ["app", { app: "app_none" }],
    ["entitlement", { ref: "ent_none" }],
    ["app of the entitlement", { refApp: "app_none" }],
    ["role", { role: "nobody" }],
    ["source", { ref: entitlements.githubMaintainer.id }],
  ])("answers 404 for an unknown %s", async (_, path) => {
    expect(refusal(await remove(path))).toEqual(missing);
  });
});

describe("deleting an entitlement owner of an app user", () => {
  const { githubMaintainer } = entitlements;
  const { adaGithub } = appUsers;
  const remove = (
    path: Partial<Record<"app" | "user" | "role" | "refApp" | "ref", string>> = {},
    body?: unknown,
  ) => {
    const { app = adaGithub.appId, user = adaGithub.id, role = roleSlug } = path;
    const { refApp = githubMaintainer.appId, ref = githubMaintainer.id } = path;
    return tenant.call(
      "DELETE",
      `/api/v2/apps/${app}/users/${user}/owners/entitlements/${role}/${refApp}/${ref}`,
      body ?? { appEntitlementRef: { appId: refApp, id: ref } },
    );
  };

  it.each([
    ["the same reference", undefined],
    ["null", { appEntitlementRef: null }],
    ["no reference", {}],
    ["a reference with null members", { appEntitlementRef: { appId: null, id: null } }],
  ])("takes the source away given %s, and the second time it is not there", async (_, body) => {
    expect(accepted(deleteAppUserEntitlementOwner, await remove({}, body))).toEqual({});
    expect(refusal(await remove({}, body))).toEqual(missing);
  });

  it("knows the app user by its own id and by its user's", async () => {
    accepted(deleteAppUserEntitlementOwner, await remove({ user: adaGithub.userId }));
    expect(refusal(await remove({ user: adaGithub.id }))).toEqual(missing);
  });

  it("refuses a body that contradicts the path, and names the member", async () => {
    const contradiction = { appEntitlementRef: { appId: apps.jira.id, id: githubMaintainer.id } };
    expect(refusal(await remove({}, contradiction))).toEqual(invalid("appEntitlementRef.appId"));
  });

  it.each([
    ["app", { app: "app_none" }],
    ["app user", { user: "acc_none" }],
    ["entitlement", { ref: "ent_none" }],
    ["role", { role: "nobody" }],
    ["source", { ref: entitlements.githubAdmin.id }],
  ])("answers 404 for an unknown %s", async (_, path) => {
    expect(refusal(await remove(path))).toEqual(missing);
  });
});
