import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operations } from "../../../src/governance/contract/index.ts";
import type { Operation } from "../../../src/governance/contract/operation.ts";
import { casesOf } from "../../support/sweep.ts";
import { accepted, invalid, missing, refusal, tenantAt } from "./client.ts";

const HOST = "requests.tenant.example";
const tenant = await tenantAt(HOST);

/** Sends any request to the tenant, with a valid token. */
const raw = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`https://${HOST}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${tenant.token}`, ...init.headers },
  });
const read = async (response: Response) => refusal({ status: response.status, body: await response.json() });
const search = (body: BodyInit | null, contentType = "application/json") =>
  raw("/api/v1/search/users", {
    method: "POST",
    ...(body === null ? {} : { body }),
    headers: { "content-type": contentType },
  });
const bearerOperations = Object.values<Operation>(operations).filter(({ auth }) => auth === "bearer");

describe("a response", () => {
  it("has a unique request id", async () => {
    const answers = await Promise.all([
      raw("/api/v1/users/usr_ada_marsh"),
      raw("/nowhere"),
      raw("/_control/calls"),
      raw(operations.createToken.path, { method: "POST" }),
      search("{"),
    ]);
    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    expect(ids.every((id) => id)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("a path", () => {
  it("returns a 404 if it is unknown", async () => {
    for (const path of [
      "/",
      "/api/v1/users",
      "/api/v1/users/",
      "/api/v1/users/a/b",
      "/api/v3/users/a",
      "/_control/none",
    ])
      expect(await read(await raw(path)), path).toEqual(missing);
  });

  it.for(bearerOperations)("of $id returns a 405 for an unsupported method", async ({ path, method }) => {
    const answer = await raw(path.replaceAll(/[{}]/g, ""), { method: "PATCH" });
    expect(answer.headers.get("allow")?.split(", ")).toContain(method);
    expect(await read(answer)).toEqual({ status: 405, code: "method_not_allowed", fields: [] });
  });

  it.for(bearerOperations)("of $id requires a valid token", async ({ path, method }) => {
    const headers = { authorization: "Bearer not-a-token" };
    const answer = await read(await raw(path.replaceAll(/[{}]/g, ""), { method, headers }));
    expect(answer).toMatchObject({ status: 401, code: "unauthenticated" });
  });

  it("handles HEAD like GET, but without a body", async () => {
    for (const path of ["/api/v1/users/usr_ada_marsh", "/openapi.json", "/_control/calls", "/nowhere"]) {
      const [got, head] = await Promise.all([raw(path), raw(path, { method: "HEAD" })]);
      expect(head.status, path).toBe(got.status);
      expect(head.headers.get("content-type"), path).toBe(got.headers.get("content-type"));
      expect(await head.text(), path).toBe("");
      await got.body?.cancel();
    }
  });

  it("can contain encoded characters that need no encoding", async () => {
    for (const path of ["/api/v1/users/usr%5Fada%5fmarsh", "/%61pi/v1/%75sers/usr_ada_marsh"])
      expect((await raw(path)).status, path).toBe(200);
  });

  it("returns its allowed methods for OPTIONS, even without a token", async () => {
    const allowed = async (path: string) => {
      const answer = await fetch(`https://${HOST}${path}`, { method: "OPTIONS" });
      return [answer.status, answer.headers.get("allow"), await answer.text()];
    };
    const tool = "/api/v1/apps/app_github/connectors/con_github_mcp/mcp_tools/tool_none";
    expect(await allowed(tool)).toEqual([204, "GET, HEAD, DELETE", ""]);
    expect(await allowed(operations.createToken.path)).toEqual([204, "POST", ""]);
    expect((await allowed("/api/v1/nothing"))[0]).toBe(404);
  });

  it("is rejected if a parameter is too long or is not percent-encoded UTF-8", async () => {
    expect(await read(await raw("/api/v1/users/%ff"))).toEqual(invalid("id"));
    expect(await read(await raw("/api/v1/users/%zz"))).toEqual(invalid("id"));
    expect(await read(await raw(`/api/v1/users/${"x".repeat(257)}`))).toEqual(invalid("id"));
  });

  it("can contain an id with special characters", async () => {
    for (const id of ["%00", "a%00b", "%F0%9F%91%A9", "'%20OR%201=1", "%2e%2e%2f", "%5C", "%0A"])
      expect(await read(await raw(`/api/v1/users/${id}`)), id).toEqual(missing);
  });

  it("can contain a user id of any valid characters except NUL, unless the id is . or ..", async () => {
    const id = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 24 })
      // Dots alone are path syntax, encoded or not: the client rejects them.
      .filter((text) => text !== "." && text !== ".." && text.isWellFormed() && !text.includes("\0"));
    await fc.assert(
      fc.asyncProperty(id, async (userId) => {
        await tenant.control("POST", "/users", { user: { id: userId, displayName: "Someone" } });
        const answer = await tenant.call("GET", `/api/v1/users/${encodeURIComponent(userId)}`);
        expect(accepted(operations.getUser, answer).userView.user.id).toBe(userId);
        await tenant.control("DELETE", `/users/${encodeURIComponent(userId)}`);
      }),
      { numRuns: casesOf(60) },
    );
  });
});

describe("a request body", () => {
  it("is accepted only with a JSON content type, whose parameters are ignored", async () => {
    const unsupported = { status: 415, code: "unsupported_media_type", fields: [] };
    expect(await read(await search("{}", "text/plain"))).toEqual(unsupported);
    expect(await read(await search("a=b", "application/x-www-form-urlencoded"))).toEqual(unsupported);
    expect((await search("{}", "Application/JSON; charset=utf-8")).status).toBe(200);
  });

  it("is rejected if it is not JSON, not UTF-8, not an object or nested too deeply", async () => {
    const deep = (n: number) => `{"x":${"[".repeat(n)}${"]".repeat(n)}}`;
    for (const body of [
      "{",
      "nul",
      "{}{}",
      "null",
      "[]",
      "7",
      '"text"',
      new Uint8Array([0x7b, 0xff, 0x7d]),
      deep(100),
      deep(100_000),
      "[".repeat(500_000),
    ])
      expect(await read(await search(body))).toEqual(invalid("body"));
    expect((await search(deep(60))).status).toBe(200);
  });

  it("is rejected with 413 if it exceeds 1 MiB, with or without a content length", async () => {
    const tooLarge = { status: 413, code: "payload_too_large", fields: [] };
    const body = `{"query":"${"x".repeat(1024 * 1024)}"}`;
    expect(await read(await search(body))).toEqual(tooLarge);
    expect(await read(await search(new Blob([body]).stream()))).toEqual(tooLarge);
  });

  it("is treated as an empty object if it is missing", async () => {
    expect((await search(null)).status).toBe(200);
    const policy = "/api/v1/session-policies/sp_none";
    expect(await read(await raw(policy, { method: "DELETE" }))).toEqual(missing);
    const owner = "/api/v2/apps/a/connectors/c/owners/users/owner/u";
    expect(await read(await raw(owner, { method: "POST" }))).toEqual(missing);
  });

  it("can have null for any optional property", async () => {
    for (const { id, method, path, body } of bearerOperations) {
      if (!body) continue;
      const send = (value: unknown) =>
        raw(path.replaceAll(/[{}]/g, ""), {
          method,
          body: JSON.stringify(value),
          headers: { "content-type": "application/json" },
        });
      const nulls = Object.fromEntries(Object.keys(body.shape).map((name) => [name, null]));
      const answers = await Promise.all([nulls, {}].map(async (value) => (await send(value)).json()));
      const shown = answers.map((answer) => ({ ...(answer as object), nextPageToken: undefined }));
      expect(shown[0], id).toEqual(shown[1]);
    }
    expect((await search('{"expandMask":{"paths":null},"refs":[{"id":"u","note":null}]}')).status).toBe(200);
    expect(await read(await search('{"refs":[{"id":null}]}'))).toEqual(invalid("refs.0.id"));
    expect(await read(await search('{"refs":[null]}'))).toEqual(invalid("refs.0"));
  });

  it("is rejected with 415 if it is compressed", async () => {
    const gzipped = new Blob(["{}"]).stream().pipeThrough(new CompressionStream("gzip"));
    const answer = await raw("/api/v1/search/users", {
      method: "POST",
      body: await new Response(gzipped).arrayBuffer(),
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    });
    expect(answer.headers.get("accept-encoding")).toBe("identity");
    expect(await read(answer)).toEqual({ status: 415, code: "unsupported_media_type", fields: [] });
  });

  it.for([
    ["a byte order mark", new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d])],
    ["white space around it", " \r\n\t{ } \n"],
    ["a lone surrogate", '{"query":"\\ud800"}'],
    ["a NUL", '{"query":"a\\u0000b","email":"\\u0000"}'],
  ] as const)("can have %s", async ([, body]) => expect((await search(body)).status).toBe(200));

  it("can have unknown properties", async () => {
    expect((await search('{"appetite":"large","__proto__":{"x":1},"pageSize":10}')).status).toBe(200);
  });

  it.for<[body: object, ...fields: string[]]>([
    [{ email: 7, pageSize: "10", isDelegate: "yes" }, "email", "isDelegate", "pageSize"],
    [{ refs: [{ id: "a" }, { id: 5 }, {}] }, "refs.1.id", "refs.2.id"],
    [{ expandMask: { paths: ["role_ids", "secrets"] } }, "expandMask.paths.1"],
    [{ origins: ["USER_ORIGIN_MARS"] }, "origins.0"],
    [{ delegateStatus: "MAYBE" }, "delegateStatus"],
    [{ userStatuses: ["ENABLED", "UNKNOWN"] }, "userStatuses.1"],
    [{ query: "x".repeat(513) }, "query"],
    [{ departments: ["x".repeat(513)] }, "departments.0"],
    [{ ids: Array(1_001).fill("u") }, "ids"],
  ])("is rejected with an error that names every invalid property: %o", async ([body, ...fields]) => {
    expect((await read(await search(JSON.stringify(body)))).fields.sort()).toEqual(fields);
  });

  it("causes a 200 or 400 if it is JSON, but never a server error", async () => {
    const members = Object.keys(operations.searchUsers.body.shape);
    const body = fc.dictionary(
      fc.oneof(fc.constantFrom(...members), fc.string()),
      fc.jsonValue({ maxDepth: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const answer = await search(JSON.stringify(value));
        expect([200, 400]).toContain(answer.status);
      }),
      { numRuns: casesOf(150) },
    );
  });
});

describe("query parameters", () => {
  it("are rejected if they are repeated or have an invalid value", async () => {
    const catalog = "/api/v1/mcp_server_catalog";
    expect(await read(await raw(`${catalog}?page_size=10&page_size=20`))).toEqual(invalid("page_size"));
    expect(await read(await raw(`${catalog}?query=a&query=a`))).toEqual(invalid("query"));
    expect(await read(await raw(`${catalog}?page_size=101`))).toEqual(invalid("page_size"));
    for (const size of ["many", "0x10", "1e1", "-1", "10.0", " 10", ""])
      expect(await read(await raw(`${catalog}?page_size=${size}`)), size).toEqual(invalid("page_size"));
  });

  it("are ignored if they are unknown or are empty texts", async () => {
    expect((await raw("/api/v1/mcp_server_catalog?page_token=&query=")).status).toBe(200);
    expect((await raw("/api/v1/mcp_server_catalog?color=red&color=blue")).status).toBe(200);
    expect((await raw("/api/v1/users/usr_ada_marsh?fields=all")).status).toBe(200);
  });
});

it("the authorization scheme can be in capitals, and can be followed by several spaces", async () => {
  for (const authorization of [`BEARER ${tenant.token}`, `Bearer   ${tenant.token}`])
    expect((await raw("/api/v1/users/usr_ada_marsh", { headers: { authorization } })).status).toBe(200);
});

it("the OpenAPI document is returned without a token", async () => {
  const answer = await fetch(`https://${HOST}/openapi.json`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    openapi: "3.1.0",
    info: { version: "0.1.0-alpha" },
    servers: [{ url: `https://${HOST}` }],
  });
});

it("a token is invalid for a tenant with another hostname", async () => {
  const other = "requests-other.tenant.example";
  const answer = await fetch(`https://${other}/api/v1/users/usr_ada_marsh`, {
    headers: { authorization: `Bearer ${tenant.token}` },
  });
  expect(answer.status).toBe(401);
});
