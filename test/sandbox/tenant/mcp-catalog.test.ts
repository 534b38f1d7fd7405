import { beforeAll, describe, expect, it } from "vitest";
import { listMcpCatalog } from "../../../src/governance/contract/mcp-catalog.ts";
import { accepted, type TestTenant, tenantAt } from "./client.ts";

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await tenantAt("mcp-catalog.tenant.example");
});

const everything = async (query = "") => {
  const search = new URLSearchParams({ page_size: "100", query });
  return accepted(listMcpCatalog, await tenant.call("GET", `/api/v1/mcp_server_catalog?${search}`)).list;
};

describe("what the catalog holds", () => {
  it("at least 40 servers, in the order of their display names", async () => {
    const names = (await everything()).map(({ displayName = "" }) => displayName);
    expect(names.length).toBeGreaterThanOrEqual(40);
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  });

  it("every field on every entry, and each with something to say somewhere", async () => {
    const entries = await everything();
    const objects: Readonly<Record<string, readonly object[]>> = {
      "id serviceName displayName description iconUrl baseUrl stable defaultAuthorizeUrl defaultTokenUrl defaultScopes supportedOauth2Modes authModes configSchema channel maturity scope defaultAuthMethod defaultToolPrefix":
        entries,
      "authStyle authorizeUrl tokenUrl credentialUrl issuerUrl description header jwtAudience oauth2Grant pkce passthrough scopes optionalScopes authMethod clientIdMode extraAuthorizeParams extraTokenParams":
        entries.flatMap(({ authModes }) => authModes ?? []),
      "name displayName description placeholder default required secret": entries.flatMap(
        ({ configSchema }) => configSchema?.fields ?? [],
      ),
    };
    for (const [fields, all] of Object.entries(objects)) {
      const names = fields.split(" ");
      for (const object of all) expect(Object.keys(object).toSorted()).toEqual(names.toSorted());
      const said = names.filter((name) => all.some((object) => hasContent(Reflect.get(object, name))));
      expect(said).toEqual(names);
    }
  });

  const hasContent = (value: unknown) =>
    typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
});

describe("query", () => {
  it("finds any part of the display name, letter case aside", async () => {
    const names = async (query: string) => (await everything(query)).map(({ displayName }) => displayName);
    expect(await names("TICKET")).toEqual(["Ticketing"]);
    expect(await names("analytics")).toEqual(["Analytics", "Product Analytics"]);
    expect(await names("no such server")).toEqual([]);
    expect(await names("%")).toEqual([]);
    expect(await names("")).toHaveLength((await everything()).length);
  });
});
