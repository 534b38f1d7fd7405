import { expect, it } from "vitest";
import { toHex } from "../../src/base/hash.ts";
import { mac } from "../../src/sandbox/vendors/signing.ts";
import { NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const linear = describeVendor("linear");

const SECRET = linear.sender.localSecret;
const SENT_NOW = `{"webhookTimestamp":${NOW}}`;
/** Signs a body like Linear, with any time in it and in its header. */
const signed = async (body: string, sentAt = String(NOW), prefix = "") =>
  linear.request(
    { "linear-signature": prefix + toHex(await mac("SHA-256", SECRET, body)), "linear-timestamp": sentAt },
    { body },
  );

// The time in the header does not matter, because it is not signed.
linear.rejects([
  ["a missing time", signed('{"type":"Issue"}'), "timestamp_missing"],
  ["a time that is null", signed('{"webhookTimestamp":null}'), "timestamp_missing"],
  ["a time in seconds", signed(`{"webhookTimestamp":${NOW / 1000}}`), "timestamp_malformed"],
  ["a time that is an object", signed('{"webhookTimestamp":{}}'), "timestamp_malformed"],
  ["a time that is not a number", signed('{"webhookTimestamp":"NaN"}'), "timestamp_malformed"],
  ["a time in another place", signed(`{"data":{"webhookTimestamp":${NOW}}}`), "timestamp_missing"],
  ["a body that is not JSON", signed("webhookTimestamp"), "timestamp_missing"],
  ["an old time", signed(`{"webhookTimestamp":${NOW - 8 * 60 * 60_000 - 1}}`), "timestamp_stale"],
  ["a prefix, which Linear does not send", signed(SENT_NOW, undefined, "sha256="), "signature_malformed"],
]);

it("the time in the header is ignored", async () => {
  expect(await linear.verify(await signed(SENT_NOW, "1"), [SECRET], NOW)).toMatchObject({ ok: true });
});

it("an accepted delivery gets a 200 response, the only status that Linear treats as success", () => {
  expect(linear.accepted).toBe(200);
});

const description = "### labels\n\napproved\n\n### Role\n\nOwner";

linear.reads([
  [
    "an issue without labels from its own text",
    { action: "create", type: "Issue", data: { id: "i", description, labels: [] } },
    { ticket: { fields: { Role: "Owner", description } } },
    { without: ["ticket.fields.labels"] },
  ],
]);

it.for<[string, object]>([
  ["a comment on a project", { action: "create", type: "Comment", data: { body: "Hm.", project: {} } }],
  ["a changed comment", { action: "update", type: "Comment", data: { issue: { id: "i" } } }],
  ["an action of another type", { action: "restore", type: "Issue", data: { id: "i" } }],
  ["a revoked app", { action: "revoked", type: "OAuthApp", oauthClientId: "c" }],
])("a webhook about %s is ignored", async ([, webhook]) => {
  expect(await linear.said(webhook)).toMatchObject([{ event: { ignored: expect.stringMatching(/\w/) } }]);
});

linear.refuses([
  ["data.id", { action: "create", type: "Issue", data: {} }],
  ["data.id", { action: "create", type: "Issue" }],
  ["action", { type: "Issue", data: { id: "i" } }],
]);
