import { expect, it } from "vitest";
import { routes } from "../../src/console/api/index.ts";
import { openApiDocument } from "../../src/http/openapi.ts";

const document = JSON.parse(JSON.stringify(openApiDocument("https://reeve.example.com")));

it("the OpenAPI document describes /hooks, the monitoring endpoints and every endpoint of the API", () => {
  const paths = new Set(["/hooks/{source}", "/healthz", "/metrics", ...routes.map(({ path }) => path)]);
  expect(Object.keys(document.paths).sort()).toEqual(Array.from(paths).sort());
});

it("the OpenAPI document defines exactly the schemas that it references", () => {
  const names = Array.from(
    JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g),
    ([, name]) => name,
  );
  expect(Object.keys(document.components.schemas).sort()).toEqual(Array.from(new Set(names)).sort());
});

it("the OpenAPI document describes the query parameters that the routes validate", () => {
  const parameter = (wanted: string) =>
    document.paths["/api/runs"].get.parameters.find(({ name }: { name: string }) => name === wanted);
  expect(parameter("limit")).toMatchObject({
    in: "query",
    required: false,
    schema: { type: "integer", minimum: 1, maximum: 100, default: 50 },
  });
  expect(parameter("state").schema.enum).toContain("awaiting_approval");
  expect(parameter("cursor").schema).toEqual({ type: "string" });
  expect(document.paths["/api/runs/{id}"].get.parameters).toMatchObject([{ in: "path", required: true }]);
});

it("the OpenAPI document lists the senders and response statuses of /hooks, which needs no sign-in", () => {
  const { security, parameters, responses } = document.paths["/hooks/{source}"].post;
  expect(security).toEqual([]);
  expect(parameters[0].schema.enum).toContain("jira");
  expect(Object.keys(responses)).toEqual(["200", "202", "400", "401", "404", "413", "422", "500", "503"]);
});
