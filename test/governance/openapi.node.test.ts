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

it("the governance API's OpenAPI document describes each operation once", () => {
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(operations).sort());
});
