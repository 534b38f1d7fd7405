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

it("a formerly published example is rejected, because its signature covers the body before the time", async () => {
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

zendesk.refuses([
  ["type: ", "{}"],
  ["id: ", { type: "zen:event-type:ticket.created" }],
  ["detail.id: ", { type: "zen:event-type:ticket.created", id: "1" }],
]);
