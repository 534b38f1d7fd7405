// Plans the action that a ticket requests, from the ticket's fields.
import * as z from "zod";
import type { PlannedAction } from "../actions/action.ts";
import type { RequestableAction } from "../actions/define.ts";
import { takesList } from "../actions/form.ts";
import { endFields } from "../actions/names.ts";
import { formatIssue } from "../base/configured.ts";
import { unclear } from "../base/problem.ts";
import { showInvisibles } from "../base/text.ts";
import type { Ticket } from "../systems/event.ts";
import type { Context } from "./automation.ts";
import { fieldValues, requireField } from "./tickets.ts";

/**
 * Plans the action that a ticket requests. Each property of the action's request form is read from the ticket's field
 * of the same name.
 *
 * @param given Fixed values. They replace the ticket's fields of the same names; either of `days` and `until` replaces
 * both of these fields
 * @throws Problem `request_unclear` if a required field is empty, or if a field is unclear
 * @example
 * export const planOwner = ({ ticket }: TicketEvent, context: Context): Promise<PlannedAction> =>
 *   planFromTicket(addConnectorOwner, ticket, context, { role: "Reviewer", days: 60 });
 */
export async function planFromTicket(
  { request }: RequestableAction,
  ticket: Ticket,
  context: Context,
  given: Readonly<Record<string, unknown>> = {},
): Promise<PlannedAction> {
  const idOf = (name: string) => context.settings.fields[ticket.system]?.[name];
  const called = (name: string) => `the field "${name}"${idOf(name) ? ` (${idOf(name)})` : ""}`;
  const givesEnd = Object.keys(endFields).some((name) => Object.hasOwn(given, name));
  const isGiven = (name: string) => Object.hasOwn(given, name) || (givesEnd && name in endFields);
  const fields = Object.entries(request.input.shape).flatMap(([name, schema]) => {
    if (isGiven(name)) return [];
    const values = fieldValues(ticket, name);
    const value = takesList(schema) ? toItems(values) : values[0] && requireField(ticket, name);
    if (value !== undefined) return [[name, value] as const];
    if (z.safeParse(schema, undefined).success) return [];
    const why = idOf(name) ? "" : `, or src/config.ts does not map it in fields.${ticket.system}`;
    throw unclear(`${ticket.key}: ${called(name)} is not filled in${why}.`);
  });
  const input = { ...Object.fromEntries(fields), ...given };
  const [issue] = request.input.safeParse(input, { error: formatIssue }).error?.issues ?? [];
  const name = String(issue?.path[0] ?? "");
  if (issue && Object.hasOwn(request.input.shape, name) && !Object.hasOwn(given, name))
    throw unclear(
      `${ticket.key}: ${called(name)} says “${showInvisibles(fieldValues(ticket, name).join(", ")).slice(0, MAX_SHOWN_CHARS)}”: ${issue.message}`,
    );
  return request.plan(input, { ...context, requester: ticket.requester?.email });
}

const MAX_SHOWN_CHARS = 100;

/**
 * Splits values at commas and line breaks into the items of a list. Returns "all" instead of a list if "all" is the
 * only item, and `undefined` if there is no item.
 */
function toItems(values: readonly string[]): string | string[] | undefined {
  const items = values.flatMap((text) => text.split(/[,\r\n]/)).flatMap((text) => text.trim() || []);
  if (items.length === 0) return undefined;
  return items.join().toLowerCase() === "all" ? "all" : items;
}
