import { expect, it } from "vitest";
import { describeVendor } from "./support/vendor.ts";

const gitlab = describeVendor("gitlab");

const NO_ISSUE = "GitLab's event work_item is not about an issue";

gitlab.reads([
  [
    "an issue with its form, its label and its author",
    "issue.open",
    {
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
    },
  ],
  [
    "a closed issue as a transition, without a person for [REDACTED]",
    "issue.close",
    {
      type: "ticket.transitioned",
      actor: { id: "7", name: "Nora Field" },
      ticket: { status: { from: "opened", to: "closed" }, requester: { id: "51" } },
    },
    { without: ["actor.email"] },
  ],
  ...[["closed", "duplicate"] as const, ["opened", "opened"] as const].map(([state, to]) => {
    const { object_attributes: attributes, ...issue } = gitlab.json("issue.close");
    const body = {
      ...issue,
      object_attributes: { ...attributes, state, state_id: 2, duplicated_to_id: 302 },
    };
    const status = to === "duplicate" ? { from: "opened", fromId: "1", to } : { to };
    const without = to === "duplicate" ? ["ticket.status.id"] : [];
    return [`a duplicate issue that is ${state}`, body, { ticket: { status } }, { without }] as const;
  }),
  ...["Issue", "Task"].map((type) => {
    const { object_attributes: attributes, ...issue } = gitlab.json("issue.close");
    const event = type === "Issue" ? { subject: "gitlab:301" } : { ignored: NO_ISSUE };
    const body = { ...issue, object_kind: "work_item", object_attributes: { ...attributes, type } };
    return [`a work item of the type ${type}`, body, event] as const;
  }),
  [
    "a comment on an issue",
    "note.issue",
    {
      type: "ticket.commented",
      subject: "gitlab:301",
      comment: "Approved for the platform team.",
    },
  ],
  [
    "a comment on a merge request, as ignored",
    "note.merge_request",
    { ignored: "GitLab's event note is not about an issue" },
  ],
]);

it("an issue is read with the form's fields and GitLab's own fields only", async () => {
  const event = await gitlab.event("issue.open");
  const { description: _, ...fields } = "ticket" in event ? event.ticket.fields : {};
  expect(fields).toEqual({
    Connector: "GitHub MCP",
    Role: "Owner",
    labels: ["request: Connector owner"],
    type: "Issue",
    severity: "unknown",
  });
});

const project = { id: 1, path_with_namespace: "a/b" };
gitlab.refuses([
  [
    "project.path_with_namespace",
    { object_kind: "issue", project: { id: 1 }, object_attributes: { id: 1, iid: 2 } },
  ],
  ["issue", { object_kind: "note", project, object_attributes: { noteable_type: "Issue" } }],
]);
