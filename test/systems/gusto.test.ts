import { describe, expect, it } from "vitest";
import { base64, mac } from "../../src/sandbox/vendors/signing.ts";
import { describeVendor } from "./support/vendor.ts";

const gusto = describeVendor("gusto");

const TOKEN = "6590f590-3dba-495e-9bea-c361e1e2efc0";

const inBase64 = async () =>
  gusto.request({ "x-gusto-signature": base64(await mac("SHA-256", gusto.sender.localSecret, "{}")) });
gusto.rejects([["a signature in base64", inBase64(), "signature_malformed"]]);

describe("Gusto's handshake", () => {
  const body = `{"verification_token":"${TOKEN}"}`;

  it.for([
    body,
    `{"verification_token":"${TOKEN}","webhook_subscription_uuid":"c5fdae57-5483-4529-9aae-f0edceed92d4"}`,
  ])("succeeds and stores the token, without returning it: %s", (asked) => {
    expect(gusto.handshake?.(gusto.request({}, { body: asked }))).toEqual({ status: 200, keep: TOKEN });
  });

  it.for<[string, string, string?, Record<string, string>?]>([
    ["a signed request", body, "POST", { "x-gusto-signature": "00" }],
    ["a request that is not a POST", body, "PUT"],
    ["an event", `{"verification_token":"${TOKEN}","event_type":"employee.created"}`],
    ["a short token", '{"verification_token":"1234"}'],
    ["a token that is not text", '{"verification_token":{"a":1}}'],
    ["a token with other characters", '{"verification_token":"<script>alert(1)</script>"}'],
    ["a long token", `{"verification_token":"${"a".repeat(129)}"}`],
    ["a long body", `${body}${" ".repeat(512)}`],
    ["a body that is not JSON", "verification_token=1"],
  ])("is not recognized in %s", ([, other, method, headers = {}]) => {
    expect(gusto.handshake?.(gusto.request(headers, { body: other, method }))).toBeNull();
  });
});

const older = { event_type: "employee.created", entity_uuid: "e1", timestamp: 1671058841 };
gusto.reads([
  [
    "an id made of event, worker and time in older versions",
    older,
    {},
    { id: "employee.created:e1:1671058841" },
  ],
]);

gusto.refuses([
  ["event_type:", "{}"],
  ["entity_uuid:", { event_type: "employee.created" }],
  ["timestamp:", { event_type: "employee.created", entity_uuid: "e1", timestamp: "now" }],
]);
