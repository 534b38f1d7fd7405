import { addConnectorOwner } from "../actions/connector-owner-add.ts";
import { Problem } from "../base/problem.ts";
import { personByEmail } from "../governance/people.ts";
import type { Ticket } from "../sources/event.ts";
import { automation } from "./automation.ts";
import { byName } from "./settings.ts";

/** A ticket of the form "Connector owner" that reaches the agreed status makes the named person an owner. */
export const connectorOwnerFromTicket = automation({
  name: "connector-owner-from-ticket",
  on: "ticket.transitioned",
  async decide({ ticket }, { governance, settings }) {
    const { requestType, status } = settings.connectorOwnerRequest;
    if (ticket.requestType !== requestType) return { ignore: `not a "${requestType}" request` };
    if (ticket.status?.to !== status) return { ignore: `the status is not "${status}"` };

    const connector = named(settings.connectors, "connector", ticket);
    const role = named(settings.ownerRoles, "role", ticket);
    const person = await personByEmail(governance, textOf(ticket, "user"));
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

function named<Value>(names: Readonly<Record<string, Value>>, field: string, ticket: Ticket) {
  const name = textOf(ticket, field);
  const value = byName(names, name);
  if (value === undefined)
    throw new Problem("request_unclear", `${ticket.key}: no ${field} is configured as "${name}"`);
  return { name, value };
}

function textOf(ticket: Ticket, field: string): string {
  const value = ticket.fields[field];
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  throw new Problem(
    "request_unclear",
    `${ticket.key}: the field "${field}" is not a single filled-in value; src/config.ts, fields, says which of ${ticket.system} it is`,
  );
}
