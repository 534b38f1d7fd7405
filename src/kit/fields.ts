// Makes the fields of tickets and workers available under configured names.
import type { Event, Fields } from "../systems/event.ts";
import type { Settings } from "./settings.ts";

/**
 * Returns an event whose fields are also available under their configured names. Each proposal calls this function
 * again, so that a replay uses the current settings.
 */
export function withNamedFields(event: Event, names: Settings["fields"]): Event {
  if ("ticket" in event) {
    const { ticket } = event;
    return { ...event, ticket: named(ticket, ["requestType"], names[ticket.system]) };
  }
  if ("worker" in event) {
    const { worker } = event;
    return { ...event, worker: named(worker, ["department", "jobTitle"], names[worker.system]) };
  }
  return event;
}

/**
 * Returns a ticket or worker with its fields also under their configured names.
 * @param members Properties to set from the configured text field of the same name if the sender did not set them. A
 * field that only has the same id is not used
 */
function named<Of extends { readonly fields: Fields }>(
  of: Of,
  members: readonly (keyof Of & string)[],
  names: Readonly<Record<string, string>> = {},
): Of {
  const given: Fields = Object.fromEntries(
    Object.entries(names).flatMap(([name, id]) => {
      const value = Object.hasOwn(of.fields, id) ? of.fields[id] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const filled = members.filter(
    (name) => of[name] === undefined && typeof given[name] === "string" && given[name] !== "",
  );
  return {
    ...of,
    ...Object.fromEntries(filled.map((name) => [name, given[name]])),
    fields: { ...of.fields, ...given },
  };
}
