import { describe, expect, it } from "vitest";
import { bytes } from "../../src/sandbox/vendors/signing.ts";
import { NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const jira = describeVendor("jira");

const SECRET = "It's a Secret to Everybody";
const vector = "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9";
const signedHello = (headers: Record<string, string>) => ({
  method: "POST",
  url: new URL("https://reeve.example.com/hooks/jira"),
  headers: new Headers(headers),
  body: bytes(["Hello World!"]),
});

it("believes the vector that Atlassian publishes", async () => {
  const verified = await jira.verify(signedHello({ "x-hub-signature": vector }), [SECRET], NOW);
  expect(verified).toMatchObject({ ok: true });
});

it.for<[string, Record<string, string>, string]>([
  [
    "of another algorithm",
    { "x-hub-signature": "sha1=a4771c39fbe90f317c7824e83ddef3caae9cb3d9" },
    "signature_malformed",
  ],
  ["without its prefix", { "x-hub-signature": vector.slice(7) }, "signature_malformed"],
  ["under GitHub's name", { "x-hub-signature-256": vector }, "signature_missing"],
])("refuses a signature %s", async ([, headers, check]) => {
  expect(await jira.verify(signedHello(headers), [SECRET], NOW)).toEqual({ ok: false, reason: { check } });
});

describe("what Jira says", () => {
  const read = async (change: (webhook: Record<string, unknown>) => void) => {
    const webhook = jira.json("issue_updated.transitioned");
    change(webhook);
    return jira.read(webhook);
  };

  it("is a transition, with people and fields as text", async () => {
    expect(await jira.event("issue_updated.transitioned")).toMatchObject({
      type: "ticket.transitioned",
      subject: "jira:10427",
      occurredAt: "2026-06-15T08:00:00.123Z",
      actor: {
        id: "712020:1b7c0c8e-4d7f-4d0a-9a55-6c1f3e5c9a01",
        name: "Gita Lund",
        email: "gita.lund@example.com",
      },
      ticket: {
        system: "jira",
        id: "10427",
        key: "IAM-42",
        url: "https://acme.atlassian.example.com/browse/IAM-42",
        title: "Owner for the GitHub MCP connector",
        status: { from: "Waiting for approval", to: "Approved" },
        project: "IAM",
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
    });
  });

  it("is an issue made, with its first status", async () => {
    const event = await jira.event("issue_created");
    expect(event).toMatchObject({
      type: "ticket.created",
      actor: { name: "Ada Marsh" },
      ticket: { key: "IAM-42", status: { to: "Waiting for approval" } },
    });
    expect(event).not.toHaveProperty("ticket.assignee");
    expect(event).not.toHaveProperty("ticket.status.from");
  });

  it("is an update where somebody was assigned", async () => {
    expect(await jira.event("issue_updated")).toMatchObject({
      type: "ticket.updated",
      ticket: {
        status: { to: "Waiting for approval" },
        assignee: { name: "Bram Cole" },
        fields: { labels: ["access", "mcp", "reviewed"] },
      },
    });
  });

  it("is a comment, with who made it and the little of the issue that comes along", async () => {
    expect(await jira.event("comment_created")).toMatchObject({
      type: "ticket.commented",
      subject: "jira:10427",
      actor: { name: "Bram Cole" },
      comment: "Who stands in for you while you are away?",
      ticket: { key: "IAM-42", project: "IAM", title: "Owner for the GitHub MCP connector" },
    });
  });

  it("is a service desk's request, each kind of field as people read it", async () => {
    const event = await jira.event("issue_updated.service_desk");
    expect(event).toMatchObject({
      type: "ticket.transitioned",
      actor: { name: "Nora Field" },
      ticket: {
        key: "IAM-46",
        status: { from: "Waiting for approval", to: "Approved" },
        requester: {
          id: "qm:4e0c2b1a-9f8e-4d7c-b6a5-0f1e2d3c4b5a:3d2c1b0a",
          name: "Gita Lund",
          email: "gita.lund@example.com",
        },
        fields: {
          customfield_10002: ["Platform"],
          customfield_10061: "ada.marsh@example.com",
          customfield_10062: "GitHub MCP",
          customfield_10063: "Owner",
          customfield_10074: "Europe / Berlin",
          customfield_10065: ["Nora Field", "ada.marsh@example.com"],
          customfield_10066: ["Read", "Write"],
        },
      },
    });
    expect(event).not.toHaveProperty("ticket.fields.customfield_10067");
  });

  it.for([
    ["an issue made", "jira:issue_created", "ticket.created"],
    ["an issue removed", "jira:issue_deleted", "ticket.deleted"],
    ["a comment", "comment_created", "ticket.commented"],
  ] as const)("is %s", async ([, webhookEvent, type]) => {
    expect(await read((webhook) => Object.assign(webhook, { webhookEvent }))).toMatchObject({
      value: [{ id: "delivery-1", event: { type } }],
    });
  });

  it("is an update where anything but the status changed", async () => {
    expect(await read((webhook) => Object.assign(webhook, { changelog: { items: [] } }))).toMatchObject({
      value: [{ event: { type: "ticket.updated" } }],
    });
  });

  it("is an update where a field changed that is only called status", async () => {
    const items = [{ field: "status", fieldtype: "custom", fieldId: "customfield_5", toString: "Approved" }];
    expect(await read((webhook) => Object.assign(webhook, { changelog: { items } }))).toMatchObject({
      value: [{ event: { type: "ticket.updated" } }],
    });
  });

  it("is read whatever its key is made of", async () => {
    const halved = (webhook: Record<string, unknown>) =>
      Object.assign(webhook["issue"] as object, { key: "\ud800" });
    expect(await read(halved)).toMatchObject({ value: [{ event: { ticket: { key: "\ud800" } } }] });
  });

  it("means nothing here where it is not about a ticket", async () => {
    expect(await read((webhook) => Object.assign(webhook, { webhookEvent: "sprint_started" }))).toMatchObject(
      {
        value: [{ event: { ignored: "Jira's event sprint_started is not about a ticket" } }],
      },
    );
  });

  it.for([
    ["no JSON", "{", "the body is not JSON in UTF-8"],
    ["an array", "[]", "the body"],
    ["no event", "{}", "webhookEvent"],
    ["a number for a key", '{"webhookEvent":"x","issue":{"id":"1","key":7,"fields":{}}}', "issue.key"],
    ["nesting without end", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, "nested deeper"],
  ] as const)("can't be read as %s, and what is wrong is named", async ([, body, detail]) => {
    expect(await jira.read(body)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringContaining(detail) },
    });
  });
});
