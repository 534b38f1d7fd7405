import { expect, it } from "vitest";
import { makeRunMessage } from "../../src/runs/message.ts";
import { newRun } from "../../src/runs/run.ts";
import type { RequestEvent } from "../../src/systems/event.ts";
import { plan } from "../console/pages/fixture.ts";

const request = {
  action: "tool.retire",
  input: {},
  typed: "Retire an MCP tool",
  requester: { email: "ada@example.com" },
};
const event: RequestEvent = { type: "request.made", subject: "actions:1", request };
const run = newRun(
  { id: "run_1", eventId: "evt_1", automation: "requested-action", subject: event.subject, mode: "live" },
  0,
);

it.for([
  ["actions", "a request by a script can't be replied to"],
  ["actions-token", "a request by a script can't be replied to"],
] as const)(
  "a message about a request from %s reports that a script's request can't be replied to",
  ([source, why]) => {
    expect(makeRunMessage("state", run, { event, source }, {}).hears).toContain(why);
  },
);

it("a message has the first sentence of its plan as its title if there is a plan", () => {
  const name = (planned: object) =>
    makeRunMessage("state", { ...run, ...planned }, { event, source: "console" }, {}).name;
  expect(name({})).toBe("Retire an MCP tool");
  expect(name({ plan: plan("Retire the MCP tool Delete branch.") })).toBe(
    "Retire the MCP tool Delete branch",
  );
});
