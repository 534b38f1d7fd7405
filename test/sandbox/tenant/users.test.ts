import * as fc from "fast-check";
import { query as jsonPath } from "jsonpath-rfc9535";
import { beforeAll, describe, expect, it } from "vitest";
import { getUser, type SearchUsersBody, searchUsers } from "../../../src/governance/contract/users.ts";
import { type Person, people } from "../../../src/sandbox/tenant/seed/people.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { accepted, invalid, missing, refusal, type TestTenant, tenantAt } from "./client.ts";

const USERS = 100;
const everyone = [...people(USERS)];
const { ada, nora, iris, cleo, dana, farid } = samples.users;
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await tenantAt("users.tenant.example", { users: USERS });
});

type Search = Partial<SearchUsersBody>;
const search = async (body: Search, at = tenant) =>
  accepted(searchUsers, await at.call("POST", "/api/v1/search/users", body));
const find = async (body: Search) =>
  (await search({ pageSize: 100, ...body })).list.map(({ userId }) => userId);
const those = (test: (person: Person) => boolean) => everyone.filter(test).map(({ id }) => id);

describe("get user", () => {
  it("answers with the user, every field of whom the directory fills", async () => {
    const { userView } = accepted(getUser, await tenant.call("GET", `/api/v1/users/${ada.id}`));
    expect(userView).toMatchObject({
      userId: ada.id,
      user: {
        id: ada.id,
        displayName: ada.name,
        email: ada.email,
        emails: [ada.email],
        managerIds: [nora.id],
      },
      objectPermissions: { read: true, edit: false, delete: false },
      managersPath: "",
    });
    expect(Object.keys(userView.user)).not.toContain("status");
  });

  it("answers for deleted users too, and with 404 for unknown ones", async () => {
    const { userView } = accepted(getUser, await tenant.call("GET", `/api/v1/users/${dana.id}`));
    expect(userView.user.deletedAt).toBeDefined();
    expect(refusal(await tenant.call("GET", "/api/v1/users/usr_none"))).toEqual(missing);
  });
});

describe("each filter", () => {
  it("email: the primary email, case aside, and the whole of it", async () => {
    expect(await find({ email: ada.email })).toEqual([ada.id]);
    expect(await find({ email: ada.email.toUpperCase() })).toEqual([ada.id]);
    expect(await find({ email: "ada.marsh" })).toEqual([]);
    expect(await find({ email: "cleo@partners.example.com" })).toEqual([]);
  });

  it("userStatuses: any of them; without it users of every status", async () => {
    expect(await find({ userStatuses: ["DISABLED", "DELETED"] })).toEqual(
      those(({ status }) => status !== "ENABLED"),
    );
    expect(await find({})).toEqual(those(() => true));
  });

  it("departments and jobTitles: any of each, both at once", async () => {
    expect(await find({ departments: ["Sales", "IT"] })).toEqual(
      those(({ department }) => department === "Sales" || department === "IT"),
    );
    expect(await find({ departments: ["IT"], jobTitles: ["Service"] })).toEqual(
      those(({ department, jobTitle }) => department === "IT" && jobTitle === "Service"),
    );
    expect(await find({ departments: ["sales"] })).toEqual([]);
  });

  it("origins, excludeOrigins, excludeTypes", async () => {
    const local = those(({ origin }) => origin === "USER_ORIGIN_LOCAL");
    expect(await find({ origins: ["USER_ORIGIN_LOCAL"] })).toEqual(local);
    expect(await find({ origins: ["USER_ORIGIN_UNSPECIFIED"] })).toHaveLength(USERS);
    expect(await find({ excludeOrigins: ["USER_ORIGIN_DIRECTORY", "USER_ORIGIN_SYSTEM"] })).toEqual(local);
    expect(await find({ excludeTypes: ["USER_TYPE_HUMAN"] })).toEqual(
      those(({ type }) => type !== "USER_TYPE_HUMAN"),
    );
  });

  it("managerIds and roleIds: any of them", async () => {
    expect(await find({ managerIds: [nora.id, iris.id] })).toEqual(
      those(({ managerId }) => managerId === nora.id || managerId === iris.id),
    );
    expect(await find({ roleIds: ["role_super_admin", "role_reviewer"] })).toEqual(
      those(({ roleIds }) => roleIds.includes("role_super_admin") || roleIds.includes("role_reviewer")),
    );
  });

  it("delegates: who has one, who has this one, who is one", async () => {
    const has = those(({ delegatedUserId }) => delegatedUserId !== undefined);
    expect(has).toContain(cleo.id);
    expect(await find({ delegateStatus: "DELEGATE_STATUS_HAS_DELEGATE" })).toEqual(has);
    expect(await find({ delegateStatus: "DELEGATE_STATUS_NO_DELEGATE" })).toHaveLength(USERS - has.length);
    expect(await find({ delegateStatus: "DELEGATE_STATUS_UNSPECIFIED" })).toHaveLength(USERS);
    expect(await find({ delegatedUserIds: [iris.id] })).toEqual(
      those(({ delegatedUserId }) => delegatedUserId === iris.id),
    );
    const delegates = new Set(everyone.map(({ delegatedUserId }) => delegatedUserId));
    expect(await find({ isDelegate: true })).toEqual(those(({ id }) => delegates.has(id)));
    expect(await find({ isDelegate: false })).toHaveLength(USERS);
  });

  it("refs and the deprecated ids: the union of both, in the list's order; excludeIds takes away", async () => {
    expect(await find({ refs: [{ id: farid.id }, { id: ada.id }], ids: [nora.id, ada.id] })).toEqual([
      ada.id,
      nora.id,
      farid.id,
    ]);
    expect(await find({ refs: [{ id: "usr_none" }] })).toEqual([]);
    expect(await find({ ids: [ada.id, nora.id], excludeIds: [ada.id] })).toEqual([nora.id]);
  });

  it("filters nothing with an empty list, and zero values", async () => {
    const empty: Search = {
      delegatedUserIds: [],
      departments: [],
      excludeIds: [],
      excludeOrigins: [],
      excludeTypes: [],
      ids: [],
      jobTitles: [],
      managerIds: [],
      origins: [],
      refs: [],
      roleIds: [],
      userStatuses: [],
      email: "",
      query: "",
      expandMask: {},
      isDelegate: false,
      delegateStatus: "DELEGATE_STATUS_UNSPECIFIED",
      pageToken: "",
    };
    expect(await find(empty)).toHaveLength(USERS);
  });

  it("goes together with a query and every other filter", async () => {
    const body: Search = {
      query: "marsh",
      departments: ["Engineering"],
      userStatuses: ["ENABLED"],
      managerIds: [nora.id],
      refs: [{ id: ada.id }, { id: farid.id }],
      origins: ["USER_ORIGIN_DIRECTORY"],
      roleIds: ["role_reviewer"],
      excludeTypes: ["USER_TYPE_AGENT"],
    };
    expect(await find(body)).toEqual([ada.id]);
    expect(await find({ ...body, departments: ["Sales"] })).toEqual([]);
  });
});

describe("related objects", () => {
  /** What a JSONPath of an answer leads to in that answer. */
  const follow = (answer: unknown, path: string | undefined) =>
    (path ? jsonPath(answer as never, path) : []) as unknown as { "@type": string; id: string }[];
  const RELATIONS = ["role_ids", "manager_ids", "delegated_user_id", "directory_ids"] as const;

  it("are what the paths lead to, each there once, for any mask", async () => {
    const masks = fc.subarray([...RELATIONS, "*"] as const, { minLength: 0 });
    await fc.assert(
      fc.asyncProperty(masks, fc.boolean(), async (paths, some) => {
        const body: Search = {
          expandMask: { paths },
          pageSize: 100,
          ...(some && { refs: [{ id: cleo.id }, { id: ada.id }] }),
        };
        const answer = await search(body);
        const expanded = (answer.expanded ?? []) as { "@type": string; id: string }[];
        const keys = expanded.map((object) => `${object["@type"]} ${object.id}`);
        expect(new Set(keys).size).toBe(keys.length);
        const asked = (relation: (typeof RELATIONS)[number]) =>
          paths.includes("*") || paths.includes(relation);
        const reached = new Set<unknown>();
        for (const { user, rolesPath, managersPath, delegatedUserPath, directoriesPath } of answer.list) {
          for (const [relation, path, type, ids] of [
            ["role_ids", rolesPath, "Role", user.roleIds],
            ["manager_ids", managersPath, "User", user.managerIds],
            [
              "delegated_user_id",
              delegatedUserPath,
              "User",
              user.delegatedUserId ? [user.delegatedUserId] : [],
            ],
            ["directory_ids", directoriesPath, "Directory", user.directoryIds],
          ] as const) {
            const found = follow(answer, path);
            for (const object of found) reached.add(`${object["@type"]} ${object.id}`);
            expect(found.map((object) => object["@type"])).toEqual(
              (asked(relation) ? (ids ?? []) : []).map(() => type),
            );
            expect(found.map(({ id }) => id)).toEqual(asked(relation) ? (ids ?? []) : []);
          }
        }
        expect(reached.size).toBe(expanded.length);
      }),
      { numRuns: 30 },
    );
  });

  it("are left out where they are not on record", async () => {
    const user = {
      id: "usr_dangling",
      displayName: "Dangling",
      roleIds: ["role_gone"],
      managerIds: ["usr_gone", ada.id],
    };
    await tenant.control("POST", "/users", { user });
    const answer = await search({ refs: [{ id: user.id }], expandMask: { paths: ["*"] } });
    expect(answer.list[0]).toMatchObject({
      rolesPath: "",
      managersPath: "$.expanded[0]",
      delegatedUserPath: "",
    });
    expect(follow(answer, answer.list[0]?.managersPath)).toMatchObject([{ "@type": "User", id: ada.id }]);
    await tenant.control("DELETE", `/users/${user.id}`);
  });

  it("refuses a path it does not know", async () => {
    const answer = await tenant.call("POST", "/api/v1/search/users", { expandMask: { paths: ["groups"] } });
    expect(refusal(answer)).toEqual(invalid("expandMask.paths.0"));
  });
});
