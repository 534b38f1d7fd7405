import { expect, it } from "vitest";
import { sourceNamed } from "../support/source-named.ts";
import { describeVendor } from "./support/vendor.ts";

const servicenow = describeVendor("servicenow");

const commented: Record<string, unknown> = servicenow.json("sc_task.commented");

servicenow.reads([
  [
    "a record without the property that names its form, so that its request type is unsure",
    { ...servicenow.json("sc_req_item.approved"), cat_item: undefined },
    { ticket: { unsure: ["requestType"] } },
    { without: ["ticket.requestType"] },
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

it("a ticket message is rejected", () => {
  const { parse } = sourceNamed("servicenow");
  const ticketMessage = { id: "1", event: "created", ticket: { id: "42" } };
  const delivery = servicenow.request({}, { body: JSON.stringify(ticketMessage) });
  expect(parse(delivery, 0)).toMatchObject({ ok: false });
});
