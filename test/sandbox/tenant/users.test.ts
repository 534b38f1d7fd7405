import * as fc from "fast-check";
import { query as jsonPath } from "jsonpath-rfc9535";
import { describe, expect, it } from "vitest";
import { getUser, type SearchUsersBody, searchUsers } from "../../../src/governance/contract/users.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { accepted, invalid, missing, refusal, tenantAt } from "./client.ts";

const USERS = 100;
const { ada, nora, cleo, dana } = samples.users;
const tenant = await tenantAt("users.tenant.example", { users: USERS });

type Search = Partial<SearchUsersBody>;
const search = async (body: Search, at = tenant) =>
  accepted(searchUsers, await at.call("POST", "/api/v1/search/users", body));
const find = async (body: Search) =>
  (await search({ pageSize: 100, ...body })).list.map(({ userId }) => userId);

describe("reading a user", () => {
  it("returns the fields that the directory fills", async () => {
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
  });

  it("returns the same user as a search without a mask", async () => {
    for (const { id } of [ada, cleo, dana]) {
      const got = accepted(getUser, await tenant.call("GET", `/api/v1/users/${id}`));
      const { list, expanded } = await search({ refs: [{ id }] });
      expect(got).toEqual({ userView: list[0], expanded });
      expect(got.expanded).toEqual([]);
      const { managersPath, rolesPath, delegatedUserPath, directoriesPath } = got.userView;
      expect([managersPath, rolesPath, delegatedUserPath, directoriesPath]).toEqual(["", "", "", ""]);
    }
  });

  it("returns a deleted user too, and a 404 for an unknown user", async () => {
    const { userView } = accepted(getUser, await tenant.call("GET", `/api/v1/users/${dana.id}`));
    expect(userView.user.deletedAt).toBeDefined();
    expect(refusal(await tenant.call("GET", "/api/v1/users/usr_none"))).toEqual(missing);
  });
});

/** Each filter, alone and together with others, is compared with the API text in user-search.test.ts. */
describe("a filter by email", () => {
  it("matches the whole primary address, ignoring case", async () => {
    expect(await find({ email: ada.email })).toEqual([ada.id]);
    expect(await find({ email: ada.email.toUpperCase() })).toEqual([ada.id]);
    expect(await find({ email: "ada.marsh" })).toEqual([]);
    expect(await find({ email: "cleo@partners.example.com" })).toEqual([]);
  });
});

describe("related objects of a user", () => {
  /** Resolves a JSONPath of a response in that response. */
  const follow = (answer: unknown, path: string | undefined) =>
    (path ? jsonPath(answer as never, path) : []) as unknown as { "@type": string; id: string }[];
  const RELATIONS = ["role_ids", "manager_ids", "delegated_user_id", "directory_ids"] as const;

  it("are each included once, at their paths, for any mask", async () => {
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

  it("are omitted if they do not exist", async () => {
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

  it("cause an error if the mask has an unknown path", async () => {
    const answer = await tenant.call("POST", "/api/v1/search/users", { expandMask: { paths: ["groups"] } });
    expect(refusal(answer)).toEqual(invalid("expandMask.paths.0"));
  });
});
