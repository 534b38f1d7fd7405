// The lookups of the API, against the embedded tenant.
import { afterAll, expect, it, vi } from "vitest";
import { routes } from "../../src/console/api/index.ts";
import { openApiDocument } from "../../src/http/openapi.ts";
import { ProblemDocument } from "../../src/http/refuse.ts";
import { lookups } from "../../src/lookups/index.ts";
import { tenantAt } from "../governance/tenant.ts";
import { app } from "../support/app.ts";
import { accessOfTeam, as, behindAccess, local, SITE } from "./signed.ts";

interface Found {
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly detail?: string }[];
  readonly whole?: unknown;
  readonly next: string | null;
}

const tenant = await tenantAt("api-look-ups.example.com");

afterAll(() => void vi.restoreAllMocks());

const get = (path: string) => app.request(`${SITE}/api/look-up/${path}`, {}, { ...local, ...tenant.env });
const find = async (path: string): Promise<Found> => {
  const response = await get(path);
  expect(response.status, path).toBe(200);
  return response.json();
};
const names = ({ lines }: Found) => lines.map(({ name }) => name);

it("a lookup finds people by filters, and returns the service's data about one person", async () => {
  const ada = await find("users?title=Staff+Engineer&department=Engineering&status=enabled");
  expect(names(ada)).toContain("Ada Marsh");
  expect(names(await find("users?words=ada&nottype=human"))).not.toContain("Ada Marsh");
  const one = await find("user?user=ada.marsh%40example.com");
  expect(one).toMatchObject({ title: "Ada Marsh", whole: { userView: { user: { id: "usr_ada_marsh" } } } });
  expect(one.lines).toContainEqual({ name: "Job title", detail: "Staff Engineer" });
});

it("a lookup returns each person once, page by page", async () => {
  const seen: string[] = [];
  let cursor: string | null = "";
  for (let pages = 0; cursor !== null && pages < 20; pages += 1) {
    const page: Found = await find(`users${cursor && `?cursor=${encodeURIComponent(cursor)}`}`);
    seen.push(...page.lines.flatMap(({ detail }) => detail ?? []));
    cursor = page.next;
  }
  expect(cursor).toBeNull();
  expect(seen.length).toBeGreaterThan(10);
  expect(new Set(seen).size).toBe(seen.length);
});

it.for([
  ["users?shoe=42", 400, "shoe"],
  ["users?status=asleep", 400, "status"],
  ["user", 400, "user"],
  ["users?manager=nobody%40example.com", 422, "nobody@example.com"],
  ["nothing", 404, ""],
] as const)("the API rejects the lookup %s", async ([path, status, words]) => {
  const response = await get(path);
  expect(response.status).toBe(status);
  expect(ProblemDocument.parse(await response.json()).detail).toContain(words);
});

it("a lookup requires a role", async () => {
  const path = `${SITE}/api/look-up/users`;
  const asViewer = { headers: as("viewer") };
  expect((await app.request(path, asViewer, { ...local, ...tenant.env })).status).toBe(200);
  const { signIn } = await accessOfTeam();
  const headers = await signIn({ email: "stranger@example.com" });
  expect((await app.request(path, { headers }, behindAccess)).status).toBe(403);
  expect((await app.request(path, {}, behindAccess)).status).toBe(401);
});

it.for(Array.from(lookups.values()))(
  "the OpenAPI document describes the lookup $name with its filters",
  ({ name, input }) => {
    const path = `/api/look-up/${name}`;
    expect(routes.map((route) => route.path)).toContain(path);
    const { paths } = JSON.parse(JSON.stringify(openApiDocument(SITE)));
    const parameters: { name: string; required?: boolean }[] = paths[path].get.parameters;
    expect(parameters.map((one) => one.name)).toEqual([...Object.keys(input.shape), "cursor"]);
  },
);
