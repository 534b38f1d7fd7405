// Makes events about tickets, and reads ticket messages: the JSON format for vendors whose users write the body.

import * as z from "zod";
import type { Fields, Person, Ticket, TicketEvent } from "../event.ts";
import type { Delivery } from "../system.ts";
import { compact, Id, ofShape, textAt } from "./json.ts";
import { cleanText, isoTime, pageUrl, readFields, TIME_WORDS } from "./text.ts";
import { readPerson } from "./worker-table.ts";

export type TicketChange = Pick<TicketEvent, "type"> &
  Pick<Ticket, "id" | "key" | "fields"> &
  Partial<Pick<Ticket, "unsure" | "moved" | "people">> & {
    readonly [Member in
      | ("project" | "title" | "requestType" | "comment")
      | ("from" | "to" | "statusId" | "fromId")]?: string | undefined;
  } & { readonly [Who in "actor" | "requester" | "assignee"]?: Person | undefined } & {
    /** The ticket's id in the event's subject. @default `id` */
    readonly subject?: string;
    readonly occurredAt?: unknown;
    readonly url?: unknown;
  };

/**
 * Makes an event about a ticket.
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

/** Cleans a ticket's fields only: a project or status without its invisible characters could equal a different one. */
const cleanFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? cleanText(value) : value.map(cleanText),
    ]),
  );

/** Returns the reference for a ticket that is created for an event. */
export const referTo = (eventId: string): string => `reeve-${eventId}`;

/**
 * Returns the id of the event that a ticket refers to, or `null` if it refers to none. Anyone can write a reference,
 * so verify it with `history.created`.
 *
 * @example
 * export const findCreated = ({ ticket }: TicketEvent, { history }: Context) =>
 *   history.created({ event: findReference(ticket) ?? "" });
 */
export function findReference({ fields }: Pick<Ticket, "fields">): string | null {
  const found = Object.values(fields)
    .flat()
    .find((value) => /^reeve-evt_[\w-]+$/.test(value));
  return found?.slice(referTo("").length) ?? null;
}

const EventName = z.enum(["created", "updated", "transitioned", "commented", "deleted"]);

/** Text or a number from a placeholder; empty text if the placeholder has no value. */
const Text = z.union([z.string(), z.number()]).nullish();

const Somebody = z.object({ id: Text, name: Text, email: Text }).nullish().meta({ id: "Somebody" });

const Values = z.record(z.string(), z.unknown()).nullish();

/**
 * The JSON that customers send from ticketing systems in which they write the body of a request. Properties that
 * placeholders fill can be empty. Not every system escapes values, so free text can be sent separately in `typed`. This
 * limits JSON injection: text that breaks out of `typed` can add properties, but the properties after it override them.
 * Published as `docs/reference/ticket-message.schema.json`.
 */
export const TicketMessage = z
  .object({
    id: Id.optional().describe(
      "The message's id: unique among the messages of a ticket, and the same for a retry. Required, except for Zendesk, which numbers its requests itself.",
    ),
    event: EventName.describe(
      "The type of event. An update whose `previousStatus` differs from `status` is a transition.",
    ),
    occurredAt: Text.describe(`The event's time: ${TIME_WORDS}.`),
    actor: Somebody.describe("The person who made the change."),
    comment: Text.describe("The comment's text, which is read only if the event is `commented`."),
    typed: z
      .object({
        title: Text,
        comment: Text,
        actor: Somebody,
        requester: Somebody,
        assignee: Somebody,
        fields: Values,
      })
      .nullish()
      .describe(
        "Texts that people typed. Put this property first: the same properties outside of it take precedence.",
      ),
    ticket: z.object({
      id: Id.describe("The ticket's id in the system's API."),
      key: Text.describe("The ticket's key, as people see it. Defaults to the id."),
      project: Text.describe(
        "The ticket's project. Reeve accepts only tickets of the projects in src/config.ts. For Jira, the project's key, which is taken from the ticket's key by default.",
      ),
      title: Text,
      url: Text.describe("The address of the ticket's page."),
      status: Text.describe("The current status."),
      previousStatus: Text.describe("The previous status, if this event changed it."),
      statusId: Text.describe("The id of the current status, for rules that match `statusId`."),
      previousStatusId: Text.describe("The id of the previous status."),
      requestType: Text.describe("The name of the ticket's form."),
      requester: Somebody,
      assignee: Somebody,
      fields: Values.describe("All other fields that automations read, by name."),
    }),
  })
  .describe("An event about a ticket.");
/** A placeholder that was sent unfilled: `{{ticket.status}}`, `${status}`, `<status>`. */
const UNFILLED = /^(\{\{.*\}\}|\$\{.*\}|<.*>)$/;
type TicketMessage = z.infer<typeof TicketMessage>;

/** A ticket message from a sender without request ids: the message itself must have an id. */
const NumberedTicketMessage = z.object({ ...TicketMessage.shape, id: Id });

/**
 * Reads a ticket message.
 * @param system The name of the system that has the ticket
 * @param projectIn Reads the project from the ticket's key, in systems whose keys contain it
 */
export function readTicketMessage(
  message: TicketMessage,
  system: string,
  projectIn: (key: string) => string | undefined = () => undefined,
): TicketEvent {
  const { ticket, typed } = message;
  const fields = ticket.fields ?? {};
  const filled = (name: keyof typeof ticket) => {
    const text = textAt(ticket, name);
    // Senders do not fill placeholders that they do not support.
    return text !== undefined && UNFILLED.test(text) ? undefined : text;
  };
  const [from, to] = [filled("previousStatus"), filled("status")];
  const [fromId, statusId] = [filled("previousStatusId"), filled("statusId")];
  const moved =
    (from !== undefined && to !== undefined && from !== to) ||
    (fromId !== undefined && statusId !== undefined && fromId !== statusId);
  const { event } = message;
  return ticketEvent(system, {
    type: event === "updated" && moved ? "ticket.transitioned" : `ticket.${event}`,
    occurredAt: message.occurredAt,
    actor: toPerson(typed?.actor, message.actor),
    // The sender's comment placeholder contains the last comment in every event, so read it only for comment events.
    comment: event === "commented" ? (textAt(message, "comment") ?? textAt(typed, "comment")) : undefined,
    id: ticket.id,
    key: textAt(ticket, "key") ?? ticket.id,
    project: filled("project") ?? projectIn(textAt(ticket, "key") ?? ""),
    title: textAt(ticket, "title") ?? textAt(typed, "title"),
    url: ticket.url,
    ...(moved && { from, fromId }),
    to,
    statusId,
    requestType: filled("requestType"),
    // An empty request type means that the form was removed. An absent or unfilled one does not show whether the ticket
    // has a form.
    unsure: filled("requestType") || ticket.requestType === "" ? ["status"] : ["status", "requestType"],
    requester: toPerson(typed?.requester, ticket.requester),
    assignee: toPerson(typed?.assignee, ticket.assignee),
    // Fields that the ticket contains are not read from `typed`, even if they are empty.
    fields: { ...readFields(typed?.fields ?? {}, new Set(Object.keys(fields))), ...readFields(fields) },
  });
}

/**
 * Makes a reader of ticket messages for a sender that sends no request ids. A message's `id` need only be unique within
 * a ticket, event type and status, because senders can often fill it only with a coarse value, such as the time of the
 * update.
 */
export const ticketMessages = (system: string, projectIn?: (key: string) => string | undefined) =>
  ofShape(NumberedTicketMessage, (message) => ({
    id: [message.ticket.id, message.event, message.ticket.status ?? "", message.id].join(":"),
    event: readTicketMessage(message, system, projectIn),
  }));

/**
 * Returns the event that the address names, for example `?event=transitioned`, or `undefined` if it names none. For
 * an unknown name, returns the reason for ignoring the delivery.
 */
export function eventInAddress({
  url,
}: Delivery): TicketEvent["type"] | { readonly ignored: string } | undefined {
  const name = url.searchParams.get("event");
  if (name === null) return undefined;
  const event = EventName.safeParse(name);
  return event.success
    ? `ticket.${event.data}`
    : { ignored: `the address has event=${name}, which is not one of ${EventName.options.join(", ")}` };
}

/** Merges descriptions of a person. The later ones take precedence. Returns `undefined` if all of them are empty. */
function toPerson(...parts: readonly z.infer<typeof Somebody>[]): Person | undefined {
  const member = (name: "id" | "name" | "email") => parts.map((one) => textAt(one, name)).findLast(Boolean);
  return readPerson(
    { id: "id", name: "name", email: "email" },
    { id: member("id"), name: member("name"), email: member("email") },
  );
}
