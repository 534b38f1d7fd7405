import { describe, expect, it } from "vitest";
import { listMcpCatalog } from "../../../src/governance/contract/mcp.ts";
import { accepted, tenantAt } from "./client.ts";

const tenant = await tenantAt("mcp-catalog.tenant.example");

const everything = async (query = "") => {
  const search = new URLSearchParams({ page_size: "100", query });
  return accepted(listMcpCatalog, await tenant.call("GET", `/api/v1/mcp_server_catalog?${search}`)).list;
};

it("the catalog lists at least 40 servers, sorted by display name", async () => {
  const names = (await everything()).map(({ displayName = "" }) => displayName);
  expect(names.length).toBeGreaterThanOrEqual(40);
  expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
});

describe("a catalog query", () => {
  it("finds servers by a part of their display name, ignoring case", async () => {
    const names = async (query: string) => (await everything(query)).map(({ displayName }) => displayName);
    expect(await names("TICKET")).toEqual(["Ticketing"]);
    expect(await names("analytics")).toEqual(["Analytics", "Product Analytics"]);
    expect(await names("no such server")).toEqual([]);
    expect(await names("%")).toEqual([]);
    expect(await names("")).toHaveLength((await everything()).length);
  });
});
