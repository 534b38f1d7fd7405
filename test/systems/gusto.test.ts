import { describe, expect, it } from "vitest";
import { base64, bytes, mac } from "../../src/sandbox/vendors/signing.ts";
import type { Delivery } from "../../src/systems/system.ts";
import { NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const gusto = describeVendor("gusto");

const SECRET = gusto.sender.localSecret;
const TOKEN = "6590f590-3dba-495e-9bea-c361e1e2efc0";
const delivery = (body: string, headers: Record<string, string> = {}, method = "POST"): Delivery => ({
  method,
  url: new URL("https://reeve.example.com/hooks/gusto"),
  headers: new Headers(headers),
  body: bytes([body]),
});

it("refuses a signature in base64", async () => {
  const signature = base64(await mac("SHA-256", SECRET, "{}"));
  expect(await gusto.verify(delivery("{}", { "x-gusto-signature": signature }), [SECRET], NOW)).toEqual({
    ok: false,
    reason: { check: "signature_malformed" },
  });
});

describe("Gusto's handshake", () => {
  const body = `{"verification_token":"${TOKEN}"}`;

  it("is answered, and its token kept and not echoed", () => {
    expect(gusto.handshake?.(delivery(body))).toEqual({ status: 200, keep: TOKEN });
  });

  it("may name its subscription", () => {
    const named = `{"verification_token":"${TOKEN}","webhook_subscription_uuid":"c5fdae57-5483-4529-9aae-f0edceed92d4"}`;
    expect(gusto.handshake?.(delivery(named))).toEqual({ status: 200, keep: TOKEN });
  });

  it.for<[string, Delivery]>([
    ["what is signed", delivery(body, { "x-gusto-signature": "00" })],
    ["a request that does not post", delivery(body, {}, "PUT")],
    ["an event", delivery(`{"verification_token":"${TOKEN}","event_type":"employee.created"}`)],
    ["a short token", delivery('{"verification_token":"1234"}')],
    ["a token that is no text", delivery('{"verification_token":{"a":1}}')],
    ["a token with something else in it", delivery('{"verification_token":"<script>alert(1)</script>"}')],
    ["a long token", delivery(`{"verification_token":"${"a".repeat(129)}"}`)],
    ["a long body", delivery(`${body}${" ".repeat(512)}`)],
    ["no JSON", delivery("verification_token=1")],
  ])("is not %s", ([, other]) => {
    expect(gusto.handshake?.(other)).toBeNull();
  });
});

describe("what Gusto says", () => {
  it.for([
    ["employee.created", "d6057", { type: "worker.hired" }],
    ["employee.updated", "d6118", { type: "worker.changed" }],
    [
      "employee.terminated",
      "d6121",
      { type: "worker.changed", changed: ["status"], mayBe: ["worker.terminated"] },
    ],
    ["employee.terminated_effective", "d6121", { type: "worker.terminated", changed: ["status"] }],
    ["employee.rehire_effective", "d6082", { type: "worker.returned", changed: ["status"] }],
  ] as const)("in %s", async ([name, end, event]) => {
    const id = `bcfc9744-0ab3-4ef3-ab0d-e728255${end}`;
    expect(await gusto.event(name)).toEqual({
      ...event,
      subject: `gusto:${id}`,
      occurredAt: "2026-06-15T08:00:00.000Z",
      worker: { system: "gusto", id, fields: {} },
    });
  });

  it("is nothing here where it is of a payroll", async () => {
    expect(await gusto.said("payroll.paid")).toMatchObject([
      { event: { ignored: "Gusto's event payroll.paid is not about a worker's employment" } },
    ]);
  });

  it("is known by its uuid, and in older versions by event, worker and time", async () => {
    const [only] = await gusto.said("employee.created");
    expect(only?.id).toBe("03ffbf0c-48a9-4f1c-932a-546413a26ad1");
    const older = '{"event_type":"employee.created","entity_uuid":"e1","timestamp":1671058841}';
    expect(await gusto.read(older)).toMatchObject({
      value: [{ id: "employee.created:e1:1671058841" }],
    });
  });

  it.for([
    ["{}", "event_type"],
    ['{"event_type":"employee.created"}', "entity_uuid"],
    ['{"event_type":"employee.created","entity_uuid":"e1","timestamp":"now"}', "timestamp"],
  ] as const)("can't be read as %s, and what is wrong is named", async ([body, detail]) => {
    expect(await gusto.read(body)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringContaining(`${detail}:`) },
    });
  });
});
