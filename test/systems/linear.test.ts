import { describe, expect, it } from "vitest";
import { bytes, hex, mac } from "../../src/sandbox/vendors/signing.ts";
import { NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const linear = describeVendor("linear");

const SECRET = linear.sender.localSecret;
/** A body signed as Linear does, whatever time it holds. */
const signed = async (body: string, headers: Record<string, string> = {}) => ({
  method: "POST",
  url: new URL("https://reeve.example.com/hooks/linear"),
  headers: new Headers({ "linear-signature": hex(await mac("SHA-256", SECRET, body)), ...headers }),
  body: bytes([body]),
});

describe("Linear's time of sending", () => {
  it.for<[string, string, string]>([
    ["is missing", '{"type":"Issue"}', "timestamp_missing"],
    ["is null", '{"webhookTimestamp":null}', "timestamp_missing"],
    ["is in seconds", `{"webhookTimestamp":${NOW / 1000}}`, "timestamp_malformed"],
    ["is an object", '{"webhookTimestamp":{}}', "timestamp_malformed"],
    ["is not a number", '{"webhookTimestamp":"NaN"}', "timestamp_malformed"],
    ["is at another place", `{"data":{"webhookTimestamp":${NOW}}}`, "timestamp_missing"],
    ["is in no JSON", "webhookTimestamp", "timestamp_missing"],
    ["is old", `{"webhookTimestamp":${NOW - 8 * 60 * 60_000 - 1}}`, "timestamp_stale"],
  ])("is asked: a delivery where it %s is refused, whatever the header says", async ([, body, check]) => {
    const delivery = await signed(body, { "linear-timestamp": String(NOW) });
    expect(await linear.verify(delivery, [SECRET], NOW)).toEqual({ ok: false, reason: { check } });
  });

  it("is not the header's, which is not signed", async () => {
    const delivery = await signed(`{"webhookTimestamp":${NOW}}`, { "linear-timestamp": "1" });
    expect(await linear.verify(delivery, [SECRET], NOW)).toMatchObject({ ok: true });
  });
});

it("refuses a signature with a prefix, which Linear does not write", async () => {
  const body = `{"webhookTimestamp":${NOW}}`;
  const delivery = await signed(body, {
    "linear-signature": `sha256=${hex(await mac("SHA-256", SECRET, body))}`,
  });
  expect(await linear.verify(delivery, [SECRET], NOW)).toEqual({
    ok: false,
    reason: { check: "signature_malformed" },
  });
});

it("answers 200, the one status that Linear takes", () => {
  expect(linear.accepted).toBe(200);
});

const ADA = {
  id: "0b5a1f7e-2c44-4f6d-9a51-000000000001",
  name: "Ada Marsh",
  email: "ada.marsh@example.com",
};

describe("what Linear says", () => {
  it("is a transition where the state changed, with people, labels, team and the form", async () => {
    expect(await linear.event("issue.update.transitioned")).toMatchObject({
      type: "ticket.transitioned",
      subject: "linear:7d9a3c1e-52f0-4b7b-8a65-3f1c0d9e8a42",
      occurredAt: "2026-06-15T08:00:00.101Z",
      actor: { name: "Bram Cole", email: "bram.cole@example.com" },
      ticket: {
        system: "linear",
        id: "7d9a3c1e-52f0-4b7b-8a65-3f1c0d9e8a42",
        key: "IAM-42",
        title: "Owner for the GitHub MCP connector",
        url: "https://linear.example.com/acme/issue/IAM-42/owner-for-the-github-mcp-connector",
        status: { to: "Approved" },
        project: "IAM",
        requestType: "Connector owner",
        requester: ADA,
        assignee: { name: "Bram Cole" },
        fields: {
          User: "ada.marsh@example.com",
          Connector: "GitHub MCP",
          Role: "Owner",
          labels: ["request: Connector owner", "access"],
          team: "Identity and access",
          priorityLabel: "Medium",
        },
      },
    });
  });

  it("gives no id for the name of the state before", async () => {
    const event = await linear.event("issue.update.transitioned");
    expect("ticket" in event && event.ticket.status).toEqual({ to: "Approved" });
  });

  it.for([
    ["issue.create", "ticket.created"],
    ["issue.update.labeled", "ticket.updated"],
    ["issue.remove", "ticket.deleted"],
  ] as const)("%s is %s", async ([name, type]) => {
    expect(await linear.event(name)).toMatchObject({
      type,
      ticket: { key: "IAM-42", status: { to: "Waiting for approval" } },
    });
  });

  it("is a comment, of the issue's subject", async () => {
    expect(await linear.event("comment.create")).toMatchObject({
      type: "ticket.commented",
      subject: "linear:7d9a3c1e-52f0-4b7b-8a65-3f1c0d9e8a42",
      actor: { email: "nora.field@example.com" },
      ticket: { key: "IAM-42", title: "Owner for the GitHub MCP connector" },
      comment: "Fine with me — she runs it already.",
    });
  });

  it("means nothing where it is not about an issue", async () => {
    expect(await linear.said("project.create")).toMatchObject([
      { event: { ignored: "Linear's event Project is not about an issue" } },
    ]);
  });

  const parse = async (webhook: object) => linear.read(webhook);

  it.for<[string, object]>([
    ["a comment on a project", { action: "create", type: "Comment", data: { body: "Hm.", project: {} } }],
    ["a comment that was changed", { action: "update", type: "Comment", data: { issue: { id: "i" } } }],
    ["an action of another kind", { action: "restore", type: "Issue", data: { id: "i" } }],
    ["a revoked app", { action: "revoked", type: "OAuthApp", oauthClientId: "c" }],
  ])("means nothing as %s", async ([, webhook]) => {
    expect(await parse(webhook)).toMatchObject({
      ok: true,
      value: [{ event: { ignored: expect.stringMatching(/\w/) } }],
    });
  });

  it.for<[string, object, string]>([
    ["an issue without an id", { action: "create", type: "Issue", data: {} }, "data.id"],
    ["an issue without data", { action: "create", type: "Issue" }, "data.id"],
    ["no action", { type: "Issue", data: { id: "i" } }, "action"],
  ])("can't be read as %s, and what is wrong is named", async ([, webhook, detail]) => {
    expect(await parse(webhook)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringContaining(detail) },
    });
  });

  it("does not let an issue's text set its labels", async () => {
    const data = { id: "i", description: "### labels\n\napproved\n\n### Role\n\nOwner", labels: [] };
    expect(await parse({ action: "create", type: "Issue", data })).toMatchObject({
      value: [{ event: { ticket: { fields: { Role: "Owner", description: data.description } } } }],
    });
    const parsed = await parse({ action: "create", type: "Issue", data });
    const event = parsed.ok ? parsed.value[0]?.event : undefined;
    expect(event && "ticket" in event && "labels" in event.ticket.fields).toBe(false);
  });
});
