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

  it("returns the ownership source and the full user", async () => {
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
      shownAt: expect.any(String),
    });
  });

  it("a second time returns the same owner with the original creation time", async () => {
    const first = accepted(createConnectorOwner, await create());
    const again = accepted(createConnectorOwner, await create());
    expect(again).toEqual(first);
    const { connectorOwners } = await tenant.control("GET", "/owners");
    const owners = connectorOwners as { userId: string }[];
    expect(owners.filter(({ userId }) => userId === users.ada.id)).toHaveLength(1);
  });

  it("accepts role names with special characters", async () => {
    for (const role of ["owner", "back-up", "a/b c"])
      expect(accepted(createConnectorOwner, await create({ role })).connectorOwnerUser.roleSlug).toBe(role);
  });

  it("accepts a disabled user but rejects a deleted one", async () => {
    accepted(createConnectorOwner, await create({ user: users.farid.id }));
    expect(refusal(await create({ user: users.dana.id }))).toEqual(invalid("userRef.id"));
  });

  it.each([[{}], [{ userRef: null }], [{ userRef: {} }], [{ userRef: { id: null } }]])(
    "uses the ids in the path if the body omits them: %j",
    async (body) => {
      const { connectorOwnerUser } = accepted(createConnectorOwner, await create({}, body));
      expect(connectorOwnerUser.user.id).toBe(users.ada.id);
    },
  );

  it("rejects a body that contradicts the path", async () => {
    expect(refusal(await create({}, { userRef: { id: users.gita.id } }))).toEqual(invalid("userRef.id"));
  });

  it.each([
    ["an empty id", { userRef: { id: "" } }, "userRef.id"],
    ["an id that is a number", { userRef: { id: 7 } }, "userRef.id"],
    ["an id longer than 256 characters", { userRef: { id: "x".repeat(257) } }, "userRef.id"],
  ])("rejects %s with an error that names the property", async (_, body, field) => {
    expect(refusal(await create({}, body))).toEqual(invalid(field));
  });

  it.each([
    ["an unknown app", { app: "app_none" }],
    ["an unknown connector", { connector: "con_none" }],
    ["a connector of another app", { connector: connectors.jiraMcp.id }],
    ["an unknown user", { user: "usr_none" }],
  ])("responds with 404 for %s", async (_, path) => {
    expect(refusal(await create(path))).toEqual(missing);
  });
});

const { githubAdmin, githubMaintainer } = entitlements;
const { adaGithub } = appUsers;

/** Operations that end the ownership of an app, or of an account in an app, by an entitlement's holders. */
const ENDS = [
  {
    what: "an app",
    operation: deleteAppEntitlementOwner,
    owner: githubAdmin,
    other: githubMaintainer,
    of: "",
  },
  {
    what: "an app user",
    operation: deleteAppUserEntitlementOwner,
    owner: githubMaintainer,
    other: githubAdmin,
    of: `/users/${adaGithub.id}`,
  },
] as const;

describe.each(ENDS)("deleting an entitlement owner of $what", ({ operation, owner, other, of: usual }) => {
  const NO_BODY = Symbol("no body");
  type Path = Partial<Record<"app" | "of" | "role" | "refApp" | "ref", string>>;
  const remove = (path: Path = {}, body?: unknown) => {
    const { app = apps.github.id, of = usual, role = roleSlug, refApp = owner.appId, ref = owner.id } = path;
    return tenant.call(
      "DELETE",
      `/api/v2/apps/${app}${of}/owners/entitlements/${role}/${refApp}/${ref}`,
      body === NO_BODY ? undefined : (body ?? { appEntitlementRef: { appId: refApp, id: ref } }),
    );
  };

  it("removes one ownership source, and returns a 404 if it is repeated", async () => {
    const list = usual ? "appUserEntitlementOwners" : "appEntitlementOwners";
    type Owner = Record<"appId" | "appUserId" | "entitlementId", string>;
    const owners = async () => (await tenant.control("GET", "/owners"))[list] as Owner[];
    const before = await owners();
    expect(accepted(operation, await remove())).toEqual({});
    const isGone = ({ appId, appUserId, entitlementId }: Owner) =>
      appId === apps.github.id && entitlementId === owner.id && (!usual || appUserId === adaGithub.id);
    expect(await owners()).toEqual(before.filter((one) => !isGone(one)));
    expect(refusal(await remove())).toEqual(missing);
  });

  it("rejects a body that contradicts the path, with an error that names the property", async () => {
    const contradicting = (appEntitlementRef: object) => remove({}, { appEntitlementRef });
    expect(refusal(await contradicting({ appId: apps.jira.id, id: owner.id }))).toEqual(
      invalid("appEntitlementRef.appId"),
    );
    expect(refusal(await contradicting({ appId: apps.github.id, id: "ent_other" }))).toEqual(
      invalid("appEntitlementRef.id"),
    );
  });

  it.each([
    [NO_BODY],
    [{}],
    [{ appEntitlementRef: null }],
    [{ appEntitlementRef: {} }],
    [{ appEntitlementRef: { appId: null, id: null } }],
    [{ appEntitlementRef: { id: owner.id } }],
  ])("uses the ids in the path if the body omits them: %o", async (body) => {
    accepted(operation, await remove({}, body));
    expect(refusal(await remove({}, body))).toEqual(missing);
  });

  it.each([
    ["app", { app: "app_none" }],
    ["entitlement", { ref: "ent_none" }],
    ["app of the entitlement", { refApp: "app_none" }],
    ["role", { role: "nobody" }],
    ["source", { ref: other.id }],
    ...(usual ? [["app user", { of: "/users/acc_none" }] as const] : []),
  ] as const)("responds with 404 for an unknown %s", async (_, path) => {
    expect(refusal(await remove(path))).toEqual(missing);
  });

  if (usual)
    it("accepts the user's id in place of the app user's id", async () => {
      accepted(operation, await remove({ of: `/users/${adaGithub.userId}` }));
      expect(refusal(await remove())).toEqual(missing);
    });
  else
    it("removes an ownership source whose entitlement belongs to another app", async () => {
      accepted(operation, await remove({ app: apps.jira.id }));
      expect(refusal(await remove({ app: apps.jira.id }))).toEqual(missing);
      accepted(operation, await remove());
    });
});
