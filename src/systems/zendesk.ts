// Zendesk: receives webhooks of event subscriptions, triggers and automations, and uses Zendesk's API to find people,
// reply to tickets and create them.

import * as z from "zod";
import { type Address, basic, defineApi, defineCredential } from "./api/api.ts";
import { HIDDEN_STATUSES, path, readIfFound, type SenderClient } from "./api/client.ts";
import type { TicketEvent } from "./event.ts";
import {
  byMember,
  compact,
  Id,
  Members,
  ofShape,
  parseBody,
  readText,
  textAt,
  valueAt,
} from "./reading/json.ts";
import { readFields } from "./reading/text.ts";
import { readTicketMessage, TicketMessage, ticketEvent } from "./reading/ticket.ts";
import { readPerson } from "./reading/worker-table.ts";
import { paragraphs } from "./reply/message.ts";
import { hmac, THREE_HOURS } from "./schemes/hmac.ts";
import { defineSystem, type Malformed, type Meaning } from "./system.ts";

const ZENDESK: Address = { variable: "ZENDESK_URL", hosts: [".zendesk.com"] };
/** The minimum scope for finding people and tickets, and for creating and updating tickets. */
const SCOPE = "users:read tickets:read tickets:write";

const update = (client: SenderClient, id: string, ticket: object): Promise<unknown> =>
  client.call({ method: "PUT", path: path`/api/v2/tickets/${id}.json`, body: { ticket } });

const TICKETS = "/api/v2/tickets.json";
const TICKET = "zen:event-type:ticket.";

const ZendeskEvent = z.object({
  type: z.string().min(1),
  id: Id,
  time: z.string().nullish(),
  detail: Members.nullish().transform((detail) => detail ?? {}),
  event: Members.nullish(),
});
type ZendeskEvent = z.infer<typeof ZendeskEvent>;

/** Zendesk's ticket events that do not follow the pattern `…_changed`, or are more than an update. */
const TICKET_EVENTS: ReadonlyMap<string, TicketEvent["type"]> = new Map([
  ["created", "ticket.created"],
  ["status_changed", "ticket.transitioned"],
  ["custom_status_changed", "ticket.transitioned"],
  ["comment_added", "ticket.commented"],
  ["soft_deleted", "ticket.deleted"],
  ["permanently_deleted", "ticket.deleted"],
  ["merged", "ticket.updated"],
  ["undeleted", "ticket.updated"],
  ["marked_as_spam", "ticket.updated"],
]);

/** The status names that agents see, by Zendesk's constant. Trigger placeholders use these names too. */
const STATUSES: ReadonlyMap<string, string> = new Map([
  ["NEW", "New"],
  ["OPEN", "Open"],
  ["PENDING", "Pending"],
  ["HOLD", "On-hold"],
  ["SOLVED", "Solved"],
  ["CLOSED", "Closed"],
  ["DELETED", "Deleted"],
]);

const NAMED = new Set([
  ...["id", "subject", "status", "custom_status"],
  ...["requester_id", "assignee_id", "actor_id"],
]);

function readZendeskEvent({ type: name, time, detail = {}, event }: ZendeskEvent): Meaning | Malformed {
  const what = name.startsWith(TICKET) ? name.slice(TICKET.length) : "";
  const type = TICKET_EVENTS.get(what) ?? (what.endsWith("_changed") ? "ticket.updated" : undefined);
  const id = textAt(detail, "id");
  if (what !== "" && id === undefined)
    return { detail: "detail.id: this event does not contain the ticket's id" };
  // The event might be about a user, whose id must not be read as a ticket's.
  if (what === "" || id === undefined) return { ignored: `Zendesk's event ${name} is not about a ticket` };
  if (!type) return { ignored: `Zendesk's event ${name} is unknown to Reeve`, subject: `zendesk:${id}` };

  const moved = type === "ticket.transitioned";
  // Zendesk sends only the ids of custom statuses, and the built-in status might stay the same.
  const isCustom = what === "custom_status_changed";
  const [before, now] = moved ? [textAt(event, "previous"), textAt(event, "current")] : [];
  return ticketEvent("zendesk", {
    type,
    occurredAt: time,
    actor: readPerson({ id: "actor_id" }, detail),
    comment: type === "ticket.commented" ? textAt(event, "comment", "body") : undefined,
    id,
    key: `#${id}`,
    project: textAt(detail, "brand_id"),
    title: textAt(detail, "subject"),
    ...(isCustom ? { fromId: before } : { from: statusAt(before), to: statusAt(now ?? detail["status"]) }),
    statusId: (isCustom ? now : undefined) ?? textAt(detail, "custom_status"),
    requester: readPerson({ id: "requester_id" }, detail),
    assignee: readPerson({ id: "assignee_id" }, detail),
    fields: readFields(detail, NAMED),
    // Events from event subscriptions do not contain the ticket's form.
    unsure: isCustom ? ["requestType", "status"] : ["requestType"],
  });
}

function statusAt(value: unknown): string | undefined {
  const status = readText(value);
  return status === undefined ? undefined : (STATUSES.get(status.toUpperCase()) ?? status);
}

/**
 * The published secret that signs test requests until a webhook is saved. Anyone can sign with it, so it must not be
 * used.
 */
const TEST_SECRET = "dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==";

/**
 * Receives Zendesk's webhooks: those of event subscriptions, which identify people only by id, and those of triggers
 * and automations, whose body is a ticket message (`docs/set-up/senders/zendesk.md` has one to paste). Both are signed
 * in the same way; the secret looks like base64 but is used as text. Zendesk does not document whether retries keep the
 * invocation id. Source: developer.zendesk.com/documentation/webhooks/verifying
 */
export const zendesk = defineSystem({
  name: "zendesk",
  title: "Zendesk",
  secretVariable: "ZENDESK_WEBHOOK_SECRET",
  setUp: "Admin Center → Webhooks → Create; “Reveal secret” shows the secret.",
  secretFault: (secret) => (secret === TEST_SECRET ? "is the test secret that Zendesk publishes" : null),
  ...hmac({
    hash: "SHA-256",
    header: "x-zendesk-webhook-signature",
    encoding: "base64",
    timestamp: { header: "x-zendesk-webhook-signature-timestamp", unit: "iso", maxAgeSeconds: THREE_HOURS },
    signed: ({ timestamp, body }) => [timestamp, body],
  }),
  signsIds: false,
  siteVariable: "ZENDESK_URL",
  parse: parseBody(
    byMember(
      "ticket",
      ofShape(TicketMessage, (message, { headers }) => ({
        id: headers.get("x-zendesk-webhook-invocation-id"),
        event: readTicketMessage(message, "zendesk"),
      })),
      ofShape(ZendeskEvent, (event) => ({ id: event.id, event: readZendeskEvent(event) })),
    ),
  ),
  // Client credentials: developer.zendesk.com/api-reference/ticketing/oauth/grant_type_tokens. API tokens, which
  // Zendesk is phasing out:
  // developer.zendesk.com/documentation/api-basics/authentication/oauth-migration
  api: defineApi({
    address: ZENDESK,
    variables: ["ZENDESK_CLIENT_ID", "ZENDESK_CLIENT_SECRET"],
    end: "unknown",
    authorize: ({ ZENDESK_CLIENT_ID: id, ZENDESK_CLIENT_SECRET: secret }, signIn) =>
      signIn({ address: ZENDESK, path: "/oauth/tokens", id, secret, scope: SCOPE, encoding: "json" }),
    alternative: defineCredential({
      variables: ["ZENDESK_EMAIL", "ZENDESK_API_TOKEN"],
      end: { day: "2027-04-30" },
      authorize: ({ ZENDESK_EMAIL, ZENDESK_API_TOKEN }) => ({
        authorization: basic(`${ZENDESK_EMAIL}/token`, ZENDESK_API_TOKEN),
      }),
    }),
  }),
  /** Reads a user's name and email. Source: developer.zendesk.com/api-reference/ticketing/users/users (Show User) */
  findPerson: async (client, id) => {
    const answer = await readIfFound(client, path`/api/v2/users/${id}.json`, { nothing: HIDDEN_STATUSES });
    return compact({ name: textAt(answer, "user", "name"), email: textAt(answer, "user", "email") });
  },
  /**
   * Comments on tickets and sets their status. Source: developer.zendesk.com/api-reference/ticketing/tickets/tickets
   * (Update Ticket)
   */
  replies: {
    async comment(client, { id }, message, visible) {
      await update(client, id, { comment: { html_body: paragraphs(message), public: visible } });
    },
    async move(client, { id }, status) {
      await update(client, id, { status });
    },
    statusAfter: (to) => statusAt(to),
  },
  /**
   * Creates tickets with the reference as external id. Source:
   * developer.zendesk.com/api-reference/ticketing/tickets/tickets (List Tickets by external id, Create Ticket)
   */
  tickets: {
    find: ({ reference }) => ({ path: TICKETS, query: { external_id: reference } }),
    create: ({ project, title, message, reference, fields }) => ({
      path: TICKETS,
      body: {
        ticket: {
          ...fields,
          brand_id: project,
          subject: title,
          comment: { html_body: paragraphs(message), public: false },
          external_id: reference,
        },
      },
    }),
    readId: (response) =>
      textAt([valueAt(response, "tickets") ?? valueAt(response, "ticket")].flat()[0], "id"),
  },
});
