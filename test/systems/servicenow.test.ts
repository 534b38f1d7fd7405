import { describe, expect, it } from "vitest";
import { describeVendor } from "./vendor.ts";

const servicenow = describeVendor("servicenow");

const json = (name: string): Record<string, unknown> => servicenow.json(name);
const read = async (body: unknown) => servicenow.read(body);

describe("what ServiceNow says", () => {
  it("is a requested item's approval, with the form's answers", async () => {
    expect(await servicenow.said("sc_req_item.approved")).toMatchObject([
      { id: "b4a9d1f2873b01107f2e0f16cebb35aa:update:4" },
    ]);
    const event = await servicenow.event("sc_req_item.approved");
    expect(event).toMatchObject({
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
        },
      },
    });
    expect(event).not.toHaveProperty("ticket.assignee");
    expect(event).not.toHaveProperty("comment");
  });

  it("does not let an answer of the form stand in for a field of the record", async () => {
    const event = await servicenow.event("sc_req_item.approved");
    expect(event).toHaveProperty("ticket.fields.approval", "Approved");
  });

  it("is an incident's resolution, with references as text and states by number", async () => {
    expect(await servicenow.event("incident.resolved")).toMatchObject({
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
    });
  });

  it("is a comment where the state stayed", async () => {
    const event = await servicenow.event("sc_task.commented");
    expect(event).toMatchObject({
      type: "ticket.commented",
      comment: "Looking into it.",
      ticket: { status: { to: "Work in Progress" }, assignee: { name: "Hugo Pike" } },
    });
    expect(event).not.toHaveProperty("ticket.status.from");
  });

  it("is a change that was made", async () => {
    expect(await servicenow.said("change_request.created")).toMatchObject([
      {
        id: "c83c5e5347c12200e0ef563dbb9a7190:insert:0",
        event: {
          type: "ticket.created",
          ticket: { key: "CHG0030015", status: { to: "New" }, requester: { name: "Bram Cole" } },
        },
      },
    ]);
  });

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
  ] as const)("has a state of %s, %o, that people call %s", async ([sys_class_name, state, to]) => {
    expect(await read({ ...json("sc_task.commented"), sys_class_name, state })).toMatchObject({
      value: [{ event: { ticket: { status: { to } } } }],
    });
  });

  it.for([
    ["delete", {}, "ticket.deleted"],
    ["update", { comment: null }, "ticket.updated"],
    ["update", { previous_state: "Open" }, "ticket.transitioned"],
    ["update", { previous_state: "Work in Progress" }, "ticket.commented"],
    [undefined, {}, "ticket.commented"],
  ] as const)("of operation %s with %o is %s", async ([operation, change, type]) => {
    const record = { ...json("sc_task.commented"), operation, ...change };
    expect(await read(record)).toMatchObject({ value: [{ event: { type } }] });
  });

  it.for([undefined, null, ""])(
    "is known by its bytes where it counts no changes: %s",
    async (sys_mod_count) => {
      expect(await read({ ...json("sc_task.commented"), sys_mod_count })).toMatchObject({
        value: [{ id: null }],
      });
    },
  );

  it.for([
    ["sys_id", { sys_id: "../sys_user" }],
    ["sys_class_name", { sys_class_name: "incident/../sys_user" }],
    ["sys_class_name", { sys_class_name: undefined }],
    ["number", { number: "" }],
    ["operation", { operation: "approve" }],
    ["assigned_to", { assigned_to: [] }],
  ] as const)("is refused without a fit %s", async ([member, change]) => {
    expect(await read({ ...json("sc_task.commented"), ...change })).toMatchObject({
      ok: false,
      reason: { detail: expect.stringMatching(`^${member}: `) },
    });
  });
});
