import { describe, expect, it } from "vitest";
import type { McpTool } from "../../../src/governance/contract/mcp.ts";
import { searchUsers, User } from "../../../src/governance/contract/users.ts";
import { people, SAMPLE_PEOPLE } from "../../../src/sandbox/tenant/seed/people.ts";
import { CAMPAIGNS, samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { accepted, type TestTenant, tenantAt } from "./client.ts";
import { allPages } from "./pages.ts";

const everybody = async (tenant: TestTenant): Promise<User[]> => {
  const pages = await allPages(async (pageToken) =>
    accepted(
      searchUsers,
      await tenant.call("POST", "/api/v1/search/users", { pageSize: 100, ...(pageToken && { pageToken }) }),
    ),
  );
  return pages.flat().map(({ user }) => user);
};

describe("a seed", () => {
  it("creates the same users every time, beginning with those of a smaller seed", async () => {
    const seedSmall = () => tenantAt("seed-small.tenant.example", { users: 30 });
    const small = await everybody(await seedSmall());
    expect(await everybody(await seedSmall())).toEqual(small);
    const large = await everybody(await tenantAt("seed-large.tenant.example", { users: 250 }));
    expect(small).toHaveLength(30);
    expect(large).toHaveLength(250);
    expect(large.slice(0, 30)).toEqual(small);
  });

  it("contains the sample users even if its size is 0", async () => {
    const few = await everybody(await tenantAt("seed-few.tenant.example", { users: 0 }));
    expect(few.map(({ id }) => id)).toEqual(Object.values(samples.users).map(({ id }) => id));
  });

  it("replaces the existing data, credentials included", async () => {
    const replaced = await tenantAt("seed-again.tenant.example", { users: 30 });
    const tenant = await tenantAt("seed-again.tenant.example", { users: 20 });
    const other = await tenantAt("seed-other.tenant.example", { users: 20 });
    expect((await replaced.call("GET", "/api/v1/users/any")).status).toBe(401);
    expect(await tenant.control("GET", "/apps")).toEqual(await other.control("GET", "/apps"));
    expect(await everybody(tenant)).toEqual(await everybody(other));
  });
});

describe("the people of a seed", () => {
  const crowd = [...people(3_000)];

  it("have unique ids, emails and usernames", () => {
    for (const name of ["id", "handle"] as const)
      expect(new Set(crowd.map((person) => person[name])).size).toBe(crowd.length);
    expect(crowd.slice(SAMPLE_PEOPLE.length).filter(({ id }) => !/^[0-9A-Za-z]{27}$/.test(id))).toEqual([]);
  });

  it("are mostly enabled humans, with some of each other status, type and origin", () => {
    const share = (wanted: (person: (typeof crowd)[number]) => boolean) =>
      crowd.filter(wanted).length / crowd.length;
    expect(share(({ type, status }) => type === "USER_TYPE_HUMAN" && status === "ENABLED")).toBeGreaterThan(
      0.75,
    );
    for (const status of ["DISABLED", "DELETED"])
      expect(share((p) => p.status === status)).toBeGreaterThan(0.01);
    for (const type of ["SERVICE", "AGENT", "SYSTEM"])
      expect(share((p) => p.type === `USER_TYPE_${type}`)).toBeGreaterThan(0.005);
    for (const origin of ["DIRECTORY", "LOCAL", "SYSTEM"])
      expect(share((p) => p.origin === `USER_ORIGIN_${origin}`)).toBeGreaterThan(0.005);
    expect(share((p) => p.delegatedUserId !== undefined)).toBeGreaterThan(0.02);
    expect(share((p) => p.secondEmail !== undefined)).toBeGreaterThan(0.05);
  });

  it("have managers who exist and who are not their own superiors", () => {
    const manager = new Map(crowd.map(({ id, managerId }) => [id, managerId]));
    for (const { id } of crowd) {
      let above = manager.get(id);
      for (let steps = 0; above !== undefined; steps += 1) {
        expect(manager.has(above)).toBe(true);
        expect(steps).toBeLessThan(20);
        above = manager.get(above);
      }
    }
  });
});

describe("a seeded tenant", () => {
  it("has a value in each user field for at least one user", async () => {
    const tenant = await tenantAt("seed-fields.tenant.example", { users: 200 });
    await tenant.control("POST", "/switches", { shownStatuses: true });
    const users = await everybody(tenant);
    const shown = new Set(
      users.flatMap((user) =>
        Object.entries(user).flatMap(([name, value]) => (isEmpty(value) ? [] : [name])),
      ),
    );
    expect(shown).toEqual(new Set(Object.keys(User.shape)));
  });

  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

  const holds = (list: unknown, wanted: Readonly<Record<string, { readonly name: string }>>) => {
    for (const { name: displayName, ...members } of Object.values(wanted))
      expect(list).toContainEqual(expect.objectContaining({ displayName, ...members }));
  };

  it("contains the sample objects with the ids in samples.ts", async () => {
    const tenant = await tenantAt("seed-samples.tenant.example", { users: 20 });
    const users = await everybody(tenant);
    holds(users, samples.users);
    type App = { id: string; displayName: string; connectors: Named[]; entitlements: Named[] };
    type Named = { id: string; appId: string; displayName: string };
    const { apps } = (await tenant.control("GET", "/apps")) as { apps: App[] };
    holds(apps, samples.apps);
    holds(
      apps.flatMap((app) => app.connectors),
      samples.connectors,
    );
    const entitlements = apps.flatMap((app) => app.entitlements);
    holds(entitlements, samples.entitlements);
    const { tools } = (await tenant.control("GET", "/tools")) as { tools: McpTool[] };
    for (const { id, appId, connectorId, name } of Object.values(samples.tools))
      expect(tools).toContainEqual(expect.objectContaining({ id, appId, connectorId, toolName: name }));
    for (const { appEntitlementId } of tools)
      expect(entitlements).toContainEqual(expect.objectContaining({ id: appEntitlementId }));
    const { policies } = await tenant.control("GET", "/policies");
    holds(policies, samples.policies);
    const { sessionPolicies } = await tenant.control("GET", "/session-policies");
    holds(sessionPolicies, samples.sessionPolicies);
    expect(await tenant.control("GET", "/campaigns")).toEqual({
      campaigns: CAMPAIGNS.map(({ ownerIds, review }) => ({ ownerIds, accessReview: review })),
    });
  });
});
