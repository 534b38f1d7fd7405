import { expect, it, onTestFinished } from "vitest";
import { startHrApis } from "../../../src/sandbox/vendors/hr.ts";
import { systems } from "../../../src/systems/index.ts";

async function variablesBeside(own: Readonly<Record<string, string>>) {
  const { variables, stop } = await startHrApis(own);
  onTestFinished(() => void stop());
  return Object.keys(variables);
}

it("the sandbox simulates each API from which Reeve reads workers, and sets the API's variables", async () => {
  const asked = [...systems.values()].flatMap(({ api, complete }) =>
    api && complete ? [api.address.variable, ...api.variables] : [],
  );
  expect(await variablesBeside({})).toEqual(expect.arrayContaining(asked));
});

it("the sandbox does not replace a system that is already configured", async () => {
  const all = await variablesBeside({});
  const others = await variablesBeside({
    HIBOB_API_TOKEN: "somebody's own",
    JIRA_URL: "https://acme.example.com",
  });
  expect(others).toEqual(all.filter((name) => !name.startsWith("HIBOB_")));
});
