import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { operations } from "../../src/governance/contract/index.ts";
import { governanceOpenApi } from "../../src/governance/contract/openapi.ts";

type Operation = { operationId: string; parameters?: { name: string }[]; requestBody?: unknown };
const document = JSON.parse(JSON.stringify(governanceOpenApi("https://acme.example.com")));
const described: Operation[] = Object.values(
  document.paths as Record<string, Record<string, Operation>>,
).flatMap((item) => Object.values(item));

it("the governance API's OpenAPI document passes a standard validator for OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

it("the governance API's OpenAPI document describes each of the 12 operations once", () => {
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(operations).sort());
});

it("the governance API's OpenAPI document defines every schema that it references", () => {
  const names = Array.from(
    JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g),
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(20);
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...new Set(names)]));
});

it("the governance API's OpenAPI document states the version, deprecations, limits and the effect of a repeated call", () => {
  const search = document.paths["/api/v1/search/users"].post;
  const { properties } = search.requestBody.content["application/json"].schema;
  expect(document.info.version).toBe("0.1.0-alpha");
  expect(properties.ids.deprecated).toBe(true);
  expect(properties.refs.deprecated).toBeUndefined();
  expect(properties.pageSize).toMatchObject({ type: "integer", minimum: 0, maximum: 100 });
  expect(properties.userStatuses.items.enum).toEqual(["ENABLED", "DISABLED", "DELETED"]);
  expect(document.paths["/api/v1/access_review"].post["x-effect"]).toBe("once");
  expect(document.components.schemas.MCPTool.properties.state["x-extension"]).toBe(true);
});

it("the governance API's OpenAPI document describes the token request as a form that needs no token", () => {
  const { security, requestBody, responses } = document.paths["/auth/v1/token"].post;
  expect(security).toEqual([]);
  expect(Object.keys(requestBody.content)).toEqual(["application/x-www-form-urlencoded"]);
  expect(responses["401"].content["application/json"].schema).toEqual({
    $ref: "#/components/schemas/TokenError",
  });
});

it("the governance API's OpenAPI document lists every path and query parameter, and requires a body only if an operation needs a body", () => {
  const tool = document.paths["/api/v1/apps/{app_id}/connectors/{connector_id}/mcp_tools/{id}"];
  expect(tool.delete.parameters.map(({ name }: { name: string }) => name)).toEqual([
    "app_id",
    "connector_id",
    "id",
  ]);
  expect(tool.delete.requestBody.required).toBe(false);
  expect(tool.get.requestBody).toBeUndefined();
  const catalog = document.paths["/api/v1/mcp_server_catalog"].get;
  expect(catalog.parameters.map(({ name }: { name: string }) => name)).toEqual([
    "page_size",
    "page_token",
    "query",
  ]);
  expect(catalog.parameters[0].schema).toMatchObject({ type: "integer", maximum: 100 });
});
