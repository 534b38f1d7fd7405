import { expect, it } from "vitest";
import { NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const jira = describeVendor("jira");

const SECRET = "It's a Secret to Everybody";
const vector = "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9";
const hello = (headers: Record<string, string>) => jira.request(headers, { body: "Hello World!" });

it("the example that Atlassian publishes is accepted", async () => {
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
    "a transition, with people and fields as text",
    "issue_updated.transitioned",
    {
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
    },
  ],
  [
    "an issue whose address is in the API of all sites, which the front door replaces",
    transitioned({
      issue: { ...issue, self: "https://api.atlassian.com/ex/jira/1-2/rest/api/3/issue/10427" },
    }),
    { ticket: { url: "https://api.atlassian.com/ex/jira/1-2/browse/IAM-42" } },
  ],
  [
    "a new issue with its first status",
    "issue_created",
    {
      type: "ticket.created",
      actor: { name: "Ada Marsh" },
      ticket: { key: "IAM-42", status: { to: "Waiting for approval" } },
    },
    { without: ["ticket.assignee", "ticket.status.from"] },
  ],
  [
    "an update that assigned the issue",
    "issue_updated",
    {
      type: "ticket.updated",
      ticket: {
        status: { to: "Waiting for approval" },
        assignee: { name: "Bram Cole" },
        fields: { labels: ["access", "mcp", "reviewed"] },
      },
    },
  ],
  [
    "a comment with its author and the few properties of its issue",
    "comment_created",
    {
      type: "ticket.commented",
      subject: "jira:10427",
      actor: { name: "Bram Cole" },
      comment: "Who stands in for you while you are away?",
      ticket: { key: "IAM-42", project: "IAM", title: "Owner for the GitHub MCP connector" },
    },
  ],
  [
    "a service desk request, with each type of field as people read it",
    "issue_updated.service_desk",
    {
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
    },
    { without: ["ticket.fields.customfield_10067"] },
  ],
  [
    "a new issue",
    transitioned({ webhookEvent: "jira:issue_created" }),
    { type: "ticket.created" },
    { id: "delivery-1" },
  ],
  [
    "a deleted issue",
    transitioned({ webhookEvent: "jira:issue_deleted" }),
    { type: "ticket.deleted" },
    { id: "delivery-1" },
  ],
  [
    "a comment",
    transitioned({ webhookEvent: "comment_created" }),
    { type: "ticket.commented" },
    { id: "delivery-1" },
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
