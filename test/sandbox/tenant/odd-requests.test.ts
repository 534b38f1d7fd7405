// Tests unusual but valid requests, as clients in other languages send them: nulls, zero values, header spellings.
import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "../../../src/governance/contract/index.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { type TestTenant, tenantAt } from "./client.ts";

const HOST = "odd.tenant.example";
const ADA = samples.users.ada.id;
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await tenantAt(HOST, { users: 120 });
  await tenant.control("POST", "/specification");
});

const { createToken, searchUsers, listMcpCatalog, createCampaign } = operations;
const USER = `/api/v1/users/${ADA}`;
const TOOL = `/api/v1/apps/app_github/connectors/con_github_mcp/mcp_tools/${samples.tools.createIssue.id}`;
const OWNER = `/api/v2/apps/app_github/connectors/con_github_mcp/owners/users/owner/${ADA}`;

/** Sends a request with a valid token. @param body Text is sent as it is, everything else as JSON */
async function send(
  request: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const [method = "", path] = request.split(" ");
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  return fetch(`https://${HOST}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tenant.token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
  });
}
/** Expects a status, and for a list the number of rows. */
async function expectAnswer(answer: Response, status: number, rows?: number): Promise<void> {
  const text = await answer.text();
  expect({ status: answer.status, text }).toMatchObject({ status });
  if (rows !== undefined) expect(JSON.parse(text)).toMatchObject({ list: { length: rows } });
}
const SEARCH = `POST ${searchUsers.path}`;
const toNulls = (shape: object) => Object.fromEntries(Object.keys(shape).map((name) => [name, null]));

describe("an unusual search", () => {
  it.for<[name: string, body: unknown, rows?: number]>([
    ["an empty mask", { expandMask: { paths: [] } }],
    ["a repeated path", { expandMask: { paths: ["*", "role_ids", "role_ids"] } }],
    ["a property next to the paths", { expandMask: { paths: ["*"], more: {} } }],
    ["a byte order mark", new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d])],
    ["white space around the body", " \r\n\t{ } \n"],
    ["a whole number with a fraction", '{"pageSize":10.0}', 10],
    ["a whole number with an exponent", '{"pageSize":1e1}', 10],
    ["minus zero", '{"pageSize":-0}', 25],
    ["a repeated property, of which the last counts", '{"pageSize":10,"pageSize":20}', 20],
    ["a reference with a type", { refs: [{ id: ADA, "@type": "UserRef" }] }, 1],
    ["a lone surrogate", '{"query":"\\ud800"}'],
    ["a NUL", '{"query":"a\\u0000b","email":"\\u0000"}'],
  ])("can have %s", async ([, body, rows]) => expectAnswer(await send(SEARCH, body), 200, rows));
});

describe("an unusual request", () => {
  it.for<[name: string, headers: Record<string, string>, request: string, body?: object]>([
    ["a quoted charset", { "content-type": 'application/json;charset="utf-8"' }, SEARCH, {}],
    ["a space before the parameter", { "content-type": "application/json ;q=1" }, SEARCH, {}],
    ["identity as the coding", { "content-encoding": "identity" }, SEARCH, {}],
    ["a JSON content type without a body", { "content-type": "application/json" }, SEARCH],
    ["another accepted content type", { accept: "text/html" }, `GET ${USER}`],
    ["a range", { range: "bytes=0-10" }, `GET ${USER}`],
    ["a condition", { "if-none-match": "*" }, `GET ${USER}`],
  ])("can have %s", async ([, headers, request, body]) =>
    expectAnswer(await send(request, body, headers), 200),
  );

  it.for<[name: string, request: string, status: number, rows?: number]>([
    ["HEAD for a POST operation", `HEAD ${searchUsers.path}`, 405],
    ["a percent-encoded id", "GET /api/v1/users/usr%5Fada%5fmarsh", 200],
    ["a percent-encoded path", `GET /%61pi/v1/%75sers/${ADA}`, 200],
    ["a path with an extra slash", `GET ${USER}/`, 404],
    ["a path with two slashes", `GET /${USER}`, 404],
    ["an empty query", `GET ${USER}?`, 200],
    ["a meaningless query", `GET ${USER}?a=1&a=2&=&%`, 200],
    ["a page size with zeros", `GET ${listMcpCatalog.path}?page_size=007`, 200, 10],
    ["empty parameters", `GET ${listMcpCatalog.path}?page_token=&query=`, 200, 25],
    ["a percent-encoded parameter", `GET ${listMcpCatalog.path}?query=%67it%68ub`, 200],
    ["the creation of an owner without a body", `POST ${OWNER}`, 200],
    ["the deletion of a policy without a body", "DELETE /api/v1/session-policies/sp_kiosk", 200],
  ])("can be %s", async ([, request, status, rows]) => expectAnswer(await send(request), status, rows));

  it("with OPTIONS returns the allowed methods of a path, even without a token", async () => {
    const allowed = async (path: string) => {
      const answer = await fetch(`https://${HOST}${path}`, { method: "OPTIONS" });
      return [answer.status, answer.headers.get("allow"), await answer.text()];
    };
    expect(await allowed(USER)).toEqual([204, "GET, HEAD", ""]);
    expect(await allowed(TOOL)).toEqual([204, "GET, HEAD, DELETE", ""]);
    expect(await allowed(createToken.path)).toEqual([204, "POST", ""]);
    expect((await allowed("/api/v1/nothing"))[0]).toBe(404);
  });

  it("can have its authorization scheme in any case, followed by any number of spaces", async () => {
    for (const authorization of [`BEARER ${tenant.token}`, `Bearer   ${tenant.token}`])
      await expectAnswer(await send(`GET ${USER}`, undefined, { authorization }), 200);
  });
});

describe("a campaign with unusual values", () => {
  const named = { displayName: "Quarter", policyId: samples.policies.managerReview.id };
  const make = (body: object) => send(`POST ${createCampaign.path}`, { ...named, ...body });

  it.for<[string, object]>([
    ["null for optional properties", { ...toNulls(createCampaign.body.shape), ...named }],
    [
      "empty values",
      {
        description: "",
        expandMask: {},
        notificationConfig: {},
        ownerIds: [],
        scopeV2: {},
      },
    ],
    ["an unknown path in the mask", { expandMask: { paths: ["policy_id", "of_tomorrow", "*"] } }],
    ["nested nulls", { scopeV2: { allUsers: null, allGrants: {}, userCriteria: { userStatus: null } } }],
    ["an unknown scope", { scopeV2: { ofTomorrow: {} } }],
    ["a selector with an unknown property", { scopeV2: { appAccess: { more: 1 } } }],
    ["one notification", { notificationConfig: { sendClose: null, sendKickoff: true } }],
  ])("can be created with %s", async ([, body]) => {
    expect((await make(body)).status).toBe(200);
  });

  it("can have a completion date in any notation of UTC", async () => {
    const at = new Date(Date.now() + 40 * 86_400_000).toISOString();
    for (const written of [
      at,
      at.replace(/\.\d+Z/, "Z"),
      at.replace("Z", "123456Z"),
      at.replace("Z", "+00:00"),
    ]) {
      const answer = await (await make({ completionDate: written })).json<Record<string, unknown>>();
      const shown = JSON.stringify(answer).match(/"completionDate":"([^"]+)"/)?.[1] ?? "";
      expect(shown).toMatch(/Z$/);
      expect(Date.parse(shown)).toBe(Date.parse(written));
    }
    expect((await make({ completionDate: at.replace("Z", "+02:00") })).status).toBe(400);
    expect((await make({ completionDate: at.slice(0, 10) })).status).toBe(400);
  });
});
