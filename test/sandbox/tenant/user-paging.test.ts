import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type SearchUsersBody, searchUsers } from "../../../src/governance/contract/users.ts";
import { accepted, invalid, refusal, type TestTenant, tenantAt } from "./client.ts";

type Search = Partial<SearchUsersBody>;
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await tenantAt("user-paging.tenant.example", { users: 40 });
});

const page = async (body: Search) =>
  accepted(searchUsers, await tenant.call("POST", "/api/v1/search/users", body));

/** Walks through all pages, with something happening before each but the first. */
async function walk(body: Search, between: (page: number) => Promise<unknown> = async () => {}) {
  const pages: string[][] = [];
  let pageToken: string | undefined = "";
  do {
    if (pages.length > 0) await between(pages.length);
    if (pages.length > 50) throw new Error("This list does not end.");
    const answer: Awaited<ReturnType<typeof page>> = await page({ ...body, pageToken });
    pages.push(answer.list.map(({ user }) => user.id));
    pageToken = answer.nextPageToken;
  } while (pageToken);
  return pages;
}
const put = (id: string, name: string) =>
  tenant.control("POST", "/users", { user: { id, displayName: name, email: `${id}@example.com` } });
const remove = (id: string) => tenant.control("DELETE", `/users/${id}`);

describe("pages", () => {
  it("give each user exactly once, in one order, full but for the last", async () => {
    const pages = await walk({ pageSize: 15 });
    expect(pages.map(({ length }) => length)).toEqual([15, 15, 10]);
    expect(new Set(pages.flat()).size).toBe(40);
    expect((await walk({ pageSize: 100 })).flat()).toEqual(pages.flat());
  });

  it("end with an empty token, without an empty page", async () => {
    expect((await walk({ pageSize: 10 })).map(({ length }) => length)).toEqual([10, 10, 10, 10]);
    expect(await page({ refs: [{ id: "usr_none" }] })).toMatchObject({ list: [], nextPageToken: "" });
  });

  it("may be of another size each", async () => {
    const first = await page({ pageSize: 10 });
    const second = await page({ pageSize: 100, pageToken: first.nextPageToken });
    expect(new Set([...first.list, ...second.list].map(({ userId }) => userId)).size).toBe(40);
    expect(second.nextPageToken).toBe("");
  });

  it("give everyone who stays exactly once, whoever comes and goes in between", async () => {
    const change = fc.oneof(
      fc.record({
        do: fc.constant("add" as const),
        name: fc.constantFrom("Marsh Early", "Zed Late", "Ann Marshal"),
      }),
      fc.record({ do: fc.constant("remove" as const), at: fc.nat({ max: 39 }) }),
    );
    const changes = fc.array(fc.array(change, { maxLength: 4 }), { minLength: 4, maxLength: 4 });
    const query = fc.constantFrom<Search>(
      {},
      { query: "example" },
      { query: "mar" },
      { userStatuses: ["ENABLED"] },
    );
    let added = 0;
    await fc.assert(
      fc.asyncProperty(changes, query, async (rounds, body) => {
        tenant = await tenantAt(tenant.hostname, { users: 40 });
        const before = (await walk({ ...body, pageSize: 100 })).flat();
        const gone = new Set<string>();
        const pages = await walk({ ...body, pageSize: 10 }, async (n) => {
          for (const step of rounds[n - 1] ?? []) {
            if (step.do === "add") await put(`usr_added_${added++}`, step.name);
            const id = step.do === "remove" ? before[step.at] : undefined;
            if (id === undefined || gone.has(id)) continue;
            gone.add(id);
            await remove(id);
          }
        });
        const seen = pages.flat();
        expect(new Set(seen).size).toBe(seen.length);
        const staying = before.filter((id) => !gone.has(id));
        expect(seen.filter((id) => staying.includes(id))).toEqual(staying);
      }),
      { numRuns: 25 },
    );
  });
});

describe("a page token", () => {
  const refused = async (body: object) => refusal(await tenant.call("POST", "/api/v1/search/users", body));

  it("is refused with any other query", async () => {
    const { nextPageToken: pageToken } = await page({ query: "example", pageSize: 10 });
    expect(pageToken).toBeTruthy();
    const others: Search[] = [
      {},
      { query: "exampl" },
      { query: "example", departments: ["IT"] },
      { query: "example", expandMask: { paths: ["*"] } },
    ];
    for (const body of others)
      expect(await refused({ ...body, pageSize: 10, pageToken })).toEqual(invalid("pageToken"));
    expect((await page({ pageToken, pageSize: 10, query: "example" })).list).toHaveLength(10);
  });

  it("is refused by another operation", async () => {
    const { nextPageToken: pageToken } = await page({ pageSize: 10 });
    const answer = await tenant.call("POST", "/api/v1/search/secrets-admin/audit_events", {
      pageSize: 10,
      pageToken,
    });
    expect(refusal(answer)).toEqual(invalid("pageToken"));
  });

  it("is refused when it is changed in any place, or made up", async () => {
    const { nextPageToken: token = "" } = await page({ pageSize: 10 });
    const changed = fc
      .tuple(fc.nat({ max: token.length - 1 }), fc.constantFrom(..."AZaz09-_"))
      .map(([at, letter]) => token.slice(0, at) + letter + token.slice(at + 1))
      // The last letter may hold bits that decode to nothing.
      .filter((text) => text !== token && text.slice(0, -1) !== token.slice(0, -1));
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, fc.string({ minLength: 1 })), async (pageToken) => {
        expect(await refused({ pageSize: 10, pageToken })).toEqual(invalid("pageToken"));
      }),
      { numRuns: 120 },
    );
  });
});
