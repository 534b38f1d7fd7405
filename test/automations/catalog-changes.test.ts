import { beforeEach, describe, expect, it } from "vitest";
import { catalogChanges } from "../../src/automations/catalog-changes.ts";
import { defaultTransport } from "../../src/governance/client/index.ts";
import { type CatalogEntry, listMcpCatalog } from "../../src/governance/contract/mcp.ts";
import type { Notice } from "../../src/kit/proposal.ts";
import { governanceTo } from "../governance/client/fixtures.ts";
import { tenantAt } from "../governance/tenant.ts";
import { look, makeHistory } from "./support/proposed.ts";

const NOW = Date.parse("2099-04-01T04:15:00Z");

describe("the catalog of MCP servers", async () => {
  const tenant = await tenantAt("catalog-changes.example.com");
  const governance = tenant.client();
  let past: Awaited<ReturnType<typeof makeHistory>>;
  const looked = () => look(catalogChanges, governance, NOW, { history: past });
  const put = (...entries: readonly object[]) => tenant.control("POST", "mcp-catalog", { entries });
  let entry: CatalogEntry;
  let size: number;
  beforeEach(async () => {
    past = await makeHistory([]);
    const entries = await Array.fromAsync(governance.items(listMcpCatalog, {}));
    size = entries.length;
    const found = entries.findLast(({ defaultScopes }) => (defaultScopes?.length ?? 0) > 1);
    if (!found) throw new Error("the seed has no entry with scopes");
    entry = found;
  });

  it("is counted on the first run, and is not reported again while it stays the same", async () => {
    expect(await looked()).toMatchObject({
      notice: {
        title: "MCP catalog",
        summary: `The catalog has ${size} servers. Later changes are reported here.`,
        lines: [],
      },
    });
    const again = await looked();
    expect(again).toMatchObject({ ignore: `0 new, 0 changed, 0 removed; ${size} servers in total.` });
    expect(again).not.toHaveProperty("notice");
  });

  it("is reported once when it changes, with security-relevant changes first", async () => {
    await put({ id: "mcp_leaving", displayName: "Leaving" });
    await looked();
    const [mode, ...modes] = entry.authModes ?? [];
    await put(
      {
        ...entry,
        description: "Another text.",
        baseUrl: "https://elsewhere.example/mcp",
        authModes: [{ ...mode, scopes: [...(mode?.scopes ?? []), "admin"] }, ...modes],
      },
      { id: "mcp_brand_new", displayName: "Brand <new>", baseUrl: "https://new.example/mcp" },
    );
    await tenant.control("DELETE", "mcp-catalog/mcp_leaving");
    expect(await looked()).toMatchObject({
      notice: {
        summary: `1 new, 1 changed, 1 removed; ${size + 1} servers in total.`,
        lines: [
          {
            name: entry.displayName,
            detail: `changed: baseUrl: + https://elsewhere.example/mcp, − ${entry.baseUrl}; authModes.0.scopes: + admin; texts`,
          },
          { name: "Brand <new>", detail: "new: mcp_brand_new" },
          { name: "Leaving", detail: "removed: mcp_leaving" },
        ],
      },
    });
    expect(await looked()).not.toHaveProperty("notice");
  });

  it("is not reported if only the order of scopes or an already reported unknown property changes", async () => {
    await looked();
    await put({ ...entry, defaultScopes: entry.defaultScopes?.toReversed() });
    expect(await looked()).not.toHaveProperty("notice");
    await put({ ...entry, trusted: true });
    expect(await looked()).toMatchObject({
      notice: {
        lines: [{ name: "New properties", detail: "unsupported, so not compared: trusted" }],
      },
    });
    await put({ ...entry, trusted: "more" });
    expect(await looked()).not.toHaveProperty("notice");
  });

  it("is reported with long values shortened and the number of changes limited", async () => {
    const long = (end: string) => `https://long.example/${"x".repeat(500)}${end}`;
    await put({ ...entry, configSchema: { fields: [] }, baseUrl: long("1") });
    await looked();
    const fields = Array.from({ length: 9 }, (_, n) => ({ name: `member${n}`, required: true }));
    await put({ ...entry, configSchema: { fields }, baseUrl: long("2") });
    const { notice } = (await looked()) as { notice: Notice };
    expect(notice.lines[0]?.detail).toMatch(
      /^changed: baseUrl: \+ (\S+)x… \([0-9a-f]{16}\), − \1x… \([0-9a-f]{16}\); configSchema.member0: \+ {"required":true}; .*; and 4 more$/,
    );
  });

  it("is not stored as a snapshot if a page can't be read", async () => {
    await tenant.fault({ operation: "listMcpCatalog", count: 1, status: 400 });
    await expect(looked()).rejects.toMatchObject({ code: "governance_refused" });
    expect(await past.entry("snapshot", "mcp-catalog")).toBeNull();
  });

  it("with 2,000 servers fits into a snapshot below 600 kB and a notice of 100 lines", async () => {
    await looked();
    await put(
      ...Array.from({ length: 2_000 }, (_, n) => ({
        id: `mcp_server_with_a_longer_name_${n}`,
        displayName: `A server with a longer name, number ${n}`,
        baseUrl: `https://server-${n}.example/mcp`,
      })),
    );
    const all = await looked();
    expect(all).toMatchObject({ notice: { summary: expect.stringMatching(/^2000 new/) } });
    const { notice } = all as { notice: Notice };
    expect(notice.lines).toHaveLength(100);
    expect(notice.lines.at(-1)).toEqual({ name: "and 1901 more" });
    const kept = await past.entry("snapshot", "mcp-catalog");
    expect(JSON.stringify(kept).length).toBeLessThan(600_000);
  });
});

it("a catalog with endless pages fails the run after 1,000 pages", async () => {
  let pages = 0;
  const endless = governanceTo({
    ...defaultTransport,
    fetch: async () => Response.json({ list: [{ id: `mcp_${++pages}` }], nextPageToken: `t${pages}` }),
  });
  await expect(look(catalogChanges, endless, NOW)).rejects.toMatchObject({
    code: "governance_bad_response",
    message: "listMcpCatalog: the list has more than 1000 pages: narrow the search",
  });
  expect(pages).toBe(1_000);
});
