import { expect, it } from "vitest";
import { describeVendor } from "./support/vendor.ts";

const jiraAutomation = describeVendor("jira-automation");

const inAddress = { query: `?secret=${jiraAutomation.sender.localSecret}` };
jiraAutomation.rejects([
  ["the secret in the address", jiraAutomation.request({}, inAddress), "secret_missing"],
]);

const message: Record<string, unknown> = jiraAutomation.json("ticket_message");
const data: Record<string, unknown> = jiraAutomation.json("issue_data");
const changelog: Record<string, unknown> = jiraAutomation.json("issue_data.changelog");
const legacy: Record<string, unknown> = jiraAutomation.json("service_desk.legacy");
const laterFields = { ...Object(changelog["fields"]), updated: "2026-06-15T10:00:02.000+0200" };

jiraAutomation.reads([
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
  ...["created", "updated", "transitioned", "commented", "deleted"].map(
    (event) =>
      [
        `issue data as ${event} if the address names that event`,
        data,
        { type: `ticket.${event}` },
        { query: { event }, id: `10427:ticket.${event}:2026-06-15T08:00:00.101Z` },
      ] as const,
  ),
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
    "an update of the same ticket if there is no comment",
    { ...legacy, comment: null },
    { type: "ticket.updated" },
  ],
]);

it("issue data is also read in Jira's format", async () => {
  const [inJirasFormat] = await jiraAutomation.said("issue_data.jira_format");
  const [inOwnFormat] = await jiraAutomation.said("issue_data");
  expect(inJirasFormat?.event).toEqual(inOwnFormat?.event);
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
