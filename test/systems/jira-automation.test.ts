import { describe, expect, it } from "vitest";
import { dressed, NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const jiraAutomation = describeVendor("jira-automation");

const json = (name: string): Record<string, unknown> => jiraAutomation.json(name);
/** What a body says, sent to the address with this `event`. */
const read = async (body: unknown, event?: string) => {
  const delivery = await dressed(jiraAutomation.sender, JSON.stringify(body));
  if (event !== undefined) delivery.url.searchParams.set("event", event);
  return jiraAutomation.parse(delivery, NOW);
};

it.for<[string, Record<string, string>]>([
  ["a header", { "x-reeve-secret": jiraAutomation.sender.localSecret }],
  ["a bearer token", { authorization: `Bearer ${jiraAutomation.sender.localSecret}` }],
  ["a password", { authorization: `Basic ${btoa(`reeve:${jiraAutomation.sender.localSecret}`)}` }],
])("takes the secret as %s", async ([, headers]) => {
  const delivery = { ...(await dressed(jiraAutomation.sender, "{}")), headers: new Headers(headers) };
  expect(await jiraAutomation.verify(delivery, [jiraAutomation.sender.localSecret], NOW)).toMatchObject({
    ok: true,
    value: { signed: null },
  });
});

it("does not take the secret from the address", async () => {
  const delivery = { ...(await dressed(jiraAutomation.sender, "{}")), headers: new Headers() };
  delivery.url.searchParams.set("secret", jiraAutomation.sender.localSecret);
  expect(await jiraAutomation.verify(delivery, [jiraAutomation.sender.localSecret], NOW)).toEqual({
    ok: false,
    reason: { check: "secret_missing" },
  });
});

describe("a ticket message", () => {
  it("is a transition, with emails and named fields", async () => {
    expect(await jiraAutomation.said("ticket_message")).toMatchObject([
      { id: "10427:transitioned:Approved:10427-1781510400123" },
    ]);
    const event = await jiraAutomation.event("ticket_message");
    expect(event).toMatchObject({
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
    });
    // What a smart value left empty is not there.
    expect(event).not.toHaveProperty("comment");
    expect(event).not.toHaveProperty("ticket.assignee");
  });

  it("is a comment", async () => {
    const event = await jiraAutomation.event("ticket_message.comment");
    expect(event).toMatchObject({
      type: "ticket.commented",
      comment: "Who stands in for you while you are away?",
    });
    expect(event).not.toHaveProperty("ticket.status.from");
  });

  it("is a transition where an update has another status than before", async () => {
    const message = { ...json("ticket_message"), event: "updated" };
    expect(await read(message)).toMatchObject({ value: [{ event: { type: "ticket.transitioned" } }] });
  });

  it.for([
    ["id", { id: "" }],
    ["id", { id: undefined }],
    ["event", { event: "approved" }],
    ["ticket.id", { ticket: {} }],
    ["ticket", { ticket: "IAM-42" }],
  ] as const)("is refused without a fit %s", async ([member, change]) => {
    expect(await read({ ...json("ticket_message"), ...change })).toMatchObject({
      ok: false,
      reason: { detail: expect.stringMatching(`^${member}: `) },
    });
  });

  it("has no link but to a page", async () => {
    const parsed = await read({ id: 1, event: "created", ticket: { id: 7, url: "javascript:alert(1)" } });
    expect(parsed).toMatchObject({
      ok: true,
      value: [{ event: { ticket: { id: "7", key: "7", title: "" } } }],
    });
    expect(parsed.ok && parsed.value[0]?.event).not.toHaveProperty("ticket.url");
  });
});

describe("issue data", () => {
  it("is an update, since it does not say what happened", async () => {
    expect(await jiraAutomation.said("issue_data")).toMatchObject([
      {
        id: "10427:ticket.updated:2026-06-15T08:00:00.101Z",
        event: {
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
        },
      },
    ]);
  });

  it.for(["created", "updated", "transitioned", "commented", "deleted"])(
    "is %s where the address says so",
    async (event) => {
      expect(await read(json("issue_data"), event)).toMatchObject({
        value: [{ id: `10427:ticket.${event}:2026-06-15T08:00:00.101Z`, event: { type: `ticket.${event}` } }],
      });
    },
  );

  it.for(["approved", "", "ticket.created", "__proto__"])(
    "is kept, and means nothing, where the address says event=%s",
    async (event) => {
      expect(await read(json("issue_data"), event)).toMatchObject({
        ok: true,
        value: [{ event: { ignored: expect.stringContaining(`event=${event}, which is none of created`) } }],
      });
    },
  );

  it("is a transition where its changelog has the status changed by this update", async () => {
    expect(await jiraAutomation.event("issue_data.changelog")).toMatchObject({
      type: "ticket.transitioned",
      ticket: { status: { from: "Waiting for approval", to: "Approved" } },
    });
  });

  it("is no transition where the status changed in an update before this one", async () => {
    const issue = json("issue_data.changelog");
    const fields = { ...Object(issue["fields"]), updated: "2026-06-15T10:00:02.000+0200" };
    expect(await read({ ...issue, fields })).toMatchObject({
      value: [{ event: { type: "ticket.updated", ticket: { status: { to: "Approved" } } } }],
    });
  });

  it("is read in Jira's format too", async () => {
    expect(await jiraAutomation.event("issue_data.jira_format")).toEqual(
      await jiraAutomation.event("issue_data"),
    );
  });

  it("is known by its bytes where it has no time", async () => {
    expect(await read({ id: 1, key: "IAM-1", fields: {} })).toMatchObject({
      value: [{ id: null, event: { type: "ticket.updated" } }],
    });
  });

  it.for([
    ["{}", "id"],
    ['{"id":1,"key":"IAM-1"}', "fields"],
    ['{"issue":{"id":1,"key":"IAM-1"}}', "issue.fields"],
  ] as const)("is refused as %s", async ([body, member]) => {
    expect(await read(JSON.parse(body))).toMatchObject({
      ok: false,
      reason: { detail: expect.stringMatching(`^${member}: `) },
    });
  });
});

describe("the legacy automation of a service desk", () => {
  it("posts comments", async () => {
    expect(await jiraAutomation.said("service_desk.legacy")).toMatchObject([
      {
        id: "10427:ticket.commented:1781509920412",
        event: {
          type: "ticket.commented",
          subject: "jira:10427",
          occurredAt: "2026-06-15T07:52:00.412Z",
          actor: { name: "Bram Cole" },
          comment: "Who stands in for you while you are away?",
          ticket: { requester: { name: "Ada Marsh" } },
        },
      },
    ]);
  });

  it("posts updates where there is no comment", async () => {
    expect(await read({ ...json("service_desk.legacy"), comment: null })).toMatchObject({
      value: [{ event: { type: "ticket.updated" } }],
    });
  });
});
