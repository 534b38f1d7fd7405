import { describe, expect, it } from "vitest";
import { base64, bytes, mac } from "../../src/sandbox/vendors/signing.ts";
import { describeVendor } from "./vendor.ts";

const zendesk = describeVendor("zendesk");

/** The secret of test requests, and a request signed with it. */
const TEST_SECRET = "dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==";
const STAMP = "2021-03-25T05:09:27Z";
const signed = (signature: string, body = '{"event":"ticket.updated","id":123}', timestamp = STAMP) => ({
  method: "POST",
  url: new URL("https://reeve.example.com/hooks/zendesk"),
  headers: new Headers({
    "x-zendesk-webhook-signature": signature,
    "x-zendesk-webhook-signature-timestamp": timestamp,
  }),
  body: bytes([body]),
});
const verify = (delivery: ReturnType<typeof signed>) =>
  zendesk.verify(delivery, [TEST_SECRET], Date.parse(STAMP) + 1000);

it("believes the signature of a test request", async () => {
  expect(await verify(signed("S/RDdU2ERmj7LHDDoWJ2onPYH+t7/f2+LTM4dL7UiLM="))).toMatchObject({ ok: true });
});

it("refuses the published secret of test requests as its own", () => {
  expect(zendesk.secretFault?.(TEST_SECRET)).toMatch(/^is the test secret/);
  expect(zendesk.secretFault?.(zendesk.sender.localSecret)).toBeNull();
});

it("refuses the vector that was once published, with the body before the time", async () => {
  const time = "2021-07-25T10:00:00Z";
  const delivery = signed("tRDSF7URY8BLCDlaBcQ7FHu051Zk+aAB0NKMP53teMw=", '{"say": "hello"}', time);
  const secret = "HRkRd4BeOAoUkfZr-mhauJT64rvBASlJRoIyPsd3zeA=";
  expect(base64(await mac("SHA-256", secret, '{"say": "hello"}', time))).toBe(
    delivery.headers.get("x-zendesk-webhook-signature"),
  );
  expect(await zendesk.verify(delivery, [secret], Date.parse(time))).toEqual({
    ok: false,
    reason: { check: "signature_mismatch" },
  });
});

it("refuses a secret that was decoded, a signature in hex, and one of the body alone", async () => {
  const body = "{}";
  const decoded = base64(await mac("SHA-256", Uint8Array.fromBase64(TEST_SECRET), STAMP, body));
  const hex = (await mac("SHA-256", TEST_SECRET, STAMP, body)).toHex();
  const alone = base64(await mac("SHA-256", TEST_SECRET, body));
  expect(await verify(signed(decoded, body))).toMatchObject({ reason: { check: "signature_mismatch" } });
  expect(await verify(signed(hex, body))).toMatchObject({ reason: { check: "signature_malformed" } });
  expect(await verify(signed(alone, body))).toMatchObject({ reason: { check: "signature_mismatch" } });
});

it.for([
  ["seconds", String(Date.parse(STAMP) / 1000), "timestamp_malformed"],
  ["no zone", "2021-03-25T05:09:27", "timestamp_malformed"],
  ["nothing", "", "timestamp_missing"],
] as const)("refuses a signed time that is %s", async ([, timestamp, check]) => {
  const signature = base64(await mac("SHA-256", TEST_SECRET, timestamp, "{}"));
  expect(await verify(signed(signature, "{}", timestamp))).toEqual({ ok: false, reason: { check } });
});

it("refuses a delivery without its time, and one whose time was changed", async () => {
  const signature = "S/RDdU2ERmj7LHDDoWJ2onPYH+t7/f2+LTM4dL7UiLM=";
  const without = signed(signature);
  without.headers.delete("x-zendesk-webhook-signature-timestamp");
  expect(await verify(without)).toMatchObject({ reason: { check: "timestamp_missing" } });
  expect(await verify(signed(signature, undefined, "2021-03-25T05:09:28Z"))).toMatchObject({
    reason: { check: "signature_mismatch" },
  });
});

describe("an event subscription", () => {
  it("says that a ticket was created, and names people by their ids", async () => {
    expect(await zendesk.said("ticket.created")).toMatchObject([
      { id: "7f0d1c2b-3a4e-4f5d-8c6b-9a0e1d2c3b4a" },
    ]);
    const event = await zendesk.event("ticket.created");
    expect(event).toMatchObject({
      type: "ticket.created",
      subject: "zendesk:5158",
      occurredAt: "2026-06-15T07:41:12.301Z",
      actor: { id: "8447388090494" },
      ticket: {
        system: "zendesk",
        id: "5158",
        key: "#5158",
        title: "Owner for the GitHub MCP connector",
        status: { to: "New" },
        requester: { id: "8447388090494" },
        fields: { tags: ["access", "mcp"], form_id: "8646151517822", custom_status: "8447346622462" },
      },
    });
    expect(event).not.toHaveProperty("ticket.assignee");
  });

  it("says that the status changed, by the names that agents read", async () => {
    expect(await zendesk.event("ticket.status_changed")).toMatchObject({
      type: "ticket.transitioned",
      ticket: { status: { from: "On-hold", to: "Solved" }, assignee: { id: "8447388090495" } },
    });
  });

  it("says what was commented", async () => {
    expect(await zendesk.event("ticket.comment_added")).toMatchObject({
      type: "ticket.commented",
      comment: "Who stands in for you while you are away?",
    });
  });

  it("says that something else changed", async () => {
    expect(await zendesk.event("ticket.agent_assignment_changed")).toMatchObject({
      type: "ticket.updated",
      ticket: { status: { to: "Open" } },
    });
  });

  it.for(["ticket.attachment_linked_to_comment", "user.active_changed"])(
    "may mean nothing: %s",
    async (name) => {
      expect(await zendesk.said(name)).toMatchObject([
        { event: { ignored: `Zendesk's event zen:event-type:${name} is not about a ticket` } },
      ]);
    },
  );

  it.for([
    ["soft_deleted", "ticket.deleted"],
    ["permanently_deleted", "ticket.deleted"],
    ["custom_field_changed", "ticket.updated"],
    ["merged", "ticket.updated"],
  ] as const)("says of a ticket that it was %s", async ([what, type]) => {
    const body = JSON.stringify({ type: `zen:event-type:ticket.${what}`, id: "1", detail: { id: 5158 } });
    expect(await zendesk.read(body)).toMatchObject({
      value: [{ event: { type, subject: "zendesk:5158" } }],
    });
  });

  it.for([
    ["{}", "type"],
    ['{"type":"zen:event-type:ticket.created"}', "id"],
    ['{"type":"zen:event-type:ticket.created","id":"1"}', "detail.id"],
  ] as const)("is refused as %s", async ([body, member]) => {
    expect(await zendesk.read(body)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringMatching(`^${member}: `) },
    });
  });
});

describe("a trigger", () => {
  it("says what its body is written to say", async () => {
    expect(await zendesk.said("trigger.approved")).toMatchObject([{ id: "delivery-1" }]);
    expect(await zendesk.event("trigger.approved")).toMatchObject({
      type: "ticket.transitioned",
      subject: "zendesk:5158",
      occurredAt: "2026-06-15T08:00:00.000Z",
      actor: { name: "Bram Cole", email: "bram.cole@example.com" },
      ticket: {
        id: "5158",
        url: "https://acme.zendesk.example.com/agent/tickets/5158",
        status: { to: "Approved" },
        project: "Internal",
        requestType: "Connector owner",
        requester: { id: "8447388090494", name: "Ada Marsh", email: "ada.marsh@example.com" },
        fields: { user: "ada.marsh@example.com", connector: "GitHub MCP", role: "Owner" },
      },
    });
  });

  it("says what was commented", async () => {
    expect(await zendesk.event("trigger.commented")).toMatchObject({
      type: "ticket.commented",
      comment: "Who stands in for you while you are away?",
      ticket: { status: { to: "Open" } },
    });
  });
});
