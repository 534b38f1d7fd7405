// Tests access to /mcp: the admitted clients, the people whom they act for, and their tools.
import { beforeAll, describe, expect, it } from "vitest";
import { isDelete, isRepeatable } from "../../src/actions/action.ts";
import { actions, requests } from "../../src/actions/index.ts";
import { findControl } from "../../src/desk/directory.ts";
import type { Env } from "../../src/env.ts";
import { record } from "../../src/ledger/record.ts";
import { lookups } from "../../src/lookups/index.ts";
import { tools } from "../../src/mcp/server.ts";
import { ROLES, withImplied } from "../../src/policy/acts.ts";
import { accessOfTeam, as, behindAccess, local, SITE, TEAM } from "../console/signed.ts";
import { eventRow, LEDGER, migrateLedger, runId, runRow } from "../ledger/ledger.ts";
import { app, appWithAgents } from "../support/app.ts";

const AGENTS = "agents-audience";
const agents: Env = { ...behindAccess, ACCESS_MCP_AUD: AGENTS };
const on = appWithAgents({ enabled: true });
const ADA = { email: "ada.marsh@example.com" };

beforeAll(migrateLedger);

/** Sends a message of revision 2026-07-28, which names its client each time. */
function ask(
  method: string,
  headers: Record<string, string>,
  { params = {}, bindings = agents, reeve = on, client = "Claude Code" as unknown } = {},
) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: client, version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const name = "name" in params ? { "mcp-name": String(params.name) } : {};
  return reeve.request(
    `${SITE}/mcp`,
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...name,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
    },
    bindings,
  );
}

const call = (name: string, args: object, headers: Record<string, string>, bindings = agents) =>
  ask("tools/call", headers, { params: { name, arguments: args }, bindings });

interface Listed {
  readonly result: { readonly tools: readonly { readonly name: string; readonly annotations: object }[] };
}
const list = async (...[headers, bindings]: [headers: Record<string, string>, bindings?: Env]) =>
  ((await (await ask("tools/list", headers, { bindings: bindings ?? agents })).json()) as Listed).result
    .tools;

it("/mcp does not exist unless the settings enable it", async () => {
  for (const path of [
    "/mcp",
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/mcp",
  ])
    expect((await app.request(SITE + path, {}, local)).status, path).toBe(404);
  expect((await ask("tools/list", as("admin"), { reeve: app, bindings: local })).status).toBe(404);
});

it("/mcp refers a client without a token to the sign-in, and lists the scopes to request", async () => {
  await accessOfTeam();
  const refused = await ask("tools/list", {});
  expect(refused.status).toBe(401);
  expect(refused.headers.get("www-authenticate")).toBe(
    `Bearer resource_metadata="${SITE}/.well-known/oauth-protected-resource/mcp", scope="reeve:read reeve:ask"`,
  );
  const metadata = await on.request(`${SITE}/.well-known/oauth-protected-resource/mcp`, {}, agents);
  expect(await metadata.json()).toEqual({
    resource: `${SITE}/mcp`,
    resource_name: "Reeve",
    authorization_servers: [SITE],
    scopes_supported: ["reeve:read", "reeve:ask"],
    bearer_methods_supported: ["header"],
  });
});

it("/mcp accepts only tokens of its own application, which neither the console nor the API accepts", async () => {
  const { signIn } = await accessOfTeam();
  const token = await signIn(ADA, { audience: AGENTS });
  expect((await ask("tools/list", token)).status).toBe(200);
  const bearer = { authorization: `Bearer ${token["cf-access-jwt-assertion"]}` };
  expect((await ask("tools/list", bearer)).status).toBe(200);
  for (const path of ["/", "/api/runs", "/api/control"]) {
    expect((await on.request(SITE + path, { headers: token }, agents)).status, path).toBe(401);
    expect((await on.request(SITE + path, { headers: bearer }, agents)).status, path).toBe(401);
  }
  for (const [claims, how] of [
    [ADA, {}],
    [ADA, { audience: "another" }],
    [ADA, { audience: AGENTS, issuer: `https://evil.${TEAM}` }],
    [ADA, { audience: AGENTS, expires: "-1m" }],
  ] as const)
    expect((await ask("tools/list", await signIn(claims, how))).status, JSON.stringify(how)).toBe(401);
});

it("/mcp responds with 503 if it has no Access application of its own", async () => {
  const { signIn } = await accessOfTeam();
  for (const ACCESS_MCP_AUD of ["", behindAccess.ACCESS_AUD]) {
    const bindings: Env = { ...behindAccess, ACCESS_MCP_AUD };
    expect((await ask("tools/list", await signIn(ADA), { bindings })).status).toBe(503);
  }
});

it("/mcp rejects services, and users without a role", async () => {
  const { signIn } = await accessOfTeam();
  for (const claims of [{ email: "stranger@example.com" }, { common_name: "ci.access" }])
    expect((await ask("tools/list", await signIn(claims, { audience: AGENTS }))).status).toBe(403);
});

it.for([
  [undefined, 200, 200],
  ["reeve:read", 200, 403],
  ["reeve:ask", 403, 200],
  ["openid email", 403, 403],
] as const)(
  "a token with the scope %s (undefined: none) gets a %s from /mcp for reads and a %s for change requests",
  async ([scope, reads, approvalReasons]) => {
    const { signIn } = await accessOfTeam();
    const token = await signIn({ ...ADA, ...(scope !== undefined && { scope }) }, { audience: AGENTS });
    const read = await call("my_requests", {}, token);
    const asked = await call("plan_change", {}, token);
    expect([read.status, asked.status]).toEqual([reads, approvalReasons]);
    for (const [{ status, headers }, needed] of [
      [read, "reeve:read"],
      [asked, "reeve:ask"],
    ] as const)
      if (status === 403) {
        expect(headers.get("www-authenticate")).toContain('error="insufficient_scope"');
        expect(headers.get("www-authenticate")).toContain(`scope="${needed}"`);
      }
  },
);

it("/mcp offers lookups and requests with hints about their effects, but no decisions", () => {
  expect(tools.map(({ name }) => name)).toEqual([
    ...Array.from(lookups.keys(), (name) => `look_up_${name}`),
    ...["my_requests", "read_run", "what_waits", "preview_automation", "plan_change"],
    ...Array.from(requests.keys(), (action) => `ask_${action.replaceAll(".", "_")}`),
  ]);
  for (const { name } of tools) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(new Set(tools.map(({ act }) => act))).toEqual(new Set(["read", "ask"]));
  for (const [action] of requests) {
    const { calls = [] } = actions.get(action) ?? {};
    expect(tools.find(({ name }) => name === `ask_${action.replaceAll(".", "_")}`)?.hints).toEqual({
      readOnlyHint: false,
      destructiveHint: calls.some(isDelete),
      idempotentHint: calls.every(isRepeatable),
    });
  }
});

it.for(ROLES)("/mcp offers the role %s only the tools that the role may use", async (role) => {
  const names = (await list(as(role), local)).map(({ name }) => name);
  const roles = withImplied([role]);
  const mayAsk = roles.has("requester");
  expect(names.some((name) => name.startsWith("ask_"))).toBe(mayAsk);
  for (const name of ["look_up_users", "what_waits"])
    expect(names.includes(name), name).toBe(roles.has("viewer"));
  expect(names).toEqual(expect.arrayContaining(["my_requests", "read_run"]));
});

it("/mcp offers no requests if the settings allow only reads", async () => {
  const reeve = appWithAgents({ enabled: true, tools: ["read"] });
  const answer = (await (await ask("tools/list", as("admin"), { reeve, bindings: local })).json()) as Listed;
  expect(answer.result.tools.some(({ name }) => name.startsWith("ask_"))).toBe(false);
});

it("/mcp rejects requests to open a stream or end a session, because it is stateless", async () => {
  for (const method of ["GET", "DELETE", "PUT"])
    expect((await on.request(`${SITE}/mcp`, { method, headers: as("admin") }, local)).status, method).toBe(
      405,
    );
});

it("/mcp rejects requests from another site's page, and requests to another host name", async () => {
  for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }])
    expect((await ask("tools/list", { ...as("admin"), ...headers }, { bindings: local })).status).toBe(403);
  const named = await on.request(
    "http://evil.example:8787/mcp",
    { method: "POST", headers: as("admin") },
    local,
  );
  expect(named.status).toBe(421);
});

it("one switch turns /mcp off and on for all agents", async () => {
  const control = findControl(local);
  const who = { automation: null, by: "gita.lund@example.com", reason: "an agent runs wild" };
  await control.switch("agents", true, who);
  const refused = await ask("tools/list", as("admin"), { bindings: local });
  // Clients show the reason for a JSON-RPC error, but only the status of a failed request.
  expect(refused.status).toBe(200);
  expect(await refused.json()).toMatchObject({
    error: { message: "all agents are turned off: an agent runs wild" },
  });
  await control.switch("agents", false, who);
  expect((await ask("tools/list", as("admin"), { bindings: local })).status).toBe(200);
});

it("/mcp rejects a body that is not a message or exceeds 1 MiB", async () => {
  const post = (body: string) =>
    on.request(
      `${SITE}/mcp`,
      {
        method: "POST",
        headers: {
          ...as("admin"),
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body,
      },
      local,
    );
  for (const body of ["", "{", "null", "[]", '"x"', '{"params":{"_meta":7,"clientInfo":[]}}'])
    expect((await post(body)).status, body).toBe(400);
  expect((await post(`"${"x".repeat(1024 * 1024)}"`)).status).toBe(413);
});

describe("a run that an agent waits for", () => {
  const waiting = (version: number, change: object = {}) =>
    record(
      LEDGER,
      [eventRow(40)],
      [runRow(40, { plan: null, state: "awaiting_approval", version, ...change })],
    );
  /** Reads the run, and counts the reads. */
  async function read(args: object) {
    let reads = 0;
    const counted = new Proxy(local.LEDGER, {
      get(db, name) {
        if (name !== "prepare") return Reflect.get(db, name).bind(db);
        return (sql: string) => {
          if (sql.includes("FROM runs")) reads += 1;
          return db.prepare(sql);
        };
      },
    });
    const called = { name: "read_run", arguments: { run: runId(40), ...args } };
    const bindings = { ...local, LEDGER: counted };
    const answered = await ask("tools/call", as("admin"), { params: called, bindings });
    const { result } = (await answered.json()) as { result: { structuredContent: { state: string } } };
    return { state: result.structuredContent.state, reads: () => reads };
  }

  it("is read at most once a second, and is returned after the wait even if it has not changed", async () => {
    await waiting(1);
    const once = (await read({})).reads();
    const { state, reads } = await read({ wait_seconds: 2 });
    expect(state).toBe("waits for approval");
    expect(reads()).toBeGreaterThan(once);
    expect(reads()).toBeLessThanOrEqual(3 * once);
  });

  it("is returned as soon as it changes, or immediately if it has ended", async () => {
    await waiting(1);
    const reading = read({ wait_seconds: 25 });
    await scheduler.wait(500);
    await waiting(2, { state: "done" });
    const changed = await reading;
    expect(changed.state).toBe("done");
    const over = await read({ wait_seconds: 25 });
    expect(over.reads()).toBeLessThan(changed.reads());
  });

  it("can't be waited for longer than 25 seconds", async () => {
    const called = { name: "read_run", arguments: { run: runId(40), wait_seconds: 26 } };
    const answered = await ask("tools/call", as("admin"), { params: called, bindings: local });
    expect(await answered.text()).toContain("wait_seconds");
  });
});

it("/mcp returns an error as the tool's result, with a message for the user", async () => {
  const { signIn } = await accessOfTeam();
  const token = await signIn(ADA, { audience: AGENTS });
  const campaign = JSON.stringify({ name: "Review", owners: '["x"]' });
  for (const [tool, args, why] of [
    ["read_run", { run: runId(999) }, "there is no such run"],
    ["plan_change", { action: "tool.retire", input: { tool: 7 } }, "tool must be text"],
    ["plan_change", { action: "tool.retire", input: { tool: null } }, "tool must be text"],
    ["plan_change", { action: "tool.retire", input: { tool: "None such" } }, 'No tool is called "None such"'],
    // Some clients send every object, list and number as a text.
    [
      "plan_change",
      { action: "tool.retire", input: '{"tool":"None such"}' },
      'No tool is called "None such"',
    ],
    ["plan_change", { action: "tool.retire", input: '{"tool":7}' }, "tool must be text"],
    ["plan_change", { action: "tool.retire", input: "None such" }, "expected record, received string"],
    ["plan_change", { action: "campaign.create", input: campaign }, "owners.0 must be an email"],
    ["ask_tool_retire", { input: '{"tool":7}' }, "expected string, received number"],
    ["read_run", { run: runId(999), wait_seconds: "0" }, "there is no such run"],
  ] as const)
    expect(await (await call(tool, args, token)).json()).toMatchObject({
      result: {
        isError: true,
        content: [{ text: expect.stringContaining(JSON.stringify(why).slice(1, -1)) }],
      },
    });
});

it.for([
  ["*/*", 200],
  ["application/json", 200],
  ["application/*", 200],
  ["text/plain", 406],
  [null, 200],
] as const)(
  "a client of an older protocol revision that sends the Accept header %s (null: none) gets a %i from /mcp",
  async ([accept, status]) => {
    const team = await accessOfTeam();
    const signIn = await team.signIn(ADA, { audience: AGENTS });
    const headers = {
      ...signIn,
      ...(accept && { accept }),
      "content-type": "application/json",
      "mcp-protocol-version": "2025-06-18",
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect((await on.request(`${SITE}/mcp`, { method: "POST", headers, body }, agents)).status).toBe(status);
  },
);
