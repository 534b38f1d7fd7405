import { expect, it } from "vitest";
import { NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const jiraAutomation = describeVendor("jira-automation");

const secret = jiraAutomation.sender.localSecret;

it.for<[string, Record<string, string>]>([
  ["the header x-reeve-secret", { "x-reeve-secret": secret }],
  ["a bearer token", { authorization: `Bearer ${secret}` }],
  ["a password", { authorization: `Basic ${btoa(`reeve:${secret}`)}` }],
])("Jira Automation's secret is accepted in %s", async ([, headers]) => {
  expect(await jiraAutomation.verify(jiraAutomation.request(headers), [secret], NOW)).toMatchObject({
    ok: true,
    value: { signed: null },
  });
});
jiraAutomation.rejects([
  ["the secret in the address", jiraAutomation.request({}, { query: `?secret=${secret}` }), "secret_missing"],
]);

const message: Record<string, unknown> = jiraAutomation.json("ticket_message");
const data: Record<string, unknown> = jiraAutomation.json("issue_data");
const changelog: Record<string, unknown> = jiraAutomation.json("issue_data.changelog");
const legacy: Record<string, unknown> = jiraAutomation.json("service_desk.legacy");
const laterFields = { ...Object(changelog["fields"]), updated: "2026-06-15T10:00:02.000+0200" };
const issueData = {
  type: "ticket.updated",
  subject: "jira:10427",
  occurredAt: "2026-06-15T08:00:00.101Z",
  ticket: {
    key: "IAM-42",
    status: { to: "Approved" },
    project: "IAM",
    requester: { email: "ada.marsh@example.com" },
    fields: { customfield_10010: "Connector owner", customfield_10062: "GitHub MCP" },
  },
};

jiraAutomation.reads([
  [
    "a message as a transition, with emails and named fields, without empty smart values",
    "ticket_message",
    {
      type: "ticket.transitioned",
      subject: "jira:10427",
      occurredAt: "2026-06-15T08:00:00.123Z",
      actor: { name: "Bram Cole", email: "bram.cole@example.com" },
      ticket: {
        system: "jira",
        id: "10427",
        key: "IAM-42",
        title: 'Owner for the "GitHub MCP" connector',
        url: "https://acme.atlassian.example.com/browse/IAM-42",
        status: { from: "Waiting for approval", to: "Approved" },
        project: "IAM",
        requestType: "Connector owner",
        requester: { name: "Ada Marsh", email: "ada.marsh@example.com" },
        fields: { user: "ada.marsh@example.com", connector: "GitHub MCP", role: "Owner" },
      },
    },
    { id: "10427:transitioned:Approved:10427-1781510400123", without: ["comment", "ticket.assignee"] },
  ],
  [
    "a message as a comment",
    "ticket_message.comment",
    { type: "ticket.commented", comment: "Who stands in for you while you are away?" },
    { without: ["ticket.status.from"] },
  ],
  [
    "an update as a transition if its status differs from the previous one",
    { ...message, event: "updated" },
    { type: "ticket.transitioned" },
  ],
  [
    "no link except to a page",
    { id: 1, event: "created", ticket: { id: 7, url: "javascript:alert(1)" } },
    { ticket: { id: "7", key: "7", title: "" } },
    { without: ["ticket.url"] },
  ],
  [
    "issue data as an update, because it does not name an event",
    "issue_data",
    issueData,
    { id: "10427:ticket.updated:2026-06-15T08:00:00.101Z" },
  ],
  ...["created", "updated", "transitioned", "commented", "deleted"].map(
    (event) =>
      [
        `issue data as ${event} if the address specifies it`,
        data,
        { type: `ticket.${event}` },
        { query: { event }, id: `10427:ticket.${event}:2026-06-15T08:00:00.101Z` },
      ] as const,
  ),
  [
    "a transition if the changelog contains this update's change of status",
    "issue_data.changelog",
    { type: "ticket.transitioned", ticket: { status: { from: "Waiting for approval", to: "Approved" } } },
  ],
  [
    "an update without a transition if the status changed in an earlier update",
    { ...changelog, fields: laterFields },
    { type: "ticket.updated", ticket: { status: { to: "Approved" } } },
  ],
  [
    "issue data without a time, identified by its bytes",
    { id: 1, key: "IAM-1", fields: {} },
    { type: "ticket.updated" },
    { id: null },
  ],
  [
    "a comment of a service desk's legacy automation",
    "service_desk.legacy",
    {
      type: "ticket.commented",
      subject: "jira:10427",
      occurredAt: "2026-06-15T07:52:00.412Z",
      actor: { name: "Bram Cole" },
      comment: "Who stands in for you while you are away?",
      ticket: { requester: { name: "Ada Marsh" } },
    },
    { id: "10427:ticket.commented:1781509920412" },
  ],
  [
    "an update of the same ticket if there is no comment",
    { ...legacy, comment: null },
    { type: "ticket.updated" },
  ],
]);

it("issue data is also read in Jira's format", async () => {
  const inJirasFormat = await jiraAutomation.event("issue_data.jira_format");
  expect(inJirasFormat).toEqual(await jiraAutomation.event("issue_data"));
});

it.for(["approved", "", "ticket.created", "__proto__"])(
  "issue data is stored but ignored if the address has event=%s",
  async (event) => {
    expect(await jiraAutomation.said(data, { query: { event } })).toMatchObject([
      { event: { ignored: expect.stringContaining(`event=${event}, which is not one of created`) } },
    ]);
  },
);

jiraAutomation.refuses([
  ["id: ", { ...message, id: "" }],
  ["id: ", { ...message, id: undefined }],
  ["event: ", { ...message, event: "approved" }],
  ["ticket.id: ", { ...message, ticket: {} }],
  ["ticket: ", { ...message, ticket: "IAM-42" }],
  ["id: ", {}],
  ["fields: ", { id: 1, key: "IAM-1" }],
  ["issue.fields: ", { issue: { id: 1, key: "IAM-1" } }],
]);
