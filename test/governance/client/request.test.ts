import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GovernanceProblem } from "../../../src/governance/client/index.ts";
import { prepareRequest } from "../../../src/governance/client/request.ts";
import { operations } from "../../../src/governance/contract/index.ts";
import { type Operation, pathParameters } from "../../../src/governance/contract/operation.ts";

const ROOT = "https://acme.example.com";
const { createToken, deleteMcpTool, getMcpTool, getUser, listMcpCatalog, searchUsers } = operations;

const refusal = (operation: Operation, input: object) => {
  try {
    prepareRequest(ROOT, operation, input);
  } catch (error) {
    if (error instanceof GovernanceProblem) return `${error.code} ${error.message}`;
  }
  return "sent";
};

describe("a request", () => {
  it("has the method, path, query and body of its declaration", () => {
    const path = { app_id: "a/1", connector_id: "c 2", id: "t?3" };
    expect(prepareRequest(ROOT, getMcpTool, { path })).toEqual({
      method: "GET",
      url: `${ROOT}/api/v1/apps/a%2F1/connectors/c%202/mcp_tools/t%3F3`,
    });
    expect(prepareRequest(ROOT, deleteMcpTool, { path })).toMatchObject({
      method: "DELETE",
      contentType: "application/json",
      body: "{}",
    });
    expect(prepareRequest(ROOT, searchUsers, { body: { email: "a@b.c" } }).body).toBe('{"email":"a@b.c"}');
    expect(prepareRequest(ROOT, listMcpCatalog, { query: { page_size: 10, query: "a&b" } }).url).toBe(
      `${ROOT}/api/v1/mcp_server_catalog?page_size=10&query=a%26b`,
    );
    expect(prepareRequest(ROOT, listMcpCatalog, {}).url).toBe(`${ROOT}/api/v1/mcp_server_catalog`);
  });

  it("has a form as its body if the declaration requires a form", () => {
    const body = { grant_type: "client_credentials", client_id: "a@b/c", client_secret: "secret-token:x:y" };
    const request = prepareRequest(ROOT, createToken, { body });
    expect(request.contentType).toBe("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(request.body))).toEqual(body);
  });

  it("keeps the path prefix of the API's address", () => {
    expect(prepareRequest(`${ROOT}/proxy`, getUser, { path: { id: "1" } }).url).toBe(
      `${ROOT}/proxy/api/v1/users/1`,
    );
  });

  const parameters = Object.values(operations).flatMap((operation: Operation) =>
    pathParameters(operation.path).map((name) => [operation.id, name, operation] as const),
  );
  it.for(parameters)("of %s is rejected if the parameter %s would change the path", ([, name, operation]) => {
    const path = Object.fromEntries(pathParameters(operation.path).map((other) => [other, "x"]));
    for (const value of ["", ".", "..", "%2e", "%2E%2e", ".%2e", "%252e%252e", "\ud800", undefined]) {
      expect(refusal(operation, { path: { ...path, [name]: value }, body: {} })).toContain(
        `governance_bad_input ${operation.id}: path parameter ${name} `,
      );
    }
  });

  it("keeps every id that is not rejected in one segment of the path", () => {
    const id = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({
        unit: fc.constantFrom("%", "2", "e", "E", ".", "/", "\\", "?", "#", ";", "\n", "\0", "é", "😀"),
      }),
    );
    fc.assert(
      fc.property(id, (value) => {
        if (refusal(getUser, { path: { id: value } }) !== "sent") return;
        const { pathname, search, hash } = new URL(
          prepareRequest(ROOT, getUser, { path: { id: value } }).url,
        );
        const [, api, v1, users, segment = "", ...rest] = pathname.split("/");
        expect([api, v1, users, rest, search, hash]).toEqual(["api", "v1", "users", [], "", ""]);
        expect(decodeURIComponent(segment)).toBe(value);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is rejected if the contract does not allow a property's value, with an error that names the property", () => {
    expect(refusal(searchUsers, { body: { pageSize: 101 } })).toMatch(
      /^governance_bad_input searchUsers: body\.pageSize/,
    );
    expect(refusal(searchUsers, { body: { userStatuses: ["ENABLED", "UNKNOWN"] } })).toContain(
      "body.userStatuses.1",
    );
    expect(refusal(listMcpCatalog, { query: { page_size: -1 } })).toContain("query.page_size");
    expect(
      refusal(operations.createConnectorOwner, {
        path: { app_id: "a", connector_id: "c", role_slug: "r", user_ref_id: "u" },
        body: { userRef: { id: "" } },
      }),
    ).toContain("body.userRef.id");
  });

  it("is rejected if two properties of its scope exclude each other", () => {
    const scopeV2 = { allUsers: {}, selectedUsers: { userIds: ["usr_1"] } };
    expect(refusal(operations.createCampaign, { body: { scopeV2 } })).toContain(
      "body.scopeV2: allUsers and selectedUsers are mutually exclusive; set only one of them",
    );
  });

  it("is rejected if a filter is misspelt, because the service would ignore the filter and select everyone", () => {
    expect(refusal(searchUsers, { body: { departmnts: ["Sales"] } })).toContain("departmnts");
  });
});
