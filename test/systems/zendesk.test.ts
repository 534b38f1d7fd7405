import { expect, it } from "vitest";
import { base64, mac } from "../../src/sandbox/vendors/signing.ts";
import { describeVendor } from "./support/vendor.ts";

const zendesk = describeVendor("zendesk");

/** The secret of test requests, and a request signed with it. */
const TEST_SECRET = "dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==";
const SIGNATURE = "S/RDdU2ERmj7LHDDoWJ2onPYH+t7/f2+LTM4dL7UiLM=";
const STAMP = "2021-03-25T05:09:27Z";
const SIGNED_AT = Date.parse(STAMP) + 1000;
const signed = (
  signature: string,
  body = '{"event":"ticket.updated","id":123}',
  timestamp: string | null = STAMP,
) =>
  zendesk.request(
    {
      "x-zendesk-webhook-signature": signature,
      ...(timestamp === null ? {} : { "x-zendesk-webhook-signature-timestamp": timestamp }),
    },
    { body },
  );
const signedAt = async (timestamp: string) =>
  signed(base64(await mac("SHA-256", TEST_SECRET, timestamp, "{}")), "{}", timestamp);
const signedBy = async (
  secret: string | Uint8Array,
  write: (signature: Uint8Array) => string,
  ...pieces: string[]
) => signed(write(await mac("SHA-256", secret, ...pieces)), "{}");

it("the signature of a test request is accepted", async () => {
  expect(await zendesk.verify(signed(SIGNATURE), [TEST_SECRET], SIGNED_AT)).toMatchObject({ ok: true });
});

zendesk.rejects(
  [
    [
      "a signature with the decoded secret",
      signedBy(Uint8Array.fromBase64(TEST_SECRET), base64, STAMP, "{}"),
      "signature_mismatch",
    ],
    [
      "a signature in hex",
      signedBy(TEST_SECRET, (signature) => signature.toHex(), STAMP, "{}"),
      "signature_malformed",
    ],
    ["a signature of the body alone", signedBy(TEST_SECRET, base64, "{}"), "signature_mismatch"],
    ["a signed time in seconds", signedAt(String(Date.parse(STAMP) / 1000)), "timestamp_malformed"],
    ["a signed time without a zone", signedAt("2021-03-25T05:09:27"), "timestamp_malformed"],
    ["a signed time that is empty", signedAt(""), "timestamp_missing"],
    ["a delivery without its time", signed(SIGNATURE, undefined, null), "timestamp_missing"],
    [
      "a delivery whose time was changed",
      signed(SIGNATURE, undefined, "2021-03-25T05:09:28Z"),
      "signature_mismatch",
    ],
  ],
  [TEST_SECRET],
  SIGNED_AT,
);

it("a configured secret is rejected if it is Zendesk's published secret for test requests", () => {
  expect(zendesk.secretFault?.(TEST_SECRET)).toMatch(/^is the test secret/);
  expect(zendesk.secretFault?.(zendesk.sender.localSecret)).toBeNull();
});

it("a formerly published example is rejected, because its body comes before the time", async () => {
  const time = "2021-07-25T10:00:00Z";
  const delivery = signed("tRDSF7URY8BLCDlaBcQ7FHu051Zk+aAB0NKMP53teMw=", '{"say": "hello"}', time);
  const secret = "HRkRd4BeOAoUkfZr-mhauJT64rvBASlJRoIyPsd3zeA=";
  expect(base64(await mac("SHA-256", secret, '{"say": "hello"}', time))).toBe(
    delivery.headers.get("x-zendesk-webhook-signature"),
  );
  expect(await zendesk.verify(delivery, [secret], Date.parse(time))).toMatchObject({
    ok: false,
    reason: { check: "signature_mismatch" },
  });
});

const subscribed = (kind: string) => ({ type: `zen:event-type:${kind}`, id: "1", detail: { id: 5158 } });
const notOfTicket = (kind: string) => ({
  ignored: `Zendesk's event zen:event-type:${kind} is not about a ticket`,
});
zendesk.reads([
  [
    "a new ticket, with people by their ids",
    "ticket.created",
    {
      type: "ticket.created",
      subject: "zendesk:5158",
      occurredAt: "2026-06-15T07:41:12.301Z",
      actor: { id: "8447388090494" },
      ticket: {
        system: "zendesk",
        id: "5158",
        key: "#5158",
        title: "Owner for the GitHub MCP connector",
        status: { to: "New", id: "8447346622462" },
        requester: { id: "8447388090494" },
        fields: { tags: ["access", "mcp"], form_id: "8646151517822" },
      },
    },
    { id: "7f0d1c2b-3a4e-4f5d-8c6b-9a0e1d2c3b4a", without: ["ticket.assignee"] },
  ],
  [
    "a change of status, with the names that agents see",
    "ticket.status_changed",
    {
      type: "ticket.transitioned",
      ticket: { status: { from: "On-hold", to: "Solved" }, assignee: { id: "8447388090495" } },
    },
  ],
  [
    "a comment",
    "ticket.comment_added",
    { type: "ticket.commented", comment: "Who stands in for you while you are away?" },
  ],
  [
    "another change of a ticket",
    "ticket.agent_assignment_changed",
    { type: "ticket.updated", ticket: { status: { to: "Open" } } },
  ],
  [
    "a linked attachment, as ignored",
    "ticket.attachment_linked_to_comment",
    {
      ignored: "Zendesk's event zen:event-type:ticket.attachment_linked_to_comment does not change a ticket",
      subject: "zendesk:5158",
    },
  ],
  ["a user's event, as ignored", "user.active_changed", notOfTicket("user.active_changed")],
  ...(
    [
      ["soft_deleted", "ticket.deleted"],
      ["permanently_deleted", "ticket.deleted"],
      ["custom_field_changed", "ticket.updated"],
      ["merged", "ticket.updated"],
    ] as const
  ).map(
    ([what, type]) =>
      [`a ticket that was ${what}`, subscribed(`ticket.${what}`), { type, subject: "zendesk:5158" }] as const,
  ),
  [
    "a trigger with the documented body",
    "trigger.approved",
    {
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
    },
    { id: "delivery-1" },
  ],
  [
    "a trigger's comment",
    "trigger.commented",
    {
      type: "ticket.commented",
      comment: "Who stands in for you while you are away?",
      ticket: { status: { to: "Open" } },
    },
  ],
]);

zendesk.refuses([
  ["type: ", "{}"],
  ["id: ", { type: "zen:event-type:ticket.created" }],
  ["detail.id: ", { type: "zen:event-type:ticket.created", id: "1" }],
]);
