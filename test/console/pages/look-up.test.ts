// The lookups at the console, against the embedded tenant.
import { describe, expect, it } from "vitest";
import { lookups } from "../../../src/lookups/index.ts";
import { tenantAt } from "../../governance/tenant.ts";
import { appWithPeople } from "../../support/app.ts";
import { HOSTILE_TEXTS } from "../../support/hostile-texts.ts";
import { sampleOf } from "../../support/sweep.ts";
import { as, asking, local } from "../signed.ts";

const tenant = await tenantAt("console-look-ups.example.com");
const open = (path: string, headers = {}) =>
  asking(appWithPeople([])).open(path, headers, { ...local, ...tenant.env });
const read = async (path: string) => {
  const response = await open(path);
  expect(response.status, path).toBe(200);
  return response.text();
};

describe("people", () => {
  it("are found by filters, with links to pages about the individual people", async () => {
    const page = await read("/look-up/users?title=Staff+Engineer&department=Engineering&status=enabled");
    expect(page).toContain('href="/look-up/user?user=usr_ada_marsh"');
    const finds = async (query: string) =>
      (await read(`/look-up/users?${query}`)).includes('href="/look-up/user?user=usr_ada_marsh"');
    for (const query of [
      "words=ada",
      "role=role_reviewer",
      "origin=directory&words=ada",
      "manager=nora.field%40example.com&words=ada",
      "delegates=no_delegate&words=ada",
      "nottype=service&words=ada",
      "notorigin=local&words=ada",
    ])
      expect(await finds(query), query).toBe(true);
    for (const query of [
      "words=ada&not=usr_ada_marsh",
      "words=ada&standin=yes",
      "words=ada&delegates=has_delegate",
      "words=ada&notorigin=directory",
      "words=ada&nottype=human",
      "words=ada&delegate=usr_iris_vale",
    ])
      expect(await finds(query), query).toBe(false);
  });

  it("are shown individually with their properties, and with the names of related people", async () => {
    const page = await read("/look-up/user?user=ada.marsh%40example.com");
    for (const words of ["Staff Engineer", "Nora Field (nora.field@example.com)", "Reviewer", "enabled"])
      expect(page, words).toContain(words);
    expect(page).toContain("departmentSources");
    expect(page).toContain("directoryIds");
  });

  it("are listed on pages with a link to the next page", async () => {
    const first = await read("/look-up/users");
    const [, next = ""] = /rel="next" href="([^"]+)"/.exec(first) ?? [];
    expect(next).toContain("/look-up/users?cursor=");
    const second = await read(next.replaceAll("&amp;", "&"));
    expect(second).not.toContain("/look-up/user?user=usr_ada_marsh");
  });
});

it("a tool is found by its name, and by its connector and id", async () => {
  const named = await read("/look-up/tool?tool=Delete+branch");
  const byId = await read("/look-up/tool?tool=tool_github_delete_branch&connector=GitHub+MCP");
  for (const page of [named, byId])
    for (const words of ["Discovery hash", "Allowed clients", "Entitlement", "destructive"])
      expect(page, words).toContain(words);
  expect(await read("/look-up/tool?tool=nothing&connector=GitHub+MCP")).toContain("has no such tool");
  expect(await read("/look-up/tool?tool=Nothing")).toContain("No tool is called");
});

it("a server in the catalog is shown with its properties", async () => {
  const list = await read("/look-up/catalog");
  const [, id = ""] = /\/look-up\/server\?server=([^"]+)"/.exec(list) ?? [];
  const page = await read(`/look-up/server?server=${id}`);
  for (const name of [
    "Service name",
    "Address",
    "Scopes",
    "OAuth2 modes",
    "Ways to sign in",
    "Stable",
    "Icon",
  ])
    expect(page, name).toContain(`<dt>${name}</dt>`);
  expect(page).toContain("configSchema");
});

it("audit events are found by actor and by start time", async () => {
  expect(await read("/look-up/audit?actor=ada.marsh%40example.com")).toContain("by ada.marsh@example.com");
  expect(await read("/look-up/audit?since=2099-01-01T00:00")).toContain("No audit events found");
});

it.each(Array.from(lookups.keys()))("/look-up/%s has a form with a label for each field", async (name) => {
  const page = await read(`/look-up/${name}`);
  const shape = lookups.get(name)?.input.shape ?? {};
  for (const member of Object.keys(shape)) {
    expect(page).toContain(`<label for="filter-${member}">`);
    expect(page).toContain(`name="${member}"`);
  }
});

it("an invalid choice or an unknown filter is reported on the page", async () => {
  expect(await read("/look-up/users?status=gone")).toContain("status must be one of");
  expect(await read("/look-up/users?shoe=42")).toContain("shoe");
  expect((await open("/look-up/nothing")).status).toBe(404);
});

it("an unreachable service is reported on the page, which still shows the form", async () => {
  await tenant.fault({ operation: "searchUsers", count: 9, status: 503 });
  const page = await read("/look-up/users?words=ada");
  expect(page).toContain("note bad");
  expect(page).toContain('value="ada"');
  await tenant.control("DELETE", "faults");
});

it("a lookup requires a role, and escapes untrusted text", async () => {
  expect((await open("/look-up/users", as())).status).toBe(403);
  const texts = Object.values(HOSTILE_TEXTS).filter(({ length }) => length < 200);
  for (const [n, text] of sampleOf(texts, 8).entries()) {
    const id = `usr_hostile_${n}`;
    await tenant.control("POST", "users", { user: { id, displayName: text, email: `h${n}@example.com` } });
    const page = await read(`/look-up/user?user=${id}`);
    expect(page).not.toContain("<script>");
    expect(page.match(/<script[^>]*>/g)).toHaveLength(1);
  }
});
