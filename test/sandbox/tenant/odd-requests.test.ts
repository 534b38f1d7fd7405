// Requests that are odd and legal, as clients in other languages send them: nulls, zero values, spellings of headers.
import { importJWK, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "../../../src/governance/contract/index.ts";
import { CLIENT_ASSERTION_TYPE } from "../../../src/governance/contract/token.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { type TestTenant, tenantAt } from "./client.ts";

const HOST = "odd.tenant.example";
const ADA = samples.users.ada.id;
const GITA = samples.users.gita.id;
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await tenantAt(HOST, { users: 120 });
});

const { createToken, searchUsers, searchAuditEvents, listMcpCatalog, createCampaign } = operations;
const USER = `/api/v1/users/${ADA}`;
const TOOL = `/api/v1/apps/app_github/connectors/con_github_mcp/mcp_tools/${samples.tools.createIssue.id}`;
const OWNER = `/api/v2/apps/app_github/connectors/con_github_mcp/owners/users/owner/${ADA}`;

/** What is sent besides method and path. Text is sent as it is, everything else as JSON. */
interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
type Case = readonly [
  name: string,
  method: string,
  path: string,
  sent: Sent,
  status: number,
  shown?: unknown,
];

async function send(method: string, path: string, { body, headers }: Sent): Promise<Response> {
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
const rows = (n: number) => ({ list: { length: n } });
const nullsOf = (shape: object) => Object.fromEntries(Object.keys(shape).map((name) => [name, null]));

const CASES: readonly Case[] = [
  [
    "null for every member",
    "POST",
    searchUsers.path,
    { body: nullsOf(searchUsers.body.shape) },
    200,
    rows(25),
  ],
  [
    "zero values",
    "POST",
    searchUsers.path,
    {
      body: {
        expandMask: {},
        query: "",
        email: "",
        refs: [],
        ids: [],
        departments: [],
        origins: [],
        userStatuses: [],
        isDelegate: false,
        delegateStatus: "DELEGATE_STATUS_UNSPECIFIED",
        pageSize: 0,
        pageToken: "",
      },
    },
    200,
    rows(25),
  ],
  ["no body", "POST", searchUsers.path, {}, 200, rows(25)],
  [
    "no body, announced as JSON",
    "POST",
    searchUsers.path,
    { headers: { "content-type": "application/json" } },
    200,
  ],
  ["null in a mask", "POST", searchUsers.path, { body: { expandMask: { paths: null } } }, 200],
  ["an empty mask", "POST", searchUsers.path, { body: { expandMask: { paths: [] } } }, 200],
  [
    "a path twice",
    "POST",
    searchUsers.path,
    { body: { expandMask: { paths: ["*", "role_ids", "role_ids"] } } },
    200,
  ],
  [
    "a member beside the paths",
    "POST",
    searchUsers.path,
    { body: { expandMask: { paths: ["*"], more: {} } } },
    200,
  ],
  ["an unknown path", "POST", searchUsers.path, { body: { expandMask: { paths: ["teams"] } } }, 400],
  [
    "a charset",
    "POST",
    searchUsers.path,
    { body: {}, headers: { "content-type": "application/json; charset=UTF-8" } },
    200,
  ],
  [
    "a quoted charset",
    "POST",
    searchUsers.path,
    { body: {}, headers: { "content-type": 'application/json;charset="utf-8"' } },
    200,
  ],
  [
    "a media type in capitals",
    "POST",
    searchUsers.path,
    { body: {}, headers: { "content-type": "APPLICATION/JSON" } },
    200,
  ],
  [
    "a space before the parameter",
    "POST",
    searchUsers.path,
    { body: {}, headers: { "content-type": "application/json ;q=1" } },
    200,
  ],
  [
    "a byte order mark",
    "POST",
    searchUsers.path,
    { body: new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]) },
    200,
  ],
  ["white space around", "POST", searchUsers.path, { body: " \r\n\t{ } \n" }, 200],
  ["a whole number with a fraction", "POST", searchUsers.path, { body: '{"pageSize":10.0}' }, 200, rows(10)],
  ["a whole number with an exponent", "POST", searchUsers.path, { body: '{"pageSize":1e1}' }, 200, rows(10)],
  ["minus zero", "POST", searchUsers.path, { body: '{"pageSize":-0}' }, 200, rows(25)],
  ["a small page", "POST", searchUsers.path, { body: { pageSize: 1 } }, 200, rows(10)],
  ["the largest page", "POST", searchUsers.path, { body: { pageSize: 100 } }, 200, rows(100)],
  ["a larger page", "POST", searchUsers.path, { body: { pageSize: 101 } }, 400],
  ["a page size as text", "POST", searchUsers.path, { body: { pageSize: "10" } }, 400],
  [
    "a member twice: the last",
    "POST",
    searchUsers.path,
    { body: '{"pageSize":10,"pageSize":20}' },
    200,
    rows(20),
  ],
  ["ids and refs", "POST", searchUsers.path, { body: { ids: [ADA], refs: [{ id: GITA }] } }, 200, rows(2)],
  [
    "a ref with a type",
    "POST",
    searchUsers.path,
    { body: { refs: [{ id: ADA, "@type": "UserRef" }] } },
    200,
    rows(1),
  ],
  [
    "an address in capitals",
    "POST",
    searchUsers.path,
    { body: { email: "ADA.MARSH@EXAMPLE.COM" } },
    200,
    rows(1),
  ],
  ["half a character", "POST", searchUsers.path, { body: '{"query":"\\ud800"}' }, 200],
  ["a NUL", "POST", searchUsers.path, { body: '{"query":"a\\u0000b","email":"\\u0000"}' }, 200],
  ["members of tomorrow", "POST", searchUsers.path, { body: { shoeSize: 42, filter: { a: [] } } }, 200],
  [
    "identity as the coding",
    "POST",
    searchUsers.path,
    { body: {}, headers: { "content-encoding": "identity" } },
    200,
  ],
  ["gzip", "POST", searchUsers.path, { body: "x", headers: { "content-encoding": "gzip" } }, 415],
  ["another answer wanted", "GET", USER, { headers: { accept: "text/html" } }, 200],
  ["a range", "GET", USER, { headers: { range: "bytes=0-10" } }, 200],
  ["a condition", "GET", USER, { headers: { "if-none-match": "*" } }, 200],
  ["a media type without a body", "GET", USER, { headers: { "content-type": "application/json" } }, 200],
  ["HEAD", "HEAD", USER, {}, 200],
  ["HEAD of a list", "HEAD", listMcpCatalog.path, {}, 200],
  ["HEAD where only POST is", "HEAD", searchUsers.path, {}, 405],
  ["a percent-encoded id", "GET", "/api/v1/users/usr%5Fada%5fmarsh", {}, 200],
  ["a percent-encoded path", "GET", `/%61pi/v1/%75sers/${ADA}`, {}, 200],
  ["a path with a slash more", "GET", `${USER}/`, {}, 404],
  ["a path with two slashes", "GET", `/${USER}`, {}, 404],
  ["an empty query", "GET", `${USER}?`, {}, 200],
  ["a query of nothing", "GET", `${USER}?a=1&a=2&=&%`, {}, 200],
  ["a page size of 0", "GET", `${listMcpCatalog.path}?page_size=0`, {}, 200, rows(25)],
  ["a page size with zeros", "GET", `${listMcpCatalog.path}?page_size=007`, {}, 200, rows(10)],
  ["a page size in hexadecimal", "GET", `${listMcpCatalog.path}?page_size=0x10`, {}, 400],
  ["empty parameters", "GET", `${listMcpCatalog.path}?page_token=&query=`, {}, 200, rows(25)],
  ["a parameter in percent", "GET", `${listMcpCatalog.path}?query=%67it%68ub`, {}, 200],
  [
    "null for every filter",
    "POST",
    searchAuditEvents.path,
    { body: nullsOf(searchAuditEvents.body.shape) },
    200,
    rows(25),
  ],
  [
    "empty filters",
    "POST",
    searchAuditEvents.path,
    { body: { actorEmail: "", clientIp: "", pageSize: 0, pageToken: "" } },
    200,
    rows(25),
  ],
  [
    "a part of an address",
    "POST",
    searchAuditEvents.path,
    { body: { actorEmail: "EXAMPLE" } },
    200,
    rows(25),
  ],
  ["an owner without a body", "POST", OWNER, {}, 200],
  ["an owner with {}", "POST", OWNER, { body: {} }, 200],
  ["an owner with a null ref", "POST", OWNER, { body: { userRef: null } }, 200],
  ["an owner with a null id", "POST", OWNER, { body: { userRef: { id: null } } }, 200],
  ["an owner with an empty id", "POST", OWNER, { body: { userRef: { id: "" } } }, 400],
  ["an owner with the path's id", "POST", OWNER, { body: { userRef: { id: ADA, more: 1 } } }, 200],
  ["an owner with another id", "POST", OWNER, { body: { userRef: { id: GITA } } }, 400],
  [
    "a role with a slash and a space",
    "POST",
    OWNER.replace("/owner/", "/lead%2Fco%20owner/"),
    {},
    200,
    { connectorOwnerUser: { roleSlug: "lead/co owner" } },
  ],
  ["another method", "PUT", OWNER, { body: {} }, 405],
  ["a policy deleted without a body", "DELETE", "/api/v1/session-policies/sp_kiosk", {}, 200],
  [
    "a tool deleted with a form's type and no body",
    "DELETE",
    TOOL,
    { headers: { "content-type": "application/x-www-form-urlencoded" } },
    200,
  ],
  ["a tool deleted with members", "DELETE", TOOL, { body: { force: true } }, 200],
];

describe("an odd request", () => {
  it.for(CASES)("with %s", async ([, method, path, sent, status, shown]) => {
    const answer = await send(method, path, sent);
    const text = await answer.text();
    expect({ status: answer.status, text }).toMatchObject({ status });
    if (shown) expect(JSON.parse(text)).toMatchObject(shown);
  });

  it("OPTIONS says which methods a path takes, also without a token", async () => {
    const allowed = async (path: string) => {
      const answer = await fetch(`https://${HOST}${path}`, { method: "OPTIONS" });
      return [answer.status, answer.headers.get("allow"), await answer.text()];
    };
    expect(await allowed(USER)).toEqual([204, "GET, HEAD", ""]);
    expect(await allowed(TOOL)).toEqual([204, "GET, HEAD, DELETE", ""]);
    expect(await allowed(createToken.path)).toEqual([204, "POST", ""]);
    expect((await allowed("/api/v1/nothing"))[0]).toBe(404);
  });

  it("whatever the letter case of the scheme, and the spaces behind it", async () => {
    for (const authorization of [
      `bearer ${tenant.token}`,
      `BEARER ${tenant.token}`,
      `Bearer   ${tenant.token}`,
    ])
      expect((await send("GET", USER, { headers: { authorization } })).status).toBe(200);
  });

  it("whose next page is asked for in other words for nothing, and another size", async () => {
    const first = await send("POST", searchUsers.path, { body: { query: null, pageSize: 10 } });
    const { nextPageToken } = await first.json<{ nextPageToken: string }>();
    const next = await send("POST", searchUsers.path, {
      body: { refs: null, pageSize: 50, pageToken: nextPageToken },
    });
    expect(next.status).toBe(200);
  });
});

describe("an ownership is ended", () => {
  const refs = [undefined, null, {}, { appId: null, id: null }];
  const bodies = [undefined, ...refs.map((appEntitlementRef) => ({ appEntitlementRef }))];

  it("whatever the body leaves out", async () => {
    const { appEntitlementOwners, appUserEntitlementOwners } = await tenant.control("GET", "/owners");
    type Owner = Record<"appId" | "appUserId" | "roleSlug" | "entitlementAppId" | "entitlementId", string>;
    for (const [n, body] of bodies.entries())
      for (const owners of [appEntitlementOwners, appUserEntitlementOwners] as Owner[][]) {
        const owner = owners[n];
        if (!owner) throw new Error("the sample data has too few owners");
        const of = owner.appUserId ? `/users/${owner.appUserId}` : "";
        const what = `${owner.roleSlug}/${owner.entitlementAppId}/${owner.entitlementId}`;
        const path = `/api/v2/apps/${owner.appId}${of}/owners/entitlements/${what}`;
        const answer = await send("DELETE", path, body === undefined ? {} : { body });
        expect({ path, body, status: answer.status }).toEqual({ path, body, status: 200 });
      }
  });
});

describe("a campaign is made", () => {
  const named = { displayName: "Quarter", policyId: samples.policies.managerReview.id };
  const make = (body: object) => send("POST", createCampaign.path, { body: { ...named, ...body } });

  it.for<[string, object]>([
    ["with null for what is optional", { ...nullsOf(createCampaign.body.shape), ...named }],
    [
      "with zero values",
      {
        description: "",
        expandMask: {},
        notificationConfig: {},
        ownerIds: [],
        scopeV2: {},
      },
    ],
    ["with any mask", { expandMask: { paths: ["policy_id", "of_tomorrow", "*"] } }],
    ["with nulls within", { scopeV2: { allUsers: null, allGrants: {}, userCriteria: { userStatus: null } } }],
    ["with a scope of tomorrow", { scopeV2: { ofTomorrow: {} } }],
    ["with a selector that says more", { scopeV2: { appAccess: { more: 1 } } }],
    ["with one notification", { notificationConfig: { sendClose: null, sendKickoff: true } }],
  ])("%s", async ([, body]) => {
    expect((await make(body)).status).toBe(200);
  });

  it("whose date is UTC, however that is written; and of no other zone", async () => {
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

describe("a token is asked for", () => {
  const FORM = "application/x-www-form-urlencoded";
  const credential = async () =>
    (await tenant.control("POST", "/credentials", {})) as Record<"clientId" | "clientSecret", string>;
  const ask = async (body: string, headers: Record<string, string> = {}) => {
    const url = `https://${HOST}${createToken.path}`;
    return (await fetch(url, { method: "POST", body, headers: { "content-type": FORM, ...headers } })).status;
  };

  it("with a secret, beside what else a client sends", async () => {
    const { clientId, clientSecret } = await credential();
    const fields = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
    const form = (more: object = {}) => new URLSearchParams({ ...fields, ...more }).toString();
    expect(await ask(form({ scope: "" }))).toBe(200);
    expect(await ask(form({ scope: "openid profile", audience: "x", resource: "y" }))).toBe(200);
    expect(await ask(form({ client_assertion: "", client_assertion_type: "" }))).toBe(200);
    expect(await ask(`${form()}&`)).toBe(200);
    expect(await ask(form(), { "content-type": `${FORM}; charset=UTF-8` })).toBe(200);
    expect(await ask(form(), { accept: "text/plain" })).toBe(200);
    const plain = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
    expect(await ask(plain.join("&"))).toBe(200);
    expect(await ask(form({ grant_type: "CLIENT_CREDENTIALS" }))).toBe(400);
    expect(await ask(form({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer" }))).toBe(400);
    const basic = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
    expect(await ask("grant_type=client_credentials", basic)).toBe(401);
  });

  it("with an assertion, however its claims are written", async () => {
    const { clientId, clientSecret } = await credential();
    const encoded = clientSecret.split(":").at(-1) ?? "";
    const key = await importJWK(JSON.parse(atob(encoded.replaceAll("-", "+").replaceAll("_", "/"))), "EdDSA");
    const now = () => Math.floor(Date.now() / 1_000);
    const status = async (claims: object, header: object = {}) => {
      const jwt = new SignJWT({ iss: clientId, sub: clientId, aud: HOST, exp: now() + 120, ...claims });
      const client_assertion = await jwt.setProtectedHeader({ alg: "EdDSA", ...header }).sign(key);
      const fields = {
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: "",
        client_assertion,
      };
      return ask(new URLSearchParams({ ...fields, client_assertion_type: CLIENT_ASSERTION_TYPE }).toString());
    };
    expect(await status({ aud: [HOST] })).toBe(200);
    expect(await status({ aud: [`https://${HOST}/auth/v1/token`, HOST] })).toBe(200);
    expect(await status({ aud: `https://${HOST}` })).toBe(401);
    expect(await status({ exp: now() + 100.5, iat: now() + 0.25 })).toBe(200);
    expect(await status({ iat: now() + 30 })).toBe(200);
    expect(await status({ nbf: now() })).toBe(200);
    expect(await status({ exp: now() + 299 })).toBe(200);
    expect(await status({ exp: now() + 320 })).toBe(401);
    expect(await status({ exp: now() - 1 })).toBe(401);
    expect(await status({ scope: "x", nonce: 5 }, { kid: "k", typ: "client-authentication+jwt" })).toBe(200);
  });
});
