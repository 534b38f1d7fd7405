import { Problem } from "../base/problem.ts";
import type { Ticket } from "../sources/event.ts";
import { automation } from "./automation.ts";
import { connectorOwnerAdd } from "./requests/connector-owner-add.ts";

/** A ticket of the form "Connector owner" that reaches the agreed status makes the named person an owner. */
export const connectorOwnerFromTicket = automation({
  name: "connector-owner-from-ticket",
  on: "ticket.transitioned",
  async decide({ ticket }, context) {
    const { requestType, status } = context.settings.connectorOwnerRequest;
    if (ticket.requestType !== requestType) return { ignore: `not a "${requestType}" request` };
    if (ticket.status?.to !== status) return { ignore: `the status is not "${status}"` };
    const [user, connector, role] = ["user", "connector", "role"].map((field) => textOf(ticket, field));
    return { actions: [await connectorOwnerAdd.plan({ user, connector, role }, context)] };
  },
});

function textOf(ticket: Ticket, field: string): string {
  const value = ticket.fields[field];
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  throw new Problem(
    "request_unclear",
    `${ticket.key}: the field "${field}" is not a single filled-in value.`,
  );
}
