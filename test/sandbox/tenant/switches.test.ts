// Tests the switches that make the tenant stricter, slower and less predictable than the API text requires.
import { beforeEach, describe, expect, it } from "vitest";
import { readAnswer } from "../../../src/governance/client/problem.ts";
import type { AccessReview } from "../../../src/governance/contract/campaigns.ts";
import { operations } from "../../../src/governance/contract/index.ts";
import type { McpTool } from "../../../src/governance/contract/mcp.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import {
  DIFFERENCES,
  LIKE_THE_SERVICE,
  SPECIFICATION_ALONE,
} from "../../../src/sandbox/tenant/switches/differences.ts";
import { type CHAOS, DELIVERED } from "../../../src/sandbox/tenant/switches/switches.ts";
import { accepted, invalid, refusal, requestToken, type TestTenant, tenantAt } from "./client.ts";

const { users, policies, campaigns, connectors, apps, tools } = samples;
let tenant: TestTenant;
let n = 0;
beforeEach(async () => {
  n += 1;
  tenant = await tenantAt(`switches-${n}.tenant.example`);
  await set(LIKE_THE_SERVICE);
});
const set = (some: Partial<typeof CHAOS>) => tenant.control("POST", "/switches", some);
const advance = (advanceSeconds: number) => tenant.control("POST", "/clock", { advanceSeconds });
const search = (body: object = {}) => tenant.call("POST", "/api/v1/search/users", body);
const readTool = (id: string) =>
  tenant.call("GET", `/api/v1/apps/${apps.github.id}/connectors/${connectors.githubMcp.id}/mcp_tools/${id}`);

it("the switches can be set one by one and reset to their defaults", async () => {
  expect(await tenant.control("DELETE", "/switches")).toEqual(DELIVERED);
  expect(await tenant.control("GET", "/switches")).toEqual(DELIVERED);
  expect(await set({ discovery: true })).toEqual({ ...DELIVERED, discovery: true });
  expect(await set({ omit: 0.5 })).toEqual({ ...DELIVERED, discovery: true, omit: 0.5 });
  expect(await tenant.control("DELETE", "/switches")).toEqual(DELIVERED);
  const wrong = await tenant.call("POST", "/_control/switches", { visibilityLagSeconds: 151 });
  expect(refusal(wrong)).toEqual(invalid("visibilityLagSeconds"));
});

it("one request turns off all differences from the specification", async () => {
  expect(await tenant.control("POST", "/specification")).toEqual({ ...DELIVERED, ...SPECIFICATION_ALONE });
  expect(Object.keys(SPECIFICATION_ALONE)).toEqual(Object.keys(DIFFERENCES));
});

it("unsetValues: a response has every property, even unset ones, except unset members of a oneof", async () => {
  const read = async () =>
    (await tenant.call("GET", `/api/v1/users/${users.ada.id}`)).body as { userView: { user: object } };
  expect((await read()).userView).toMatchObject({
    managersPath: "",
    user: { delegatedUserId: "", deletedAt: null },
  });
  const review = { displayName: "Q4", policyId: "pol_manager_review", ownerIds: [users.gita.id] };
  const body = { ...review, scopeV2: { allUsers: {} } };
  expect((await tenant.call("POST", "/api/v1/access_review", body)).body).toMatchObject({
    // A oneof shows only its member that is set.
    accessReview: {
      accessReview: {
        scopeV2: expect.not.objectContaining({ allGrants: null }),
        scopeType: expect.stringMatching(/^ACCESS_REVIEW_SCOPE_TYPE_(BY_USERS|UNSPECIFIED)$/),
      },
    },
  });
  await set({ unsetValues: false });
  expect((await read()).userView.user).not.toHaveProperty("delegatedUserId");
  expect((await read()).userView.user).not.toHaveProperty("deletedAt");
});

it("hiddenLastCalls: reading a tool does not show its last call", async () => {
  const lastCalledAt = async () =>
    accepted(operations.getMcpTool, await readTool(tools.createIssue.id)).tool.lastCalledAt;
  expect(await lastCalledAt()).toBeUndefined();
  await set({ hiddenLastCalls: false });
  expect(await lastCalledAt()).toEqual(expect.any(String));
});

it("shownStatuses: a user has a status, an origin and a type", async () => {
  const read = async () =>
    accepted(operations.getUser, await tenant.call("GET", `/api/v1/users/${users.farid.id}`)).userView.user;
  const kinds = { status: "DISABLED", directoryStatus: "DISABLED", type: "USER_TYPE_HUMAN" };
  expect(await read()).toMatchObject({ ...kinds, origin: "USER_ORIGIN_DIRECTORY" });
  await set({ shownStatuses: false, unsetValues: false });
  for (const name of [...Object.keys(kinds), "origin"]) expect(await read()).not.toHaveProperty(name);
});

it("builtinPolicies: a built-in session policy can't be deleted", async () => {
  const remove = () => tenant.call("DELETE", "/api/v1/session-policies/sp_default");
  expect(refusal(await remove())).toEqual(invalid("id"));
  await set({ builtinPolicies: false });
  expect((await remove()).status).toBe(200);
});

it("numericCodes: error codes are numbers", async () => {
  const code = async () =>
    ((await tenant.call("GET", "/api/v1/users/usr_nobody")).body as { code: unknown }).code;
  expect(await code()).toBe(5);
  await set({ numericCodes: false });
  expect(await code()).toBe("not_found");
});

it("pagesAsAsked: only user search has a minimum page size", async () => {
  const rows = async () => {
    const found = [
      await search({ pageSize: 3 }),
      await tenant.call("GET", "/api/v1/mcp_server_catalog?page_size=3"),
      await tenant.call("POST", "/api/v1/search/secrets-admin/audit_events", { pageSize: 3 }),
    ];
    return found.map(({ body }) => (body as { list: unknown[] }).list.length);
  };
  expect(await rows()).toEqual([10, 3, 3]);
  await set({ pagesAsAsked: false });
  expect(await rows()).toEqual([10, 10, 10]);
});

it("slowOwners: a new connector owner is shown 45 to 150 seconds later", async () => {
  const path = `/api/v2/apps/${apps.github.id}/connectors/${connectors.githubMcp.id}/owners/users/owner/${users.ada.id}`;
  accepted(operations.createConnectorOwner, await tenant.call("POST", path));
  const delay = async () => {
    const { connectorOwners } = await tenant.control("GET", "/owners");
    const owners = connectorOwners as { userId: string; createdAt: string; shownAt: string }[];
    const { createdAt, shownAt } = owners.find(({ userId }) => userId === users.ada.id) ?? {};
    return Date.parse(shownAt ?? "") - Date.parse(createdAt ?? "");
  };
  expect(await delay()).toBeGreaterThanOrEqual(45_000);
  expect(await delay()).toBeLessThanOrEqual(150_000);
  await set({ slowOwners: false });
  expect(await delay()).toBe(0);
});

it("failingRefusals: a policy with an invalid step causes a 500 in the API's error format instead of a 400", async () => {
  const create = () =>
    tenant.call("POST", "/api/v1/access_review", {
      displayName: "Spring",
      policyId: policies.formerTeam.id,
      ownerIds: [users.gita.id],
    });
  expect(await create()).toMatchObject({
    status: 500,
    body: { message: "policyId: has a step whose group was deleted" },
  });
  await set({ failingRefusals: false });
  expect(refusal(await create())).toEqual(invalid("policyId"));
});

it("refusedDuplicates: creating an existing owner causes a 500 or 409, and changes nothing", async () => {
  const path = `/api/v2/apps/${apps.github.id}/connectors/${connectors.githubMcp.id}/owners/users/owner/${users.ada.id}`;
  const create = () => tenant.call("POST", path);
  await set({ refusedDuplicates: true });
  const first = accepted(operations.createConnectorOwner, await create());
  const message = "This owner already exists.";
  expect(await create()).toMatchObject({ status: 500, body: { code: 13, message } });
  await set({ failingRefusals: false });
  expect(await create()).toMatchObject({ status: 409, body: { code: 6, message } });
  await set({ refusedDuplicates: false });
  expect(accepted(operations.createConnectorOwner, await create())).toEqual(first);
});

it("visibilityLagSeconds: the deletion of a tool becomes visible only after a delay", async () => {
  await set({ visibilityLagSeconds: 150 });
  const path = `/api/v1/apps/${apps.github.id}/connectors/${connectors.githubMcp.id}/mcp_tools/${tools.createIssue.id}`;
  const deletedAt = async () => {
    const { tool } = accepted(operations.getMcpTool, await tenant.call("GET", path));
    return tool?.deletedAt;
  };
  accepted(operations.deleteMcpTool, await tenant.call("DELETE", path));
  expect(await deletedAt()).toBeUndefined();
  await advance(151);
  expect(await deletedAt()).toBeDefined();
});

it("permissions: a call that no role of the credential allows gets a 403, even with an earlier token", async () => {
  const token = await requestToken(
    `https://${tenant.hostname}`,
    await tenant.issue({ permissions: { roles: ["role_help_desk"] } }),
  );
  const { access_token } = await token.json<{ access_token: string }>();
  const get = async () => {
    const answer = await fetch(`https://${tenant.hostname}/api/v1/users/${users.ada.id}`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    return { status: answer.status, body: await answer.json<{ message?: string }>() };
  };
  await set({ permissions: { role_help_desk: ["getUser"] } });
  expect((await get()).status).toBe(200);
  await set({ permissions: { role_help_desk: [], role_auditor: ["getUser"] } });
  const refused = await get();
  expect(refused.status).toBe(403);
  expect(refused.body.message).toBe(
    "The credential may not call getUser; it needs one of the roles role_auditor.",
  );
  // Full permissions allow everything.
  expect((await search()).status).toBe(200);
});

describe("a credential's role", () => {
  type Call = readonly [method: string, path: string, body?: object];
  const TOOL = `/api/v1/apps/${apps.github.id}/connectors/${connectors.githubMcp.id}/mcp_tools/${tools.createIssue.id}`;
  const READS: readonly Call[] = [
    ["GET", `/api/v1/users/${users.ada.id}`],
    ["POST", "/api/v1/search/users", {}],
    ["GET", TOOL],
    ["GET", "/api/v1/mcp_server_catalog"],
    ["POST", "/api/v1/search/secrets-admin/audit_events", {}],
  ];
  const ENTITLEMENT = "entitlements/owner/app_github/ent_github_admin";
  const CHANGES: readonly Call[] = [
    ["POST", `/api/v2/apps/app_github/connectors/con_github/owners/users/owner/${users.ada.id}`, {}],
    ["DELETE", `/api/v2/apps/app_github/owners/${ENTITLEMENT}`, {}],
    ["DELETE", `/api/v2/apps/app_github/users/${users.ada.id}/owners/${ENTITLEMENT}`, {}],
    ["DELETE", TOOL, {}],
    ["DELETE", "/api/v1/session-policies/sp_kiosk", {}],
    ["POST", "/api/v1/access_review", { displayName: "Spring", policyId: policies.managerReview.id }],
  ];

  /** Counts the calls that are rejected for the roles. */
  const refused = async (calls: readonly Call[], ...roles: string[]) => {
    const answer = await requestToken(
      `https://${tenant.hostname}`,
      await tenant.issue({ permissions: { roles } }),
    );
    const { access_token } = await answer.json<{ access_token: string }>();
    const statuses = await Promise.all(
      calls.map(async ([method, path, body]) => {
        const response = await fetch(`https://${tenant.hostname}${path}`, {
          method,
          headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
          ...(body && { body: JSON.stringify(body) }),
        });
        const { code, message } = await response.json<{ code?: number; message?: string }>();
        if (response.status === 403)
          expect(`${code} ${message}`).toMatch(/^7 The credential may not call \w+; it (has|needs) /);
        return response.status;
      }),
    );
    return statuses.filter((status) => status === 403).length;
  };

  it.each(["role_read_only_admin", "role_auditor"])(
    "%s allows all reads but no changes by default",
    async (role) => {
      const show = async () => [
        await tenant.control("GET", "/owners"),
        await tenant.control("GET", "/tools"),
      ];
      const before = await show();
      expect(await refused(READS, role)).toBe(0);
      expect(await refused(CHANGES, role)).toBe(CHANGES.length);
      expect(await show()).toEqual(before);
    },
  );

  it("role_no_permissions allows nothing by default, and does not limit other roles", async () => {
    expect(await refused([...READS, ...CHANGES], "role_no_permissions")).toBe(READS.length + CHANGES.length);
    expect(await refused(READS, "role_no_permissions", "role_auditor")).toBe(0);
    expect(await refused(CHANGES, "role_no_permissions", "role_auditor")).toBe(CHANGES.length);
  });

  it.each(["role_super_admin", "role_app_owner", "role_member", "role_of_no_tenant"])(
    "%s, whose rights are unknown, allows everything by default",
    async (role) => {
      expect(await refused([...READS, ...CHANGES], role)).toBe(0);
      expect(await refused(CHANGES, role, "role_read_only_admin")).toBe(0);
    },
  );

  it("allows only the configured operations if the switch `permissions` is set", async () => {
    await set({ permissions: { role_auditor: ["deleteSessionPolicy"] } });
    expect(await refused(CHANGES, "role_auditor")).toBe(CHANGES.length - 1);
  });
});

const createCampaign = (more: object = {}) =>
  tenant.call("POST", "/api/v1/access_review", {
    displayName: "Spring",
    policyId: policies.managerReview.id,
    completionDate: new Date(Date.now() + 86_400_000).toISOString(),
    ownerIds: [users.gita.id],
    ...more,
  });

it("ownersRequired: a campaign without an owner is rejected, even if it is a copy", async () => {
  const asked = [{ ownerIds: [] }, { ownerIds: [], duplicateFrom: campaigns.quarterly.id }];
  for (const more of asked) expect(refusal(await createCampaign(more))).toEqual(invalid("ownerIds"));
  await set({ ownersRequired: false });
  for (const more of asked) expect((await createCampaign(more)).status).toBe(200);
});

describe("a campaign", () => {
  const create = async (more: object = {}) =>
    accepted(operations.createCampaign, await createCampaign(more)).accessReview.accessReview;
  const stateNow = async ({ id }: { readonly id: string }) =>
    ((await tenant.control("GET", "/campaigns"))["campaigns"] as { accessReview: AccessReview }[]).find(
      (one) => one.accessReview.id === id,
    )?.accessReview;

  it("created with the switch draftCampaigns is a draft until a person starts it", async () => {
    const made = await create();
    expect(made).toMatchObject({ state: "ACCESS_REVIEW_STATE_DRAFT", autoStartCampaign: false });
    expect(made.startedAt).toBeUndefined();
    await advance(60);
    expect(await stateNow(made)).toMatchObject({ state: "ACCESS_REVIEW_STATE_DRAFT" });
    await tenant.control("POST", `/campaigns/${made.id}`);
    const started = await stateNow(made);
    expect(started).toMatchObject({ state: "ACCESS_REVIEW_STATE_OPEN", startedAt: expect.any(String) });
    const again = await tenant.call("POST", `/_control/campaigns/${made.id}`);
    expect(refusal(again)).toEqual(invalid("id"));
    await set({ draftCampaigns: false });
    expect(await create()).toMatchObject({
      state: "ACCESS_REVIEW_STATE_OPEN",
      startedAt: expect.any(String),
    });
  });

  it.each([true, false])(
    "is closed at its completion date only if autoCloseCampaign is set (created as a draft: %s)",
    async (draft) => {
      await set({ draftCampaigns: draft });
      const staying = await create();
      // A request can't set autoCloseCampaign, but the copied campaign has it.
      const closing = await create({ duplicateFrom: campaigns.quarterly.id });
      expect([staying.autoCloseCampaign, closing.autoCloseCampaign]).toEqual([false, true]);
      if (draft) for (const { id } of [staying, closing]) await tenant.control("POST", `/campaigns/${id}`);
      await advance(86_401);
      expect(await stateNow(staying)).toMatchObject({ state: "ACCESS_REVIEW_STATE_OPEN" });
      expect(await stateNow(staying)).not.toHaveProperty("closedAt");
      expect(await stateNow(closing)).toMatchObject({
        state: "ACCESS_REVIEW_STATE_CLOSED",
        closedAt: closing.completionDate,
      });
    },
  );
});

describe("a sync", () => {
  const sync = (more: object = {}) =>
    tenant.control("POST", "/sync", { appId: apps.github.id, connectorId: connectors.githubMcp.id, ...more });
  const toolAt = async (id: string) => accepted(operations.getMcpTool, await readTool(id)).tool;

  it("finds the server's new, changed and removed tools, and gives a changed tool a new hash", async () => {
    const before = await toolAt(tools.createIssue.id);
    const { toolName, description, inputSchemaJson } = before;
    expect(await sync({ tools: [{ toolName, description, inputSchemaJson }] })).toMatchObject({
      changed: [],
      removed: [tools.deleteBranch.id, "tool_github_merge_pull_request", "tool_github_search_code"],
    });
    expect((await toolAt(tools.deleteBranch.id)).state).toBe("MCP_TOOL_STATE_REMOVED");
    const found = await sync({
      tools: [
        { toolName, description: "Opens issues everywhere.", inputSchemaJson },
        { toolName: "create_token" },
      ],
    });
    expect(found).toMatchObject({ changed: [tools.createIssue.id], discovered: [expect.any(String)] });
    const after = await toolAt(tools.createIssue.id);
    expect(after.discoveryHash).not.toBe(before.discoveryHash);
    expect(after).toMatchObject({ state: before.state, classification: before.classification });
    const [id = ""] = found["discovered"] as string[];
    const inReview = { state: "MCP_TOOL_STATE_PENDING_REVIEW" };
    expect(await toolAt(id)).toMatchObject({ displayName: "Create token", ...inReview });
    await set({ keptReviews: false });
    await sync({ tools: [{ toolName, description: "Opens issues.", inputSchemaJson }] });
    expect(await toolAt(tools.createIssue.id)).toMatchObject(inReview);
  });

  it("with the switch autoEnable approves a tool immediately when it finds the tool again", async () => {
    await set({ autoEnable: true });
    const path = `/api/v1/apps/app_github/connectors/con_github_mcp/mcp_tools/${tools.createIssue.id}`;
    await tenant.call("DELETE", path, {});
    expect(await sync()).toMatchObject({ rediscovered: [tools.createIssue.id] });
    expect(await toolAt(tools.createIssue.id)).toMatchObject({ state: "MCP_TOOL_STATE_APPROVED" });
  });

  it("with the switch discovery finds one new tool and one changed tool each time", async () => {
    expect(await sync()).toEqual({ rediscovered: [], discovered: [], changed: [], removed: [] });
    await set({ discovery: true });
    for (let i = 0; i < 2; i += 1) {
      const found = await sync();
      expect(found["discovered"]).toHaveLength(1);
      expect(found["changed"]).toHaveLength(1);
      expect(found["removed"]).toEqual([]);
    }
  });
});

it("changingCatalog: each request for the first page adds an entry, changes the last one, and deletes the one before that", async () => {
  await set({ changingCatalog: true });
  const look = async () => {
    const answer = await tenant.call("GET", "/api/v1/mcp_server_catalog?query=new+server");
    return accepted(operations.listMcpCatalog, answer).list.map(({ id, baseUrl }) => `${id} ${baseUrl}`);
  };
  expect(await look()).toEqual(["mcp_new_1 https://new-1.example/v1"]);
  expect(await look()).toEqual(["mcp_new_1 https://new-1.example/v2", "mcp_new_2 https://new-2.example/v1"]);
  expect(await look()).toEqual(["mcp_new_2 https://new-2.example/v2", "mcp_new_3 https://new-3.example/v1"]);
});

it("rateLimit: calls above the rate get a 429 with the time to wait", async () => {
  await set({ rateLimit: { calls: 3, seconds: 20 } });
  const statuses = [];
  for (let i = 0; i < 5; i += 1) statuses.push((await search()).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const refused = await fetch(`https://${tenant.hostname}/api/v1/users/${users.ada.id}`, {
    headers: { authorization: `Bearer ${tenant.token}` },
  });
  await refused.body?.cancel();
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(20);
  await advance(20);
  expect((await search()).status).toBe(200);
});

describe("the switches `omit`, `nulls` and `unknown`", () => {
  it("remove properties, set others to null and add unknown ones, in the same way each time", async () => {
    const whole = (await search({ pageSize: 50 })).body;
    await set({ omit: 0.3, nulls: 0.3, unknown: 0.3 });
    const { body } = await search({ pageSize: 50 });
    const text = JSON.stringify(body);
    expect(text.length).toBeLessThan(JSON.stringify(whole).length);
    expect(text).toContain("null");
    expect(text).toContain("ofTomorrow");
    expect((await search({ pageSize: 50 })).body).toEqual(body);
    expect(readAnswer(operations.searchUsers, body).error).toBeUndefined();
    const ids = (of: unknown) => (of as { list: { user: { id: string } }[] }).list.map(({ user }) => user.id);
    expect(ids(body)).toEqual(ids(whole));
  });

  it("do not violate the contract in any response about a tool", async () => {
    await set({ omit: 0.5, nulls: 0.5, unknown: 1 });
    const { tools: all } = (await tenant.control("GET", "/tools")) as { tools: (McpTool & { id: string })[] };
    for (const { appId, connectorId, id } of all) {
      const { body } = await tenant.call(
        "GET",
        `/api/v1/apps/${appId}/connectors/${connectorId}/mcp_tools/${id}`,
      );
      expect(readAnswer(operations.getMcpTool, body).error).toBeUndefined();
      expect(JSON.stringify(body)).toContain("OF_TOMORROW");
    }
  });
});

it("chaos: one request sets all switches that disturb responses", async () => {
  const chaos = await tenant.control("POST", "/chaos");
  for (const [name, value] of Object.entries(DELIVERED))
    if (!(name in DIFFERENCES) && name !== "refusedDuplicates") expect(chaos[name], name).not.toEqual(value);
});
