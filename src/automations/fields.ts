import type { Event, Fields } from "../sources/event.ts";
import type { Settings } from "./settings.ts";

/**
 * An event whose fields can also be read by the names that the settings give them. Done when an automation decides, not
 * when the event comes in, so that a replay goes by the settings of its day.
 */
export function withNamedFields(event: Event, names: Settings["fields"]): Event {
  if ("ticket" in event) {
    const { ticket } = event;
    const fields = named(ticket.fields, names[ticket.system]);
    const requestType = ticket.requestType ?? textOf(fields, "requestType");
    return { ...event, ticket: { ...ticket, ...(requestType && { requestType }), fields } };
  }
  if ("worker" in event) {
    const { worker } = event;
    const fields = named(worker.fields, names[worker.system]);
    const department = worker.department ?? textOf(fields, "department");
    const jobTitle = worker.jobTitle ?? textOf(fields, "jobTitle");
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

function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
}
