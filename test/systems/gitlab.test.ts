import { expect, it } from "vitest";
import { describeVendor } from "./vendor.ts";

const gitlab = describeVendor("gitlab");

it("reads an issue: its form, its label, and who opened it", async () => {
  const event = await gitlab.event("issue.open");
  const { description: _, ...fields } = "ticket" in event ? event.ticket.fields : {};
  expect(fields).toEqual({
    Connector: "GitHub MCP",
    Role: "Owner",
    labels: ["request: Connector owner"],
    type: "Issue",
    severity: "unknown",
  });
  expect(event).toMatchObject({
    type: "ticket.created",
    subject: "gitlab:301",
    occurredAt: "2026-06-15T08:00:00.000Z",
    actor: { id: "51", name: "Ada Marsh", email: "ada.marsh@example.com" },
    ticket: {
      id: "14/issues/23",
      key: "acme/access#23",
      project: "acme/access",
      url: "https://gitlab.example.com/acme/access/-/issues/23",
      status: { to: "opened" },
      requestType: "Connector owner",
      requester: { email: "ada.marsh@example.com" },
    },
  });
});

it("reads a closing as a transition, and hides no one behind [REDACTED]", async () => {
  const event = await gitlab.event("issue.close");
  expect(event).toMatchObject({
    type: "ticket.transitioned",
    actor: { id: "7", name: "Nora Field" },
    ticket: { status: { from: "opened", to: "closed" }, requester: { id: "51" } },
  });
  expect(event.actor).not.toHaveProperty("email");
});

it("reads a comment on an issue, and none on a merge request", async () => {
  expect(await gitlab.event("note.issue")).toMatchObject({
    type: "ticket.commented",
    subject: "gitlab:301",
    comment: "Approved for the platform team.",
  });
  const [other] = await gitlab.said("note.merge_request");
  expect(other?.event).toEqual({ ignored: "GitLab's event note is not about an issue" });
});

it.for<[string, object]>([
  [
    "project.path_with_namespace",
    { object_kind: "issue", project: { id: 1 }, object_attributes: { id: 1, iid: 2 } },
  ],
  [
    "issue",
    {
      object_kind: "note",
      project: { id: 1, path_with_namespace: "a/b" },
      object_attributes: { noteable_type: "Issue" },
    },
  ],
])("says that %s is missing", async ([member, body]) => {
  expect(await gitlab.read(body)).toMatchObject({
    ok: false,
    reason: { detail: expect.stringContaining(member) },
  });
});
