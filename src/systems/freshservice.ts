// Freshservice: receives webhooks from the Workflow Automator, and replies to tickets through its API.

import * as z from "zod";
import { basic, defineApi } from "./api/api.ts";
import { path } from "./api/client.ts";
import { byMember, ofShape, parseBody, type ReadEvent, textAt } from "./reading/json.ts";
import { readFields } from "./reading/text.ts";
import { eventInAddress, ticketEvent, ticketMessages } from "./reading/ticket.ts";
import { readPerson } from "./reading/worker-table.ts";
import { paragraphs } from "./reply/message.ts";
import { sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import { type Delivery, defineSystem } from "./system.ts";

/** Freshservice's status names, by number. Source: api.freshservice.com (Ticket Properties) */
const STATUSES: Readonly<Record<string, string>> = { 2: "Open", 3: "Pending", 4: "Resolved", 5: "Closed" };

/** A ticket number, with or without its type: `42`, `#42`, `INC-42`, `#SR-42`. */
const TicketNumber = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^#?(?:[A-Z]+-)?\d+$/, "expected a ticket's number, such as SR-42"));

/**
 * The body of the webhook's simple form. It must contain the time of the update, because otherwise two updates could
 * have the same id.
 */
const FreshserviceForm = z.object({
  freshservice_webhook: z.looseObject({
    ticket_id: TicketNumber,
    ticket_updated_at: z.string("expected a time: add Updated at to the webhook's content").min(1),
  }),
});

const NAMED = new Set([
  ...["ticket_id", "ticket_subject", "ticket_status", "ticket_url"],
  ...["ticket_requester_name", "ticket_requester_email", "ticket_agent_name", "ticket_agent_email"],
]);

function readFreshserviceForm(
  { freshservice_webhook: form }: z.infer<typeof FreshserviceForm>,
  delivery: Delivery,
): ReadEvent {
  const named = eventInAddress(delivery) ?? "ticket.updated";
  if (typeof named === "object") return { id: null, event: named };
  const key = form.ticket_id.replace(/^#/, "");
  // Tickets of all types share one sequence of numbers, and the API accepts the number without the type.
  const id = key.replace(/^[A-Z]+-/, "");
  const status = textAt(form, "ticket_status");
  const person = (whose: string) =>
    readPerson({ name: `ticket_${whose}_name`, email: `ticket_${whose}_email` }, form);
  return {
    id: [id, named, status ?? "", form.ticket_updated_at].join(":"),
    event: ticketEvent("freshservice", {
      type: named,
      occurredAt: form.ticket_updated_at,
      id,
      key,
      title: textAt(form, "ticket_subject"),
      url: form["ticket_url"],
      to: status,
      requester: person("requester"),
      assignee: person("agent"),
      fields: readFields(form, NAMED),
      // The webhook's simple form does not contain the ticket's request type.
      unsure: ["requestType"],
    }),
  };
}

/**
 * Receives webhooks of the Workflow Automator's action "Trigger webhook". They have no signature and no id. The body
 * has the format of the simple form, or is a ticket message entered as advanced content
 * (`docs/set-up/senders/freshservice.md` has one to paste). The action's custom headers and placeholders are not
 * documented. Source: api.freshservice.com; the simple form's properties are documented only by third parties.
 */
export const freshservice = defineSystem({
  name: "freshservice",
  title: "Freshservice",
  secretVariable: "FRESHSERVICE_WEBHOOK_SECRET",
  setUp:
    "In the Workflow Automator, add the action “Trigger Webhook” with JSON encoding, and with the secret in the header X-Reeve-Secret.",
  ...sharedSecret(WHERE_USERS_CHOOSE),
  siteVariable: "FRESHSERVICE_URL",
  parse: parseBody(
    byMember(
      "freshservice_webhook",
      ofShape(FreshserviceForm, readFreshserviceForm),
      ticketMessages("freshservice"),
    ),
  ),
  // api.freshservice.com: the key is the user name, and the password is ignored.
  api: defineApi({
    address: { variable: "FRESHSERVICE_URL", hosts: [".freshservice.com"] },
    variables: ["FRESHSERVICE_API_KEY"],
    end: "unknown",
    authorize: ({ FRESHSERVICE_API_KEY }) => ({ authorization: basic(FRESHSERVICE_API_KEY, "X") }),
  }),
  /**
   * Adds notes and sets statuses by number: 4 is resolved, 5 is closed. Source: api.freshservice.com (Create a Note)
   */
  replies: {
    async comment(client, { id }, message, visible) {
      const body = { body: paragraphs(message), private: !visible };
      await client.call({ method: "POST", path: path`/api/v2/tickets/${id}/notes`, body });
    },
    async move(client, { id }, to) {
      await client.call({ method: "PUT", path: path`/api/v2/tickets/${id}`, body: { status: Number(to) } });
    },
    statusAfter: (to) => STATUSES[to],
  },
});
