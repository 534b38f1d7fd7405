// Tests the pages of the three lists, whose sizes and tokens follow the same rules.
import * as fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { operations } from "../../../src/governance/contract/index.ts";
import { casesOf, isSpecificationAlone } from "../../support/sweep.ts";
import { accepted, invalid, refusal, type TestTenant, tenantAt } from "./client.ts";

const USERS = 40;
type Query = Readonly<Record<string, unknown>>;

interface List {
  readonly name: string;
  /** Names of the properties that request a page. */
  readonly size: string;
  readonly token: string;
  /** Two queries that each find more than one small page. */
  readonly queries: readonly [Query, Query];
  readonly call: (tenant: TestTenant, query: Query) => ReturnType<TestTenant["call"]>;
  readonly read: (answer: Parameters<typeof accepted>[1]) => {
    readonly list: readonly object[];
    readonly nextPageToken: string;
  };
}

const search = (path: string) => (tenant: TestTenant, query: Query) => tenant.call("POST", path, query);
const bodyMembers = { size: "pageSize", token: "pageToken" };
const USER_LIST: List = {
  name: "users",
  ...bodyMembers,
  queries: [{ query: "example" }, { query: "exampl" }],
  call: search(operations.searchUsers.path),
  read: (answer) => accepted(operations.searchUsers, answer),
};
const LISTS: readonly List[] = [
  USER_LIST,
  {
    name: "audit events",
    ...bodyMembers,
    queries: [{ vaultId: "vlt_finance" }, { vaultId: "vlt_people" }],
    call: search(operations.searchAuditEvents.path),
    read: (answer) => accepted(operations.searchAuditEvents, answer),
  },
  {
    name: "catalog entries",
    size: "page_size",
    token: "page_token",
    queries: [{ query: "a" }, { query: "e" }],
    call: (tenant, query) => {
      const given = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      );
      return tenant.call("GET", `${operations.listMcpCatalog.path}?${new URLSearchParams(given)}`);
    },
    read: (answer) => accepted(operations.listMcpCatalog, answer),
  },
];

let tenant: TestTenant;
const page = async ({ call, read }: List, query: Query = {}) => read(await call(tenant, query));
const refused = async ({ call }: List, query: Query) => refusal(await call(tenant, query));

/** Reads all pages, and calls a function before each page except the first. */
async function walk(
  list: List,
  query: Query,
  sizes: readonly number[],
  between: (page: number) => Promise<unknown> = async () => {},
): Promise<(readonly object[])[]> {
  const pages: (readonly object[])[] = [];
  for (let token = ""; pages.length === 0 || token !== ""; ) {
    if (pages.length > 100) throw new Error("This list does not end.");
    if (pages.length > 0) await between(pages.length);
    const more = { [list.size]: sizes[pages.length % sizes.length], ...(token && { [list.token]: token }) };
    const answer = await page(list, { ...query, ...more });
    pages.push(answer.list);
    token = answer.nextPageToken;
  }
  return pages;
}

describe.each(LISTS)("a page of $name", (list) => {
  beforeAll(async () => {
    tenant = await tenantAt("paging.tenant.example", { users: USERS });
  });

  it.for<[size: number | undefined, count: number]>([
    [undefined, 25],
    [0, 25],
    [1, 10],
    [9, 10],
    [10, 10],
    [33, 33],
  ])("with the requested size %s has %i rows if the list has a minimum page size", async ([size, count]) => {
    // In the service, only user search has a minimum page size.
    const isAsAsked = list !== USER_LIST && !isSpecificationAlone;
    const wanted = size && isAsAsked ? size : count;
    expect((await page(list, { [list.size]: size })).list).toHaveLength(wanted);
  });

  it.for([101, -1, 1.5, "ten"])("is rejected with the size %s", async (size) => {
    expect(await refused(list, { [list.size]: size })).toEqual(invalid(list.size));
  });

  it("is full unless it is the last page, and all pages together contain each row once", async () => {
    const [query] = list.queries;
    const all = (await walk(list, query, [100])).flat();
    const sizes = fc.array(fc.integer({ min: 10, max: 100 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(sizes, async (some) => {
        const pages = await walk(list, query, some);
        expect(pages.flat()).toEqual(all);
        const full = pages.slice(0, -1).map((_, n) => some[n % some.length]);
        expect(pages.slice(0, -1).map(({ length }) => length)).toEqual(full);
        expect(pages.at(-1)).not.toHaveLength(0);
      }),
      { numRuns: casesOf(20) },
    );
  });

  it("has a token that is valid only for the same query and operation", async () => {
    const [query, other] = list.queries;
    const { nextPageToken } = await page(list, { ...query, [list.size]: 10 });
    expect((await page(list, { ...query, [list.token]: nextPageToken })).list).not.toHaveLength(0);
    for (const [of, asked] of [
      [list, {}],
      [list, other],
      [LISTS.find((one) => one !== list) ?? list, query],
    ] as const)
      expect(await refused(of, { ...asked, [of.token]: nextPageToken })).toMatchObject({ status: 400 });
  });

  it("is not returned for a token that was changed or invented", async () => {
    const { nextPageToken: token } = await page(list, { [list.size]: 10 });
    const changed = fc
      .tuple(fc.nat({ max: token.length - 1 }), fc.constantFrom(..."AZaz09-_"))
      .map(([at, letter]) => token.slice(0, at) + letter + token.slice(at + 1))
      // The last letter can contain bits that are not decoded.
      .filter((text) => text !== token && text.slice(0, -1) !== token.slice(0, -1));
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, fc.string({ minLength: 1 })), async (text) => {
        expect(await refused(list, { [list.size]: 10, [list.token]: text })).toEqual(invalid(list.token));
      }),
      { numRuns: casesOf(60) },
    );
  });
});

describe("a page of users", () => {
  beforeEach(async () => {
    tenant = await tenantAt("paging.tenant.example", { users: USERS });
  });
  const idsIn = (pages: readonly (readonly object[])[]) =>
    pages.flat().map((view) => (view as { readonly user: { readonly id: string } }).user.id);

  it("can be both full and the last page, so that no empty page follows", async () => {
    expect((await walk(USER_LIST, {}, [10])).map(({ length }) => length)).toEqual([10, 10, 10, 10]);
    expect(await page(USER_LIST, { refs: [{ id: "usr_none" }] })).toMatchObject({
      list: [],
      nextPageToken: "",
    });
  });

  it("belongs to pages that together contain each remaining user once, even if users are added or deleted in between", async () => {
    const change = fc.oneof(
      fc.record({ add: fc.constantFrom("Marsh Early", "Zed Late", "Ann Marshal") }),
      fc.record({ remove: fc.nat({ max: USERS - 1 }) }),
    );
    const changes = fc.array(fc.array(change, { maxLength: 4 }), { minLength: 4, maxLength: 4 });
    const query = fc.constantFrom<Query>(
      {},
      { query: "example" },
      { query: "mar" },
      { userStatuses: ["ENABLED"] },
    );
    let added = 0;
    await fc.assert(
      fc.asyncProperty(changes, query, async (rounds, body) => {
        tenant = await tenantAt(tenant.hostname, { users: USERS });
        const before = idsIn(await walk(USER_LIST, body, [100]));
        const gone = new Set<string>();
        const pages = await walk(USER_LIST, body, [10], async (n) => {
          for (const step of rounds[n - 1] ?? []) {
            if ("add" in step) {
              const id = `usr_added_${added++}`;
              const user = { id, displayName: step.add, email: `${id}@example.com` };
              await tenant.control("POST", "/users", { user });
              continue;
            }
            const id = before[step.remove];
            if (id === undefined || gone.has(id)) continue;
            gone.add(id);
            await tenant.control("DELETE", `/users/${id}`);
          }
        });
        const seen = idsIn(pages);
        expect(new Set(seen).size).toBe(seen.length);
        const staying = before.filter((id) => !gone.has(id));
        expect(seen.filter((id) => staying.includes(id))).toEqual(staying);
      }),
      { numRuns: casesOf(25) },
    );
  });
});
