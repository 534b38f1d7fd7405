import { addConnectorOwner } from "../actions/connector-owner-add.ts";
import { Problem } from "../base/problem.ts";
import { personByEmail } from "../governance/people.ts";
import type { Ticket } from "../sources/event.ts";
import { automation } from "./automation.ts";
import { byName, type Settings } from "./settings.ts";

/** A ticket of the form "Connector owner" that reaches the agreed status makes the named person an owner. */
export const connectorOwnerFromTicket = automation({
  name: "connector-owner-from-ticket",
  on: "ticket.transitioned",
  async decide({ ticket }, { governance, settings }) {
    const { requestType, status, fields } = settings.connectorOwnerRequest;
    if (ticket.fields[fields.requestType] !== requestType)
      return { ignore: `not a "${requestType}" request` };
    if (ticket.status?.to !== status) return { ignore: `the status is not "${status}"` };

    const connector = named(settings.connectors, "connector", ticket, fields.connector);
    const role = named(settings.ownerRoles, "role", ticket, fields.role);
    const person = await personByEmail(governance, text(ticket, "user email", fields.userEmail));
    return {
      actions: [
        addConnectorOwner({
          app: { id: connector.value.appId, name: connector.value.appName },
          connector: { id: connector.value.connectorId, name: connector.name },
          roleSlug: role.value,
          user: person,
        }),
      ],
    };
  },
});

function named<Value>(
  names: Readonly<Record<string, Value>>,
  what: keyof Settings["connectorOwnerRequest"]["fields"],
  ticket: Ticket,
  field: string,
) {
  const name = text(ticket, what, field);
  const value = byName(names, name);
  if (value === undefined)
    throw new Problem("request_unclear", `${ticket.key}: no ${what} is configured as "${name}"`);
  return { name, value };
}

function text(ticket: Ticket, what: string, field: string): string {
  const value = ticket.fields[field];
  if (typeof value !== "string" || value.trim() === "") {
    throw new Problem(
      "request_unclear",
      `${ticket.key}: the ${what} (field ${field}) is not a single filled-in value`,
    );
  }
  return value.trim();
}
