// Validates the OpenAPI document of a running Reeve with a standard validator, which can't run in a Worker.
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningWorker, run } from "../../src/cli/shared/runtime.ts";

let reeve: RunningWorker;
beforeAll(async () => {
  const bindings = { LOCAL_STACK: "yes" };
  reeve = await run({ name: "reeve", config: "wrangler.toml", entry: "src/worker.ts", bindings });
});
afterAll(() => reeve.stop());

it("Reeve's OpenAPI document passes a standard validator for OpenAPI 3.1", async () => {
  const response = await fetch(new URL("/openapi.json", reeve.url));
  const validator = new Validator();
  expect(await validator.validate(await response.json())).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});
