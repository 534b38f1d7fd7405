import { CloudEvent, HTTP } from "cloudevents";
import { describe, expect, it } from "vitest";
import { bytes } from "../../src/sandbox/vendors/signing.ts";
import { dressed, NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const cloudevents = describeVendor("cloudevents");

const SECRET = cloudevents.sender.localSecret;
const { request } = cloudevents;

describe("the secret of a CloudEvents sender", () => {
  it.for<[string, ReturnType<typeof request>]>([
    ["as a bearer token", request({ authorization: `Bearer ${SECRET}` })],
    ["as a bearer token whose scheme is in lower case", request({ authorization: `bearer ${SECRET}` })],
    ["in the address", request({}, { query: `?p=q&access_token=${encodeURIComponent(SECRET)}` })],
  ])("is accepted %s", async ([, delivery]) => {
    expect(await cloudevents.verify(delivery, [SECRET], NOW)).toEqual({
      ok: true,
      value: { secret: 0, signed: null },
    });
  });

  cloudevents.rejects([
    ["a bare secret", request({ authorization: SECRET }), "secret_missing"],
    ["a password", request({ authorization: `Basic ${btoa(`x:${SECRET}`)}` }), "secret_missing"],
    ["a secret in a form", request({}, { body: `access_token=${SECRET}` }), "secret_missing"],
    ["a secret under another name", request({}, { query: `?token=${SECRET}` }), "secret_missing"],
    ["a wrong secret", request({}, { query: `?access_token=${SECRET}x` }), "secret_mismatch"],
  ]);
});

describe("the handshake of CloudEvents", () => {
  const ask = (headers: Record<string, string>, method = "OPTIONS") =>
    cloudevents.handshake?.(request(headers, { method }));
  const origin = "eventemitter.example.com";

  it.for<[string, Record<string, string>, string]>([
    ["at the requested rate", { "webhook-request-rate": "120" }, "120"],
    ["at any rate if none was requested", {}, "*"],
    ["at any rate if the requested rate is invalid", { "webhook-request-rate": "-1" }, "*"],
  ])("needs no secret, and permits deliveries %s", ([, headers, rate]) => {
    expect(ask({ "webhook-request-origin": origin, ...headers })).toEqual({
      status: 200,
      headers: { allow: "POST", "webhook-allowed-origin": origin, "webhook-allowed-rate": rate },
    });
  });

  it.for<[string, Record<string, string>, string]>([
    ["a delivery", { "webhook-request-origin": origin }, "POST"],
    ["a browser's preflight request", { origin: "https://example.com" }, "OPTIONS"],
    ["a request without an origin", {}, "OPTIONS"],
    [
      "a request whose origin is not a host name",
      { "webhook-request-origin": "<script>alert(1)</script>" },
      "OPTIONS",
    ],
  ])("ignores %s", ([, headers, method]) => {
    expect(ask(headers, method)).toBeNull();
  });
});

describe("the event in a CloudEvents delivery", () => {
  cloudevents.reads([
    [
      "a ticket in Reeve's own format, identified by source and id",
      "structured.ticket",
      {
        type: "ticket.transitioned",
        subject: "cloudevents:REQ-42",
        occurredAt: "2026-06-15T08:00:00.000Z",
        ticket: {
          system: "cloudevents",
          status: { to: "Approved" },
          requestType: "Connector owner",
          fields: { user: "ada.marsh@example.com", connector: "GitHub MCP", role: "Owner" },
        },
      },
      { id: '["/desk/requests","A234-1234-1234"]' },
    ],
    [
      "an event of another type, as ignored",
      "structured.message",
      { ignored: "an event of type com.example.access.revoked is neither ticket.* nor worker.*" },
    ],
    [
      "a worker in binary mode",
      "binary.worker",
      { type: "worker.terminated", subject: "cloudevents:e-2002", worker: { lastDay: "2026-06-30" } },
      { id: '["/hr/people","C-1"]' },
    ],
  ]);

  it("is stored with its payload unchanged", async () => {
    const [only] = await cloudevents.said("structured.ticket");
    expect(JSON.parse(only?.payload ?? "")).toEqual(cloudevents.json("structured.ticket"));
  });

  it.for<[string, string, object]>([
    ["an ignored event", "structured.message", { data: { user: "nora.field@example.com" } }],
    [
      "a binary-mode event, with attributes decoded once",
      "binary.worker",
      {
        specversion: "1.0",
        subject: "Hugo Pike €%20",
        datacontenttype: "application/json; charset=utf-8",
        data: { worker: { email: "hugo.pike@example.com" } },
      },
    ],
    [
      "a binary-mode event with text and a quoted attribute, as older senders write it",
      "binary.message",
      { subject: 'Euro "EUR" €', data: "Grüße" },
    ],
  ])("is stored with its payload: %s", async ([, file, payload]) => {
    const [only] = await cloudevents.said(file);
    expect(JSON.parse(only?.payload ?? "")).toMatchObject(payload);
  });

  it.for([
    ["text/csv", btoa("user,app\n"), "expected object, received string"],
    ["application/json", btoa('{"ticket":{}}'), "data.ticket.id"],
    ["application/octet-stream", btoa("\0"), "expected object, received string"],
  ] as const)("is read from base64 data by its media type: %s", ([datacontenttype, data_base64, fault]) => {
    const body = { ...event, type: "ticket.created", datacontenttype, data_base64 };
    expect(parse(structured, JSON.stringify(body))).toMatchObject({
      reason: { detail: expect.stringContaining(fault) },
    });
  });

  it("can be one of several in a batch, each with its own payload", async () => {
    const all = await cloudevents.said("batched");
    expect(
      all.map(({ id, event, payload }) => [id, "type" in event && event.type, JSON.parse(payload).id]),
    ).toEqual([
      ['["/desk/requests","B-1"]', "worker.hired", "B-1"],
      ['["/desk/requests","B-2"]', "worker.changed", "B-2"],
      ['["/desk/requests","B-3"]', false, "B-3"],
    ]);
  });
});

const attributes = { "ce-specversion": "1.0", "ce-type": "com.example.x", "ce-source": "/x", "ce-id": "1" };
const structured = { "content-type": "application/cloudevents+json" };
const batched = { "content-type": "application/cloudevents-batch+json" };
const event = { specversion: "1.0", type: "com.example.x", source: "/x", id: "1" };
const parse = (headers: Record<string, string>, body: string | Uint8Array = "") =>
  cloudevents.parse({ ...request(headers), body: bytes([body]) }, NOW);

describe("a CloudEvents delivery", () => {
  it.for<[string, Record<string, string>, string | Uint8Array, unknown]>([
    ["without data", attributes, "", undefined],
    [
      "with JSON whose media type has a suffix",
      { ...attributes, "content-type": "application/problem+json" },
      '{"a":1}',
      { a: 1 },
    ],
    ["with bytes", { ...attributes, "content-type": "image/png" }, Uint8Array.of(255, 0), "/wA="],
    ["with bytes that have no media type", attributes, "x", "eA=="],
    [
      "with attributes that are not allowed",
      { ...attributes, "ce-data": "x", "ce-__proto__": "y" },
      "",
      undefined,
    ],
    [
      "structured, with null for missing attributes",
      structured,
      JSON.stringify({ ...event, subject: null }),
      undefined,
    ],
    [
      "structured, with a media type in capitals",
      { "content-type": "Application/CloudEvents+JSON; charset=UTF-8" },
      JSON.stringify(event),
      undefined,
    ],
  ])("is read: %s", ([, headers, body, data]) => {
    const parsed = parse(headers, body);
    expect(parsed).toMatchObject({ ok: true, value: [{ id: '["/x","1"]' }] });
    const [only] = parsed.ok ? parsed.value : [];
    expect(JSON.parse(String(only?.payload)).data).toEqual(data);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("can be an empty batch", () => {
    expect(parse(batched, "[]")).toEqual({ ok: true, value: [] });
  });

  it("has different ids for events with different sources", () => {
    const ids = [
      { ...event, source: "/a", id: "b c" },
      { ...event, source: "/a b", id: "c" },
    ];
    const parsed = parse(batched, JSON.stringify(ids));
    expect(new Set(parsed.ok ? parsed.value.map(({ id }) => id) : []).size).toBe(2);
  });

  it.for<[string, Record<string, string>, string, string]>([
    [
      "another format",
      { "content-type": "application/cloudevents+avro" },
      "",
      "not application/cloudevents+avro",
    ],
    [
      "another batch format",
      { "content-type": "application/cloudevents-batch+xml" },
      "",
      "cloudevents-batch+xml",
    ],
    ["plain JSON", { "content-type": "application/json" }, "{}", "not application/json"],
    ["no content type", {}, "", "not none"],
    ["a missing attribute", { ...attributes, "ce-id": "" }, "", "id"],
    ["an old version", { ...attributes, "ce-specversion": "0.3" }, "", "specversion"],
    ["an overlong encoding", { ...attributes, "ce-subject": "%C0%A0" }, "", "ce-subject"],
    ["half an encoding", { ...attributes, "ce-subject": "100%" }, "", "ce-subject"],
    ["invalid JSON", { ...attributes, "content-type": "application/json" }, "{", "not JSON"],
    [
      "too deep nesting",
      { ...attributes, "content-type": "application/json" },
      `${"[".repeat(1000)}${"]".repeat(1000)}`,
      "nested",
    ],
    ["a batch that is not an array", batched, JSON.stringify(event), "the body"],
    ["a batch with an invalid event", batched, JSON.stringify([event, { ...event, type: "" }]), "1.type"],
    [
      "a batch with an error in Reeve's own format",
      batched,
      JSON.stringify([{ ...event, type: "ticket.created", data: { ticket: {} } }]),
      "0.data.ticket.id",
    ],
    ["data that is not base64", structured, JSON.stringify({ ...event, data_base64: "%" }), "data_base64"],
    [
      "data given twice",
      structured,
      JSON.stringify({ ...event, data: 1, data_base64: "eA==" }),
      "data_base64",
    ],
  ])("is rejected because of %s, which the error names", ([, headers, body, detail]) => {
    expect(parse(headers, body)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringContaining(detail) },
    });
  });
});

describe("the CloudEvents SDK", () => {
  const sent = new CloudEvent({
    id: "sdk-1",
    source: "https://events.example.com/desk",
    type: "worker.changed",
    subject: "worker 91",
    time: "2026-06-15T08:00:00Z",
    data: { worker: { id: "91", email: "nora.field@example.com" } },
  });

  it.for(["binary", "structured"] as const)("sends events in %s mode that Reeve can read", (mode) => {
    const { headers, body } = HTTP[mode](sent);
    expect(parse(headers as Record<string, string>, String(body))).toMatchObject({
      ok: true,
      value: [
        {
          id: '["https://events.example.com/desk","sdk-1"]',
          event: {
            type: "worker.changed",
            subject: "cloudevents:91",
            occurredAt: "2026-06-15T08:00:00.000Z",
            worker: { email: "nora.field@example.com" },
          },
        },
      ],
    });
  });

  it("reads the events of the local sender", async () => {
    const body = cloudevents.body("structured.ticket");
    const { headers } = await dressed(cloudevents.sender, body);
    expect(HTTP.toEvent({ headers: Object.fromEntries(headers), body })).toMatchObject({
      type: "ticket.transitioned",
      comexampletenant: "acme",
    });
  });
});
