import { expect, it } from "vitest";
import { actionsToken as caller, actions as signer } from "../../src/sandbox/vendors/senders.ts";
import { actionRequests, actionsToken } from "../../src/systems/actions.ts";
import { requestersOf } from "../../src/systems/event.ts";
import { describeSource, dressed, eventOf, filled, NOW } from "./laws.ts";

const signed = filled(
  import.meta.glob("../fixtures/actions/*", { query: "?raw", import: "default", eager: true }),
);
const called = filled(
  import.meta.glob("../fixtures/actions-token/*", { query: "?raw", import: "default", eager: true }),
);
describeSource(actionRequests, signer, signed);
describeSource(actionsToken, caller, called);

it("reads what is asked for, by whom and why", async () => {
  expect(await eventOf(actionRequests, signer, signed, "connector-owner")).toEqual({
    type: "request.made",
    subject: "actions:delivery-1",
    request: {
      action: "connector-owner.add",
      input: { user: "ada.marsh@example.com", connector: "GitHub MCP", role: "Owner" },
      requester: { email: "gita.lund@example.com", name: "Gita Lund" },
      reason: "Ada takes the connector over",
    },
  });
});

it("wants an id in the body where nothing is signed", async () => {
  const delivery = await dressed(caller, '{"action":"tool.retire","input":{}}');
  expect(actionsToken.parse(delivery, NOW)).toMatchObject({
    ok: false,
    reason: { detail: expect.stringMatching(/^id: /) },
  });
});

it("counts nobody named as somebody unknown, who might be the approver", async () => {
  const delivery = await dressed(signer, '{"action":"tool.retire","input":{}}');
  const parsed = actionRequests.parse(delivery, NOW);
  const [said] = parsed.ok ? parsed.value : [];
  if (!said || "ignored" in said.event) throw new Error("nothing is asked for");
  expect(requestersOf(said.event)).toEqual([{}]);
});
