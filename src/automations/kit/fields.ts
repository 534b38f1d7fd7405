// Gives the fields of tickets and workers the names that the settings have for them.
import type { Event, Fields } from "../../systems/event.ts";
import type { Settings } from "../settings.ts";

/**
 * An event whose fields can also be read by the names that the settings give them. Done when an automation proposes, not
 * when the event comes in, so that a replay goes by the settings of its day.
 */
export function withNamedFields(event: Event, names: Settings["fields"]): Event {
  if ("ticket" in event) {
    const { ticket } = event;
    const fields = named(ticket.fields, names[ticket.system]);
    const requestType = ticket.requestType ?? textNamed("requestType", ticket.fields, names[ticket.system]);
    return { ...event, ticket: { ...ticket, ...(requestType && { requestType }), fields } };
  }
  if ("worker" in event) {
    const { worker } = event;
    const fields = named(worker.fields, names[worker.system]);
    const department = worker.department ?? textNamed("department", worker.fields, names[worker.system]);
    const jobTitle = worker.jobTitle ?? textNamed("jobTitle", worker.fields, names[worker.system]);
    return {
      ...event,
      worker: { ...worker, ...(department && { department }), ...(jobTitle && { jobTitle }), fields },
    };
  }
  return event;
}

function named(fields: Fields, names: Readonly<Record<string, string>> = {}): Fields {
  const more = Object.entries(names).flatMap(([name, id]) => {
    const value = Object.hasOwn(fields, id) ? fields[id] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...fields, ...Object.fromEntries(more) };
}

/** The text of the field that the settings give this name. A field that only calls itself that is not it. */
function textNamed(
  name: string,
  fields: Fields,
  names: Readonly<Record<string, string>> = {},
): string | undefined {
  const id = names[name];
  const value = id !== undefined && Object.hasOwn(fields, id) ? fields[id] : undefined;
  return typeof value === "string" ? value : undefined;
}
