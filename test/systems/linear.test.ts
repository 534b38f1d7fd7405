import { expect, it } from "vitest";
import { toHex } from "../../src/base/hash.ts";
import { mac } from "../../src/sandbox/vendors/signing.ts";
import { NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const linear = describeVendor("linear");

const SECRET = linear.sender.localSecret;
const SENT_NOW = `{"webhookTimestamp":${NOW}}`;
/** A body signed as Linear does, whatever time it and its header hold. */
const signed = async (body: string, sentAt = String(NOW), prefix = "") =>
  linear.request(
    { "linear-signature": prefix + toHex(await mac("SHA-256", SECRET, body)), "linear-timestamp": sentAt },
    { body },
  );

// Whatever the header says, which is not signed.
linear.rejects([
  ["a missing time", signed('{"type":"Issue"}'), "timestamp_missing"],
  ["a time that is null", signed('{"webhookTimestamp":null}'), "timestamp_missing"],
  ["a time in seconds", signed(`{"webhookTimestamp":${NOW / 1000}}`), "timestamp_malformed"],
  ["a time that is an object", signed('{"webhookTimestamp":{}}'), "timestamp_malformed"],
  ["a time that is not a number", signed('{"webhookTimestamp":"NaN"}'), "timestamp_malformed"],
  ["a time at another place", signed(`{"data":{"webhookTimestamp":${NOW}}}`), "timestamp_missing"],
  ["a time in no JSON", signed("webhookTimestamp"), "timestamp_missing"],
  ["an old time", signed(`{"webhookTimestamp":${NOW - 8 * 60 * 60_000 - 1}}`), "timestamp_stale"],
  ["a prefix, which Linear does not write", signed(SENT_NOW, undefined, "sha256="), "signature_malformed"],
]);

it("does not go by the time of the header", async () => {
  expect(await linear.verify(await signed(SENT_NOW, "1"), [SECRET], NOW)).toMatchObject({ ok: true });
});

it("answers 200, the one status that Linear takes", () => {
  expect(linear.accepted).toBe(200);
});

const ADA = {
  id: "0b5a1f7e-2c44-4f6d-9a51-000000000001",
  name: "Ada Marsh",
  email: "ada.marsh@example.com",
};
const waiting = { ticket: { key: "IAM-42", status: { to: "Waiting for approval" } } };
const description = "### labels\n\napproved\n\n### Role\n\nOwner";

linear.reads([
  [
    "a transition where the state changed, with people, labels, team and the form, and no id for the state before",
    "issue.update.transitioned",
    {
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
    },
    { without: ["ticket.status.from"] },
  ],
  ["an issue made", "issue.create", { type: "ticket.created", ...waiting }],
  ["an issue that got a label", "issue.update.labeled", { type: "ticket.updated", ...waiting }],
  ["an issue removed", "issue.remove", { type: "ticket.deleted", ...waiting }],
  [
    "a comment, of the issue's subject",
    "comment.create",
    {
      type: "ticket.commented",
      subject: "linear:7d9a3c1e-52f0-4b7b-8a65-3f1c0d9e8a42",
      actor: { email: "nora.field@example.com" },
      ticket: { key: "IAM-42", title: "Owner for the GitHub MCP connector" },
      comment: "Fine with me — she runs it already.",
    },
  ],
  ["nothing in a project", "project.create", { ignored: "Linear's event Project is not about an issue" }],
  [
    "no labels in an issue's text",
    { action: "create", type: "Issue", data: { id: "i", description, labels: [] } },
    { ticket: { fields: { Role: "Owner", description } } },
    { without: ["ticket.fields.labels"] },
  ],
]);

it.for<[string, object]>([
  ["a comment on a project", { action: "create", type: "Comment", data: { body: "Hm.", project: {} } }],
  ["a comment that was changed", { action: "update", type: "Comment", data: { issue: { id: "i" } } }],
  ["an action of another kind", { action: "restore", type: "Issue", data: { id: "i" } }],
  ["a revoked app", { action: "revoked", type: "OAuthApp", oauthClientId: "c" }],
])("reads nothing in %s", async ([, webhook]) => {
  expect(await linear.said(webhook)).toMatchObject([{ event: { ignored: expect.stringMatching(/\w/) } }]);
});

linear.refuses([
  ["data.id", { action: "create", type: "Issue", data: {} }],
  ["data.id", { action: "create", type: "Issue" }],
  ["action", { type: "Issue", data: { id: "i" } }],
]);
