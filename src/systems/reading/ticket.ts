// Makes events of tickets.
import type { Fields, Person, Ticket, TicketEvent } from "../event.ts";
import { compact } from "./json.ts";
import { cleanText, isoTime, pageUrl } from "./text.ts";

export type TicketChange = Pick<TicketEvent, "type"> &
  Pick<Ticket, "id" | "key" | "fields"> &
  Partial<Pick<Ticket, "unsure" | "moved" | "people">> & {
    readonly [Member in
      | ("project" | "title" | "requestType" | "comment")
      | ("from" | "to" | "statusId" | "fromId")]?: string | undefined;
  } & { readonly [Who in "actor" | "requester" | "assignee"]?: Person | undefined } & {
    /** The ticket's id in the event's subject. @default the ticket's own */
    readonly subject?: string;
    readonly occurredAt?: unknown;
    readonly url?: unknown;
  };

/**
 * Makes the event of a ticket.
 *
 * @param news.from The previous status, if this event changed it
 * @example
 * export const approved = ticketEvent("lantern", {
 *   type: "ticket.transitioned",
 *   id: "318",
 *   key: "LAN-318",
 *   title: "GitHub MCP needs an owner",
 *   from: "Open",
 *   to: "Approved",
 *   fields: { user: "ada.marsh@example.com" },
 * });
 */
export function ticketEvent(system: string, news: TicketChange): TicketEvent {
  const { type, id, subject = id, occurredAt, actor, comment, key, title = "", fields, ...more } = news;
  const { url, from, statusId, fromId, to = statusId, ...others } = more;
  const status = to === undefined ? undefined : compact({ from, to, id: statusId, fromId });
  return {
    type,
    subject: `${system}:${subject}`,
    ...compact({ occurredAt: isoTime(occurredAt), actor, comment }),
    ticket: {
      system,
      id,
      key,
      title,
      fields: cleanFields(fields),
      ...compact({ ...others, url: pageUrl(url), status }),
    },
  };
}

/** Cleans only fields: removing an invisible character from a project or status could make it look like another. */
const cleanFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? cleanText(value) : value.map(cleanText),
    ]),
  );
