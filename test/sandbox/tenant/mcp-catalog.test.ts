import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { listMcpCatalog } from "../../../src/governance/contract/mcp-catalog.ts";
import { accepted, invalid, refusal, type TestTenant, tenantAt } from "./client.ts";
import { allPages } from "./pages.ts";

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await tenantAt("mcp-catalog.tenant.example");
});

type Query = { page_size?: number | string; page_token?: string; query?: string };
const call = (query: Query) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return tenant.call("GET", `/api/v1/mcp_server_catalog?${search}`);
};
const list = async (query: Query = {}) => accepted(listMcpCatalog, await call(query));
const everything = async (query: Query = {}) =>
  (
    await allPages((token) => list({ page_size: 100, ...query, ...(token ? { page_token: token } : {}) }))
  ).flat();

describe("what the catalog holds", () => {
  it("at least 40 servers, in the order of their display names", async () => {
    const names = (await everything()).map(({ displayName = "" }) => displayName);
    expect(names.length).toBeGreaterThanOrEqual(40);
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  });

  it("every field on every entry, and each with something to say somewhere", async () => {
    const entries = await everything();
    const rows = (name: string, of: readonly object[]) => of.map((row) => [name, row] as const);
    const all = [
      ...rows("entry", entries),
      ...rows(
        "mode",
        entries.flatMap(({ authModes }) => authModes ?? []),
      ),
      ...rows(
        "field",
        entries.flatMap(({ configSchema }) => configSchema?.fields ?? []),
      ),
    ];
    const fields = {
      entry:
        "id serviceName displayName description iconUrl baseUrl stable defaultAuthorizeUrl defaultTokenUrl defaultScopes supportedOauth2Modes authModes configSchema",
      mode: "authStyle authorizeUrl tokenUrl credentialUrl issuerUrl description header jwtAudience oauth2Grant pkce passthrough scopes extraAuthorizeParams extraTokenParams",
      field: "name displayName description placeholder default required secret",
    };
    for (const [kind, names] of Object.entries(fields)) {
      const objects = all.flatMap(([of, row]) => (of === kind ? [row] : []));
      for (const object of objects)
        expect(Object.keys(object).toSorted()).toEqual(names.split(" ").toSorted());
      for (const name of names.split(" "))
        expect(
          objects.some((object) => hasContent(Reflect.get(object, name))),
          `${kind}.${name}`,
        ).toBe(true);
    }
  });

  const hasContent = (value: unknown) =>
    typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
});

describe("query", () => {
  it("finds any part of the display name, letter case aside", async () => {
    const names = async (query: string) =>
      (await everything({ query })).map(({ displayName }) => displayName);
    expect(await names("TICKET")).toEqual(["Ticketing"]);
    expect(await names("analytics")).toEqual(["Analytics", "Product Analytics"]);
    expect(await names("no such server")).toEqual([]);
    expect(await names("%")).toEqual([]);
    expect(await names("")).toHaveLength((await everything()).length);
  });
});

describe("paging", () => {
  it.each([
    [undefined, 25],
    [0, 25],
    [1, 10],
    [9, 10],
    [10, 10],
    [11, 11],
  ])("a page size of %s gives %i entries", async (size, count) => {
    expect((await list(size === undefined ? {} : { page_size: size })).list).toHaveLength(count);
  });

  it.each([[101], [-1], [2.5], ["ten"]])("a page size of %s is refused", async (size) => {
    expect(refusal(await call({ page_size: size }))).toEqual(invalid("page_size"));
  });

  it("gives each entry exactly once, whatever the page sizes", async () => {
    const expected = (await everything()).map(({ id }) => id);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 6 }),
        async (sizes) => {
          let turn = 0;
          const pages = await allPages((token) =>
            list({ page_size: sizes[turn++ % sizes.length] ?? 0, ...(token ? { page_token: token } : {}) }),
          );
          expect(pages.flat().map(({ id }) => id)).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("a token belongs to its query", async () => {
    const { nextPageToken = "" } = await list({ query: "a", page_size: 10 });
    expect(nextPageToken).not.toBe("");
    expect(
      (await list({ query: "a", page_size: 10, page_token: nextPageToken })).list.length,
    ).toBeGreaterThan(0);
    expect(refusal(await call({ query: "e", page_size: 10, page_token: nextPageToken }))).toEqual(
      invalid("page_token"),
    );
    expect(refusal(await call({ page_token: "made-up" }))).toEqual(invalid("page_token"));
  });
});
