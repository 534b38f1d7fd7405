import { expect, it } from "vitest";
import { requestersOf } from "../../src/systems/event.ts";
import { describeVendor } from "./vendor.ts";

const signed = describeVendor("actions");
const called = describeVendor("actions-token");

it("reads what is asked for, by whom and why", async () => {
  expect(await signed.event("connector-owner")).toEqual({
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
  expect(await called.read({ action: "tool.retire", input: {} })).toMatchObject({
    ok: false,
    reason: { detail: expect.stringMatching(/^id: /) },
  });
});

it("counts nobody named as somebody unknown, who might be the approver", async () => {
  const parsed = await signed.read({ action: "tool.retire", input: {} });
  const [said] = parsed.ok ? parsed.value : [];
  if (!said || "ignored" in said.event) throw new Error("nothing is asked for");
  expect(requestersOf(said.event)).toEqual([{}]);
});
