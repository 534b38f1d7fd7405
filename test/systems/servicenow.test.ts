import { expect, it } from "vitest";
import { sourceNamed } from "../support/source-named.ts";
import { describeVendor } from "./support/vendor.ts";

const servicenow = describeVendor("servicenow");

const commented: Record<string, unknown> = servicenow.json("sc_task.commented");

servicenow.reads([
  [
    "a record without the property of its form, which might have one",
    { ...servicenow.json("sc_req_item.approved"), cat_item: undefined },
    { ticket: { unsure: ["requestType"] } },
    { without: ["ticket.requestType"] },
  ],
  [
    "the approval of a requested item, whose form answers replace no field of the record",
    "sc_req_item.approved",
    {
      type: "ticket.transitioned",
      subject: "servicenow:b4a9d1f2873b01107f2e0f16cebb35aa",
      occurredAt: "2026-06-15T08:00:00.000Z",
      actor: {
        id: "46d44a5dc0a8010e0000d4c3ba2f7b11",
        name: "Bram Cole",
        email: "bram.cole@example.com",
      },
      ticket: {
        system: "servicenow",
        id: "sc_req_item/b4a9d1f2873b01107f2e0f16cebb35aa",
        key: "RITM0010042",
        title: "Owner for the GitHub MCP connector",
        status: { from: "Requested", to: "Approved" },
        project: "sc_req_item",
        requestType: "Connector owner",
        requester: { name: "Ada Marsh", email: "ada.marsh@example.com" },
        fields: {
          user: "ada.marsh@example.com",
          connector: "GitHub MCP",
          role: "Owner",
          teams: ["Platform", "Data"],
          assignment_group: "Service Desk",
          request: "REQ0010021",
          approval: "Approved",
        },
      },
    },
    { id: "b4a9d1f2873b01107f2e0f16cebb35aa:update:4", without: ["ticket.assignee", "comment"] },
  ],
  [
    "the resolution of an incident, with references as text and states by number",
    "incident.resolved",
    {
      type: "ticket.transitioned",
      actor: { email: "bram.cole@example.com" },
      comment: "The role was missing; it is there now.",
      ticket: {
        id: "incident/9d385017c611228701d22104cc95c371",
        status: { from: "In Progress", to: "Resolved" },
        requester: { name: "Ada Marsh" },
        assignee: { id: "46d44a5dc0a8010e0000d4c3ba2f7b11" },
        fields: { u_connector: "GitHub MCP", category: "software" },
      },
    },
  ],
  [
    "a comment without a change of state",
    "sc_task.commented",
    {
      type: "ticket.commented",
      comment: "Looking into it.",
      ticket: { status: { to: "Work in Progress" }, assignee: { name: "Hugo Pike" } },
    },
    { without: ["ticket.status.from"] },
  ],
  [
    "a new change request",
    "change_request.created",
    {
      type: "ticket.created",
      ticket: { key: "CHG0030015", status: { to: "New" }, requester: { name: "Bram Cole" } },
    },
    { id: "c83c5e5347c12200e0ef563dbb9a7190:insert:0" },
  ],
  ...[undefined, null, ""].map(
    (sys_mod_count) =>
      [
        `a record without a count of changes as identified by its bytes: ${sys_mod_count}`,
        { ...commented, sys_mod_count },
        {},
        { id: null },
      ] as const,
  ),
]);

it.for([
  ["incident", 8, "Canceled"],
  ["incident", "On Hold", "On Hold"],
  ["incident", 42, "42"],
  ["sc_req_item", 3, "Closed Complete"],
  ["change_request", "-3", "Authorize"],
  ["change_request", { value: "0", display_value: "Review" }, "Review"],
  ["change_request", { value: 0 }, "Review"],
  ["u_access", 3, "3"],
  ["incident", "constructor", "constructor"],
] as const)("in the table %s, the state %o is read as the label %s", async ([sys_class_name, state, to]) => {
  expect(await servicenow.said({ ...commented, sys_class_name, state })).toMatchObject([
    { event: { ticket: { status: { to } } } },
  ]);
});

it.for([
  ["delete", {}, "ticket.deleted"],
  ["update", { comment: null }, "ticket.updated"],
  ["update", { previous_state: "Open" }, "ticket.transitioned"],
  ["update", { previous_state: "Work in Progress" }, "ticket.commented"],
  [undefined, {}, "ticket.commented"],
] as const)("the operation %s with the fields %o is read as %s", async ([operation, change, type]) => {
  expect(await servicenow.said({ ...commented, operation, ...change })).toMatchObject([{ event: { type } }]);
});

servicenow.refuses([
  ["sys_id: ", { ...commented, sys_id: "../sys_user" }],
  ["sys_class_name: ", { ...commented, sys_class_name: "incident/../sys_user" }],
  ["sys_class_name: ", { ...commented, sys_class_name: undefined }],
  ["number: ", { ...commented, number: "" }],
  ["operation: ", { ...commented, operation: "approve" }],
  ["assigned_to: ", { ...commented, assigned_to: [] }],
]);

it("a ticket message is rejected, and the set-up text does not ask for one", () => {
  const { setUp, parse } = sourceNamed("servicenow");
  const ticketMessage = { id: "1", event: "created", ticket: { id: "42" } };
  const delivery = servicenow.request({}, { body: JSON.stringify(ticketMessage) });
  expect(parse(delivery, 0)).toMatchObject({ ok: false });
  expect(setUp).not.toContain("ticket message");
});
