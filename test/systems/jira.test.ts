import { expect, it } from "vitest";
import { NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const jira = describeVendor("jira");

const SECRET = "It's a Secret to Everybody";
const vector = "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9";
const hello = (headers: Record<string, string>) => jira.request(headers, { body: "Hello World!" });

it("Atlassian's published example of a signature is accepted", async () => {
  expect(await jira.verify(hello({ "x-hub-signature": vector }), [SECRET], NOW)).toMatchObject({ ok: true });
});
jira.rejects(
  [
    [
      "another algorithm",
      hello({ "x-hub-signature": "sha1=a4771c39fbe90f317c7824e83ddef3caae9cb3d9" }),
      "signature_malformed",
    ],
    ["a signature without its prefix", hello({ "x-hub-signature": vector.slice(7) }), "signature_malformed"],
    ["a signature in GitHub's header", hello({ "x-hub-signature-256": vector }), "signature_missing"],
  ],
  [SECRET],
);

const transitioned = (changes: object) => ({ ...jira.json("issue_updated.transitioned"), ...changes });
const issue: { readonly fields: object } = jira.json("issue_updated.transitioned").issue;
const { webhookEvent: _, changelog: __, ...postFunction } = jira.json("issue_updated.transitioned");
const transition = {
  ...{ workflowName: "IAM", transitionId: 21, transitionName: "Approve" },
  ...{ from_status: "Open", to_status: "Approved" },
};
const older = { field: "status", fieldtype: "jira", fromString: "Open", toString: "Approved" };
const renamed = { field: "status", fieldtype: "custom", fieldId: "customfield_5", toString: "Approved" };
jira.reads([
  [
    "an issue whose address is in the API of all sites, which the front door replaces",
    transitioned({
      issue: { ...issue, self: "https://api.atlassian.com/ex/jira/1-2/rest/api/3/issue/10427" },
    }),
    { ticket: { url: "https://api.atlassian.com/ex/jira/1-2/browse/IAM-42" } },
  ],
  [
    "an update that did not change the status",
    transitioned({ changelog: { items: [] } }),
    { type: "ticket.updated" },
  ],
  [
    "a transition from a workflow's post function, with its statuses and a comment as text",
    {
      ...postFunction,
      ...{ transition, comment: "" },
      issue: { ...issue, fields: { ...issue.fields, status: { name: "Open" } } },
    },
    { type: "ticket.transitioned", ticket: { key: "IAM-42", status: { from: "Open", to: "Approved" } } },
  ],
  [
    "a Data Center transition, which has no fieldId",
    transitioned({ changelog: { items: [older] } }),
    { type: "ticket.transitioned", ticket: { status: { from: "Open", to: "Approved" } } },
  ],
  [
    "a Data Center update of a custom field that is named status",
    transitioned({ changelog: { items: [{ ...older, fieldtype: "custom" }] } }),
    { type: "ticket.updated" },
  ],
  [
    "a transition with a numeric time and empty properties",
    transitioned({ timestamp: "1781510400123", comment: null }),
    { type: "ticket.transitioned", occurredAt: "2026-06-15T08:00:00.123Z" },
  ],
  [
    "an update of a field that is only named status",
    transitioned({ changelog: { items: [renamed] } }),
    { type: "ticket.updated" },
  ],
  [
    "a ticket without a signed-in reporter or actor",
    {
      ...transitioned({ user: undefined }),
      issue: { ...issue, fields: { ...issue.fields, reporter: null } },
    },
    { type: "ticket.transitioned" },
    { without: ["actor", "ticket.requester"] },
  ],
  [
    "any characters in a key",
    transitioned({ issue: { ...issue, key: "\ud800" } }),
    { ticket: { key: "\ud800" } },
  ],
  [
    "an event that is not about a ticket, as ignored",
    transitioned({ webhookEvent: "sprint_started" }),
    { ignored: "Jira's event sprint_started is not about a ticket" },
  ],
]);

jira.refuses([
  ["the body is not JSON in UTF-8", "{"],
  ["the body", "[]"],
  ["webhookEvent", "{}"],
  ["issue.key", '{"webhookEvent":"x","issue":{"id":"1","key":7,"fields":{}}}'],
  ["the body is nested deeper", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
]);
