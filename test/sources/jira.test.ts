import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jira } from "../../src/sources/jira.ts";
import type { Delivery, Secrets } from "../../src/sources/source.ts";
import transitioned from "../fixtures/jira/issue_updated.transitioned.json?raw";

const SECRET = "It's a Secret to Everybody";
const encode = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

async function sign(body: Uint8Array<ArrayBuffer>, secret = SECRET): Promise<string> {
  const key = await crypto.subtle.importKey("raw", encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return `sha256=${new Uint8Array(await crypto.subtle.sign("HMAC", key, body)).toHex()}`;
}

const delivery = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Delivery => ({
  headers: new Headers(headers),
  body: typeof body === "string" ? encode(body) : body,
});

const verify = (body: string, signature: string | null, secrets: Secrets = [SECRET]) =>
  jira.verify(delivery(body, signature === null ? {} : { "x-hub-signature": signature }), secrets);

describe("verification", () => {
  it("accepts the vector that Atlassian publishes", async () => {
    const published = "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9";
    expect(await verify("Hello World!", published)).toEqual({ ok: true, value: undefined });
  });

  it.for([
    ["without a signature", null, "signature_missing"],
    ["with an empty one", "", "signature_malformed"],
    ["of another algorithm", "sha1=a4771c39fbe90f317c7824e83ddef3caae9cb3d9", "signature_malformed"],
    [
      "without the prefix",
      "a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9",
      "signature_malformed",
    ],
    [
      "cut short",
      "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263",
      "signature_malformed",
    ],
    ["that is not hex", `sha256=${"zz".repeat(32)}`, "signature_malformed"],
    [
      "given twice in one header",
      `sha256=${"aa".repeat(32)}, sha256=${"bb".repeat(32)}`,
      "signature_malformed",
    ],
    ["of another body", `sha256=${"a4".repeat(32)}`, "signature_mismatch"],
  ] as const)("refuses a delivery %s", async ([, signature, check]) => {
    expect(await verify("Hello World!", signature)).toEqual({ ok: false, reason: { check } });
  });

  it("refuses the right signature under GitHub's header name", async () => {
    const body = encode("{}");
    const headers = { "x-hub-signature-256": await sign(body) };
    expect(await jira.verify(delivery(body, headers), [SECRET])).toMatchObject({ ok: false });
  });

  it("accepts both secrets while one is being replaced, and the old one no longer after", async () => {
    const old = await sign(encode("{}"), "the old secret, retiring");
    expect(await verify("{}", old, ["the new secret, in use", "the old secret, retiring"])).toMatchObject({
      ok: true,
    });
    expect(await verify("{}", old, ["the new secret, in use"])).toMatchObject({ ok: false });
  });

  it("refuses a body in which any one bit is flipped", async () => {
    const body = encode(transitioned);
    const signature = await sign(body);
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length - 1), fc.nat(7), async (at, bit) => {
        const changed = Uint8Array.from(body);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        const result = await jira.verify(delivery(changed, { "x-hub-signature": signature }), [SECRET]);
        expect(result).toEqual({ ok: false, reason: { check: "signature_mismatch" } });
      }),
      { numRuns: 300 },
    );
  });
});

describe("parsing", () => {
  const parse = (change: (webhook: Record<string, unknown>) => void = () => {}) => {
    const webhook = JSON.parse(transitioned);
    change(webhook);
    return jira.parse(delivery(JSON.stringify(webhook), { "x-atlassian-webhook-identifier": "wh-1" }));
  };

  it("reads a transition as Jira sends it", () => {
    expect(parse()).toMatchObject({
      ok: true,
      value: {
        deliveryId: "wh-1",
        event: {
          type: "ticket.transitioned",
          subject: "jira:10427",
          occurredAt: "2026-06-15T08:00:00.123Z",
          actor: { id: "712020:1b7c0c8e-4d7f-4d0a-9a55-6c1f3e5c9a01", name: "Bram Cole" },
          ticket: {
            key: "IAM-42",
            title: "Owner for the GitHub MCP connector",
            status: { from: "Waiting for approval", to: "Approved" },
            requester: { name: "Ada Marsh" },
            fields: {
              customfield_10010: "Connector owner",
              customfield_10061: "ada.marsh@example.com",
              customfield_10062: "GitHub MCP",
              customfield_10063: "Owner",
              customfield_10071: ["Ada Marsh"],
              labels: ["access", "mcp"],
              issuetype: "Service Request",
            },
          },
        },
      },
    });
  });

  it.for([
    ["an issue made", "jira:issue_created", "ticket.created"],
    ["an issue removed", "jira:issue_deleted", "ticket.deleted"],
    ["a comment", "comment_created", "ticket.commented"],
  ] as const)("reads %s", ([, webhookEvent, type]) => {
    expect(parse((webhook) => Object.assign(webhook, { webhookEvent }))).toMatchObject({
      value: { event: { type } },
    });
  });

  it("reads a change of anything but the status as an update", () => {
    expect(parse((webhook) => Object.assign(webhook, { changelog: { items: [] } }))).toMatchObject({
      value: { event: { type: "ticket.updated" } },
    });
  });

  it.for([
    ["no JSON", "{", "the body is not JSON in UTF-8"],
    ["an array", "[]", "the body"],
    ["an unknown event", '{"webhookEvent":"sprint_started"}', "webhookEvent"],
    ["no issue", '{"webhookEvent":"jira:issue_updated"}', "issue"],
    [
      "a number for a key",
      '{"webhookEvent":"jira:issue_updated","issue":{"id":"1","key":7,"fields":{}}}',
      "issue.key",
    ],
    ["nesting without end", "[".repeat(100_000), "nested deeper"],
  ] as const)("refuses %s, naming what is wrong", ([, body, detail]) => {
    expect(jira.parse(delivery(body))).toMatchObject({
      ok: false,
      reason: { detail: expect.stringContaining(detail) },
    });
  });

  it("refuses bytes that are not UTF-8", () => {
    expect(jira.parse(delivery(Uint8Array.of(0x22, 0xff, 0x22)))).toMatchObject({ ok: false });
  });

  it("takes a field named __proto__ as data", () => {
    const body = `{"webhookEvent":"jira:issue_updated","issue":{"id":"1","key":"A-1","fields":{"__proto__":{"name":"x"},"summary":"s"}}}`;
    const parsed = jira.parse(delivery(body));
    expect(parsed).toMatchObject({ ok: true, value: { event: { ticket: { title: "s" } } } });
    expect(Reflect.get({}, "name")).toBeUndefined();
  });
});
